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
    size_t frequencies, channels; /* channels: of one array */
    uint32_t *source;             /* of a channel of any array: 4 * its frequency + its function */
    struct zero_channels zeros;
    struct digits digits;
    struct digit_phasors higher; /* those of the places above the lowest, by frequency */
    struct phasors lowest;       /* turns by the lowest digit: an array of all channels each */
    double *reach;               /* by channel: max |sine| of these turns */
    struct engine_error error;
};

struct listed_rows_worker {
    uint32_t key; /* of what the channels are at: the higher digits; NOWHERE before all */
    uint64_t from;
    struct phasors here, next; /* by frequency: (sin, cos), times the amplitude */
    struct phasors channels;   /* of one array after the other */
    double *error;
    void *origin; /* the entries of position 0, of the channels from origin_from on */
    uint64_t origin_from;
};

static const uint32_t NOWHERE = UINT32_MAX;

/* --- from frequencies to channels */

static uint32_t *sources_of(const struct table *table) {
    const uint64_t count = table->arrays * table->channel_count;
    uint32_t *source = die_malloc(count * sizeof *source);
    for (uint64_t j = 0; j < count; j++) {
        struct channel channel = table_channel(table, j);
        source[j] = 4 * (uint32_t)channel.frequency + (uint32_t)channel.function;
    }
    return source;
}

/* The turns of n sources. A channel of zeros, which may be the only one, isn't turned. */
static void spread_turns(const uint32_t source[], size_t n, const struct phasors *from,
                         const struct phasors *to) {
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
    const size_t all = (size_t)shared->table->arrays * columns;
    *worker = (struct listed_rows_worker){.key = NOWHERE,
                                          .here = phasors_new(shared->frequencies),
                                          .next = phasors_new(shared->frequencies),
                                          .channels = phasors_new(all)};
    worker->error = die_malloc(all * sizeof *worker->error);
    worker->origin = die_malloc(all * shared->table->type->bytes);
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

/* Moves the channels [from, from + n) of all arrays to a row. */
static void go_to(const struct listed_rows *shared, struct listed_rows_worker *worker,
                  const struct levels *levels, uint64_t from, size_t n, const struct phasors *at) {
    for (size_t array = 0; array < shared->table->arrays; array++) {
        struct phasors channels = phasors_from(&worker->channels, array * n);
        spread_channels(shared->source + array * shared->channels + from, n, at, &channels);
        levels_errors(levels, n, &channels, shared->reach + from, worker->error + array * n);
    }
}

/* Copies the entries of position 0 to, or from, where the worker keeps them. */
static void copy_origin(const struct listed_rows *shared, const struct listed_rows_worker *worker,
                        size_t n, char *entries, size_t apart, bool keep) {
    size_t bytes = n * shared->table->type->bytes;
    for (size_t array = 0; array < shared->table->arrays; array++) {
        char *own = (char *)worker->origin + array * bytes, *to = entries + array * apart;
        memcpy(keep ? own : to, keep ? to : own, bytes);
    }
}

void listed_rows_compute(const struct listed_rows *shared, struct listed_rows_worker *worker,
                         struct levels *levels, uint64_t row, uint64_t from, size_t n,
                         void *entries, size_t apart) {
    const bool origin = shared->list->code[row] == 0;
    uint32_t m;
    if (origin && worker->origin_from == from) {
        copy_origin(shared, worker, n, entries, apart, false);
        levels->counts.decided[LEVEL_DOUBLE] += shared->table->arrays * n;
        return;
    }
    if (!digits_have(&shared->digits, shared->list, row, &m)) {
        reference_read(levels->reference, row, from, n, entries, apart);
        levels->counts.decided[LEVEL_MPFR] += shared->table->arrays * n;
        return;
    }
    const uint32_t key = m >> shared->digits.bits;
    if (worker->key != key || worker->from != from) {
        struct phasors at = at_higher(shared, worker, m);
        go_to(shared, worker, levels, from, n, &at);
        worker->key = key;
        worker->from = from;
    }
    size_t lowest = digits_at(&shared->digits, m, 0);
    struct phasors turns = phasors_from(&shared->lowest, lowest * shared->channels + (size_t)from);
    for (size_t array = 0; array < shared->table->arrays; array++) {
        size_t channel = array * shared->channels + (size_t)from;
        struct phasors channels = phasors_from(&worker->channels, array * n);
        char *to = (char *)entries + array * apart;
        levels_run(levels, n, &channels, &turns, worker->error + array * n, to,
                   (struct place){.position = row, .channel = channel, .channels = n});
        zero_channels_put(&shared->zeros, channel, n, shared->table->type, to);
    }
    if (origin) { /* packed sequences have it often, and only the reference decides a sine that is 0 */
        copy_origin(shared, worker, n, entries, apart, true);
        worker->origin_from = from;
    }
}
