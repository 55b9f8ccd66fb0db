#include "plot/figures.h"
#include "plot/heatmap.h"
#include "plot/layout.h"
#include "plot/rounding.h"
#include "plot/similarity.h"
#include "plot/waves.h"

#include <string.h>

/* Are rows counted as positions are? */
static bool counts_positions(const struct table *table) {
    const struct positions *positions = &table->positions;
    const struct number *first = &positions->first[0], *step = &positions->step[0];
    return table->grid.axes == 0 && !positions->file.path && !positions->has_low &&
           !positions->has_high && mpq_sgn(first->rational) == 0 && mpq_sgn(first->pi) == 0 &&
           mpq_cmp_ui(step->rational, 1, 1) == 0 && mpq_sgn(step->pi) == 0;
}

const char *figures_row_label(const struct table *table) {
    return counts_positions(table) ? "position" : "row";
}

/* What the columns are, if that isn't plain. */
static const char *column_label(const struct table *table) {
    return table->arrays == 2 ? "column: the cosines, then the sines" : "column";
}

static struct engine_error draw(const struct figures *figures, enum figure figure,
                                struct panel panel) {
    const struct axis rows = {
        .label = figures_row_label(figures->table), .whole = true, .ticks = 8};
    panel.across = rows;
    if (figure == FIGURE_HEATMAP) {
        panel.across.label = column_label(figures->table);
        panel.up = rows;
        return heatmap_draw(panel, figures->table, figures->rows);
    }
    if (figure == FIGURE_SIMILARITY)
        return similarity_draw(panel, figures->table, figures->rows);
    if (figure == FIGURE_ROUNDING)
        return rounding_draw(panel, figures->types, figures->type_count, figures->rows);
    uint64_t columns[WAVES_COLUMNS];
    size_t count = figures->column_count;
    if (count > 0)
        memcpy(columns, figures->columns, count * sizeof *columns);
    else
        count = waves_choose(figures->table->arrays * figures->table->columns, columns);
    return waves_draw(panel, figures->table, figures->rows, columns, count);
}

struct engine_error figures_draw(const struct figures *figures, struct drawing *drawing) {
    const bool all = figures->figure == FIGURE_ALL;
    struct engine_error error = {ENGINE_FINE, 0, 0};
    *drawing = layout_new(all, figures->title, figures->command);
    for (size_t n = 0; n < (all ? 4 : 1) && error.kind == ENGINE_FINE; n++) {
        const enum figure figure = all ? (enum figure)(FIGURE_HEATMAP + n) : figures->figure;
        error = draw(figures, figure, layout_panel(drawing, all, n));
    }
    return error;
}
