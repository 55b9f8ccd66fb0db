#include "base/die.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* At most this many cells. Of a larger table every S-th row is shown, and every T-th pair of neighbouring columns, so that
 * sines and cosines that alternate are both seen. */
enum { HEATMAP_ROWS = 192, HEATMAP_COLUMNS = 256, HEATMAP_CELLS = 40000 };

/* The colours: a value v of a table whose largest is at most V has number round(HEATMAP_MIDDLE * (1 + v/V)). */
enum { HEATMAP_MIDDLE = 16, HEATMAP_COLOURS = 2 * HEATMAP_MIDDLE + 1 };

/* The colours of the cells, line by line: lines are rows, or columns. */
struct colour_lines {
    size_t count, length;
    unsigned char colour[HEATMAP_COLUMNS][HEATMAP_COLUMNS];
};

struct cells {
    size_t rows, columns;
    uint64_t row_step, column_step; /* of the table, from a cell to the next; columns go in pairs */
    uint64_t row[HEATMAP_ROWS];
    uint64_t column[HEATMAP_COLUMNS];
    double value[HEATMAP_ROWS * HEATMAP_COLUMNS]; /* row by row */
    double largest;                               /* of the scale of colours */
    struct colour_lines across, down;
};

static void choose_colours(struct cells *cells) {
    cells->largest = axis_scale(cells->value, cells->rows * cells->columns);
    cells->across.count = cells->down.length = cells->rows;
    cells->down.count = cells->across.length = cells->columns;
    for (size_t i = 0; i < cells->rows; i++)
        for (size_t j = 0; j < cells->columns; j++)
            cells->across.colour[i][j] = cells->down.colour[j][i] = (unsigned char)floor(
                cells->value[i * cells->columns + j] / cells->largest * HEATMAP_MIDDLE +
                HEATMAP_MIDDLE + 0.5);
}

/* How many runs of equal colour the lines have. */
static size_t count_runs(const struct colour_lines *lines) {
    size_t runs = 0;
    for (size_t n = 0; n < lines->count; n++)
        for (size_t k = 0; k < lines->length; k++)
            runs += k == 0 || lines->colour[n][k] != lines->colour[n][k - 1];
    return runs;
}

/* Appends a run. It begins `lines` lines below the end of the last run, and `skipped` cells after it. */
static void add_run(struct text *path, bool down, long lines, long skipped, long length) {
    text_put(path, "m%ld %ld%c%ld", down ? lines : skipped, down ? skipped : lines,
             down ? 'v' : 'h', length);
}

/* The path of a colour: its runs are lines through the middles of the cells, as broad as a cell. */
static struct text colour_path(const struct colour_lines *lines, bool down, int colour) {
    struct text path = {NULL, 0, 0};
    size_t line = 0, at = 0; /* where the last run ended */
    for (size_t n = 0; n < lines->count; n++)
        for (size_t k = 0, end; k < lines->length; k = end) {
            for (end = k + 1; end < lines->length && lines->colour[n][end] == lines->colour[n][k];)
                end++;
            if (lines->colour[n][k] != colour)
                continue;
            if (path.used == 0)
                text_print(&path, down ? "M.5 0" : "M0 .5");
            add_run(&path, down, (long)(n - line), (long)k - (long)at, (long)(end - k));
            line = n;
            at = end;
        }
    return path;
}

static void draw_cells(const struct panel *panel, const struct cells *cells) {
    const bool down = count_runs(&cells->down) <= count_runs(&cells->across);
    drawing_cells(panel->drawing, panel->x, panel->y, panel->width, panel->height, cells->columns,
                  cells->rows);
    for (int colour = 0; colour < HEATMAP_COLOURS; colour++) {
        struct text path = colour_path(down ? &cells->down : &cells->across, down, colour);
        char *class = text_format("h%d", colour);
        if (path.used > 0)
            drawing_path(panel->drawing, class, &path);
        free(class);
    }
    drawing_end(panel->drawing);
}

/* The scale of colours, beside the area. */
static void draw_scale(const struct panel *panel, double largest) {
    const long x = panel->x + panel->width + 140, width = 140;
    struct panel bar = {.drawing = panel->drawing, .x = x, .y = panel->y, .height = panel->height};
    bar.up = (struct axis){.low = -largest, .high = largest, .ticks = 4};
    for (int colour = 0; colour < HEATMAP_COLOURS; colour++) {
        long from = panel->y + panel->height * (HEATMAP_MIDDLE * 2 - colour) / HEATMAP_COLOURS,
             to = panel->y + panel->height * (HEATMAP_MIDDLE * 2 - colour + 1) / HEATMAP_COLOURS;
        char *class = text_format("swatch h%d", colour);
        drawing_box(panel->drawing, class, x, from, width, to - from);
        free(class);
    }
    drawing_box(panel->drawing, "frame", x, panel->y, width, panel->height);
    const struct ticks ticks = axis_ticks(&bar.up);
    for (long k = ticks.first; k <= ticks.last; k++) {
        char *text = ticks_text(&ticks, k);
        drawing_text(panel->drawing, "scale", x + width + 60,
                     panel_y(&bar, (double)k * ticks.step) + 40, text);
        free(text);
    }
}

/* Which entries are drawn. */
static char *note_of(const struct cells *cells, struct range range, const struct table *table) {
    char *rows = cells->row_step == 1 ? row_range_text(range, table)
                                      : text_format("1 row in %" PRIu64, cells->row_step);
    char *note = cells->column_step == 1
                     ? text_format("%s, all columns", rows)
                     : text_format("%s, 1 pair of columns in %" PRIu64, rows, cells->column_step);
    free(rows);
    if (cells->row_step == 1)
        return note;
    char *warned = text_format("%s: fast waves look like slow ones", note);
    free(note);
    return warned;
}

struct engine_error heatmap_draw(struct panel panel, const struct table *table,
                                 struct range range) {
    struct cells *cells = die_malloc(sizeof *cells);
    cells->columns = sampler_pairs(sampler_width(table), HEATMAP_COLUMNS / 2, cells->column,
                                   &cells->column_step);
    size_t most = HEATMAP_CELLS / cells->columns;
    cells->rows = sampler_spread(range, most < HEATMAP_ROWS ? most : HEATMAP_ROWS, cells->row,
                                 &cells->row_step);
    const struct sampler_columns columns = {cells->column, cells->columns};
    struct engine_error error =
        sampler_values(table, cells->row, cells->rows, columns, cells->value);
    if (error.kind == ENGINE_FINE) {
        choose_colours(cells);
        panel.down = true;
        panel.across.high = (double)(cells->columns * cells->column_step);
        panel.up.low = (double)range.begin;
        panel.up.high = (double)(range.begin + cells->rows * cells->row_step);
        char *note = note_of(cells, range, table);
        panel_begin(&panel, "heatmap", "Heat map: each cell is an entry", note);
        draw_cells(&panel, cells);
        draw_scale(&panel, cells->largest);
        panel_end(&panel);
        free(note);
    }
    free(cells);
    return error;
}
