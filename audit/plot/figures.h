/* The figures of a table, laid out as a drawing; and that of an array's errors. */
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

/* --- sampler.c: some rows of a table as numbers: what its elements stand for, with their scale */

/* "all rows", or "rows 5 to 9" if the table has more. The caller frees it. */
char *row_range_text(struct range, const struct table *);

struct sampler;

/* Columns. If there are two arrays, the columns of the second follow those of the first. */
struct sampler_columns {
    const uint64_t *list; /* NULL: all */
    size_t count;
};

/* Rows rows[0] < rows[1] < ... of a table whose rows are positions, in these columns. All must outlive the sampler. Of wide
 * tables single entries are computed if columns are listed. */
struct sampler *sampler_new(const struct table *, const uint64_t rows[], size_t count,
                            struct sampler_columns);

/* Frees the sampler. Returns the error that ended the rows, if there was one. */
struct engine_error sampler_end(struct sampler *);

/* How many columns a row has in all arrays. */
size_t sampler_width(const struct table *);

/* Columns for a sum over all of them. In a wide table these are some pairs, evenly spread, which are put into
 * `room`. */
enum { SAMPLER_PAIRS = 128 };
struct sampler_columns sampler_some(const struct table *, uint64_t room[2 * SAMPLER_PAIRS],
                                    uint64_t *step);

/* The next row, valid until the next call. NULL after the last, or if the engine can't compute it. */
const double *sampler_next(struct sampler *);

/* All rows at once: values[k * columns.count + j] is that of row rows[k] and listed column j. */
struct engine_error sampler_values(const struct table *, const uint64_t rows[], size_t count,
                                   struct sampler_columns, double values[]);

/* Sets columns 2a and 2a + 1 of evenly spread pairs a, at most `most` pairs. Returns how many columns. */
size_t sampler_pairs(uint64_t width, size_t most, uint64_t columns[], uint64_t *step);

/* At most `most` rows of a range, evenly spread: every step-th one from its first. Returns how many. */
size_t sampler_spread(struct range, size_t most, uint64_t rows[], uint64_t *step);

/* --- the figures */

/* The waves: how the entries of some columns change from row to row. */

/* At most this many columns, and the first rows of a range. */
enum { WAVES_COLUMNS = 8, WAVES_ROWS = 128 };

/* At most this many types: f64, and each once more. */
enum { ROUNDING_TYPES = ELEMENTS + 1 };

/* In the order of the option's choices. */
enum figure {
    FIGURE_ALL, /* the others, two by two */
    FIGURE_HEATMAP,
    FIGURE_WAVES,
    FIGURE_SIMILARITY,
    FIGURE_ROUNDING
};

struct figures {
    enum figure figure;
    const struct table *table; /* its rows are positions */
    struct range rows;         /* of the table: those that are drawn */
    const struct table
        *types[ROUNDING_TYPES]; /* for FIGURE_ROUNDING, as rounding_draw takes them */
    size_t type_count;
    uint64_t columns[WAVES_COLUMNS]; /* of the waves */
    size_t column_count;             /* 0: some that look different */
};

/* What a figure calls rows: "position" if the number of a row is its position, else "row". */
const char *figures_row_label(const struct table *);

/* Two figures have sources of their own. Each draws into the panel. */

/* The heat map of a table: a cell for each entry, or for some of them, evenly spread. */
struct engine_error heatmap_draw(struct panel, const struct table *, struct range);

/* What rounding to each element type costs: the largest |element - exact value|, by the size of the value. The tables are
 * of the same words, except for the type. The first is of f64 and stands for the exact values: its own errors are below
 * 2^-54 of the value. */
struct engine_error rounding_draw(struct panel, const struct table *const tables[], size_t count,
                                  struct range);

/* Draws into a drawing that layout_new made for one panel, or of FIGURE_ALL for four. */
struct engine_error figures_draw(const struct figures *, struct drawing *);

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
