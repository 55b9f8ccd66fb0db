#include "engine/listed_rows.h"
#include "base/die.h"
#include "engine/digits.h"
#include "engine/zero_channels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes for the phasors of digits, if the narrowest digits don't need more. */
enum { ROOM = 16 << 20, PHASOR = 4 * sizeof(double) };

struct listed_rows {
    const struct table *table;
    const struct position_list *list;
    const struct simd *simd;
    size_t frequencies, channels;
    uint32_t *source; /* of a channel: 4 * its frequency + its function */
    struct zero_channels zeros;
    struct digits digits;
    struct digit_phasors higher; /* those of the places above the lowest, by frequency */
    struct phasors lowest;       /* turns by the lowest digit: an array of all channels each */
    double *reach;               /* by channel: max |sine| of these turns */
    struct engine_error error;
};

struct listed_rows_worker {
    int64_t key; /* of what the channels are at: the higher digits, or a row; NOWHERE before all */
    uint64_t from;
    struct phasors here, next; /* by frequency: (sin, cos), times the amplitude */
    struct phasors channels;
    double *error;
    void *origin; /* the entries of position 0, of the channels from origin_from on */
    uint64_t origin_from;
};

static const int64_t NOWHERE = INT64_MIN;

/* --- from frequencies to channels */

static uint32_t *sources_of(const struct table *table) {
    uint32_t *source = die_malloc(table->channel_count * sizeof *source);
    for (uint64_t j = 0; j < table->channel_count; j++) {
        struct channel channel = table_channel(table, j);
        source[j] = 4 * (uint32_t)channel.frequency + (uint32_t)channel.function;
    }
    return source;
}

/* The turns of n sources. A channel of zeros, which may be the only one, isn't turned. */
static void spread_turns(const uint32_t source[], size_t n, const struct phasors *from,
                         const struct phasors *to) {
    const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};
    for (size_t j = 0; j < n; j++)
        if (source[j] % 4 == CHANNEL_ZERO)
            phasors_set_turn(to, j, zero_and_one);
        else
            phasors_copy_one(from, source[j] / 4, to, j);
}

/* The channels of n sources. One of zeros becomes what the rounding test decides at once. */
static void spread_channels(const uint32_t source[], size_t n, const struct phasors *from,
                            const struct phasors *to) {
    const double *restrict sine = from->a, *restrict sine_low = from->a_low;
    const double *restrict cosine = from->b, *restrict cosine_low = from->b_low;
    double *restrict a = to->a, *restrict a_low = to->a_low;
    double *restrict b = to->b, *restrict b_low = to->b_low;
    for (size_t j = 0; j < n; j++) {
        size_t k = source[j] / 4;
        if (source[j] % 4 == CHANNEL_SINE) {
            a[j] = sine[k];
            a_low[j] = sine_low[k];
            b[j] = cosine[k];
            b_low[j] = cosine_low[k];
        } else if (source[j] % 4 == CHANNEL_COSINE) {
            a[j] = cosine[k];
            a_low[j] = cosine_low[k];
            b[j] = -sine[k];
            b_low[j] = -sine_low[k];
        } else {
            a[j] = 1;
            a_low[j] = b[j] = b_low[j] = 0;
        }
    }
}

/* --- what is shared */

/* Makes the turns of all channels by the lowest digit, and their reach. */
static void make_lowest(struct listed_rows *shared, struct reference *reference) {
    size_t n = shared->frequencies, d = shared->channels;
    size_t count = shared->digits.places ? (size_t)1 << shared->digits.bits : 1;
    struct phasors one = phasors_new(n), here = phasors_new(n), next = phasors_new(n);
    shared->lowest = phasors_new(count * d);
    shared->reach = die_malloc(d * sizeof *shared->reach);
    for (size_t k = 0; k < n; k++) {
        struct double_double value[2] = {{0, 0}, {1, 0}};
        phasors_set_turn(&here, k, value);
        if (count > 1)
            reference_turn(reference, 1, k, value);
        phasors_set_turn(&one, k, value);
    }
    for (size_t j = 0; j < d; j++)
        shared->reach[j] = 0;
    for (size_t digit = 0; digit < count; digit++) {
        struct phasors to = phasors_from(&shared->lowest, digit * d), other = here;
        spread_turns(shared->source, d, &here, &to);
        for (size_t j = 0; j < d; j++)
            shared->reach[j] = fmax(shared->reach[j], fabs(to.a[j])); /* NOLINT(*Null*) */
        shared->simd->turn(n, &here, &one, &next);
        here = next;
        next = other;
    }
    phasors_free(&one);
    phasors_free(&here);
    phasors_free(&next);
}

struct listed_rows *listed_rows_new(const struct table *table, const struct simd *simd) {
    struct listed_rows *shared = die_malloc(sizeof *shared);
    *shared = (struct listed_rows){.table = table,
                                   .list = table_list(table),
                                   .simd = simd,
                                   .frequencies = (size_t)table->frequency_count,
                                   .channels = (size_t)table->channel_count};
    const struct digits_room room = {PHASOR * shared->channels, PHASOR * shared->frequencies, ROOM,
                                     shared->list->count > 64 ? shared->list->count : 64};
    struct reference *reference = reference_new(table);
    shared->source = sources_of(table);
    shared->zeros = zero_channels_of(table);
    shared->digits = digits_of(shared->list, &room);
    if (shared->digits.places > 0) {
        shared->higher = digit_phasors_new(&shared->digits, 1, shared->frequencies);
        digit_phasors_make(&shared->higher, &shared->digits, simd, reference, 0);
    }
    make_lowest(shared, reference);
    shared->error = reference_error(reference);
    reference_free(reference);
    return shared;
}

void listed_rows_free(struct listed_rows *shared) {
    if (!shared)
        return;
    if (shared->digits.places > 0)
        digit_phasors_free(&shared->higher);
    phasors_free(&shared->lowest);
    zero_channels_free(&shared->zeros);
    free(shared->source);
    free(shared->reach);
    free(shared);
}

struct engine_error listed_rows_error(const struct listed_rows *shared) {
    return shared->error;
}

/* --- rows */

struct listed_rows_worker *listed_rows_worker_new(const struct listed_rows *shared,
                                                  size_t columns) {
    struct listed_rows_worker *worker = die_malloc(sizeof *worker);
    *worker = (struct listed_rows_worker){.key = NOWHERE,
                                          .here = phasors_new(shared->frequencies),
                                          .next = phasors_new(shared->frequencies),
                                          .channels = phasors_new(columns)};
    worker->error = die_malloc(columns * sizeof *worker->error);
    worker->origin = die_malloc(columns * shared->table->type->bytes);
    worker->origin_from = UINT64_MAX;
    return worker;
}

void listed_rows_worker_free(struct listed_rows_worker *worker) {
    if (!worker)
        return;
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    phasors_free(&worker->channels);
    free(worker->error);
    free(worker->origin);
    free(worker);
}

/* The phasors at the higher digits of an offset. They are the worker's, or those of the highest digit. */
static struct phasors at_higher(const struct listed_rows *shared, struct listed_rows_worker *worker,
                                uint32_t m) {
    const struct digits *digits = &shared->digits;
    unsigned place = digits->places - 1;
    struct phasors at = digit_phasors_of(&shared->higher, place, digits_at(digits, m, place));
    while (--place > 0) {
        size_t digit = digits_at(digits, m, place);
        if (digit == 0)
            continue;
        struct phasors turn = digit_phasors_of(&shared->higher, place, digit), other;
        shared->simd->turn(shared->frequencies, &at, &turn, &worker->next);
        other = worker->next;
        worker->next = worker->here;
        worker->here = at = other;
    }
    return at;
}

static struct phasors at_seeds(const struct listed_rows *shared, struct listed_rows_worker *worker,
                               struct reference *reference, uint64_t row) {
    for (size_t k = 0; k < shared->frequencies; k++) {
        struct double_double value[2];
        reference_at(reference, row, k, value);
        phasors_set_turn(&worker->here, k, value);
    }
    return worker->here;
}

void listed_rows_compute(const struct listed_rows *shared, struct listed_rows_worker *worker,
                         struct levels *levels, uint64_t row, uint64_t from, size_t n,
                         void *entries) {
    const size_t bytes = shared->table->type->bytes;
    const bool origin = shared->list->code[row] == 0;
    uint32_t m;
    if (origin && worker->origin_from == from) {
        memcpy(entries, worker->origin, n * bytes);
        levels->counts.decided[LEVEL_DOUBLE] += n;
        return;
    }
    const bool whole = digits_have(&shared->digits, shared->list, row, &m);
    int64_t key = whole ? (int64_t)(m >> shared->digits.bits) : -1 - (int64_t)row;
    if (worker->key != key || worker->from != from) {
        struct phasors at =
            whole ? at_higher(shared, worker, m) : at_seeds(shared, worker, levels->reference, row);
        spread_channels(shared->source + from, n, &at, &worker->channels);
        levels_errors(levels, n, &worker->channels, shared->reach + from, worker->error);
        worker->key = key;
        worker->from = from;
    }
    size_t lowest = whole ? digits_at(&shared->digits, m, 0) : 0;
    struct phasors turns = phasors_from(&shared->lowest, lowest * shared->channels + (size_t)from);
    levels_run(levels, n, &worker->channels, &turns, worker->error, entries,
               (struct place){.position = row, .channel = from});
    zero_channels_put(&shared->zeros, (size_t)from, n, bytes, entries);
    if (origin) { /* packed sequences have it often, and only the reference decides a sine that is 0 */
        memcpy(worker->origin, entries, n * bytes);
        worker->origin_from = from;
    }
}
