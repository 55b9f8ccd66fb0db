/* How the levels work together.
 *
 * Position-major, a row is a vector of channels: the channels at an anchor row, turned by the
 * offset's angles, l * step * w. The offsets l < stride serve every anchor; from anchor to anchor,
 * and from piece to piece, channels are turned too. Channel-major, a row is one channel at many
 * positions: a vector of turns serves one anchor position after the other. */
#include "rows.h"
#include "die.h"
#include "levels.h"
#include "pairs.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE_MAX = 64, PIECE_ROWS = 4096, RESEED = 1024, TURNS_MAX = 512, PIECE_TURNS = 1024 };

_Static_assert(RESEED + PIECE_ROWS + PIECE_TURNS + 2 * TURNS_MAX + STRIDE_MAX <= LEVELS_TURNS,
               "pairs further from seeds than the bounds allow");

struct rows {
    const struct spec *spec;
    enum engine engine;
    const struct lanes *lanes; /* NULL: the reference does all */
    uint64_t begin, end;
    uint64_t piece_rows;
    size_t piece_columns;
    pthread_mutex_t lock; /* on what follows, but for what stays as it is once opened */
    uint64_t index, row, from;
    struct counts counts;

    /* position-major only */
    struct reference *reference;
    size_t stride;
    struct pairs offset[STRIDE_MAX + 1]; /* by l rows */
    struct pairs piece_turn;             /* by piece_rows rows */
    struct pairs here, next;             /* the channels at `row`, and room */
    unsigned turned;                     /* since the seeds */
    double *reach;                       /* max |s| of the offsets */
};

struct worker {
    struct rows *rows;
    struct piece piece;
    struct levels levels;
    struct pairs here, next;
    double *error;

    /* channel-major only */
    struct pairs turns, one; /* turns[l]: by l positions */
    uint64_t turns_frequency;
    double turns_reach;
};

static bool position_major(const struct rows *rows) {
    return rows->spec->axes == AXES_POSITION_MAJOR;
}

/* --- seeds
 * ------------------------------------------------------------------------------------------ */

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

enum seed { SEED_CHANNELS, SEED_TURNS };

/* Every channel at position `at`, or its turn by `at` positions. A channel of zeros is the cosine
 * of 0, which the rounding test has no trouble with. */
static void seed_channels(struct rows *rows, enum seed seed, uint64_t at, const struct pairs *to) {
    uint64_t n = table_frequencies(rows->spec);
    struct double_double(*value)[2] = die_malloc(n * sizeof *value);
    for (uint64_t k = 0; k < n; k++) {
        if (seed == SEED_CHANNELS)
            reference_at(rows->reference, at, k, value[k]);
        else
            reference_turn(rows->reference, at, k, value[k]);
    }
    for (size_t j = 0; j < rows->spec->d_model; j++) {
        struct channel channel = table_channel(rows->spec, j);
        bool zero = channel.function == CHANNEL_ZERO;
        const struct double_double *v = zero ? zero_and_one : value[channel.frequency];
        if (seed == SEED_CHANNELS)
            pairs_set_channel(to, j, (int)channel.function, v);
        else
            pairs_set_turn(to, j, v);
    }
    free(value);
}

static void swap(struct pairs *a, struct pairs *b) {
    struct pairs other = *a;
    *a = *b;
    *b = other;
}

static void open_position_major(struct rows *rows) {
    size_t d = (size_t)rows->spec->d_model;
    rows->reference = reference_new(rows->spec);
    rows->stride = 1;
    while (rows->stride < STRIDE_MAX && rows->stride < rows->piece_rows)
        rows->stride *= 2;
    for (size_t l = 0; l <= rows->stride; l++)
        rows->offset[l] = pairs_new(d);
    for (size_t j = 0; j < d; j++)
        pairs_set_turn(&rows->offset[0], j, zero_and_one);
    seed_channels(rows, SEED_TURNS, 1, &rows->offset[1]);
    for (size_t l = 1; l < rows->stride; l++)
        rows->lanes->turn(d, &rows->offset[l], &rows->offset[1], &rows->offset[l + 1]);
    rows->reach = die_malloc(d * sizeof *rows->reach);
    for (size_t j = 0; j < d; j++) {
        rows->reach[j] = 0;
        for (size_t l = 0; l < rows->stride; l++)
            rows->reach[j] = fmax(rows->reach[j], fabs(rows->offset[l].a[j])); /* NOLINT(*Null*) */
    }

    rows->here = pairs_new(d);
    rows->next = pairs_new(d);
    seed_channels(rows, SEED_CHANNELS, rows->begin, &rows->here);
    if (rows_pieces(rows) > 1) {
        rows->piece_turn = pairs_new(d);
        seed_channels(rows, SEED_TURNS, rows->piece_rows, &rows->piece_turn);
    }
}

struct rows *rows_open(const struct spec *spec, enum engine engine, uint64_t begin, uint64_t end,
                       size_t piece) {
    struct rows *rows = die_malloc(sizeof *rows);
    *rows = (struct rows){.spec = spec, .engine = engine, .begin = begin, .end = end, .row = begin};
    uint64_t columns = table_columns(spec);
    if (piece > (size_t)PIECE_TURNS * TURNS_MAX)
        piece = (size_t)PIECE_TURNS * TURNS_MAX;
    rows->piece_columns = columns < piece ? (size_t)columns : piece;
    rows->piece_rows = columns < piece ? piece / columns : 1;
    if (rows->piece_rows > PIECE_ROWS)
        rows->piece_rows = PIECE_ROWS;
    if (rows->piece_rows > end - begin)
        rows->piece_rows = end - begin;
    rows->lanes = engine == ENGINE_MPFR || !levels_take(spec) ? NULL : lanes_choose(0);
    if (rows->lanes && position_major(rows))
        open_position_major(rows);
    pthread_mutex_init(&rows->lock, NULL);
    return rows;
}

void rows_close(struct rows *rows) {
    reference_free(rows->reference);
    for (size_t l = 0; l <= STRIDE_MAX; l++)
        pairs_free(&rows->offset[l]);
    pairs_free(&rows->piece_turn);
    pairs_free(&rows->here);
    pairs_free(&rows->next);
    free(rows->reach);
    pthread_mutex_destroy(&rows->lock);
    free(rows);
}

uint64_t rows_pieces(const struct rows *rows) {
    uint64_t columns = table_columns(rows->spec), count = rows->end - rows->begin;
    return (count + rows->piece_rows - 1) / rows->piece_rows *
           ((columns + rows->piece_columns - 1) / rows->piece_columns);
}

struct counts rows_counts(const struct rows *rows) {
    return rows->counts;
}

/* --- workers
 * ---------------------------------------------------------------------------------------- */

struct worker *worker_new(struct rows *rows) {
    struct worker *worker = die_malloc(sizeof *worker);
    *worker = (struct worker){.rows = rows, .turns_frequency = UINT64_MAX};
    levels_init(&worker->levels, rows->spec, rows->engine, rows->lanes);
    worker->piece.entries =
        die_malloc(rows->piece_rows * rows->piece_columns * rows->spec->type->bytes);
    size_t n =
        position_major(rows) || rows->piece_columns < TURNS_MAX ? rows->piece_columns : TURNS_MAX;
    if (rows->lanes) {
        worker->here = pairs_new(n);
        worker->next = pairs_new(n);
        worker->turns = pairs_new(n);
        worker->one = pairs_new(4);
        worker->error = die_malloc(n * sizeof *worker->error);
    }
    return worker;
}

void worker_free(struct worker *worker) {
    levels_clear(&worker->levels);
    pairs_free(&worker->here);
    pairs_free(&worker->next);
    pairs_free(&worker->turns);
    pairs_free(&worker->one);
    free(worker->error);
    free(worker->piece.entries);
    free(worker);
}

/* Moves the channels from one piece's first row to the next one's. */
static void turn_to_next_piece(struct rows *rows) {
    if (!rows->lanes || !position_major(rows) || rows->row >= rows->end)
        return;
    if (++rows->turned == RESEED) {
        seed_channels(rows, SEED_CHANNELS, rows->row, &rows->here);
        rows->turned = 0;
        return;
    }
    rows->lanes->turn((size_t)rows->spec->d_model, &rows->here, &rows->piece_turn, &rows->next);
    swap(&rows->here, &rows->next);
}

bool worker_take(struct worker *worker) {
    struct rows *rows = worker->rows;
    struct piece *piece = &worker->piece;
    pthread_mutex_lock(&rows->lock);
    for (int level = 0; level < LEVELS; level++) {
        rows->counts.decided[level] += worker->levels.counts.decided[level];
        worker->levels.counts.decided[level] = 0;
    }
    bool any = rows->row < rows->end;
    if (any) {
        uint64_t rest = rows->end - rows->row, columns = table_columns(rows->spec) - rows->from;
        piece->index = rows->index++;
        piece->row = rows->row;
        piece->rows = rest < rows->piece_rows ? rest : rows->piece_rows;
        piece->from = rows->from;
        piece->columns = columns < rows->piece_columns ? (size_t)columns : rows->piece_columns;
        piece->offset = ((rows->row - rows->begin) * table_columns(rows->spec) + rows->from) *
                        rows->spec->type->bytes;
        piece->bytes = (size_t)piece->rows * piece->columns * rows->spec->type->bytes;
        if (rows->lanes && position_major(rows)) {
            struct pairs here = pairs_from(&rows->here, (size_t)piece->from);
            pairs_copy(piece->columns, &here, &worker->here);
        }
        rows->from += piece->columns;
        if (rows->from == table_columns(rows->spec)) {
            rows->from = 0;
            rows->row += piece->rows;
            turn_to_next_piece(rows);
        }
    }
    pthread_mutex_unlock(&rows->lock);
    return any;
}

/* --- pieces
 * ------------------------------------------------------------------------------------------- */

static void compute_positions(struct worker *worker) {
    struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    const struct element *type = rows->spec->type;
    size_t n = piece->columns, from = (size_t)piece->from;
    struct channel last = table_channel(rows->spec, piece->from + n - 1);
    char *entries = piece->entries;
    for (uint64_t r = 0; r < piece->rows; r++) {
        size_t l = (size_t)(r % rows->stride);
        if (l == 0 && r > 0) {
            struct pairs turn = pairs_from(&rows->offset[rows->stride], from);
            rows->lanes->turn(n, &worker->here, &turn, &worker->next);
            swap(&worker->here, &worker->next);
        }
        if (l == 0)
            for (size_t j = 0; j < n; j++)
                worker->error[j] =
                    levels_error(&worker->levels, &worker->here, j, rows->reach[from + j]);
        struct pairs offset = pairs_from(&rows->offset[l], from);
        levels_run(&worker->levels, n, &worker->here, &offset, worker->error, entries,
                   (struct place){piece->row + r, piece->from, false});
        if (last.function == CHANNEL_ZERO)
            element_store(type, entries, n - 1, 0);
        entries += n * type->bytes;
    }
}

/* turns[l] = the turn by l positions, for l < n, in rounds that double what is known. */
static void make_turns(struct worker *worker, uint64_t frequency, size_t n) {
    if (worker->turns_frequency == frequency)
        return;
    worker->turns_frequency = frequency;
    const struct lanes *lanes = worker->rows->lanes;
    struct double_double step[2];
    reference_turn(worker->levels.reference, 1, frequency, step);
    struct pairs *turns = &worker->turns, one = worker->one;
    struct pairs single = pairs_from(&one, 1);
    pairs_set_turn(turns, 0, zero_and_one);
    pairs_set_turn(&one, 0, step);
    for (size_t known = 1; known < n; known *= 2) {
        /* one is the turn by `known` */
        size_t count = n - known < known ? n - known : known;
        struct pairs more = pairs_from(turns, known);
        pairs_fill(count, &one, &worker->next);
        lanes->turn(count, turns, &worker->next, &more);
        lanes->turn(1, &one, &one, &single);
        pairs_copy(1, &single, &one);
    }
    worker->turns_reach = 0;
    for (size_t l = 0; l < n; l++)
        worker->turns_reach = fmax(worker->turns_reach, fabs(turns->a[l]));
}

static void compute_channel(struct worker *worker, uint64_t j, char *entries) {
    const struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    const struct element *type = rows->spec->type;
    struct channel channel = table_channel(rows->spec, j);
    if (channel.function == CHANNEL_ZERO) {
        memset(entries, 0, piece->columns * type->bytes);
        worker->levels.counts.decided[LEVEL_DOUBLE] += piece->columns;
        return;
    }
    size_t n = piece->columns < TURNS_MAX ? piece->columns : TURNS_MAX;
    make_turns(worker, channel.frequency,
               rows->piece_columns < TURNS_MAX ? rows->piece_columns : TURNS_MAX);
    struct pairs anchor = pairs_from(&worker->one, 1), turned = pairs_from(&worker->one, 2);
    struct pairs turn = pairs_from(&worker->one, 3);
    struct double_double value[2];
    reference_at(worker->levels.reference, piece->from, channel.frequency, value);
    pairs_set_channel(&anchor, 0, (int)channel.function, value);
    if (piece->columns > n) {
        reference_turn(worker->levels.reference, n, channel.frequency, value);
        pairs_set_turn(&turn, 0, value);
    }
    for (size_t done = 0; done < piece->columns; done += n) {
        size_t count = piece->columns - done < n ? piece->columns - done : n;
        if (done > 0) {
            rows->lanes->turn(1, &anchor, &turn, &turned);
            pairs_copy(1, &turned, &anchor);
        }
        pairs_fill(count, &anchor, &worker->here);
        double error = levels_error(&worker->levels, &anchor, 0, worker->turns_reach);
        for (size_t l = 0; l < count; l++)
            worker->error[l] = error;
        levels_run(&worker->levels, count, &worker->here, &worker->turns, worker->error,
                   entries + done * type->bytes, (struct place){piece->from + done, j, true});
    }
}

const struct piece *worker_compute(struct worker *worker) {
    const struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    size_t bytes = piece->columns * rows->spec->type->bytes;
    if (rows->lanes && position_major(rows)) {
        compute_positions(worker);
        return piece;
    }
    for (uint64_t r = 0; r < piece->rows; r++) {
        char *entries = (char *)piece->entries + r * bytes;
        if (rows->lanes) {
            compute_channel(worker, piece->row + r, entries);
        } else {
            reference_read(worker->levels.reference, piece->row + r, piece->from, piece->columns,
                           entries);
            worker->levels.counts.decided[LEVEL_MPFR] += piece->columns;
        }
    }
    return piece;
}
