#include "plot/figures.h"
#include "plot/heatmap.h"
#include "plot/rounding.h"
#include "plot/similarity.h"
#include "plot/waves.h"

#include <string.h>

/* The areas of a figure alone, and of one among four. */
enum { ALONE_WIDTH = 6400, ALONE_HEIGHT = 4000, AMONG_WIDTH = 3440, AMONG_HEIGHT = 2700 };
enum { HEADER = 560 }; /* the height of the title and the command */

/* Are rows counted as positions are? */
static bool counts_positions(const struct table *table) {
    const struct positions *positions = &table->positions;
    const struct number *first = &positions->first[0], *step = &positions->step[0];
    return table->grid.axes == 0 && !positions->file.path && !positions->has_low &&
           !positions->has_high && mpq_sgn(first->rational) == 0 && mpq_sgn(first->pi) == 0 &&
           mpq_cmp_ui(step->rational, 1, 1) == 0 && mpq_sgn(step->pi) == 0;
}

static const char *row_label(const struct table *table) {
    return counts_positions(table) ? "position" : "row";
}

/* What the columns are, if that isn't plain. */
static const char *column_label(const struct table *table) {
    return table->arrays == 2 ? "column: the cosines, then the sines" : "column";
}

static struct engine_error draw(const struct figures *figures, enum figure figure,
                                struct panel panel) {
    const struct axis rows = {.label = row_label(figures->table), .ticks = 8};
    panel.across = rows;
    if (figure == FIGURE_HEATMAP) {
        panel.across.label = column_label(figures->table);
        panel.up = rows;
        return heatmap_draw(panel, figures->table);
    }
    if (figure == FIGURE_SIMILARITY)
        return similarity_draw(panel, figures->table);
    if (figure == FIGURE_ROUNDING)
        return rounding_draw(panel, figures->types, figures->type_count);
    uint64_t columns[WAVES_COLUMNS];
    size_t count = figures->column_count;
    if (figures->columns)
        memcpy(columns, figures->columns, count * sizeof *columns);
    else
        count = waves_choose(figures->table->arrays * figures->table->columns, columns);
    return waves_draw(panel, figures->table, columns, count);
}

struct engine_error figures_draw(const struct figures *figures, struct drawing *drawing) {
    const bool all = figures->figure == FIGURE_ALL;
    const long width = all ? AMONG_WIDTH : ALONE_WIDTH, height = all ? AMONG_HEIGHT : ALONE_HEIGHT,
               across = PANEL_LEFT + width + PANEL_RIGHT, down = PANEL_TOP + height + PANEL_BOTTOM;
    struct engine_error error = {ENGINE_FINE, 0, 0};
    *drawing = drawing_new(across * (all ? 2 : 1), HEADER + down * (all ? 2 : 1), figures->title,
                           figures->command);
    drawing_text(drawing, "title", PANEL_LEFT, 360, figures->title);
    for (int n = 0; n < (all ? 4 : 1) && error.kind == ENGINE_FINE; n++) {
        const struct panel panel = {.drawing = drawing,
                                    .x = PANEL_LEFT + n % 2 * across,
                                    .y = HEADER + PANEL_TOP + n / 2 * down,
                                    .width = width,
                                    .height = height};
        const enum figure figure = all ? (enum figure)(FIGURE_HEATMAP + n) : figures->figure;
        error = draw(figures, figure, panel);
    }
    return error;
}
