/* Prints pieces of rows as text by a template's row pattern: entries on lines, or bytes as strings of C. */
#ifndef POSENC_PRINT_H
#define POSENC_PRINT_H

#include "base/cpus.h"
#include "base/text.h"
#include "element/literal.h"
#include "emit/output.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"

#include <stddef.h>

/* --- bytes as strings of C, on lines */

struct c_strings;

/* For strings with lines of that pattern, by no instruction set after `best`. The caller frees it. */
struct c_strings *c_strings_new(const struct row_pattern *, enum instructions best);
void c_strings_free(struct c_strings *);

/* Appends a string of `count` bytes, with as few characters as escapes allow and each line full: it ends after the byte
 * that leaves no room for another escape of four characters. Several threads call it at once. */
void c_strings_print(const struct c_strings *, const unsigned char *bytes, size_t count,
                     struct text *);

/* --- the texts of entries on lines, as a row pattern says */

/* The texts of an array's entries, made by blocks: `next` is the index of the next entry. */
struct entry_stream {
    const struct text_maker *maker;
    const char *entries;
    size_t next, total;
    struct entry_texts *texts; /* of the block that `next` is in, if `next` isn't its first entry */
};

/* What stands around the entries of a row. A line breaks before an entry, never after one. */
struct entry_lines {
    struct text first;      /* before the first entry */
    struct text between[2]; /* before any other entry: [0] on the same line, [1] on the next */
    struct text end[2];     /* [0] after a part of a row, [1] after a whole row */
    ptrdiff_t
        around; /* what an entry takes of a line besides its literal: also a space before it */
    ptrdiff_t around_last; /* the same for the last entry of a row */
    ptrdiff_t capacity;    /* what the entries of a line may take together */
    /* Of entries whose texts have all the same length, with little between them: full lines are put at once. */
    size_t full_count; /* the texts on a full line; 0 if there are no such lines */
    size_t length;     /* of each text: 2, 4, 8 or 16 characters */
};

/* `length` is that of all texts, or 0. */
struct entry_lines entry_lines_new(const struct row_pattern *, unsigned length);
void entry_lines_free(struct entry_lines *);

/* Appends the next `count` entries, more than 0 and all of one row, as many on a line as fit. If `ends`, the last one
 * ends its row. */
void entry_lines_print(const struct entry_lines *, struct entry_stream *, size_t count, bool ends,
                       struct text *);

/* --- arrays */

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
void printer_open(struct printer *);
void printer_close(struct printer *);

/* How many entries a piece should have. */
size_t print_piece(const struct printer *);

/* Appends a piece of the printer's array. It holds whole rows, or a part of one row that begins at a multiple of
 * print_piece. */
void print_rows(const struct printer *, const struct piece *, struct text *);

/* Does the table's byte order differ from this machine's? */
bool print_swaps(const struct output_options *);

#endif
