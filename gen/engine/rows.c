#include "engine/rows.h"
#include "base/die.h"
#include "engine/bands.h"
#include "engine/channel_major.h"
#include "engine/grid_rows.h"
#include "engine/listed_channels.h"
#include "engine/listed_rows.h"
#include "engine/position_major.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    const struct table *table;
    enum engine engine;
    enum method {
        METHOD_REFERENCE,
        METHOD_POSITION_MAJOR,
        METHOD_CHANNEL_MAJOR,
        METHOD_LISTED_ROWS,
        METHOD_LISTED_CHANNELS,
        METHOD_GRID_ROWS
    } method;
    const struct simd *simd;    /* NULL: the reference engine does all */
    struct grid_rows *grid;     /* for METHOD_GRID_ROWS */
    struct listed_rows *listed; /* for METHOD_LISTED_ROWS */
    uint64_t origin[2];         /* sine and cosine of unrotated rows */

    pthread_mutex_t lock;          /* on what follows */
    struct pieces pieces;          /* what is left of the table */
    struct position_major *shared; /* for METHOD_POSITION_MAJOR; at the row of the next piece */
    struct counts counts;
    struct engine_error error;
    uint64_t error_index; /* of the piece that the error is in */
};

struct worker {
    struct rows *rows;
    struct piece piece;
    struct levels levels;
    struct position_major_worker *position_major;
    struct channel_major *channel_major;
    struct listed_rows_worker *listed_rows;
    struct listed_channels *listed_channels;
};

/* Keeps the error of the first piece that has one. Pieces are taken in order, so all pieces before that one are
 * computed, whatever the number of threads. */
static void fail(struct rows *rows, uint64_t index, struct engine_error error) {
    if (error.kind == ENGINE_FINE ||
        (rows->error.kind != ENGINE_FINE && rows->error_index <= index))
        return;
    rows->error = error;
    rows->error_index = index;
}

struct engine_error rows_error(const struct rows *rows) {
    return rows->error;
}

uint64_t rows_error_piece(const struct rows *rows) {
    return rows->error_index;
}

/* --- opening */

/* Computes a whole table, as emitted, one array after the other, in this thread. */
static void *read_all(struct rows *of, const struct table *table) {
    enum { PIECE = 1 << 18 };
    const uint64_t bytes = table->rows * table->columns * table->type->bytes;
    char *all = die_malloc(table->arrays * bytes);
    struct rows *rows = rows_open(table, of->engine, 0, table->rows, PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t array = 0; array < table->arrays; array++)
            memcpy(all + array * bytes + piece->offset, piece_of(piece, array).entries,
                   piece->bytes);
    }
    worker_free(worker);
    for (int level = 0; level < LEVELS; level++)
        of->counts.decided[level] += rows->counts.decided[level];
    fail(of, 0, rows->error);
    rows_close(rows);
    return all;
}

static void open_grid(struct rows *rows) {
    const struct table *table = rows->table;
    void *axes[GRID_AXES] = {NULL};
    for (int axis = 0; axis < table->grid.axes; axis++)
        if (grid_owns(&table->grid, axis))
            axes[axis] = read_all(rows, table->axis[axis]);
    rows->grid = grid_rows_new(table, axes);
}

static enum method choose_method(const struct rows *rows) {
    if (rows->table->grid.axes > 0)
        return METHOD_GRID_ROWS;
    if (!rows->simd)
        return METHOD_REFERENCE;
    if (table_list(rows->table))
        return !rows->table->channel_major ? METHOD_LISTED_ROWS : METHOD_LISTED_CHANNELS;
    return !rows->table->channel_major ? METHOD_POSITION_MAJOR : METHOD_CHANNEL_MAJOR;
}

/* MPFR takes some 6 us for an angle, and printing two entries 20 ns. It may compute every angle, those of a list, or
 * the two or three seeds of each frequency. */
bool rows_are_slow(const struct table *table, enum engine engine) {
    enum { MANY = 4096 }; /* positions, which share the seeds */
    return engine == ENGINE_MPFR || !levels_take(table) || table->position_count < MANY ||
           table->positions.file.path;
}

/* Moves the shared channels to the row of the next piece. */
static void go(struct rows *rows) {
    const struct pieces *pieces = &rows->pieces;
    int direction = pieces->segments[pieces->segment].direction;
    position_major_go(rows->shared, pieces->row, direction, pieces->follows);
    fail(rows, pieces->index, position_major_error(rows->shared));
}

struct rows *rows_open(const struct table *table, enum engine engine, uint64_t begin, uint64_t end,
                       size_t piece) {
    struct rows *rows = die_malloc(sizeof *rows);
    *rows = (struct rows){.table = table, .engine = engine};
    rows->simd = engine == ENGINE_MPFR || !levels_take(table) ? NULL : simd_choose(0);
    rows->method = choose_method(rows);
    if (table->unrotated_rows.count > 0 || table->unrotated_columns > 0)
        fail(rows, 0, reference_origin(table, rows->origin));
    pieces_init(&rows->pieces, table, begin, end,
                piece < CHANNEL_MAJOR_MAX ? piece : CHANNEL_MAJOR_MAX, BANDS_ROWS,
                rows->method == METHOD_POSITION_MAJOR);
    if (rows->method == METHOD_POSITION_MAJOR) {
        rows->shared = position_major_new(table, rows->simd, end - begin, &rows->pieces);
        fail(rows, 0, position_major_error(rows->shared));
        go(rows);
    }
    if (rows->method == METHOD_LISTED_ROWS) {
        rows->listed = listed_rows_new(table, rows->simd);
        fail(rows, 0, listed_rows_error(rows->listed));
    }
    if (rows->method == METHOD_GRID_ROWS)
        open_grid(rows);
    pthread_mutex_init(&rows->lock, NULL);
    return rows;
}

void rows_close(struct rows *rows) {
    position_major_free(rows->shared);
    listed_rows_free(rows->listed);
    grid_rows_free(rows->grid);
    pthread_mutex_destroy(&rows->lock);
    free(rows);
}

uint64_t rows_pieces(const struct rows *rows) {
    return pieces_count(&rows->pieces);
}

struct counts rows_counts(const struct rows *rows) {
    return rows->counts;
}

/* --- workers */

struct worker *worker_new(struct rows *rows) {
    struct worker *worker = die_malloc(sizeof *worker);
    *worker = (struct worker){.rows = rows};
    worker->piece.entries = die_malloc_lines(rows->table->arrays * rows->pieces.rows_each *
                                             rows->pieces.columns_each * rows->table->type->bytes);
    if (rows->method != METHOD_GRID_ROWS)
        levels_init(&worker->levels, rows->table, rows->engine, rows->simd);
    if (rows->method == METHOD_POSITION_MAJOR)
        worker->position_major = position_major_worker_new();
    if (rows->method == METHOD_CHANNEL_MAJOR)
        worker->channel_major =
            channel_major_new(rows->table, rows->simd, rows->pieces.columns_each);
    if (rows->method == METHOD_LISTED_ROWS)
        worker->listed_rows = listed_rows_worker_new(rows->listed, rows->pieces.columns_each);
    if (rows->method == METHOD_LISTED_CHANNELS)
        worker->listed_channels = listed_channels_new(rows->table, rows->simd);
    return worker;
}

void worker_free(struct worker *worker) {
    if (worker->rows->method != METHOD_GRID_ROWS)
        levels_clear(&worker->levels);
    position_major_worker_free(worker->position_major);
    channel_major_free(worker->channel_major);
    listed_rows_worker_free(worker->listed_rows);
    listed_channels_free(worker->listed_channels);
    free(worker->piece.entries);
    free(worker);
}

bool worker_take(struct worker *worker) {
    struct rows *rows = worker->rows;
    struct piece *piece = &worker->piece;
    pthread_mutex_lock(&rows->lock);
    for (int level = 0; level < LEVELS; level++) {
        rows->counts.decided[level] += worker->levels.counts.decided[level];
        worker->levels.counts.decided[level] = 0;
    }
    bool any = rows->error.kind == ENGINE_FINE && pieces_take(&rows->pieces, piece);
    if (rows->shared)
        position_major_release(worker->position_major);
    if (any && rows->shared) {
        position_major_hold(rows->shared, worker->position_major);
        if (pieces_new_row(&rows->pieces))
            go(rows);
    }
    pthread_mutex_unlock(&rows->lock);
    return any;
}

/* --- pieces */

/* Overwrites the entry of a position that is apart, in channel j of those of both arrays. */
static void put_apart(const struct rows *rows, const struct piece *piece, bool zero, uint64_t j,
                      size_t at) {
    enum function function = zero ? CHANNEL_ZERO : table_channel(rows->table, j).function;
    uint64_t bits = function == CHANNEL_ZERO ? element_zero(rows->table->type)
                                             : rows->origin[function == CHANNEL_COSINE];
    element_store(rows->table->type, piece->entries, at, bits);
}

/* Overwrites the channels in front that don't turn, except in rows of zeros. */
static void put_columns_apart(const struct rows *rows, uint64_t array, const struct piece *piece) {
    const struct table *table = rows->table;
    const uint64_t first = array * table->channel_count, most = table->unrotated_columns;
    size_t begin = 0;
    if (most == 0)
        return;
    for (uint64_t r = piece->row; r < piece->row + piece->rows; r++, begin += piece->columns)
        for (size_t k = 0; k < piece->columns; k++) {
            uint64_t at = piece->from + k, j = table->channel_major ? r : at;
            if (j < most && !table_zero_row(table, table->channel_major ? at : r))
                put_apart(rows, piece, false, first + j, begin + k);
        }
}

/* Overwrites the positions of one of the words zero-rows and unrotated-rows, in the piece of an array. */
static void put_rows_apart(const struct rows *rows, uint64_t array, const struct piece *piece,
                           bool zero) {
    const struct table *table = rows->table;
    const struct rows_apart *apart = zero ? &table->zero_rows : &table->unrotated_rows;
    const uint64_t first = array * table->channel_count;
    size_t begin = 0; /* of the row's entries */
    if (apart->count == 0)
        return;
    for (uint64_t r = piece->row; r < piece->row + piece->rows; r++, begin += piece->columns) {
        if (!table->channel_major) {
            for (size_t j = 0; j < piece->columns && rows_apart_have(apart, r); j++)
                put_apart(rows, piece, zero, first + piece->from + j, begin + j);
            continue;
        }
        for (size_t k = rows_apart_below(apart, piece->from); k < apart->count; k++) {
            uint64_t at = apart->row[k];
            if (at >= piece->from + piece->columns)
                break;
            put_apart(rows, piece, zero, first + r, begin + (size_t)(at - piece->from));
        }
    }
}

/* Computes a row of each array. */
static void compute_row(struct worker *worker, uint64_t row, void *entries) {
    const struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    const size_t apart = piece->bytes;
    if (rows->method == METHOD_GRID_ROWS) {
        grid_rows_read(rows->grid, row, piece->from, piece->columns, entries, apart);
    } else if (rows->method == METHOD_CHANNEL_MAJOR) {
        channel_major_compute(worker->channel_major, &worker->levels, row, piece->from,
                              piece->columns, entries, apart);
    } else if (rows->method == METHOD_LISTED_ROWS) {
        listed_rows_compute(rows->listed, worker->listed_rows, &worker->levels, row, piece->from,
                            piece->columns, entries, apart);
    } else if (rows->method == METHOD_LISTED_CHANNELS) {
        listed_channels_compute(worker->listed_channels, &worker->levels, row, piece->from,
                                piece->columns, entries, apart);
    } else {
        reference_read(worker->levels.reference, row, piece->from, piece->columns, entries, apart);
        worker->levels.counts.decided[LEVEL_MPFR] += rows->table->arrays * piece->columns;
    }
}

const struct piece *worker_piece(const struct worker *worker) {
    return &worker->piece;
}

const struct piece *worker_compute(struct worker *worker) {
    struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    size_t bytes = piece->columns * rows->table->type->bytes;
    if (rows->method == METHOD_POSITION_MAJOR)
        position_major_compute(rows->shared, worker->position_major, &worker->levels, piece);
    else
        for (uint64_t r = 0; r < piece->rows; r++)
            compute_row(worker, piece->row + r, (char *)piece->entries + r * bytes);
    for (uint64_t array = 0; array < rows->table->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        if (rows->method != METHOD_GRID_ROWS)
            put_rows_apart(rows, array, &one, true);
        put_rows_apart(rows, array, &one, false);
        put_columns_apart(rows, array, &one);
    }
    if (rows->method != METHOD_GRID_ROWS) {
        pthread_mutex_lock(&rows->lock);
        fail(rows, piece->index, reference_error(worker->levels.reference));
        pthread_mutex_unlock(&rows->lock);
    }
    return piece;
}
