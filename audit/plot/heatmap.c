/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* At most this many cells. Of a larger table every S-th row is shown, and every T-th pair of neighbouring columns, so that
 * sines and cosines that alternate are both seen. */
enum { HEATMAP_ROWS = 192, HEATMAP_COLUMNS = 256, HEATMAP_CELLS = 40000 };

/* The colours: a value v of a table whose largest is at most V has number round(HEATMAP_MIDDLE * (1 + v/V)). A cell of a
 * file's NaN or infinity is grey. */
enum { HEATMAP_MIDDLE = 16, HEATMAP_COLOURS = 2 * HEATMAP_MIDDLE + 1, GREY = HEATMAP_COLOURS };

struct cells {
    size_t rows, columns;
    uint64_t row_step, column_step; /* from a cell to the next; columns go in pairs */
    uint64_t row[HEATMAP_ROWS];
    uint64_t column[HEATMAP_COLUMNS];
    double value[HEATMAP_ROWS * HEATMAP_COLUMNS]; /* row by row */
    double largest;                               /* of the scale of colours */
    unsigned char colour[HEATMAP_COLUMNS][HEATMAP_ROWS];
    size_t grey, zeros; /* how many cells are NaN or infinity, and how many 0 */
};

/* Chooses every step-th pair of columns. */
static void choose_columns(struct cells *cells, uint64_t width) {
    uint64_t pair[HEATMAP_COLUMNS / 2];
    const struct range pairs = {0, (width + 1) / 2};
    const size_t count = rows_spread(pairs, HEATMAP_COLUMNS / 2, pair, &cells->column_step);
    for (size_t k = 0; k < count; k++)
        for (uint64_t column = 2 * pair[k]; column < 2 * pair[k] + 2 && column < width; column++)
            cells->column[cells->columns++] = column;
}

static void choose_colours(struct cells *cells) {
    cells->largest = axis_scale(cells->value, cells->rows * cells->columns);
    for (size_t i = 0; i < cells->rows; i++)
        for (size_t j = 0; j < cells->columns; j++) {
            const double part = cells->value[i * cells->columns + j] / cells->largest;
            cells->colour[j][i] =
                isnan(part) ? GREY
                            : (unsigned char)floor(part * HEATMAP_MIDDLE + HEATMAP_MIDDLE + 0.5);
            cells->grey += isnan(part) ? 1 : 0;
            cells->zeros += part == 0 ? 1 : 0;
        }
}

/* The path of a colour: its cells that are below each other are a line through their middles, as broad as a cell. Slow
 * waves make long lines. */
static struct text colour_path(const struct cells *cells, int colour) {
    struct text path = {NULL, 0, 0};
    size_t column = 0, at = 0; /* where the last line ended */
    for (size_t j = 0; j < cells->columns; j++)
        for (size_t i = 0, end; i < cells->rows; i = end) {
            for (end = i + 1; end < cells->rows && cells->colour[j][end] == cells->colour[j][i];)
                end++;
            if (cells->colour[j][i] != colour)
                continue;
            text_print(&path, path.used == 0 ? "M.5 0" : "");
            text_put(&path, "m%zu %ldv%zu", j - column, (long)i - (long)at, end - i);
            column = j;
            at = end;
        }
    return path;
}

static void draw_cells(const struct panel *panel, const struct cells *cells) {
    drawing_cells(panel->drawing, panel->x, panel->y, panel->width, panel->height, cells->columns,
                  cells->rows);
    for (int colour = 0; colour <= GREY; colour++) {
        struct text path = colour_path(cells, colour);
        char *class = colour == GREY ? text_format("grey") : text_format("h%d", colour);
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
static char *note_of(const struct cells *cells, struct range range, const struct source *source) {
    struct text note = {NULL, 0, 0};
    char *rows = cells->row_step == 1 ? row_range_text(range, source)
                                      : text_format("1 row in %" PRIu64, cells->row_step);
    text_print(&note, rows);
    free(rows);
    if (cells->column_step == 1)
        text_print(&note, ", all columns");
    else
        text_put(&note, ", 1 pair of columns in %" PRIu64, cells->column_step);
    if (cells->grey > 0)
        text_put(&note, "; %zu cells of NaN or infinity are grey", cells->grey);
    else if (source_is_difference(source))
        text_print(&note, cells->zeros == cells->rows * cells->columns ? "; all are exact" : "");
    else if (cells->row_step > 1)
        text_print(&note, ": fast waves look like slow ones");
    return text_string(&note);
}

void heatmap_draw(struct panel panel, struct source *source, struct range range) {
    const bool errors = source_is_difference(source);
    struct cells *cells = die_malloc(sizeof *cells);
    cells->columns = cells->grey = cells->zeros = 0;
    choose_columns(cells, source->columns);
    size_t most = HEATMAP_CELLS / cells->columns;
    cells->rows =
        rows_spread(range, most < HEATMAP_ROWS ? most : HEATMAP_ROWS, cells->row, &cells->row_step);
    source_values(source, cells->row, cells->rows, cells->column, cells->columns, cells->value);
    choose_colours(cells);
    panel.down = true;
    panel.across.high = (double)(cells->columns * cells->column_step);
    panel.up.low = (double)range.begin;
    panel.up.high = (double)(range.begin + cells->rows * cells->row_step);
    char *note = note_of(cells, range, source);
    panel_begin(&panel, errors ? "errors" : "heatmap",
                errors ? "Errors: element − exact element" : "Heat map: each cell is an entry",
                note);
    draw_cells(&panel, cells);
    draw_scale(&panel, cells->largest);
    panel_end(&panel);
    free(note);
    free(cells);
}
