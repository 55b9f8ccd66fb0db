/* SPDX-License-Identifier: MIT */
/* The files of an output, the rows in each, and the names that they define. */
#ifndef POSENC_OUTPUT_FILES_H
#define POSENC_OUTPUT_FILES_H

#include "element/literal.h"
#include "emit/template.h"
#include "table/table.h"
#include "words/choice.h"
#include "words/format.h"

#include <stdbool.h>
#include <stdint.h>

/* How a table is written: the words from `name` on, resolved against the table by output_resolve. */
struct output_options {
    const struct table *table;
    struct range rows;         /* that are written: all, unless a run chooses some */
    const char *path;          /* of the output; "-" for standard output */
    const char *template_path; /* of the user's template; NULL if the format has one */
    const struct format_row *format;
    int literal, linkage, endian;    /* enum literal, linkage and endian (rows/choices.h) */
    int two_dimensions;              /* even of a table of one column */
    uint64_t split;                  /* parts */
    uint64_t align;                  /* in bytes; 0: the compiler decides */
    int accessor;                    /* as the choices: 0 or 1 */
    int factored;                    /* small arrays, and functions that compute the entries */
    bool progmem;                    /* PROGMEM is among the qualifiers */
    struct text space;               /* the qualifiers that a pointer to the table needs too */
    bool binary;                     /* a .bin goes beside the source */
    char *const *text;               /* the canonical text of each word; the request owns it */
    char *command;                   /* the canonical command */
    const struct template *template; /* of the output, or of its source; NULL if it is bytes */
    const struct template *header;   /* of BASE.h; NULL if there is none */
};

/* --- files. BASE is the output's name without its extension. The caller frees every name. */

/* The names of all files, ended by NULL, in the order in which --list prints them. With linkage extern the first is
 * BASE.h, the second the source; the parts of a split table and the .bin follow. */
char **output_names(const struct output_options *);
void output_names_free(char **);

/* The path of the source, if the linkage is extern. */
const char *output_source(const struct output_options *);

/* "DIR/BASE", followed by what text_format makes. */
char *output_beside(const struct output_options *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "DIR/BASE.bin", for the bytes that a source includes. */
char *output_binary(const struct output_options *);

/* How many rows are written. */
uint64_t output_rows(const struct output_options *);

/* The rows of one part of a split table, or all that are written: [*begin, *end). */
void output_slice(const struct output_options *, uint64_t slice, uint64_t *begin, uint64_t *end);

/* --- what they define */

/* What the names of a pair's arrays end with. */
extern const char *const output_pair_suffixes[TABLE_ARRAYS];

/* What a C output may define besides its table and its parts: the table's name with one of these suffixes. Each group is a
 * list with blanks between its suffixes; bit k of output_made says whether the output has group k. */
extern const char *const output_made_suffixes[]; /* ends with NULL */
unsigned output_made(const struct output_options *);

/* The suffixes of the table's name in the arrays, functions and macros of a factored table, the longest first; ended by
 * NULL. */
extern const char *const output_factored_suffixes[];

/* The name of an array: NAME, or NAME_cos and NAME_sin of a pair. The caller frees it. */
char *output_array_name(const struct output_options *, uint64_t array);

/* The table's name, and what else its files define: the arrays of a pair, or the parts of a split table; ended by NULL. The
 * caller frees it as the names of files. */
char **output_defines(const struct output_options *);

/* Are literal bits binary digits? */
bool output_is_binary(const struct output_options *);

/* Has the table one column, and its array one dimension? */
bool output_is_flat(const struct output_options *);

/* The entries of a string. All strings have the same length, at most 4095 bytes, which every C compiler takes: a part of a
 * row; in one dimension a part of every part of the array. */
uint64_t output_string_entries(const struct output_options *);

#endif
