/* Prints pieces of rows as text by a template's row pattern, or as bytes. */
#ifndef POSENC_PRINT_H
#define POSENC_PRINT_H

#include "base/text.h"
#include "element/entry_texts.h"
#include "emit/c_strings.h"
#include "emit/entry_lines.h"
#include "emit/output.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"

/* Prints an array. */
struct printer {
    const struct output_options *output;
    const struct row_pattern *pattern;
    const struct element *type;
    uint64_t columns;
    uint64_t rows;    /* the index after the last row of the array, or of the part */
    uint64_t strings; /* of how many strings a row consists, if the pattern is of strings */
    uint64_t array;   /* its number */
    const struct factored *factored; /* the table that it is of; NULL if that isn't factored */
    /* Made by printer_open: what prints strings, or else what prints entries. */
    struct c_strings *c_strings;
    struct text_maker texts;
    struct entry_lines lines;
};

/* Makes the rest of a printer of about `entries` entries. printer_close frees that. */
void printer_open(struct printer *, uint64_t entries);
void printer_close(struct printer *);

/* How many entries a piece should have. */
size_t print_piece(const struct printer *);

/* Appends a piece of the printer's array. It holds whole rows, or a part of one row that begins at a multiple of
 * print_piece. */
void print_rows(const struct printer *, const struct piece *, struct text *);

/* Does the table's byte order differ from this machine's? */
bool print_swaps(const struct output_options *);

#endif
