#include "engine/grid_rows.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

struct grid_rows {
    const struct spec *spec;
    char *axes[GRID_AXES];
    size_t runs;
    struct run { /* of channels that one axis owns */
        uint64_t end;
        int axis;
    } * run;
};

static int owner(const struct spec *spec, uint64_t j) {
    struct channel channel = table_channel(spec, j);
    return channel.function == CHANNEL_ZERO ? -1 : channel.axis;
}

struct grid_rows *grid_rows_new(const struct spec *spec, void *axes[]) {
    struct grid_rows *grid = die_malloc(sizeof *grid);
    *grid = (struct grid_rows){.spec = spec};
    for (int axis = 0; axis < spec->grid.axes; axis++)
        grid->axes[axis] = axes[axis];
    grid->run = die_malloc(spec->d_model * sizeof *grid->run);
    for (uint64_t j = 0; j < spec->d_model; j++) {
        int axis = owner(spec, j);
        if (grid->runs == 0 || grid->run[grid->runs - 1].axis != axis)
            grid->run[grid->runs++].axis = axis;
        grid->run[grid->runs - 1].end = j + 1;
    }
    return grid;
}

void grid_rows_free(struct grid_rows *grid) {
    if (!grid)
        return;
    for (int axis = 0; axis < GRID_AXES; axis++)
        free(grid->axes[axis]);
    free(grid->run);
    free(grid);
}

/* Channels [from, from + count) at one row: from each axis a run of its row there. */
static void read_position(const struct grid_rows *grid, uint64_t r, uint64_t from, size_t count,
                          char *to) {
    const struct spec *spec = grid->spec;
    size_t bytes = spec->type->bytes;
    const char *rows[GRID_AXES];
    for (int axis = 0; axis < spec->grid.axes; axis++)
        rows[axis] =
            grid->axes[axis] + grid_coordinate(&spec->grid, axis, r) * spec->d_model * bytes;
    uint64_t j = from, end = from + count;
    for (size_t k = 0; j < end; k++) {
        const struct run *run = &grid->run[k];
        uint64_t stop = run->end < end ? run->end : end;
        if (run->end <= j)
            continue;
        size_t length = (size_t)(stop - j) * bytes;
        if (run->axis < 0)
            memset(to, 0, length);
        else
            memcpy(to, rows[run->axis] + j * bytes, length);
        to += length;
        j = stop;
    }
}

void grid_rows_read(const struct grid_rows *grid, uint64_t r, uint64_t from, size_t count,
                    void *entries) {
    const struct spec *spec = grid->spec;
    const struct element *type = spec->type;
    if (spec->axes == AXES_POSITION_MAJOR) {
        if (table_zero_row(spec, r))
            memset(entries, 0, count * type->bytes);
        else
            read_position(grid, table_grid_row(spec, r), from, count, entries);
        return;
    }
    int axis = owner(spec, r);
    if (axis < 0) {
        memset(entries, 0, count * type->bytes);
        return;
    }
    const char *line = grid->axes[axis] + r * spec->grid.size[axis] * type->bytes;
    for (size_t k = 0; k < count; k++) {
        uint64_t bits = 0;
        if (!table_zero_row(spec, from + k)) {
            uint64_t row = table_grid_row(spec, from + k);
            bits = element_load(type, line, (size_t)grid_coordinate(&spec->grid, axis, row));
        }
        element_store(type, entries, k, bits);
    }
}
