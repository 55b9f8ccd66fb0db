/* Tables with an entry -0, for languages that have no such constant. */
#ifndef POSENC_MINUS_ZERO_H
#define POSENC_MINUS_ZERO_H

#include "emit/emit.h"
#include "emit/ordered_writer.h"

/* Computes the table if its text could need such a constant: the first -0 is `refused`. */
struct ordered_result minus_zero_find(const struct output_options *, const struct emit_options *);

#endif
