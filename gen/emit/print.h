/* Shared by the files of this folder. First, what a file says about its table: as texts, as values of its template, or
 * as a binary header. Then, how pieces of rows are printed by a template's row pattern: as entries on lines, or as
 * strings of C. */
#ifndef POSENC_PRINT_H
#define POSENC_PRINT_H

#include "base/cpus.h"
#include "base/text.h"
#include "element/literal.h"
#include "emit/output.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- texts, for the values of templates and for headers. The caller frees them. */

/* The canonical command, with -o if the form has several files, broken into lines of fewer than 90 columns by " \". */
char *banner_command(const struct output_options *);

/* What an entry is and how it is rounded, in one line; the same in lines of fewer than 90 columns. */
char *banner_sentences(const struct output_options *);
char *banner_lines(const char *sentences);

/* "2097152 bytes: 4096 x 128 elements of 4 bytes" */
char *banner_storage(const struct output_options *);

/* What row r of an array, as emitted, holds: its position, or its channel. */
char *banner_row(const struct output_options *, uint64_t array, uint64_t r);

/* --- headers of binary formats */

/* The header of the output's format for its table, all bytes before the first element: nothing if the format has none. The
 * caller frees it. */
struct text output_header(const struct output_options *);

/* Refuses a file with more bytes than readers of its format accept. */
void output_header_check(const struct output_options *, struct faults *);

/* --- the values of a table, and of the objects and the arrays that it consists of, by name */

/* Which file of a table is written. A static table is one file: a header with contents. A source defines what BASE.h
 * declares, except the parts of a split table; each of these is a slice. */
struct text_file {
    const char *part; /* "header", "source" or "slice" */
    bool contents;    /* the table itself goes into the file */
    uint64_t slice;   /* the number of a slice */
    uint64_t
        digest; /* of the .bin, if there is one: a source that includes it by name changes with it */
};

/* How many strings of equal length a row becomes. Each has at most 4095 bytes, which every C compiler takes. */
uint64_t template_strings_of_row(const struct output_options *);

/* Sets the values of a table, for all of its files, as template_fill takes them. `factored` is what takes the place of the
 * table, or NULL. */
void template_values_set(struct template_values *, const struct output_options *,
                         const struct factored *);

/* Adds the values of one file, and fills a template with them. Returns NULL, or a fault in a line; then there is
 * nothing to free. */
struct fault *template_values_fill(struct template_values *, const struct output_options *,
                                   const struct factored *, const struct template *,
                                   const struct text_file *, struct filled *);

/* Sets the templates of an output, and checks the user's own. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

/* --- bytes as strings of C, on lines */

struct c_strings;

/* Makes strings with lines of this pattern, with instruction sets up to `best`. The caller frees it. */
struct c_strings *c_strings_new(const struct row_pattern *, enum instructions best);
void c_strings_free(struct c_strings *);

/* Appends a string of `count` bytes, with the shortest escapes. A line ends after the byte that leaves no room for
 * another escape of four characters. Several threads call it at once. */
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
    uint64_t rows;    /* the index after the last row of the array, or of the part */
    uint64_t strings; /* of how many strings a row consists, if the pattern is of strings; else 1 */
    uint64_t array;   /* its number */
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

/* How many entries a piece should have. */
size_t print_piece(const struct printer *);

/* Appends a piece of the printer's array. It holds whole rows, or a part of one row that begins at a multiple of
 * print_piece. If the pattern is of strings, its entries must be in the byte order of the strings. */
void print_rows(const struct printer *, const struct piece *, struct text *);

#endif
