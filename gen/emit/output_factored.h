/* Which tables the word factored takes. */
#ifndef POSENC_OUTPUT_FACTORED_H
#define POSENC_OUTPUT_FACTORED_H

#include "emit/output_options.h"

/* Refuses, each with its reason, what a factored table can't be. */
void output_factored_check(const struct output_options *, const struct request *, struct faults *);

/* What is added to the table's name, at most, to name an array. */
#define OUTPUT_FACTORED_SUFFIX "_coarse_low"

#endif
