/* SPDX-License-Identifier: MIT */
/* Rows of grids: every entry is an entry of some axis's table, so these tables are computed once, and their entries are
 * copied. */
#include "base/die.h"
#include "engine/row_method.h"

#include <stdlib.h>
#include <string.h>

struct grid_rows {
    const struct table *table;
    char *axes[GRID_AXES]; /* the arrays of each axis's table, as emitted; NULL if it owns none */
    size_t runs;           /* their number; they cover all channels */
    struct run { /* channels [begin, end), which are those of one axis's table from `column` on */
        uint64_t begin, end, column;
        int axis; /* -1: the entries are fixed (rows.c) */
    } * run;
};

/* A channel as a run of its own. */
static struct run run_of(const struct table *table, uint64_t j) {
    const struct channel channel = table_channel(table, j);
    return (struct run){j, j + 1, channel.column, channel_is_fixed(channel) ? -1 : channel.axis};
}

static bool follows(const struct run *run, const struct run *next) {
    return run->axis == next->axis &&
           (run->axis < 0 || run->column + (run->end - run->begin) == next->column);
}

/* Computes a whole table, as emitted, one array after the other, in this thread. */
static char *read_all(const struct table *table, const struct row_setting *setting,
                      struct engine_error *error) {
    enum { PIECE = 1 << 18 };
    const uint64_t bytes = table->rows * table->columns * table->type->bytes;
    char *all = die_malloc(table->arrays * bytes);
    struct rows *rows = rows_open(table, setting->engine, 0, table->rows, PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t array = 0; array < table->arrays; array++)
            memcpy(all + array * bytes + piece->offset, piece_of(piece, array).entries,
                   piece->bytes);
    }
    worker_free(worker);
    counts_add(setting->counts, rows_counts(rows));
    if (error->kind == ENGINE_FINE)
        *error = rows_error(rows);
    rows_close(rows);
    return all;
}

static void *grid_rows_new(const struct row_setting *setting, struct engine_error *error) {
    const struct table *table = setting->table;
    struct grid_rows *grid = die_malloc(sizeof *grid);
    *grid = (struct grid_rows){.table = table};
    for (int axis = 0; axis < table->grid.axes; axis++)
        if (grid_owns(&table->grid, axis))
            grid->axes[axis] = read_all(table->axis[axis], setting, error);
    grid->run = die_malloc(table->channel_count * sizeof *grid->run);
    for (uint64_t j = 0; j < table->channel_count; j++) {
        struct run run = run_of(table, j);
        if (grid->runs > 0 && follows(&grid->run[grid->runs - 1], &run))
            grid->run[grid->runs - 1].end = run.end;
        else
            grid->run[grid->runs++] = run;
    }
    return grid;
}

static void grid_rows_free(void *shared) {
    struct grid_rows *grid = shared;
    for (int axis = 0; axis < GRID_AXES; axis++)
        free(grid->axes[axis]);
    free(grid->run);
    free(grid);
}

/* The entries of an array of an axis's table. */
static const char *axis_array(const struct grid_rows *grid, int axis, uint64_t array) {
    const struct table *table = grid->table->axis[axis];
    return grid->axes[axis] + array * table->rows * table->columns * table->type->bytes;
}

/* Copies channels [from, from + count) of one row of an array, run by run from the rows of the axes. The runs are the
 * same in each array. */
static void read_position(const struct grid_rows *grid, uint64_t array, uint64_t r, uint64_t from,
                          size_t count, char *to) {
    const struct table *table = grid->table;
    size_t bytes = table->type->bytes;
    const char *rows[GRID_AXES];
    for (int axis = 0; axis < table->grid.axes; axis++)
        if (grid_owns(&table->grid, axis))
            rows[axis] = axis_array(grid, axis, array) + table_coordinate(table, axis, r) *
                                                             table->axis[axis]->channel_count *
                                                             bytes;
    uint64_t j = from, end = from + count;
    for (size_t k = 0; j < end; k++) {
        const struct run *run = &grid->run[k];
        uint64_t stop = run->end < end ? run->end : end;
        if (run->end <= j)
            continue;
        size_t length = (size_t)(stop - j);
        if (run->axis >= 0)
            memcpy(to, rows[run->axis] + (run->column + j - run->begin) * bytes, length * bytes);
        to += length * bytes;
        j = stop;
    }
}

/* Copies entries [from, from + count) of channel j of an array. */
static void read_channel(const struct grid_rows *grid, uint64_t array, uint64_t j, uint64_t from,
                         size_t count, void *entries) {
    const struct table *table = grid->table;
    const struct element *type = table->type;
    const struct run run = run_of(table, j);
    if (run.axis < 0)
        return;
    const char *line =
        axis_array(grid, run.axis, array) + run.column * table->grid.size[run.axis] * type->bytes;
    for (size_t k = 0; k < count; k++)
        if (!table_fixed_row(table, from + k))
            element_store(
                type, entries, k,
                element_load(type, line, (size_t)table_coordinate(table, run.axis, from + k)));
}

static void grid_rows_compute(const void *shared, void *own, struct levels *levels,
                              const struct piece *piece) {
    (void)own, (void)levels;
    const struct grid_rows *grid = shared;
    const struct table *table = grid->table;
    const size_t bytes = piece->columns * table->type->bytes;
    for (uint64_t array = 0; array < table->arrays; array++) {
        char *to = (char *)piece->entries + array * piece->bytes;
        for (uint64_t r = piece->row; r < piece->row + piece->rows; r++, to += bytes)
            if (table->channel_major)
                read_channel(grid, array, r, piece->from, piece->columns, to);
            else if (!table_fixed_row(table, r))
                read_position(grid, array, r, piece->from, piece->columns, to);
    }
}

const struct row_method by_axis = {
    .shared_new = grid_rows_new, .shared_free = grid_rows_free, .compute = grid_rows_compute};
