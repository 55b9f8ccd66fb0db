/* How the levels work together.
 *
 * Position-major, a row is a vector of channels: the channels at an anchor row, turned by the
 * offset's angles, l * step * w. The offsets l < stride serve every anchor; from anchor to anchor,
 * and from piece to piece, channels are turned too. Channel-major, a row is one channel at many
 * positions: a vector of turns serves one anchor position after the other.
 *
 * Errors, in units of u = 2^-53. A pair that t turns, one after the other, lead to from the seeds
 * has components of absolute error at most t * sqrt(2) * (LANES_TURN_ERROR + REAL_DOUBLE_ERROR): a
 * turn rotates the error that a pair has, and adds its arithmetic's and its own seed's, each in two
 * components. A turn that k turns led to counts as k. No pair here is further than TURNS from
 * seeds: RESEED pieces, PIECE_ROWS rows or PIECE_TURNS turns in one, and STRIDE_MAX of offset.
 *
 * Level double. x = a*c + b*s from inputs rounded once each, with two or three roundings: either
 * product gets at most four factors 1 + d, |d| <= u, so that x errs by (4 + 6.1u) * u * M, M =
 * |a*c| + |b*s|, and by 4.1 * PAIR_ERROR for what the inputs were wrong before they were rounded.
 * The test's x - e and x + e are rounded too, by u * (M + e) at most. With M <= |a| + |b| * max|s|,
 * computed with relative error 4u, e = DOUBLE_SLOPE * (|a| + |b| * max|s|) + DOUBLE_ERROR is above
 * them all together (tests/proofs/double.gappa).
 *
 * Level wide. x errs by 4.1 * PAIR_ERROR for its inputs and by LANES_TURN_ERROR, and the test's low
 * - e and low + e by 2^-105: WIDE_ERROR is above them together (tests/proofs/wide.gappa). */
#include "rows.h"
#include "die.h"
#include "pairs.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE_MAX = 64, PIECE_ROWS = 4096, RESEED = 1024, TURNS_MAX = 512, PIECE_TURNS = 2048 };

/* RESEED + PIECE_ROWS + PIECE_TURNS + TURNS_MAX, and room. */
#define TURNS 8192.0
#define PAIR_ERROR (TURNS * 1.41422 * (LANES_TURN_ERROR + REAL_DOUBLE_ERROR))

#ifndef POSENC_BOUND /* 0 in the test that shows that the bounds are needed */
#define POSENC_BOUND 1
#endif
#define DOUBLE_SLOPE (POSENC_BOUND * 5.02 * LANES_ROUNDOFF)
#define DOUBLE_ERROR (POSENC_BOUND * 8 * PAIR_ERROR)
#define WIDE_ERROR (POSENC_BOUND * 5 * PAIR_ERROR)

struct rows {
    const struct spec *spec;
    enum engine engine;
    const struct lanes *lanes; /* NULL: the reference does all */
    uint64_t begin, end;
    uint64_t piece_rows;
    size_t piece_columns;
    pthread_mutex_t lock; /* on what follows, but for what stays as it is once opened */
    uint64_t index, row, from;
    uint64_t decided[LEVELS];

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
    struct reference *reference;
    struct pairs here, next;
    double *error;
    uint64_t decided[LEVELS];

    /* channel-major only */
    struct pairs turns, one; /* turns[l]: by l positions */
    uint64_t turns_frequency;
    double turns_reach;
};

static bool position_major(const struct rows *rows) {
    return rows->spec->axes == AXES_POSITION_MAJOR;
}

static bool is_f32(const struct rows *rows) {
    return rows->spec->type->bytes == 4;
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
            rows->reach[j] = fmax(rows->reach[j], fabs(rows->offset[l].a[j]));
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
    rows->piece_columns = columns < piece ? (size_t)columns : piece;
    rows->piece_rows = columns < piece ? piece / columns : 1;
    if (rows->piece_rows > PIECE_ROWS)
        rows->piece_rows = PIECE_ROWS;
    if (rows->piece_rows > end - begin)
        rows->piece_rows = end - begin;
    rows->lanes = engine == ENGINE_MPFR ? NULL : lanes_choose(0);
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

void rows_decided(const struct rows *rows, uint64_t decided[LEVELS]) {
    memcpy(decided, rows->decided, sizeof rows->decided);
}

/* --- workers
 * ---------------------------------------------------------------------------------------- */

struct worker *worker_new(struct rows *rows) {
    struct worker *worker = die_malloc(sizeof *worker);
    *worker = (struct worker){.rows = rows, .turns_frequency = UINT64_MAX};
    worker->reference = reference_new(rows->spec);
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
    reference_free(worker->reference);
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
        rows->decided[level] += worker->decided[level];
        worker->decided[level] = 0;
    }
    bool any = rows->row < rows->end;
    if (any) {
        uint64_t rest = rows->end - rows->row, columns = table_columns(rows->spec) - rows->from;
        piece->index = rows->index++;
        piece->row = rows->row;
        piece->rows = rest < rows->piece_rows ? rest : rows->piece_rows;
        piece->from = rows->from;
        piece->columns = columns < rows->piece_columns ? (size_t)columns : rows->piece_columns;
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

/* --- the levels
 * ------------------------------------------------------------------------------------- */

/* high + low, |low| <= u * |high|, cut after 64 bits. */
static struct expansion expand(double high, double low) {
    struct expansion v = {.negative = high < 0};
    int exponent;
    double fraction = frexp(fabs(high), &exponent);
    if (high == 0)
        return v;
    double rest = ldexp(high < 0 ? -low : low, 64 - exponent); /* at most 2^11, in units of 2^-64 */
    double whole = floor(rest);
    v.significand = (uint64_t)ldexp(fraction, 53) << 11;
    v.exponent = exponent - 64;
    if (whole < 0 && v.significand == UINT64_C(1) << 63) { /* just below a power of two */
        v.significand <<= 1;
        v.exponent--;
        whole = floor(rest * 2);
        v.more = whole != rest * 2;
    } else {
        v.more = whole != rest;
    }
    v.significand += (uint64_t)(int64_t)whole;
    return v;
}

static double normalise(double high, double low, double *rest) {
    double sum = high + low;
    *rest = low - (sum - high);
    return sum;
}

/* Channel k turned by turn k, in double-double: do both ends of its enclosure round to the same
 * bits? */
static bool decide_wide(struct worker *worker, const struct pairs *channel,
                        const struct pairs *turn, uint64_t *bits) {
    const struct rows *rows = worker->rows;
    double low;
    rows->lanes->turn(1, channel, turn, &worker->one);
    double high = normalise(worker->one.a[0], worker->one.a_low[0] - WIDE_ERROR, &low);
    *bits = element_round(rows->spec->type, expand(high, low));
    high = normalise(worker->one.a[0], worker->one.a_low[0] + WIDE_ERROR, &low);
    return element_round(rows->spec->type, expand(high, low)) == *bits;
}

static bool decide_lanes(struct worker *worker, const struct pairs *channel, const double *error,
                         const struct pairs *turn, void *entry) {
    const struct rows *rows = worker->rows;
    if (rows->engine == ENGINE_WIDE && is_f32(rows))
        return false;
    return (is_f32(rows) ? rows->lanes->round_f32(1, channel, error, turn, entry)
                         : rows->lanes->round_f64(1, channel, WIDE_ERROR, turn, entry)) == 0;
}

/* The entries of a run that its kernel left undecided: one by one, by the levels above. Entry k is
 * channel `channel` + k at `position`, or with `along` positions `position` + k of it. */
static void settle(struct worker *worker, size_t n, const struct pairs *channels,
                   const struct pairs *turns, void *entries, uint64_t position, uint64_t channel,
                   bool along) {
    const struct element *type = worker->rows->spec->type;
    for (size_t k = 0; k < n; k++) {
        struct pairs one = pairs_from(channels, k), turn = pairs_from(turns, k);
        void *entry = (char *)entries + k * type->bytes;
        uint64_t bits;
        if (decide_lanes(worker, &one, worker->error + k, &turn, entry))
            continue;
        enum level level = LEVEL_WIDE;
        if (!is_f32(worker->rows) || !decide_wide(worker, &one, &turn, &bits)) {
            level = LEVEL_MPFR;
            bits = reference_entry(worker->reference, position + (along ? k : 0),
                                   channel + (along ? 0 : k));
        }
        element_store(type, entry, 0, bits);
        worker->decided[level]++;
        worker->decided[is_f32(worker->rows) ? LEVEL_DOUBLE : LEVEL_WIDE]--;
    }
}

/* One run of entries through the kernel, and what is left of it through the levels above. */
static void run(struct worker *worker, size_t n, const struct pairs *channels,
                const struct pairs *turns, void *entries, uint64_t position, uint64_t channel,
                bool along) {
    const struct rows *rows = worker->rows;
    uint64_t undecided = 1;
    worker->decided[is_f32(rows) ? LEVEL_DOUBLE : LEVEL_WIDE] += n;
    if (!is_f32(rows))
        undecided = rows->lanes->round_f64(n, channels, WIDE_ERROR, turns, entries);
    else if (rows->engine != ENGINE_WIDE)
        undecided = rows->lanes->round_f32(n, channels, worker->error, turns, entries);
    if (undecided)
        settle(worker, n, channels, turns, entries, position, channel, along);
}

static double double_error(const struct pairs *channels, size_t k, double reach) {
    return DOUBLE_SLOPE * (fabs(channels->a[k]) + fabs(channels->b[k]) * reach) + DOUBLE_ERROR;
}

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
                worker->error[j] = double_error(&worker->here, j, rows->reach[from + j]);
        struct pairs offset = pairs_from(&rows->offset[l], from);
        run(worker, n, &worker->here, &offset, entries, piece->row + r, piece->from, false);
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
    reference_turn(worker->reference, 1, frequency, step);
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
        worker->decided[is_f32(rows) ? LEVEL_DOUBLE : LEVEL_WIDE] += piece->columns;
        return;
    }
    size_t n = piece->columns < TURNS_MAX ? piece->columns : TURNS_MAX;
    make_turns(worker, channel.frequency,
               rows->piece_columns < TURNS_MAX ? rows->piece_columns : TURNS_MAX);
    struct pairs anchor = pairs_from(&worker->one, 1), turned = pairs_from(&worker->one, 2);
    struct pairs turn = pairs_from(&worker->one, 3);
    struct double_double value[2];
    reference_at(worker->reference, piece->from, channel.frequency, value);
    pairs_set_channel(&anchor, 0, (int)channel.function, value);
    if (piece->columns > n) {
        reference_turn(worker->reference, n, channel.frequency, value);
        pairs_set_turn(&turn, 0, value);
    }
    for (size_t done = 0; done < piece->columns; done += n) {
        size_t count = piece->columns - done < n ? piece->columns - done : n;
        if (done > 0) {
            rows->lanes->turn(1, &anchor, &turn, &turned);
            pairs_copy(1, &turned, &anchor);
        }
        pairs_fill(count, &anchor, &worker->here);
        double error = double_error(&anchor, 0, worker->turns_reach);
        for (size_t l = 0; l < count; l++)
            worker->error[l] = error;
        run(worker, count, &worker->here, &worker->turns, entries + done * type->bytes,
            piece->from + done, j, true);
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
            reference_read(worker->reference, piece->row + r, piece->from, piece->columns, entries);
            worker->decided[LEVEL_MPFR] += piece->columns;
        }
    }
    return piece;
}
