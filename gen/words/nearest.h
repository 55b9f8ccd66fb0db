/* What a mistyped word may have meant. */
#ifndef POSENC_NEAREST_H
#define POSENC_NEAREST_H

#include <stddef.h>

/* The name nearest to a mistyped one, or NULL if more than a third of the letters are wrong. `names` are `count`
 * pointers, `stride` bytes apart, so that they can be a column of a table. */
const char *nearest(const char *mistyped, const void *names, size_t count, size_t stride);

#endif
