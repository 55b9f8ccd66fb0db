/* posenc without a command: one table. */
#ifndef POSENC_SINGLE_H
#define POSENC_SINGLE_H

#include "cli/options.h"

/* Writes the table that the options ask for, or lists its files. */
void single_run(const struct options *);

#endif
