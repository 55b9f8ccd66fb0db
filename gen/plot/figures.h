/* The figures of a table, laid out as a drawing. */
#ifndef POSENC_FIGURES_H
#define POSENC_FIGURES_H

#include "engine/reference.h"
#include "plot/drawing.h"
#include "plot/sampler.h"
#include "table/table.h"

#include <stddef.h>
#include <stdint.h>

/* The waves: how the entries of some columns change from row to row. */

/* At most this many columns, and the first rows of a range. */
enum { WAVES_COLUMNS = 8, WAVES_ROWS = 128 };

/* At most this many types. */
enum { ROUNDING_TYPES = 12 };

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
    struct row_range rows;     /* of the table: those that are drawn */
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
struct engine_error heatmap_draw(struct panel, const struct table *, struct row_range);

/* What rounding to each element type costs: the largest |element - exact value|, by the size of the value. The tables are
 * of the same words, except for the type. The first is of f64 and stands for the exact values: its own errors are below
 * 2^-54 of the value. */
struct engine_error rounding_draw(struct panel, const struct table *const tables[], size_t count,
                                  struct row_range);

/* Draws into a drawing that layout_new made for one panel, or of FIGURE_ALL for four. */
struct engine_error figures_draw(const struct figures *, struct drawing *);

#endif
