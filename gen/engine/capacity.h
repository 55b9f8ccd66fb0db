/* What a table asks of memory and of its element type, found before anything is written. */
#ifndef POSENC_CAPACITY_H
#define POSENC_CAPACITY_H

#include "table/spec.h"

/* Returns NULL, or in one line what is too much; the caller frees that. Computes the table, and throws it away, only if a
 * bound of its entries is above the type's largest number. */
char *capacity_check(const struct spec *);

#endif
