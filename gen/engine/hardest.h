/* The entries of a table that are hardest to compute: those nearest to a midpoint between two elements, which need the most
 * bits to round, and those whose angles are nearest to a multiple of pi/2 for their size, where range reduction loses the
 * most. */
#ifndef POSENC_HARDEST_H
#define POSENC_HARDEST_H

#include "engine/hard_heap.h"

/* Entries in rows [row, row_end) and columns [column, column_end) of each array as emitted. */
struct hardest_within {
    uint64_t row, row_end, column, column_end;
};

/* Entries by hard_to_round and by hard_to_reduce, sorted. Both lists are to be freed. */
struct hardest {
    struct hard_heap nearest, angles;
    struct engine_error error;
};

/* Finds `count` of each, or all if there are fewer. A number that a table has several times, as grids have, and 15*w6 and
 * 150*w10 if w10 is w6/10, is in it once, at its first place. */
struct hardest hardest_find(const struct table *, struct exact_entries *,
                            const struct hardest_within *, size_t count);

#endif
