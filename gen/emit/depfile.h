/* What outputs depend on, as Make and Ninja read it: "out1 out2: in1 in2". */
#ifndef POSENC_DEPFILE_H
#define POSENC_DEPFILE_H

#include "base/text.h"

/* {0} is the empty rule. */
struct depfile {
    struct text outputs, inputs; /* names, escaped, with a blank before each */
    char *
        wrong; /* the first name that no depfile can hold, as it has a line end; NULL if there is none */
};

void depfile_add_output(struct depfile *, const char *name);
void depfile_add_input(struct depfile *, const char *name);

/* The text of the rule, if nothing is wrong. The caller frees it. */
struct text depfile_rule(const struct depfile *);
void depfile_free(struct depfile *);

#endif
