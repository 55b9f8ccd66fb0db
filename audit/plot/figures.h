/* SPDX-License-Identifier: MIT */
/* The figures of a table or an array, laid out as a drawing; and the figure of an array's errors by position. */
#ifndef POSENC_FIGURES_H
#define POSENC_FIGURES_H

#include "compare/compare.h"
#include "compare/shares.h"
#include "engine/reference.h"
#include "plot/drawing.h"
#include "read/array.h"
#include "table/table.h"
#include "words/choice.h"

#include <stddef.h>
#include <stdint.h>

/* --- sampler.c: some rows as numbers */

/* What is drawn: the elements of a table; the array of a file, as it is; or, if both are there, how far the array's
 * elements are from those of the table. Numbers are what elements stand for, with their scale. */
struct source {
    const struct table *table; /* its rows are positions; or NULL */
    const struct array *array; /* or NULL */
    struct measure measure;
    uint64_t rows, columns; /* the columns of a second part follow those of the first */
    uint64_t parts;         /* cosines and sines, or 1 */
    bool channel_major;     /* how the array's elements lie */

    /* What ended the rows, if anything has; then the drawing is worthless. */
    struct engine_error error;
    char *unreadable; /* that the file can't be read any more, which the caller frees */
};

/* Rows with more columns take too much memory to draw. */
enum { SOURCE_COLUMNS = 1 << 17 };

struct source source_of_table(const struct table *);
bool source_is_difference(const struct source *);

/* "all rows", or "rows 5 to 9" or "row 5" if the source has more. The caller frees it. */
char *row_range_text(struct range, const struct source *);

/* Visits rows[0] < rows[1] < ... in all columns, until something ends the rows. Row k is rows[k]; of an array it has NaN in
 * place of infinities. */
typedef void row_visit(void *context, size_t k, const double row[]);
void source_visit(struct source *, const uint64_t rows[], size_t count, row_visit *, void *context);

/* values[k * column_count + j] is that of row rows[k] and column columns[j]; NaN after what ended the rows. */
void source_values(struct source *, const uint64_t rows[], size_t count, const uint64_t columns[],
                   size_t column_count, double values[]);

/* At most `most` rows of a range, evenly spread: every step-th one from its first. Returns how many. */
size_t rows_spread(struct range, size_t most, uint64_t rows[], uint64_t *step);

/* --- the figures */

/* The waves: how the entries of some columns change from row to row. */

/* At most this many columns, and the first rows of a range. */
enum { WAVES_COLUMNS = 8, WAVES_ROWS = 512, WAVES_ROWS_OF_MANY = 128 /* columns */ };

/* In the order of the option's choices. */
enum figure {
    FIGURE_ALL, /* those that can be drawn of the others, two by two */
    FIGURE_HEATMAP,
    FIGURE_WAVES,
    FIGURE_SIMILARITY,
    FIGURE_ROUNDING, /* of a table */
    FIGURE_ERRORS,   /* of an array whose table is known */
    FIGURES
};

struct figures {
    enum figure figure;
    struct source source; /* a table, or an array */
    struct source errors; /* of the array; its parts are 0 if there are none */
    struct source
        exact; /* of a table: in f64, as rounding_draw takes it; its parts are 0 if it isn't drawn */
    struct range rows;               /* those that are drawn */
    const char *row_label;           /* what rows are called */
    uint64_t columns[WAVES_COLUMNS]; /* of the waves */
    size_t column_count;             /* 0: some that look different */
};

/* What a figure calls rows: "position" if the number of a row is its position, else "row". */
const char *figures_row_label(const struct table *);

/* Two figures have sources of their own. Each draws into the panel. */

/* The heat map of a source: a cell for each entry, or for some of them, evenly spread. */
void heatmap_draw(struct panel, struct source *, struct range);

/* What rounding to each element type costs: the largest |element - exact value|, by the size of the value. Types that need
 * a scale are left out, except `own`. The source is a table in f64, which stands for the exact values: its own errors are
 * below 2^-54 of the value. */
void rounding_draw(struct panel, struct source *, const struct measure *own, struct range);

/* Makes the drawing. */
struct drawing figures_draw(struct figures *, const char *title, const char *command);

/* --- error_lines.c: errors against position, on logarithmic axes: a line for a file, and one for each usual way to compute
 * its table */

/* Lines of a group have one colour, and differ by their dashes. Group 0 is the line that the others are compared with. */
struct error_line {
    const char *name; /* a line of text for each way that is drawn as this line */
    size_t group;
    double largest[ERROR_OCTAVES]; /* |element - exact|; 0: all are exact; NaN: not known */
};

struct error_lines {
    const char *title, *command, *note;
    const char *label; /* of the horizontal axis: what positions are called */
    struct error_line *line;
    size_t count;
    uint64_t positions; /* how many positions the lines cover */
};

/* Measures the lines of an array: its own errors, from the comparison, and those of the usual ways to compute its table,
 * which the shares name. If the table has one position, its columns stand in place of positions. Title and command stay
 * as they are. Returns NULL, or a message if the file can't be read any more. */
char *error_lines_measure(struct error_lines *, const struct array *, const struct table *,
                          const struct comparison *, const struct shares *);
void error_lines_free(struct error_lines *);

/* Errors of 0, for which a logarithmic axis has no place, are drawn below it. drawing_write frees the drawing. */
struct drawing error_lines_draw(const struct error_lines *);

#endif
