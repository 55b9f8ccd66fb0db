/* Combinations of an output's words that are refused although each word alone is valid. */
#ifndef POSENC_OUTPUT_COMBINATIONS_H
#define POSENC_OUTPUT_COMBINATIONS_H

#include "emit/output_options.h"

/* Checks the parsed words together. Each check is skipped if a word that it reads is wrong. */
void output_combinations_check(const struct output_options *, const struct request *,
                               struct faults *);

#endif
