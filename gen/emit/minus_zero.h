/* Tables with an entry -0, for languages that have no such constant. */
#ifndef POSENC_MINUS_ZERO_H
#define POSENC_MINUS_ZERO_H

#include "emit/emit.h"

/* Computes the table if its text could need such a constant. Returns a message about the first -0, which the caller
 * frees, or NULL. */
char *minus_zero_wrong(const struct output_options *, const struct emit_options *);

#endif
