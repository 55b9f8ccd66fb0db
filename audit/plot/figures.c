/* SPDX-License-Identifier: MIT */
#include "plot/figures.h"
#include "base/die.h"
#include "engine/reference.h"
#include "plot/drawing.h"
#include "table/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How similar rows are: their dot product over the product of their lengths, against the distance between them. */

/* How many rows, each with those after it up to a distance. */
enum { SIMILARITY_ROWS = 3, SIMILARITY_DISTANCE = 256 };

/* Chooses columns that look different in most tables. Returns how many.
 *
 * Frequencies fall by about the same factor from each of them to the next. Their numbers are even: in interleaved pairs
 * these are the first columns. */
static size_t waves_choose(uint64_t width, uint64_t columns[WAVES_COLUMNS]) {
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
    double value[WAVES_ROWS * WAVES_COLUMNS]; /* row by row */
    double row[WAVES_ROWS];
    double largest;
};

/* The strip of wave n has 1/count of the vertical axis; the wave takes four fifths of its strip. */
static void draw_strip(const struct panel *panel, const struct waves *waves, size_t n,
                       uint64_t column) {
    double height[WAVES_ROWS], middle = (double)(waves->count - n) - 0.5;
    const long y = panel_y(panel, middle);
    struct text zero = {NULL, 0, 0};
    path_line(&zero, panel->x, y, panel->x + panel->width, y);
    drawing_path(panel->drawing, "grid", &zero);
    for (size_t i = 0; i < waves->rows; i++)
        height[i] = middle + 0.4 * (waves->value[i * waves->count + n] / waves->largest);
    panel_line(panel, (struct look){n % PANEL_COLOURS, n / PANEL_COLOURS}, waves->row, height,
               waves->rows);
    char *name = text_format("%" PRIu64, column);
    drawing_text(panel->drawing, "side", panel->x - 80, y + 40, name);
    free(name);
}

static char *waves_note_of(const struct waves *waves, uint64_t first, const struct source *source) {
    /* the largest is a whole number of steps: see axis_scale() */
    const struct axis scale = {.high = waves->largest, .ticks = 20};
    const struct ticks ticks = axis_ticks(&scale);
    char *largest = ticks_text(&ticks, lround(waves->largest / ticks.step));
    char *rows = row_range_text((struct range){first, first + waves->rows}, source);
    char *note = text_format("%s; each strip from −%s to %s", rows, largest, largest);
    free(largest);
    free(rows);
    return note;
}

/* Draws each column in a strip of its own, all on one scale. */
static void waves_draw(struct panel panel, struct source *source, struct range range,
                       const uint64_t columns[], size_t count) {
    const uint64_t all = range.end - range.begin;
    const size_t most = count < 4 ? WAVES_ROWS : WAVES_ROWS_OF_MANY; /* a period of a sine table */
    struct waves waves = {.count = count, .rows = all < most ? (size_t)all : most};
    uint64_t rows[WAVES_ROWS];
    for (size_t i = 0; i < waves.rows; i++) {
        rows[i] = range.begin + i;
        waves.row[i] = (double)rows[i];
    }
    source_values(source, rows, waves.rows, columns, count, waves.value);
    waves.largest = axis_scale(waves.value, waves.rows * count);
    char *note = waves_note_of(&waves, range.begin, source);
    axis_span(&panel.across, waves.row[0], waves.row[waves.rows - 1]);
    panel.up = (struct axis){.high = (double)count, .label = "column"};
    for (size_t n = 0; n < count; n++)
        panel.widest = columns[n] > panel.widest ? columns[n] : panel.widest;
    panel_begin(&panel, "waves", "Waves: entries from row to row", note);
    for (size_t n = 0; n < count; n++)
        draw_strip(&panel, &waves, n, columns[n]);
    panel_end(&panel);
    free(note);
}

struct similarity {
    uint64_t from[SIMILARITY_ROWS]; /* the first rows */
    size_t count;                   /* of them */
    size_t most;                    /* the largest distance */
    double distance[SIMILARITY_DISTANCE + 1];
    /* NaN: a row is all zeros, or has a NaN */
    double value[SIMILARITY_ROWS][SIMILARITY_DISTANCE + 1];
    double least;
};

/* Sums in the order of the columns, so that the result is the same everywhere. */
static double dot(const double *a, const double *b, size_t count) {
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        sum += a[j] * b[j];
    return sum;
}

/* A row, with which those after it are compared. */
struct comparing {
    double *first, length, *value, least;
    size_t width;
};

static void compare_row(void *context, size_t k, const double row[]) {
    struct comparing *with = context;
    if (k == 0) {
        memcpy(with->first, row, with->width * sizeof *row);
        with->length = dot(row, row, with->width);
    }
    const double lengths = sqrt(with->length) * sqrt(dot(row, row, with->width)),
                 value = lengths > 0 ? dot(with->first, row, with->width) / lengths : (double)NAN;
    with->value[k] = value;
    with->least = value < with->least ? value : with->least;
}

/* Compares row from[n] with those that follow it. */
static void compare_with_row(struct similarity *similarity, size_t n, struct source *source,
                             uint64_t end) {
    const size_t width = (size_t)source->columns;
    struct comparing with = {.first = die_malloc(width * sizeof *with.first),
                             .value = similarity->value[n],
                             .least = similarity->least,
                             .width = width};
    uint64_t rows[SIMILARITY_DISTANCE + 1];
    size_t count = 0;
    for (; count <= similarity->most && similarity->from[n] + count < end; count++)
        rows[count] = similarity->from[n] + count;
    for (size_t k = 0; k <= similarity->most; k++)
        similarity->value[n][k] = (double)NAN;
    source_visit(source, rows, count, compare_row, &with);
    similarity->least = with.least;
    free(with.first);
}

/* The first row, and those after a quarter and half of the range. */
static void choose_first_rows(struct similarity *similarity, struct range range) {
    const uint64_t rows = range.end - range.begin;
    for (uint64_t part = 0; part < SIMILARITY_ROWS; part++) {
        uint64_t row = range.begin + rows * part / 4;
        if (similarity->count == 0 || row > similarity->from[similarity->count - 1])
            similarity->from[similarity->count++] = row;
    }
    similarity->most = rows <= SIMILARITY_DISTANCE ? (size_t)(rows - 1) : SIMILARITY_DISTANCE;
    for (size_t k = 0; k <= similarity->most; k++)
        similarity->distance[k] = (double)k;
}

/* The note: what is drawn, and up to which distance if not to the largest. */
static char *similarity_note_of(const struct similarity *similarity, uint64_t rows) {
    struct text note = {NULL, 0, 0};
    bool any = false;
    for (size_t n = 0; n < similarity->count; n++)
        any = any || !isnan(similarity->value[n][0]);
    if (!any)
        return text_format("rows of zeros have no direction");
    if (rows == 1)
        return text_format("the only row with itself");
    text_print(&note, "dot product of two rows, over their lengths");
    if (similarity->most + 1 < rows)
        text_put(&note, "; up to %zu of %" PRIu64 " rows apart", similarity->most, rows - 1);
    return text_string(&note);
}

static void draw_similarity(struct panel *panel, const struct similarity *similarity,
                            uint64_t rows) {
    size_t shown = 0;
    char *note = similarity_note_of(similarity, rows);
    axis_span(&panel->across, 0, (double)similarity->most);
    panel->across.label = "distance in rows";
    panel->up = (struct axis){.high = 1, .label = "cosine of the angle", .ticks = 5};
    panel->up.low = similarity->least < -0.5 ? -1 : similarity->least < 0 ? -0.5 : 0;
    panel_begin(panel, "similarity", "Similarity of rows", note);
    free(note);
    for (size_t n = 0; n < similarity->count; n++) {
        const struct look look = {n, n}; /* the lines may be the same */
        if (isnan(similarity->value[n][0]))
            continue; /* a row of zeros has no direction */
        char *name = text_format("row %" PRIu64, similarity->from[n]);
        bool dots = panel_line(panel, look, similarity->distance, similarity->value[n],
                               similarity->most + 1);
        panel_legend(panel, shown++, look, dots, name);
        free(name);
    }
    panel_end(panel);
}

static void similarity_draw(struct panel panel, struct source *source, struct range range) {
    struct similarity similarity = {.count = 0};
    choose_first_rows(&similarity, range);
    for (size_t n = 0; n < similarity.count; n++)
        compare_with_row(&similarity, n, source, range.end);
    draw_similarity(&panel, &similarity, range.end - range.begin);
}

const char *figures_row_label(const struct table *table) {
    const struct positions *positions = &table->positions;
    const struct number *first = &positions->first[0], *step = &positions->step[0];
    const bool counted = table->grid.axes == 0 && !positions->listed && !positions->has_low &&
                         !positions->has_high && mpq_sgn(first->rational) == 0 &&
                         mpq_sgn(first->pi) == 0 && mpq_cmp_ui(step->rational, 1, 1) == 0 &&
                         mpq_sgn(step->pi) == 0;
    return counted ? "position" : "row";
}

static void draw_figure(struct figures *figures, enum figure figure, struct panel panel) {
    struct source *source = figure == FIGURE_ERRORS ? &figures->errors : &figures->source;
    const struct axis rows = {.label = figures->row_label, .whole = true, .ticks = 8};
    panel.across = rows;
    if (figure == FIGURE_HEATMAP || figure == FIGURE_ERRORS) {
        panel.across.label = source->parts == 2 ? "column: the cosines, then the sines" : "column";
        panel.up = rows;
        heatmap_draw(panel, source, figures->rows);
    } else if (figure == FIGURE_SIMILARITY) {
        similarity_draw(panel, source, figures->rows);
    } else if (figure == FIGURE_ROUNDING) {
        const struct element *type = figures->source.measure.type;
        rounding_draw(panel, &figures->exact, type->scaled ? &figures->source.measure : NULL,
                      figures->rows);
    } else {
        if (figures->column_count == 0)
            figures->column_count = waves_choose(source->columns, figures->columns);
        waves_draw(panel, source, figures->rows, figures->columns, figures->column_count);
    }
}

/* Can the figure be drawn? */
static bool has_source(const struct figures *figures, enum figure figure) {
    return figure == FIGURE_ROUNDING ? figures->exact.parts > 0
           : figure == FIGURE_ERRORS ? figures->errors.parts > 0
                                     : true;
}

struct drawing figures_draw(struct figures *figures, const char *title, const char *command) {
    const bool all = figures->figure == FIGURE_ALL;
    struct drawing drawing = layout_new(all, title, command);
    size_t n = 0;
    for (int k = FIGURE_HEATMAP; k < FIGURES; k++)
        if (all ? has_source(figures, (enum figure)k) : k == (int)figures->figure)
            draw_figure(figures, (enum figure)k, layout_panel(&drawing, all, n++));
    return drawing;
}
