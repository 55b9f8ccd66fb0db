#include "engine/position_major.h"
#include "base/die.h"
#include "engine/zero_channels.h"

#include <math.h>
#include <stdlib.h>

/* The offsets of all channels should stay in the second cache, unless that leaves less than STRIDE_WIDE of them for each
 * channel: then they are used tile by tile. Those of the widest tables would need too much memory. */
enum { STRIDE_MAX = 64, STRIDE_WIDE = 16, STRIDE_CACHED = 1 << 15, STRIDE_STORED = 1 << 18 };

/* Channels that are computed together, row after row. */
enum { TILE = 1024 };

/* Turns since the seed: from band to band, from anchor to anchor, by an offset, and those that made the offset. */
_Static_assert(POSITION_MAJOR_RESEED + POSITION_MAJOR_ROWS + 2 * STRIDE_MAX <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

/* Turns by l rows, l <= stride, and by a band, for rising or for falling positions. */
struct turns {
    bool made;
    struct phasors offset[STRIDE_MAX + 1], band;
};

/* A band is one piece of rows, or several that have no more rows than the stride. All start from its first row. */
struct band {
    uint64_t row;
    int direction;
    struct phasors channels; /* of all arrays at that row */
    unsigned holders;        /* workers that compute from it */
    struct band *other;      /* of the list of all bands */
};

struct position_major {
    const struct table *table;
    const struct simd *simd;
    struct reference *reference;
    uint64_t band_rows;
    bool several; /* does a band follow another? */
    size_t stride;
    size_t channels; /* of one array */
    struct turns up, down;
    double *reach;             /* by channel: max |sine| of the offsets */
    struct band *bands, *here; /* all of them; the one gone to */
    struct zero_channels zeros;
    unsigned turned; /* how often since the seeds */
};

struct position_major_worker {
    struct band *band;
    struct phasors here, next; /* of a tile */
    double error[TILE];
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
        up->band = phasors_new(d);
        seed_channels(shared, SEED_TURNS, shared->band_rows, &up->band);
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
        down->band = phasors_new(shared->channels);
        phasors_opposite(shared->channels, &shared->up.band, &down->band);
    }
    down->made = true;
}

/* A stride of offsets costs a turn for each of them, and an anchor one for each stride of rows: least together if both
 * are as many. */
static size_t stride_for(size_t channels, uint64_t rows) {
    size_t stride = 1;
    while (stride < STRIDE_MAX && stride * stride < rows &&
           2 * stride * channels <= (stride < STRIDE_WIDE ? STRIDE_STORED : STRIDE_CACHED))
        stride *= 2;
    return stride;
}

struct position_major *position_major_new(const struct table *table, const struct simd *simd,
                                          uint64_t rows, uint64_t piece_rows) {
    struct position_major *shared = die_malloc(sizeof *shared);
    *shared = (struct position_major){
        .table = table, .simd = simd, .channels = (size_t)table->channel_count};
    shared->reference = reference_new(table);
    shared->stride = stride_for(shared->channels, rows);
    shared->band_rows =
        piece_rows < shared->stride ? shared->stride / piece_rows * piece_rows : piece_rows;
    shared->several = rows > shared->band_rows;
    make_turns(shared);
    shared->zeros = zero_channels_of(table);
    for (size_t k = 0; k < table->segment_count; k++)
        if (table->segments[k].direction < 0 && !shared->down.made)
            make_down(shared);
    return shared;
}

static void free_turns(struct turns *turns) {
    for (size_t l = 0; l <= STRIDE_MAX; l++)
        phasors_free(&turns->offset[l]);
    phasors_free(&turns->band);
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
    while (shared->bands) {
        struct band *band = shared->bands;
        shared->bands = band->other;
        phasors_free(&band->channels);
        free(band);
    }
    free(shared->reach);
    zero_channels_free(&shared->zeros);
    free(shared);
}

static const struct turns *turns_of(const struct position_major *shared, int direction) {
    return direction < 0 ? &shared->down : &shared->up;
}

/* A band that no worker holds and that isn't `here`: what it was is forgotten. */
static struct band *unused_band(struct position_major *shared) {
    for (struct band *band = shared->bands; band; band = band->other)
        if (band->holders == 0 && band != shared->here)
            return band;
    struct band *band = die_malloc(sizeof *band);
    *band = (struct band){.channels = phasors_new(all_channels(shared)), .other = shared->bands};
    shared->bands = band;
    return band;
}

static void turn_band(const struct position_major *shared, const struct phasors *turn,
                      const struct band *from, const struct band *to) {
    for (size_t j = 0; j < all_channels(shared); j += shared->channels) {
        struct phasors here = phasors_from(&from->channels, j);
        struct phasors next = phasors_from(&to->channels, j);
        shared->simd->turn(shared->channels, &here, turn, &next);
    }
}

void position_major_go(struct position_major *shared, uint64_t row, int direction, bool follows) {
    struct band *here = shared->here;
    if (follows && (direction == 0 || row < here->row + shared->band_rows))
        return;
    struct band *next = unused_band(shared);
    next->row = row;
    next->direction = direction;
    if (!follows || ++shared->turned == POSITION_MAJOR_RESEED) {
        seed_channels(shared, SEED_CHANNELS, row, &next->channels);
        shared->turned = 0;
    } else {
        turn_band(shared, &turns_of(shared, direction)->band, here, next);
    }
    shared->here = next;
}

struct position_major_worker *position_major_worker_new(void) {
    struct position_major_worker *worker = die_malloc(sizeof *worker);
    worker->band = NULL;
    worker->here = phasors_new(TILE);
    worker->next = phasors_new(TILE);
    return worker;
}

void position_major_worker_free(struct position_major_worker *worker) {
    if (!worker)
        return;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    free(worker);
}

void position_major_release(struct position_major_worker *worker) {
    if (worker->band)
        worker->band->holders--;
    worker->band = NULL;
}

void position_major_hold(const struct position_major *shared,
                         struct position_major_worker *worker) {
    worker->band = shared->here;
    worker->band->holders++;
}

/* Computes n channels of one array, from `channel` of all arrays on; rows are `apart` bytes apart. */
static void compute_tile(const struct position_major *shared, struct position_major_worker *worker,
                         struct levels *levels, const struct piece *piece, size_t channel, size_t n,
                         char *entries) {
    const struct band *band = worker->band;
    const struct turns *turns = turns_of(shared, band->direction);
    const size_t from = channel % shared->channels;
    const bool still = band->direction == 0;
    struct phasors here = phasors_from(&band->channels, channel), next = worker->next;
    size_t l = still ? 0 : (size_t)(piece->row - band->row); /* rows since the anchor */
    levels_errors(levels, n, &here, shared->reach + from, worker->error);
    for (uint64_t r = 0; r < piece->rows; r++, l += !still) {
        if (l == shared->stride) {
            struct phasors turn = phasors_from(&turns->offset[l], from);
            shared->simd->turn(n, &here, &turn, &next);
            levels_errors(levels, n, &next, shared->reach + from, worker->error);
            here = next;
            next = next.a == worker->next.a ? worker->here : worker->next;
            l = 0;
        }
        struct phasors offset = phasors_from(&turns->offset[l], from);
        levels_run(levels, n, &here, &offset, worker->error, entries,
                   (struct place){.position = piece->row + r, .channel = channel});
        zero_channels_put(&shared->zeros, channel, n, shared->table->type, entries);
        entries += piece->columns * shared->table->type->bytes;
    }
}

void position_major_compute(const struct position_major *shared,
                            struct position_major_worker *worker, struct levels *levels,
                            const struct piece *piece) {
    const size_t bytes = shared->table->type->bytes;
    for (uint64_t array = 0; array < shared->table->arrays; array++)
        for (size_t done = 0, n; done < piece->columns; done += n) {
            n = piece->columns - done < TILE ? piece->columns - done : TILE;
            compute_tile(shared, worker, levels, piece,
                         (size_t)(array * shared->channels + piece->from) + done, n,
                         (char *)piece->entries + array * piece->bytes + done * bytes);
        }
}
