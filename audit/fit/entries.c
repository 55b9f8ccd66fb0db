#include "fit/entries.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most this many numbers are kept: 8 MiB of them. Of a larger table these are the first rows, and some of the others. */
enum { KEPT = 1 << 20, SPREAD = 256 };

/* Which rows are kept. */
static void choose_rows(struct entries *data) {
    const uint64_t count = data->view.positions, most = KEPT / data->view.channels;
    data->rows = (size_t)(count < most ? count : most);
    data->prefix = count > most && most > (size_t)2 * SPREAD ? data->rows - SPREAD : data->rows;
    data->row = die_malloc(data->rows * sizeof *data->row);
    for (size_t k = 0; k < data->rows; k++)
        data->row[k] = spread_beyond(data->prefix, count, data->rows, k);
}

static void find_largest(struct entries *data) {
    for (size_t k = 0; k < data->rows * data->view.channels; k++) {
        const double size = fabs(data->value[k]);
        if (isfinite(size) && size > data->largest)
            data->largest = size;
    }
}

static void find_kinds(struct entries *data) {
    data->kind = die_malloc(data->rows * sizeof *data->kind);
    for (size_t k = 0; k < data->rows; k++) {
        bool zero = true, fixed = true;
        for (uint64_t j = 0; j < data->view.channels && fixed; j++) {
            const double entry = entry_at(data, k, j);
            zero &= entry == 0;
            fixed = entry == 0 || entry == data->largest;
        }
        data->kind[k] = !fixed ? ROW_MOVES : zero ? ROW_ZERO : ROW_UNROTATED;
    }
}

char *entries_read(struct entries *data, const struct array *array, struct view view,
                   const struct measure *measure) {
    *data = (struct entries){.view = view};
    choose_rows(data);
    data->value = die_malloc(data->rows * view.channels * sizeof *data->value);
    char *wrong = view_read(array, &view, measure, data->row, data->rows, NULL, data->value);
    if (!wrong)
        wrong = grain_read(&data->grain, array, measure);
    if (wrong) {
        entries_free(data);
        return wrong;
    }
    find_largest(data);
    find_kinds(data);
    return NULL;
}

void entries_cut(struct entries *data, enum cut cut) {
    data->grain.cut = cut;
    for (size_t k = 0; k < data->rows * data->view.channels; k++)
        data->value[k] = grain_middle(&data->grain, data->value[k]);
    free(data->kind);
    find_largest(data);
    find_kinds(data);
}

void entries_free(struct entries *data) {
    free(data->row);
    free(data->value);
    free(data->kind);
    *data = (struct entries){.rows = 0};
}

/* No table is as wide; so a few rows of any view fit into memory. */
enum { CHANNELS_MOST = 1 << 16, COLUMN_MOST = 1 << 14 };

static size_t add_views(struct view views[VIEWS], size_t count, struct view view, uint64_t max_len,
                        const char *axes) {
    const struct view turned = {view.channels, view.positions, true}, both[] = {view, turned};
    for (int n = 0; n < 2 && count + 1 < VIEWS; n++) {
        bool wanted = max_len == 0 || both[n].positions == max_len;
        if (both[n].channels > 0 && both[n].channels <= CHANNELS_MOST && both[n].positions > 0 &&
            both[n].channels * both[n].positions > 1 && wanted &&
            !(both[n].channels == 1 && both[n].channel_major) &&
            (!axes || both[n].channel_major == (strcmp(axes, "channel-major") == 0)))
            views[count++] = both[n];
    }
    return count;
}

size_t views_of(const struct array *array, uint64_t max_len, const char *axes,
                struct view views[VIEWS]) {
    size_t count = 0;
    uint64_t channels = 1;
    if (array->dimensions == 1) {
        const uint64_t rows = max_len > 0 && array->count % max_len == 0 ? max_len : 1;
        channels = array->count / rows;
        count = add_views(views, count, (struct view){rows, channels, false}, max_len, axes);
        if (rows > 1 && channels > 1)
            count = add_views(views, count, (struct view){channels, rows, false}, max_len, axes);
        if (rows == 1 && count < VIEWS)
            views[count++] = (struct view){channels, 1, false}; /* a column */
        return count;
    }
    for (int k = array->dimensions - 1; k > 0; k--) { /* most tables have channels last */
        channels *= array->size[k];
        count = add_views(views, count, (struct view){array->count / channels, channels, false},
                          max_len, axes);
    }
    if (max_len == 0 && array->count <= COLUMN_MOST && count < VIEWS)
        views[count++] = (struct view){array->count, 1, false}; /* a column in several lines */
    return count;
}
