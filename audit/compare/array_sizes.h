/* SPDX-License-Identifier: MIT */
/* The sizes of a table that a file's shape leaves open.
 *
 * A table isn't always max-len x d-model: it can hold one component, once or twice, lose or gain a column, have its
 * channels first, or lie in an array of three or more dimensions, which is cut in two: [D, H, W], [N, D/2, 2]. */
#ifndef POSENC_ARRAY_SIZES_H
#define POSENC_ARRAY_SIZES_H

#include "read/array.h"
#include "table/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of the sizes; 0: nothing. */
struct known_sizes {
    uint64_t max_len, d_model;
};

/* Sizes that could make the table, and the shape that it would have. */
struct array_sizes {
    uint64_t max_len, d_model;
    uint64_t rows, columns;
};
enum { ARRAY_SIZES_MOST = 128 };

/* The sizes to try, the likeliest first. `like` is a table of the same words with any sizes, which may have faults. Each
 * has the sizes that are known. */
size_t array_sizes_find(const struct array *, const struct table *like, struct known_sizes,
                        struct array_sizes sizes[ARRAY_SIZES_MOST]);

/* Can the array be such a table: has it as many elements, in rows and columns that its shape can be cut in? Rows of a second
 * array follow those of the first. */
bool array_sizes_match(const struct array *, const struct table *);

/* Can no table of these sizes be in the array, whatever its other words are? */
bool array_sizes_contradict(const struct array *, struct known_sizes);

#endif
