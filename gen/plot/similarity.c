#include "plot/similarity.h"
#include "base/die.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct similarity {
    uint64_t from[SIMILARITY_ROWS]; /* the first rows */
    size_t count;                   /* of them */
    size_t most;                    /* the largest distance */
    uint64_t step;                  /* one pair of columns in so many */
    double distance[SIMILARITY_DISTANCE + 1];
    double value[SIMILARITY_ROWS][SIMILARITY_DISTANCE + 1]; /* NaN: one of the rows is all zeros */
    double least;
};

/* In the order of the columns, so that it is the same everywhere. */
static double dot(const double *a, const double *b, size_t count) {
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        sum += a[j] * b[j];
    return sum;
}

/* A row with those that follow it. */
static struct engine_error read_from(struct similarity *similarity, size_t n,
                                     const struct table *table, uint64_t end) {
    uint64_t some[2 * SAMPLER_PAIRS];
    const struct sampler_columns columns = sampler_some(table, some, &similarity->step);
    const size_t width = columns.count;
    uint64_t rows[SIMILARITY_DISTANCE + 1];
    size_t count = 0;
    for (; count <= similarity->most && similarity->from[n] + count < end; count++)
        rows[count] = similarity->from[n] + count;
    struct sampler *sampler = sampler_new(table, rows, count, columns);
    double *first = die_malloc(width * sizeof *first), length = 0, least = similarity->least;
    const double *row;
    for (size_t k = 0; (row = sampler_next(sampler)); k++) {
        if (k == 0) {
            memcpy(first, row, width * sizeof *first);
            length = dot(row, row, width);
        }
        double lengths = sqrt(length) * sqrt(dot(row, row, width));
        double value = lengths > 0 ? dot(first, row, width) / lengths : (double)NAN;
        similarity->value[n][k] = value;
        least = value < least ? value : least;
    }
    for (size_t k = count; k <= similarity->most; k++)
        similarity->value[n][k] = (double)NAN;
    similarity->least = least;
    struct engine_error error = sampler_error(sampler);
    sampler_free(sampler);
    free(first);
    return error;
}

/* The first row, and those after a quarter and half of the range. */
static void choose_rows(struct similarity *similarity, struct row_range range) {
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

/* What is drawn, and how far it goes if not all the way. */
static char *note_of(const struct similarity *similarity, uint64_t rows) {
    bool any = false;
    for (size_t n = 0; n < similarity->count; n++)
        any = any || !isnan(similarity->value[n][0]);
    if (!any)
        return text_format("rows of zeros have no direction");
    if (rows == 1)
        return text_format("the only row with itself");
    if (similarity->step > 1)
        return text_format("dot product of two rows, over their lengths; 1 pair of columns in "
                           "%" PRIu64,
                           similarity->step);
    if (similarity->most + 1 < rows)
        return text_format("dot product of two rows, over their lengths; up to %zu of %" PRIu64
                           " rows apart",
                           similarity->most, rows - 1);
    return text_format("dot product of two rows, over their lengths");
}

static void draw(struct panel *panel, const struct similarity *similarity, uint64_t rows) {
    size_t shown = 0;
    char *note = note_of(similarity, rows);
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
        (dots ? panel_legend_dots : panel_legend)(panel, shown++, look, name);
        free(name);
    }
    panel_end(panel);
}

struct engine_error similarity_draw(struct panel panel, const struct table *table,
                                    struct row_range range) {
    struct similarity *similarity = die_malloc(sizeof *similarity);
    similarity->count = 0;
    similarity->least = 0;
    choose_rows(similarity, range);
    struct engine_error error = {ENGINE_FINE, 0, 0};
    for (size_t n = 0; n < similarity->count && error.kind == ENGINE_FINE; n++)
        error = read_from(similarity, n, table, range.end);
    if (error.kind == ENGINE_FINE)
        draw(&panel, similarity, range.end - range.begin);
    free(similarity);
    return error;
}
