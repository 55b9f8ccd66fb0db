#include "engine/pieces.h"

#include <string.h>

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct piece piece_of(const struct piece *piece, uint64_t array) {
    struct piece one = *piece;
    one.entries = (char *)piece->entries + array * piece->bytes;
    return one;
}

void pieces_init(struct pieces *pieces, const struct table *table, uint64_t begin, uint64_t end,
                 size_t most, uint64_t most_rows, bool by_position) {
    *pieces = (struct pieces){.begin = begin,
                              .end = end,
                              .row = begin,
                              .columns = table->columns,
                              .element_bytes = table->type->bytes};
    bool whole_rows = table->columns < most;
    pieces->columns_each = whole_rows ? (size_t)table->columns : most;
    pieces->rows_each =
        least(whole_rows ? most / table->columns : 1, least(most_rows, end - begin));
    pieces->segment_count = 1;
    pieces->segments[0] = (struct segment){0, table->rows, 1};
    if (by_position) {
        pieces->segment_count = table->segment_count;
        memcpy(pieces->segments, table->segments, sizeof pieces->segments);
    }
    while (pieces->segments[pieces->segment].end <= begin)
        pieces->segment++;
}

uint64_t pieces_count(const struct pieces *pieces) {
    uint64_t rows = pieces->end - pieces->begin;
    return (rows + pieces->rows_each - 1) / pieces->rows_each *
           ((pieces->columns + pieces->columns_each - 1) / pieces->columns_each);
}

/* Advances past a piece; past the last one of its rows, to the next rows. */
static void advance(struct pieces *pieces, const struct piece *piece) {
    pieces->from += piece->columns;
    if (pieces->from < pieces->columns)
        return;
    pieces->from = 0;
    pieces->row += piece->rows;
    pieces->follows = pieces->row < pieces->segments[pieces->segment].end;
    if (pieces->row < pieces->end && !pieces->follows)
        pieces->segment++;
}

bool pieces_take(struct pieces *pieces, struct piece *piece) {
    if (pieces->row >= pieces->end)
        return false;
    uint64_t stop = least(pieces->segments[pieces->segment].end, pieces->end);
    piece->index = pieces->index++;
    piece->row = pieces->row;
    piece->rows = least(stop - pieces->row, pieces->rows_each);
    piece->from = pieces->from;
    piece->columns = (size_t)least(pieces->columns - pieces->from, pieces->columns_each);
    piece->offset =
        ((pieces->row - pieces->begin) * pieces->columns + pieces->from) * pieces->element_bytes;
    piece->bytes = (size_t)piece->rows * piece->columns * pieces->element_bytes;
    advance(pieces, piece);
    return true;
}

bool pieces_new_row(const struct pieces *pieces) {
    return pieces->from == 0 && pieces->row < pieces->end;
}
