#include "engine/position_major.h"
#include "base/die.h"
#include "engine/zero_channels.h"

#include <math.h>
#include <stdlib.h>

enum { STRIDE_MAX = 64 };

/* Turns since the seed: from piece to piece, from anchor to anchor, by an offset, and those that made the offset. */
_Static_assert(POSITION_MAJOR_RESEED + POSITION_MAJOR_ROWS + 2 * STRIDE_MAX <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

/* Turns by l rows, l <= stride, and by a piece, for rising or for falling positions. */
struct turns {
    bool made;
    struct phasors offset[STRIDE_MAX + 1], piece;
};

struct position_major {
    const struct table *table;
    const struct simd *simd;
    struct reference *reference;
    uint64_t piece_rows;
    bool several; /* does a piece follow another? */
    size_t piece_columns, stride;
    size_t channels; /* of one array */
    struct turns up, down;
    double *reach; /* by channel: max |sine| of the offsets */
    struct phasors here,
        next; /* the channels of all arrays at the row gone to; room for the next */
    struct zero_channels zeros;
    int direction;
    unsigned turned; /* how often since the seeds */
};

struct position_major_worker {
    uint64_t from;
    size_t columns;
    int direction;
    struct phasors here, next; /* array by array, each with `columns` channels */
    double *error;
};

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

enum seed { SEED_CHANNELS, SEED_TURNS };

static size_t all_channels(const struct position_major *shared) {
    return (size_t)shared->table->arrays * shared->channels;
}

/* Makes every channel of all arrays at position `at`, or the turn of every channel of an array by `at` positions: the
 * arrays have the same turns, and each frequency has one seed. A channel of zeros is computed as the cosine of
 * 0, which the rounding test decides at once, and then overwritten. */
static void seed_channels(struct position_major *shared, enum seed seed, uint64_t at,
                          const struct phasors *to) {
    uint64_t n = shared->table->frequency_count;
    struct double_double(*value)[2] = die_malloc(n * sizeof *value);
    for (uint64_t k = 0; k < n; k++) {
        if (seed == SEED_CHANNELS)
            reference_at(shared->reference, at, k, value[k]);
        else
            reference_turn(shared->reference, at, k, value[k]);
    }
    size_t count = seed == SEED_CHANNELS ? all_channels(shared) : shared->channels;
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(shared->table, j);
        bool zero = channel.function == CHANNEL_ZERO;
        const struct double_double *v = zero ? zero_and_one : value[channel.frequency];
        if (seed == SEED_CHANNELS)
            phasors_set_channel(to, j, (int)channel.function, v);
        else
            phasors_set_turn(to, j, v);
    }
    free(value);
}

static void swap(struct phasors *a, struct phasors *b) {
    struct phasors other = *a;
    *a = *b;
    *b = other;
}

static void make_turns(struct position_major *shared) {
    size_t d = shared->channels, stride = shared->stride;
    struct turns *up = &shared->up;
    for (size_t l = 0; l <= stride; l++)
        up->offset[l] = phasors_new(d);
    for (size_t j = 0; j < d; j++)
        phasors_set_turn(&up->offset[0], j, zero_and_one);
    seed_channels(shared, SEED_TURNS, 1, &up->offset[1]);
    for (size_t l = 1; l < stride; l++)
        shared->simd->turn(d, &up->offset[l], &up->offset[1], &up->offset[l + 1]);
    up->made = true;
    if (shared->several) {
        up->piece = phasors_new(d);
        seed_channels(shared, SEED_TURNS, shared->piece_rows, &up->piece);
    }
    double *reach = shared->reach = die_malloc(d * sizeof *reach);
    for (size_t j = 0; j < d; j++)
        reach[j] = 0;
    for (size_t l = 0; l < stride; l++) {
        const double *sine = up->offset[l].a;
        for (size_t j = 0; j < d; j++)
            reach[j] = reach[j] < fabs(sine[j]) ? fabs(sine[j]) : reach[j];
    }
}

/* Makes the turns by the opposite angles. */
static void make_down(struct position_major *shared) {
    struct turns *down = &shared->down;
    for (size_t l = 0; l <= shared->stride; l++) {
        down->offset[l] = phasors_new(shared->channels);
        phasors_opposite(shared->channels, &shared->up.offset[l], &down->offset[l]);
    }
    if (shared->several) {
        down->piece = phasors_new(shared->channels);
        phasors_opposite(shared->channels, &shared->up.piece, &down->piece);
    }
    down->made = true;
}

/* A stride of offsets costs a turn for each of them, and an anchor one for each stride of rows: least together if both
 * are as many. */
struct position_major *position_major_new(const struct table *table, const struct simd *simd,
                                          uint64_t rows, uint64_t piece_rows,
                                          size_t piece_columns) {
    struct position_major *shared = die_malloc(sizeof *shared);
    *shared = (struct position_major){.table = table,
                                      .simd = simd,
                                      .piece_rows = piece_rows,
                                      .piece_columns = piece_columns,
                                      .several = rows > piece_rows,
                                      .channels = (size_t)table->channel_count,
                                      .stride = 1};
    shared->reference = reference_new(table);
    while (shared->stride < STRIDE_MAX && shared->stride < piece_rows &&
           shared->stride * shared->stride < rows)
        shared->stride *= 2;
    make_turns(shared);
    shared->zeros = zero_channels_of(table);
    for (size_t k = 0; k < table->segment_count; k++)
        if (table->segments[k].direction < 0 && !shared->down.made)
            make_down(shared);
    shared->here = phasors_new(all_channels(shared));
    shared->next = phasors_new(all_channels(shared));
    return shared;
}

static void free_turns(struct turns *turns) {
    for (size_t l = 0; l <= STRIDE_MAX; l++)
        phasors_free(&turns->offset[l]);
    phasors_free(&turns->piece);
}

struct engine_error position_major_error(const struct position_major *shared) {
    return reference_error(shared->reference);
}

void position_major_free(struct position_major *shared) {
    if (!shared)
        return;
    reference_free(shared->reference);
    free_turns(&shared->up);
    free_turns(&shared->down);
    phasors_free(&shared->here);
    phasors_free(&shared->next);
    free(shared->reach);
    zero_channels_free(&shared->zeros);
    free(shared);
}

static const struct turns *turns_of(const struct position_major *shared, int direction) {
    return direction < 0 ? &shared->down : &shared->up;
}

void position_major_go(struct position_major *shared, uint64_t row, int direction, bool follows) {
    shared->direction = direction;
    if (follows && direction == 0)
        return;
    if (!follows || ++shared->turned == POSITION_MAJOR_RESEED) {
        seed_channels(shared, SEED_CHANNELS, row, &shared->here);
        shared->turned = 0;
        return;
    }
    const struct phasors *turn = &turns_of(shared, direction)->piece;
    for (size_t j = 0; j < all_channels(shared); j += shared->channels) {
        struct phasors here = phasors_from(&shared->here, j);
        struct phasors next = phasors_from(&shared->next, j);
        shared->simd->turn(shared->channels, &here, turn, &next);
    }
    swap(&shared->here, &shared->next);
}

struct position_major_worker *position_major_worker_new(const struct position_major *shared) {
    struct position_major_worker *worker = die_malloc(sizeof *worker);
    size_t most = (size_t)shared->table->arrays * shared->piece_columns;
    *worker = (struct position_major_worker){.here = phasors_new(most), .next = phasors_new(most)};
    worker->error = die_malloc(shared->piece_columns * sizeof *worker->error);
    return worker;
}

void position_major_worker_free(struct position_major_worker *worker) {
    if (!worker)
        return;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    free(worker->error);
    free(worker);
}

void position_major_copy(const struct position_major *shared, struct position_major_worker *worker,
                         uint64_t from, size_t columns) {
    for (size_t array = 0; array < shared->table->arrays; array++) {
        struct phasors here = phasors_from(&shared->here, array * shared->channels + (size_t)from);
        struct phasors copy = phasors_from(&worker->here, array * columns);
        phasors_copy(columns, &here, &copy);
    }
    worker->from = from;
    worker->columns = columns;
    worker->direction = shared->direction;
}

static void compute_array(const struct position_major *shared, struct position_major_worker *worker,
                          struct levels *levels, size_t array, uint64_t row, uint64_t count,
                          char *entries) {
    const struct turns *turns = turns_of(shared, worker->direction);
    size_t n = worker->columns, from = (size_t)worker->from, bytes = shared->table->type->bytes;
    size_t channel = array * shared->channels + from;
    struct phasors here = phasors_from(&worker->here, array * n),
                   next = phasors_from(&worker->next, array * n);
    bool still = worker->direction == 0;
    for (uint64_t r = 0; r < count; r++) {
        size_t l = (size_t)(r % shared->stride);
        if (l == 0 && r > 0 && !still) {
            struct phasors turn = phasors_from(&turns->offset[shared->stride], from);
            shared->simd->turn(n, &here, &turn, &next);
            swap(&here, &next);
        }
        if (l == 0)
            levels_errors(levels, n, &here, shared->reach + from, worker->error);
        struct phasors offset = phasors_from(&turns->offset[still ? 0 : l], from);
        levels_run(levels, n, &here, &offset, worker->error, entries,
                   (struct place){.position = row + r, .channel = channel});
        zero_channels_put(&shared->zeros, channel, n, shared->table->type, entries);
        entries += n * bytes;
    }
}

void position_major_compute(const struct position_major *shared,
                            struct position_major_worker *worker, struct levels *levels,
                            uint64_t row, uint64_t count, void *entries, size_t apart) {
    for (size_t array = 0; array < shared->table->arrays; array++)
        compute_array(shared, worker, levels, array, row, count, (char *)entries + array * apart);
}
