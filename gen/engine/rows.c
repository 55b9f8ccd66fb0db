/* SPDX-License-Identifier: MIT */
#include "engine/rows.h"
#include "base/cpus.h"
#include "base/die.h"
#include "engine/row_method.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct piece piece_of(const struct piece *piece, uint64_t array) {
    struct piece one = *piece;
    one.entries = (char *)piece->entries + array * piece->bytes;
    return one;
}

/* Cuts rows [begin, end) into pieces of at most `most` entries and `most_rows` rows. */
static void pieces_init(struct pieces *pieces, const struct table *table, uint64_t begin,
                        uint64_t end, size_t most, uint64_t most_rows) {
    *pieces = (struct pieces){.begin = begin,
                              .end = end,
                              .row = begin,
                              .columns = table->columns,
                              .element_bytes = table->type->bytes};
    bool whole_rows = table->columns < most;
    pieces->columns_each = whole_rows ? (size_t)table->columns : most;
    pieces->rows_each =
        least(whole_rows ? most / table->columns : 1, least(most_rows, end - begin));
}

/* Advances past a piece: to the rest of its rows or, after that, to the next rows. */
static void advance(struct pieces *pieces, const struct piece *piece) {
    pieces->from += piece->columns;
    if (pieces->from < pieces->columns)
        return;
    pieces->from = 0;
    pieces->row += piece->rows;
}

/* Sets all members of the next piece except its entries, and advances past it. Returns false if there is none. */
static bool pieces_take(struct pieces *pieces, struct piece *piece) {
    if (pieces->row >= pieces->end)
        return false;
    piece->index = pieces->index++;
    piece->row = pieces->row;
    piece->rows = least(pieces->end - pieces->row, pieces->rows_each);
    piece->from = pieces->from;
    piece->columns = (size_t)least(pieces->columns - pieces->from, pieces->columns_each);
    piece->follows = pieces->row > pieces->begin;
    piece->offset =
        ((pieces->row - pieces->begin) * pieces->columns + pieces->from) * pieces->element_bytes;
    piece->bytes = (size_t)piece->rows * piece->columns * pieces->element_bytes;
    advance(pieces, piece);
    return true;
}

struct rows {
    const struct table *table;
    const struct row_method *method;
    struct row_setting setting;
    struct fixed {
        struct row_set positions; /* zero-rows, unrotated-rows, and 0 in a list */
        char *origin, *zeros;     /* the entries of all channels at the angle 0, and zeros */
        char *minus;              /* those at the angle -0 */
        struct fixed_channels {
            uint64_t begin, end; /* channels that are fixed, of all arrays */
        } * run;                 /* in order */
        size_t runs;
    } fixed;

    pthread_mutex_t lock; /* protects what follows */
    struct pieces pieces; /* what is left of the table */
    void *shared; /* of the method; at the last piece, if the method moves from row to row */
    struct counts counts;
    struct engine_error error;
    uint64_t error_index; /* of the piece that the error is in */
};

struct worker {
    struct rows *rows;
    struct piece piece;
    struct levels levels;
    void *own; /* of the method */
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

/* --- opening */

static void read_reference(const void *shared, void *own, struct levels *levels,
                           const struct piece *piece) {
    (void)shared, (void)own;
    const struct table *table = levels->table;
    for (size_t k = 0; k < piece->rows * piece->columns; k++) {
        const uint64_t row = piece->row + k / piece->columns,
                       column = piece->from + k % piece->columns;
        const uint64_t position = table->channel_major ? column : row,
                       channel = table->channel_major ? row : column;
        for (uint64_t array = 0; array < table->arrays; array++)
            element_store(table->type, piece_of(piece, array).entries, k,
                          reference_entry(levels->reference, position,
                                          array * table->channel_count + channel));
    }
    levels->counts.decided[LEVEL_MPFR] += table->arrays * piece->rows * piece->columns;
}

static const struct row_method by_reference = {.compute = read_reference};

static const struct row_method *choose_method(const struct table *table, const struct simd *simd) {
    if (table->grid.axes > 0)
        return &by_axis;
    if (!simd)
        return &by_reference;
    if (table->channel_major)
        return &by_column;
    return table_list(table) ? &by_listed_row : &by_row;
}

/* --- fixed entries: zeros, and entries of angle 0, which overwrite what the method made */

static struct engine_error open_fixed(struct rows *rows) {
    const struct table *table = rows->table;
    struct fixed *fixed = &rows->fixed;
    const struct position_list *list = table_list(table);
    const struct row_set *minus = &table->positions.minus_zeros;
    const uint64_t channels = table->arrays * table->channel_count;
    for (size_t k = 0; k < table->zero_rows.count; k++)
        row_set_add(&fixed->positions, table->zero_rows.row[k]);
    for (size_t k = 0; k < table->unrotated_rows.count; k++)
        row_set_add(&fixed->positions, table->unrotated_rows.row[k]);
    for (size_t k = 0; list && k < list->count; k++)
        if (position_list_zero(list, k))
            row_set_add(&fixed->positions, k);
    for (size_t k = 0; k < minus->count; k++)
        row_set_add(&fixed->positions, minus->row[k]);
    row_set_sort(&fixed->positions);
    for (uint64_t j = 0; j < channels; j++) {
        if (!channel_is_fixed(table_channel(table, j)))
            continue;
        if (fixed->runs == 0 || fixed->run[fixed->runs - 1].end < j) {
            fixed->run = die_grow(fixed->run, fixed->runs, sizeof *fixed->run);
            fixed->run[fixed->runs++].begin = j;
        }
        fixed->run[fixed->runs - 1].end = j + 1;
    }
    uint64_t origin[2] = {0, 0};
    struct engine_error error = {.kind = ENGINE_FINE};
    if (fixed->positions.count == 0 && fixed->runs == 0)
        return error;
    if (fixed->positions.count > 0 || table->unrotated_columns > 0)
        error = reference_origin(table, origin);
    const uint64_t zero = element_zero(table->type);
    fixed->origin = die_malloc(channels * table->type->bytes);
    fixed->zeros = die_malloc(channels * table->type->bytes);
    fixed->minus = die_malloc(channels * table->type->bytes);
    for (uint64_t j = 0; j < channels; j++) {
        const enum function function = table_channel(table, j).function;
        element_store(table->type, fixed->origin, j,
                      function == CHANNEL_ZERO ? zero : origin[function == CHANNEL_COSINE]);
        element_store(table->type, fixed->zeros, j, zero);
        const bool signs = function == CHANNEL_SINE && !table->type->fixed;
        element_store(table->type, fixed->minus, j,
                      element_load(table->type, fixed->origin, j) ^
                          (signs ? element_sign(table->type) : 0));
    }
    return error;
}

/* The entries of all channels at a fixed position. */
static const char *fixed_values(const struct rows *rows, uint64_t position) {
    const struct fixed *fixed = &rows->fixed;
    return table_zero_row(rows->table, position)                         ? fixed->zeros
           : row_set_have(&rows->table->positions.minus_zeros, position) ? fixed->minus
                                                                         : fixed->origin;
}

/* Overwrites fixed entries of n channels at a position. */
static void fix_position(const struct rows *rows, uint64_t position, uint64_t channel, size_t n,
                         char *entries) {
    static const struct fixed_channels all = {0, UINT64_MAX};
    const struct fixed *fixed = &rows->fixed;
    const size_t bytes = rows->table->type->bytes;
    const bool whole = row_set_have(&fixed->positions, position);
    const char *values = fixed_values(rows, position);
    const struct fixed_channels *run = whole ? &all : fixed->run;
    const size_t runs = whole ? 1 : fixed->runs;
    for (size_t k = 0; k < runs && run[k].begin < channel + n; k++) {
        const uint64_t begin = run[k].begin > channel ? run[k].begin : channel;
        const uint64_t end = least(run[k].end, channel + n);
        if (begin < end)
            memcpy(entries + (begin - channel) * bytes, values + begin * bytes,
                   (end - begin) * bytes);
    }
}

/* Overwrites fixed entries of n positions in a channel. */
static void fix_channel(const struct rows *rows, uint64_t channel, uint64_t position, size_t n,
                        void *entries) {
    const struct table *table = rows->table;
    const struct element *type = table->type;
    const struct row_set *fixed = &rows->fixed.positions;
    const uint64_t origin = element_load(type, rows->fixed.origin, channel);
    const bool all = rows->fixed.runs > 0 && channel_is_fixed(table_channel(table, channel));
    for (size_t k = 0; all && k < n; k++)
        element_store(type, entries, k, origin);
    for (size_t k = row_set_below(fixed, position);
         k < fixed->count && fixed->row[k] < position + n; k++)
        element_store(type, entries, (size_t)(fixed->row[k] - position),
                      element_load(type, fixed_values(rows, fixed->row[k]), channel));
}

static void fix_entries(const struct rows *rows, const struct piece *piece) {
    const struct table *table = rows->table;
    const size_t bytes = piece->columns * table->type->bytes;
    if (!rows->fixed.origin)
        return;
    for (uint64_t array = 0; array < table->arrays; array++)
        for (uint64_t r = 0; r < piece->rows; r++) {
            const uint64_t row = piece->row + r, first = array * table->channel_count;
            char *entries = (char *)piece->entries + array * piece->bytes + r * bytes;
            if (table->channel_major)
                fix_channel(rows, first + row, piece->from, piece->columns, entries);
            else
                fix_position(rows, row, first + piece->from, piece->columns, entries);
        }
}

struct rows *rows_open(const struct table *table, enum engine engine, uint64_t begin, uint64_t end,
                       size_t piece) {
    struct rows *rows = die_malloc(sizeof *rows);
    const struct simd *simd = engine == ENGINE_MPFR || !levels_take(table) ? NULL : simd_choose(0);
    const struct row_method *method = choose_method(table, simd);
    *rows = (struct rows){.table = table, .method = method};
    rows->setting =
        (struct row_setting){table, engine, simd, end - begin, &rows->pieces, &rows->counts};
    fail(rows, 0, open_fixed(rows));
    pieces_init(&rows->pieces, table, begin, end, piece, BY_ROW_MOST);
    struct engine_error error = {.kind = ENGINE_FINE};
    if (method->shared_new)
        rows->shared = method->shared_new(&rows->setting, &error);
    fail(rows, 0, error);
    pthread_mutex_init(&rows->lock, NULL);
    return rows;
}

void rows_close(struct rows *rows) {
    if (rows->method->shared_free)
        rows->method->shared_free(rows->shared);
    pthread_mutex_destroy(&rows->lock);
    row_set_free(&rows->fixed.positions);
    free(rows->fixed.origin);
    free(rows->fixed.zeros);
    free(rows->fixed.minus);
    free(rows->fixed.run);
    free(rows);
}

void rows_run(const struct rows *rows, unsigned threads, void *(*work)(void *), void *context) {
    const struct pieces *pieces = &rows->pieces;
    const uint64_t count = (pieces->end - pieces->begin + pieces->rows_each - 1) /
                           pieces->rows_each *
                           ((pieces->columns + pieces->columns_each - 1) / pieces->columns_each);
    threads_run(threads < count ? threads : (unsigned)count, work, context);
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
    if (rows->method != &by_axis)
        levels_init(&worker->levels, rows->table, rows->setting.engine, rows->setting.simd);
    if (rows->method->worker_new)
        worker->own = rows->method->worker_new(&rows->setting);
    return worker;
}

void worker_free(struct worker *worker) {
    levels_clear(&worker->levels);
    if (worker->rows->method->worker_free)
        worker->rows->method->worker_free(worker->own);
    die_free_lines(worker->piece.entries);
    free(worker);
}

const struct piece *worker_take(struct worker *worker) {
    struct rows *rows = worker->rows;
    struct piece *piece = &worker->piece;
    pthread_mutex_lock(&rows->lock);
    counts_add(&rows->counts, worker->levels.counts);
    worker->levels.counts = (struct counts){{0}};
    bool any = rows->error.kind == ENGINE_FINE && pieces_take(&rows->pieces, piece);
    if (any && rows->method->take)
        fail(rows, piece->index, rows->method->take(rows->shared, worker->own, piece));
    any = any && rows->error.kind == ENGINE_FINE;
    pthread_mutex_unlock(&rows->lock);
    return any ? piece : NULL;
}

void worker_fail(struct worker *worker, struct engine_error error) {
    pthread_mutex_lock(&worker->rows->lock);
    fail(worker->rows, worker->piece.index, error);
    pthread_mutex_unlock(&worker->rows->lock);
}

const struct piece *worker_compute(struct worker *worker) {
    struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    rows->method->compute(rows->shared, worker->own, &worker->levels, piece);
    fix_entries(rows, piece);
    if (worker->levels.reference)
        worker_fail(worker, reference_error(worker->levels.reference));
    return piece;
}
