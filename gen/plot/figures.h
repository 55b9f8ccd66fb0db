/* The figures of a table, laid out as a drawing. */
#ifndef POSENC_FIGURES_H
#define POSENC_FIGURES_H

#include "engine/engine_error.h"
#include "plot/drawing.h"
#include "plot/sampler.h"
#include "table/table.h"

#include <stddef.h>
#include <stdint.h>

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
    const char *title, *command;      /* what the table is; the command of the figure */
    const struct table *table;        /* its rows are positions */
    struct row_range rows;            /* of the table: those that are drawn */
    const struct table *const *types; /* for FIGURE_ROUNDING, as rounding.h takes them */
    size_t type_count;
    const uint64_t *columns; /* of the waves */
    size_t column_count;     /* 0: those that waves.h chooses */
};

/* What the rows are called where each stands for a position: "position" if they are counted alike, else "row". */
const char *figures_row_label(const struct table *);

/* Draws into a new drawing, which the caller frees even if the engine has an error. */
struct engine_error figures_draw(const struct figures *, struct drawing *);

#endif
