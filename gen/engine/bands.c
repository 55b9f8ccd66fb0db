#include "engine/bands.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>

/* The offsets of all channels should stay in the second cache, unless that leaves less than STRIDE_WIDE of them for each
 * channel: then tiles use them. Those of the widest tables would need too much memory. */
enum { STRIDE_WIDE = 16, STRIDE_CACHED = 1 << 15, STRIDE_STORED = 1 << 18 };

enum seed { SEED_CHANNELS, SEED_TURNS };

static size_t all_phasors(const struct bands *bands) {
    return (size_t)bands->table->arrays * bands->phasors;
}

/* Makes the phasors of all arrays at position `at`, or the turns of an array by `at` positions: the arrays have the same
 * turns, and each frequency has one seed. A channel of zeros is computed as the cosine of 0, which the rounding test
 * decides at once, and then overwritten. */
static void seed_phasors(struct bands *bands, enum seed seed, uint64_t at,
                         const struct phasors *to) {
    uint64_t n = bands->table->frequency_count;
    struct double_double(*value)[2] = die_malloc(n * sizeof *value);
    for (uint64_t k = 0; k < n; k++) {
        if (seed == SEED_CHANNELS)
            reference_at(bands->reference, at, k, value[k]);
        else
            reference_turn(bands->reference, at, k, value[k]);
    }
    size_t count = seed == SEED_CHANNELS ? all_phasors(bands) : bands->phasors;
    for (size_t j = 0; j < count; j++) {
        struct channel channel = table_channel(bands->table, j * bands->entries);
        bool zero = channel.function == CHANNEL_ZERO;
        const struct double_double *v = zero ? zero_and_one : value[channel.frequency];
        if (seed == SEED_CHANNELS)
            phasors_set_channel(to, j, (int)channel.function, v);
        else
            phasors_set_turn(to, j, v);
    }
    free(value);
}

static void make_turns(struct bands *bands) {
    size_t d = bands->phasors, stride = bands->stride;
    struct turns *up = &bands->up;
    up->offsets = phasors_new((stride + 1) * d);
    const struct phasors one = phasors_from(&up->offsets, d);
    for (size_t j = 0; j < d; j++)
        phasors_set_turn(&up->offsets, j, zero_and_one);
    seed_phasors(bands, SEED_TURNS, 1, &one);
    for (size_t l = 1; l < stride; l++) {
        const struct phasors here = phasors_from(&up->offsets, l * d);
        const struct phasors next = phasors_from(&up->offsets, (l + 1) * d);
        bands->simd->turn(d, &here, &one, &next);
    }
    up->made = true;
    if (bands->several) {
        up->band = phasors_new(d);
        seed_phasors(bands, SEED_TURNS, bands->rows, &up->band);
    }
    double *reach = bands->reach = die_malloc(d * sizeof *reach);
    for (size_t j = 0; j < d; j++)
        reach[j] = 0;
    for (size_t l = 0; l < stride; l++) {
        const double *sine = up->offsets.a + l * d;
        for (size_t j = 0; j < d; j++)
            reach[j] = reach[j] < fabs(sine[j]) ? fabs(sine[j]) : reach[j];
    }
}

/* Makes the turns by the opposite angles. */
static void make_down(struct bands *bands) {
    struct turns *down = &bands->down;
    const size_t n = (bands->stride + 1) * bands->phasors;
    down->offsets = phasors_new(n);
    phasors_opposite(n, &bands->up.offsets, &down->offsets);
    if (bands->several) {
        down->band = phasors_new(bands->phasors);
        phasors_opposite(bands->phasors, &bands->up.band, &down->band);
    }
    down->made = true;
}

/* A stride of offsets costs a turn for each of them, and new memory; an anchor costs a turn for each stride of rows. An
 * offset is some eight times as dear. */
static size_t stride_for(size_t phasors, uint64_t rows) {
    size_t stride = 1;
    while (stride < BANDS_STRIDE && 8 * stride * stride < rows &&
           2 * stride * phasors <= (stride < STRIDE_WIDE ? STRIDE_STORED : STRIDE_CACHED))
        stride *= 2;
    return stride;
}

/* Is every channel with an even number a sine, and the next one its cosine, in all pieces? */
static bool has_pairs(const struct table *table, const struct pieces *pieces) {
    if (table->channel_count % 2 != 0 || pieces->columns_each % 2 != 0)
        return false;
    for (uint64_t j = 0; j < table->arrays * table->channel_count; j += 2) {
        const struct channel sine = table_channel(table, j), cosine = table_channel(table, j + 1);
        if (sine.function != CHANNEL_SINE || cosine.function != CHANNEL_COSINE ||
            sine.frequency != cosine.frequency)
            return false;
    }
    return true;
}

void bands_init(struct bands *bands, const struct table *table, const struct simd *simd,
                uint64_t rows, const struct pieces *pieces) {
    *bands = (struct bands){.table = table, .simd = simd};
    bands->reference = reference_new(table);
    bands->entries = has_pairs(table, pieces) ? 2 : 1;
    bands->phasors = (size_t)table->channel_count / bands->entries;
    bands->stride = stride_for(bands->phasors, rows);
    bands->rows = pieces->rows_each;
    if (bands->rows > 0 && bands->rows < bands->stride)
        bands->rows *= bands->stride / bands->rows;
    bands->several = rows > bands->rows;
    make_turns(bands);
    for (size_t k = 0; k < table->segment_count; k++)
        if (table->segments[k].direction < 0 && !bands->down.made)
            make_down(bands);
}

static void free_turns(struct turns *turns) {
    phasors_free(&turns->offsets);
    phasors_free(&turns->band);
}

void bands_clear(struct bands *bands) {
    reference_free(bands->reference);
    free_turns(&bands->up);
    free_turns(&bands->down);
    while (bands->all) {
        struct band *band = bands->all;
        bands->all = band->other;
        phasors_free(&band->phasors);
        free(band);
    }
    free(bands->reach);
}

const struct turns *bands_turns(const struct bands *bands, int direction) {
    return direction < 0 ? &bands->down : &bands->up;
}

/* A band that no worker holds and that isn't `here`: what it was is forgotten. */
static struct band *unused_band(struct bands *bands) {
    for (struct band *band = bands->all; band; band = band->other)
        if (band->holders == 0 && band != bands->here)
            return band;
    struct band *band = die_malloc(sizeof *band);
    *band = (struct band){.phasors = phasors_new(all_phasors(bands)), .other = bands->all};
    bands->all = band;
    return band;
}

static void turn_band(const struct bands *bands, const struct phasors *turn,
                      const struct band *from, const struct band *to) {
    for (size_t j = 0; j < all_phasors(bands); j += bands->phasors) {
        struct phasors here = phasors_from(&from->phasors, j);
        struct phasors next = phasors_from(&to->phasors, j);
        bands->simd->turn(bands->phasors, &here, turn, &next);
    }
}

void bands_go(struct bands *bands, uint64_t row, int direction, bool follows) {
    struct band *here = bands->here;
    if (follows && (direction == 0 || row < here->row + bands->rows))
        return;
    struct band *next = unused_band(bands);
    next->row = row;
    next->direction = direction;
    if (!follows || ++bands->turned == BANDS_RESEED) {
        seed_phasors(bands, SEED_CHANNELS, row, &next->phasors);
        bands->turned = 0;
    } else {
        turn_band(bands, &bands_turns(bands, direction)->band, here, next);
    }
    bands->here = next;
}
