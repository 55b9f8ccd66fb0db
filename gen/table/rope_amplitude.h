/* What the rules yarn and longrope multiply entries by. */
#ifndef POSENC_ROPE_AMPLITUDE_H
#define POSENC_ROPE_AMPLITUDE_H

#include "table/rope_rules.h"

/* For a row of rope_rules.c: NULL if entries stay. */
const struct rope_amplitude *rope_yarn_amplitude(const struct scaling *);
const struct rope_amplitude *rope_longrope_amplitude(const struct scaling *);

#endif
