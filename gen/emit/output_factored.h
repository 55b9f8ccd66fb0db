/* Which tables the word factored takes. */
#ifndef POSENC_OUTPUT_FACTORED_H
#define POSENC_OUTPUT_FACTORED_H

#include "emit/output_options.h"

/* Refuses, each with its reason, what a factored table can't be. */
void output_factored_check(const struct output_options *, const struct request *, struct faults *);

/* What is added to the table's name to name its arrays, functions and macros, the longest first; ended by NULL. */
extern const char *const output_factored_suffixes[];

#endif
