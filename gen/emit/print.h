/* SPDX-License-Identifier: MIT */
/* Pieces of rows as text, by a row pattern: as entries on lines, or as strings of C. */
#ifndef POSENC_PRINT_H
#define POSENC_PRINT_H

#include "base/text.h"
#include "element/literal.h"
#include "emit/c_strings.h"
#include "emit/output_files.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- the texts of entries on lines, as a row pattern says */

/* The texts of an array's entries, made by blocks: `next` is the index of the next entry. */
struct entry_stream {
    const struct text_maker *maker;
    const char *entries;
    size_t next, total;
    struct entry_texts *texts; /* of the block that `next` is in, if `next` isn't its first entry */
};

/* The texts around the entries of a row. A line breaks before an entry, never after one. */
struct entry_lines {
    struct text first;      /* before the first entry */
    struct text between[2]; /* before any other entry: [0] on the same line, [1] on the next */
    struct text end[2];     /* [0] after a part of a row, [1] after a whole row */
    ptrdiff_t
        around; /* what an entry needs on a line besides its literal, including a space before it */
    ptrdiff_t around_last; /* the same for the last entry of a row */
    ptrdiff_t capacity;    /* what all entries of a line may need together */
    /* For texts of equal length with little between them: full lines are printed at once. */
    size_t full_count; /* the texts on a full line; 0 if there are no such lines */
    size_t length;     /* of each text: 2, 4, 8 or 16 characters */
};

/* `length` is that of all texts, or 0. */
struct entry_lines entry_lines_new(const struct row_pattern *, unsigned length);
void entry_lines_free(struct entry_lines *);

/* Appends the next `count` > 0 entries, all of one row, as many on a line as fit. If `ends`, the last one ends its
 * row. */
void entry_lines_print(const struct entry_lines *, struct entry_stream *, size_t count, bool ends,
                       struct text *);

/* --- arrays */

/* Prints an array. */
struct printer {
    const struct output_options *output;
    const struct row_pattern *pattern;
    const struct element *type;
    uint64_t columns;
    uint64_t rows; /* the index after the last row of the array, or of the part */
    uint64_t
        group; /* the entries of a string, or of a line if the pattern is of lines; else those of a row */
    uint64_t all;   /* entries of the array up to there */
    uint64_t first; /* the index of the first entry that is written, which is 0 in the array */
    int digits;     /* of the largest index, if the pattern is of lines; else 0 */
    uint64_t array; /* its number */
    const struct factored
        *factored; /* the table that the array is part of; NULL if it isn't factored */
    /* Prints strings, or else entries. */
    struct c_strings *c_strings;
    struct text_maker texts;
    struct entry_lines lines;
};

/* Opens a printer for the array of a section, whose text ends before row `end`. printer_close frees it. */
struct printer printer_open(const struct output_options *, const struct factored *,
                            const struct filled_section *, uint64_t end);
void printer_close(struct printer *);

/* How many entries a piece should have; with one column, a multiple of the group. */
size_t print_piece(const struct printer *);

/* Appends a piece of the printer's array. It holds whole rows, or a part of one row that begins at a multiple of
 * print_piece. If the pattern is of strings, its entries must be in the byte order of the strings. */
void print_rows(const struct printer *, const struct piece *, struct text *);

#endif
