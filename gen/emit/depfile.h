/* What outputs depend on, as Make and Ninja read it: "out1 out2: in1 in2". */
#ifndef POSENC_DEPFILE_H
#define POSENC_DEPFILE_H

#include "base/text.h"

/* Appends names to a list, escaped; dies where one has a newline, which no such file can say. */
void depfile_add(struct text *, const char *name);

/* The whole rule, for both lists as depfile_add makes them. */
struct text depfile_rule(const struct text *outputs, const struct text *inputs);

#endif
