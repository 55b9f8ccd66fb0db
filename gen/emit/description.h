/* What a file says of its table: the texts in it, the values of its template, or its binary header. */
#ifndef POSENC_DESCRIPTION_H
#define POSENC_DESCRIPTION_H

#include "emit/output.h"
#include "emit/template.h"
#include "factored/factored.h"

/* --- texts, for the values of templates and for headers. The caller frees them. */

/* The canonical command, with -o if the form has several files, broken into lines of fewer than 90 columns by " \". */
char *banner_command(const struct output_options *);

/* What an entry is and how it is rounded, in one line; and that text in lines of fewer than 90 columns. */
char *banner_sentences(const struct output_options *);
char *banner_lines(const char *sentences);

/* "2097152 bytes: 4096 x 128 elements of 4 bytes" */
char *banner_storage(const struct output_options *);

/* What the emitted row r of an array holds: its position, or its channel. */
char *banner_row(const struct output_options *, uint64_t array, uint64_t r);

/* --- headers of binary formats: what the elements after them are */

/* The header of the output's format for its table, all bytes before the first element: nothing if the format has none. The
 * caller frees it. */
struct text output_header(const struct output_options *);

/* Refuses a file that would have more bytes than readers of its format take. */
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
uint64_t template_objects_strings(const struct output_options *);

/* The values of a table, for all of its files, as template_fill takes them. `factored` is what takes the place of the table,
 * or NULL. */
json_t *template_values(const struct output_options *, const struct factored *);

/* Fills a template for one file, whose values are added to those. Returns NULL, or a fault in a line; then there is nothing
 * to free. */
struct fault *template_values_fill(json_t *values, const struct output_options *,
                                   const struct factored *, const struct template *,
                                   const struct text_file *, struct filled *);

/* Sets the templates that an output is written with, and checks the user's own. */
void output_template_find(struct output_options *, struct template_set *, struct faults *);

#endif
