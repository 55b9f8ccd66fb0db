#include "plot/waves.h"
#include "base/die.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Frequencies fall by about the same factor from each of them to the next. All are even: of interleaved pairs they are
 * the first. */
size_t waves_choose(uint64_t width, uint64_t columns[WAVES_COLUMNS]) {
    size_t count = 0;
    for (uint64_t part = 0; part < 6; part++) {
        uint64_t column = width * part / 10 & ~UINT64_C(1);
        if (count == 0 || column > columns[count - 1])
            columns[count++] = column;
    }
    return count;
}

struct waves {
    size_t rows, count;
    double value[WAVES_COLUMNS][WAVES_ROWS], row[WAVES_ROWS];
    double largest;
};

static struct engine_error read_waves(struct waves *waves, const struct table *table,
                                      uint64_t first, const uint64_t columns[]) {
    uint64_t rows[WAVES_ROWS];
    double largest = 0;
    for (size_t i = 0; i < waves->rows; i++)
        rows[i] = first + i;
    const struct sampler_columns some = {columns, waves->count};
    struct sampler *sampler = sampler_new(table, rows, waves->rows, some);
    const double *row;
    for (size_t i = 0; (row = sampler_next(sampler)); i++)
        for (size_t n = 0; n < waves->count; n++) {
            double value = row[n];
            waves->value[n][i] = value;
            largest = fabs(value) > largest ? fabs(value) : largest;
        }
    waves->largest = largest > 0 ? axis_round_up(largest) : 1;
    struct engine_error error = sampler_error(sampler);
    sampler_free(sampler);
    return error;
}

/* The strip of wave n has 1/count of the upright axis; a wave takes four fifths of that. */
static void draw_strip(const struct panel *panel, struct waves *waves, size_t n, uint64_t column) {
    double *value = waves->value[n], middle = (double)(waves->count - n) - 0.5;
    struct text zero = {NULL, 0, 0};
    path_to(&zero, 'M', panel->x, panel_y(panel, middle));
    path_to(&zero, 'L', panel->x + panel->width, panel_y(panel, middle));
    drawing_path(panel->drawing, "grid", &zero);
    for (size_t i = 0; i < waves->rows; i++)
        value[i] = middle + 0.4 * (value[i] / waves->largest);
    panel_line(panel, (struct look){n % PANEL_COLOURS, n / PANEL_COLOURS}, waves->row, value,
               waves->rows);
    char *name = text_format("%" PRIu64, column);
    drawing_text(panel->drawing, "side", panel->x - 80, panel_y(panel, middle) + 40, name);
    free(name);
}

static char *note_of(const struct waves *waves, uint64_t first, const struct table *table) {
    /* the largest is a whole number of steps: see axis_round_up() */
    const struct axis scale = {.high = waves->largest, .ticks = 20};
    const struct ticks ticks = axis_ticks(&scale);
    char *largest = ticks_text(&ticks, lround(waves->largest / ticks.step));
    char *rows = row_range_text((struct row_range){first, first + waves->rows}, table);
    char *note = text_format("%s; each strip from −%s to %s", rows, largest, largest);
    free(largest);
    free(rows);
    return note;
}

struct engine_error waves_draw(struct panel panel, const struct table *table,
                               struct row_range range, const uint64_t columns[], size_t count) {
    const uint64_t all = range.end - range.begin;
    struct waves *waves = die_malloc(sizeof *waves);
    waves->count = count;
    waves->rows = all < WAVES_ROWS ? (size_t)all : WAVES_ROWS;
    struct engine_error error = read_waves(waves, table, range.begin, columns);
    if (error.kind == ENGINE_FINE) {
        char *note = note_of(waves, range.begin, table);
        axis_span(&panel.across, (double)range.begin, (double)(range.begin + waves->rows - 1));
        panel.up = (struct axis){.high = (double)count, .label = "column"};
        for (size_t n = 0; n < count; n++)
            panel.widest = columns[n] > panel.widest ? columns[n] : panel.widest;
        panel_begin(&panel, "waves", "Waves: entries from row to row", note);
        for (size_t i = 0; i < waves->rows; i++)
            waves->row[i] = (double)(range.begin + i);
        for (size_t n = 0; n < count; n++)
            draw_strip(&panel, waves, n, columns[n]);
        panel_end(&panel);
        free(note);
    }
    free(waves);
    return error;
}
