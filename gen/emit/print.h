/* Pieces of rows -> text, by a template's row pattern. */
#ifndef POSENC_PRINT_H
#define POSENC_PRINT_H

#include "base/text.h"
#include "emit/template_fill.h"
#include "engine/rows.h"

struct printer {
    const struct output_options *output;
    const struct row_pattern *pattern;
    uint64_t rows;    /* of the table as emitted, or of the part that is written */
    uint64_t strings; /* equal parts of a row, where the pattern is of strings */
};

/* How many entries a piece should have. */
size_t print_piece(const struct printer *);

/* Appends a piece, whose columns are a whole row, or where they are not a multiple of print_piece. */
void print_rows(const struct printer *, const struct piece *, struct text *);

/* Appends the elements' bytes in the table's byte order. */
void print_bytes(const struct output_options *, const struct piece *, struct text *);

/* Is that not the order of this machine? */
bool print_swaps(const struct output_options *);

#endif
