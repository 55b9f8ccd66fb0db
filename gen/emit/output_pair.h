/* The two tables of component cos,sin, where an output can't hold both. */
#ifndef POSENC_OUTPUT_PAIR_H
#define POSENC_OUTPUT_PAIR_H

#include "emit/output_options.h"

/* Returns what is wrong if the table has two arrays and the format holds one, or a split cuts one; or NULL. The caller
 * frees it. With `commands` it names those that make the two tables, which a shell takes as they are: then all other
 * words must be right, and have their default texts. */
char *output_pair_wrong(const struct output_options *, const struct request *, bool commands);

#endif
