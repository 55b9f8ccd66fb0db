/* Elements in the other byte order. */
#ifndef POSENC_BYTE_ORDER_H
#define POSENC_BYTE_ORDER_H

#include "base/cpus.h"

#include <stddef.h>

/* Reverses the bytes of each of n elements of 1, 2, 4 or 8 bytes, in place. `best` is a set that this CPU has, to choose
 * the loops. */
void byte_order_reverse(unsigned bytes, size_t n, void *elements, enum instructions best);

#endif
