/* Combinations of an output's words that are refused although each word alone is valid. */
#ifndef POSENC_OUTPUT_COMBINATIONS_H
#define POSENC_OUTPUT_COMBINATIONS_H

#include "emit/output_options.h"

/* Checks the parsed words together. */
void output_combinations_check(const struct output_options *, struct faults *);

#endif
