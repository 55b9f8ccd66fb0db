/* The pieces that a table is cut into: some whole rows, or a part of one long row. They follow each other as the
 * table is emitted. Of a table with two arrays, a piece is the same rows and columns of both. */
#ifndef POSENC_PIECES_H
#define POSENC_PIECES_H

#include "table/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
    uint64_t index;     /* 0, 1, 2... */
    uint64_t row, rows; /* rows [row, row + rows) of the table as emitted */
    uint64_t from;      /* columns [from, from + columns) of each */
    size_t columns;
    uint64_t offset; /* of its first entry from that of row `begin`, in bytes */
    size_t bytes;    /* of all its entries in one array */
    void *entries;   /* host-order, row after row; the next array's are `bytes` further on */
};

/* The piece of one array alone. */
struct piece piece_of(const struct piece *, uint64_t array);

/* How rows [begin, end) are cut, and where the next piece begins. */
struct pieces {
    uint64_t begin, end, columns;
    size_t element_bytes;
    uint64_t rows_each; /* of a piece, at most */
    size_t columns_each;
    size_t segment_count; /* of the table's rows; no piece lies in two */
    struct segment segments[SEGMENTS_MAX];

    uint64_t index, row, from;
    size_t segment; /* that `row` is in */
    bool follows;   /* the row before `row` is in the same segment */
};

/* Cuts rows [begin, end) into pieces of at most `most` entries and `most_rows` rows. `by_position`: a row is a
 * position, so the segments of the table's positions are those of its rows; otherwise there is one segment. */
void pieces_init(struct pieces *, const struct table *, uint64_t begin, uint64_t end, size_t most,
                 uint64_t most_rows, bool by_position);

/* How many pieces there are in all, or some fewer: each end of a segment may add one. */
uint64_t pieces_count(const struct pieces *);

/* Sets all of the next piece except its entries, and advances past it. Returns false if there is none. */
bool pieces_take(struct pieces *, struct piece *);

/* Is `row` new: has the last piece taken ended a row that isn't the last? */
bool pieces_new_row(const struct pieces *);

#endif
