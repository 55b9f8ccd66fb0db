#include "engine/listed_channels.h"
#include "base/die.h"
#include "engine/digits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUN = 512 };

struct listed_channels {
    const struct table *table;
    const struct position_list *list;
    const struct simd *simd;
    struct digits digits;
    struct digit_phasors phasors; /* of one frequency */
    uint64_t frequency;           /* which it is */
    struct phasors here, next, turns;
    double reach[RUN], error[RUN];
    uint64_t origin, origin_channel; /* the bits of position 0 in that channel */
};

struct listed_channels *listed_channels_new(const struct table *table, const struct simd *simd) {
    enum { EACH = 16, LEAST = 64 }; /* how many entries there are at least for each digit */
    struct listed_channels *worker = die_malloc(sizeof *worker);
    *worker = (struct listed_channels){.table = table,
                                       .list = table_list(table),
                                       .simd = simd,
                                       .frequency = UINT64_MAX,
                                       .origin_channel = UINT64_MAX};
    size_t most = worker->list->count / EACH;
    worker->digits =
        digits_of(worker->list, &(struct digits_room){.digits = most > LEAST ? most : LEAST});
    if (worker->digits.places > 0)
        worker->phasors = digit_phasors_new(&worker->digits, 0, 1);
    worker->here = phasors_new(RUN);
    worker->next = phasors_new(RUN);
    worker->turns = phasors_new(RUN);
    return worker;
}

void listed_channels_free(struct listed_channels *worker) {
    if (!worker)
        return;
    if (worker->digits.places > 0)
        digit_phasors_free(&worker->phasors);
    phasors_free(&worker->here);
    phasors_free(&worker->next);
    phasors_free(&worker->turns);
    free(worker);
}

/* Makes the phasors of a frequency, unless they are those of the last one. */
static void go_to(struct listed_channels *worker, struct levels *levels, uint64_t frequency) {
    if (worker->frequency == frequency)
        return;
    worker->frequency = frequency;
    double reach = 0;
    if (worker->digits.places > 0) {
        digit_phasors_make(&worker->phasors, &worker->digits, worker->simd, levels->reference,
                           frequency);
        for (size_t digit = 0; digit < (size_t)1 << worker->digits.bits; digit++)
            reach = fmax(reach, fabs(digit_phasors_of(&worker->phasors, 0, digit).a[0]));
    }
    for (size_t l = 0; l < RUN; l++)
        worker->reach[l] = reach;
}

/* Gathers the phasors of the digits at one place of positions [from, from + n). */
static void gather(const struct listed_channels *worker, unsigned place, uint64_t from, size_t n,
                   const struct phasors *to) {
    struct phasors digits = digit_phasors_of(&worker->phasors, place, 0);
    size_t at[RUN];
    for (size_t l = 0; l < n; l++) {
        uint32_t m;
        digits_have(&worker->digits, worker->list, from + l, &m);
        at[l] = digits_at(&worker->digits, m, place);
    }
    for (size_t l = 0; l < n; l++)
        phasors_copy_one(&digits, at[l], to, l);
}

static void swap(struct phasors *a, struct phasors *b) {
    struct phasors other = *a;
    *a = *b;
    *b = other;
}

/* Packed sequences have position 0 often, and only the reference decides a sine that is 0. So the levels get an angle
 * that they decide in its place. */
static void replace_origin(const struct listed_channels *worker, uint64_t from, size_t n,
                           const struct phasors *here, const struct phasors *turns) {
    for (size_t l = 0; l < n; l++)
        if (worker->list->code[from + l] == 0) {
            phasors_set_channel(here, l, CHANNEL_COSINE, zero_and_one);
            phasors_set_turn(turns, l, zero_and_one);
        }
}

static void put_origin(struct listed_channels *worker, struct reference *reference, uint64_t j,
                       uint64_t from, size_t n, void *entries) {
    const struct element *type = worker->table->type;
    for (size_t l = 0; l < n; l++) {
        if (worker->list->code[from + l] != 0)
            continue;
        if (worker->origin_channel != j)
            worker->origin = reference_entry(reference, from + l, j);
        worker->origin_channel = j;
        element_store(type, entries, l, worker->origin);
    }
}

/* From the sine and the cosine of an angle to the channel that is its cosine. */
static void make_cosines(size_t n, struct phasors *at) {
    for (size_t l = 0; l < n; l++) {
        at->a[l] = -at->a[l];
        at->a_low[l] = -at->a_low[l];
    }
    *at = (struct phasors){at->b, at->b_low, at->a, at->a_low};
}

/* Makes the phasors of positions [from, from + n), which have digits, at all digits but the lowest, and their turns by
 * that. */
static void go_along(struct listed_channels *worker, uint64_t from, size_t n) {
    unsigned place = worker->digits.places;
    gather(worker, --place, from, n, &worker->here);
    for (; place > 0; place--) {
        if (place + 1 < worker->digits.places) {
            worker->simd->turn(n, &worker->here, &worker->turns, &worker->next);
            swap(&worker->here, &worker->next);
        }
        gather(worker, place - 1, from, n, &worker->turns);
    }
}

static void compute_channel(struct listed_channels *worker, struct levels *levels, uint64_t j,
                            uint64_t from, size_t n, void *entries) {
    const enum function function = table_channel(worker->table, j).function;
    if (function == CHANNEL_ZERO) {
        element_store_zeros(worker->table->type, entries, 0, n);
        levels->counts.decided[LEVEL_DOUBLE] += n;
        return;
    }
    struct phasors channel = worker->here;
    if (function == CHANNEL_COSINE)
        make_cosines(n, &channel);
    replace_origin(worker, from, n, &channel, &worker->turns);
    levels_errors(levels, n, &channel, worker->reach, worker->error);
    levels_run(levels, n, &channel, &worker->turns, worker->error, entries,
               (struct place){.position = from, .channel = j, .channels = 1});
    put_origin(worker, levels->reference, j, from, n, entries);
}

/* Sets *digits to whether position `from` has digits. Returns how many positions from there on are alike, of at most n.
 */
static size_t alike(const struct listed_channels *worker, uint64_t from, size_t n, bool *digits) {
    uint32_t m;
    *digits = digits_have(&worker->digits, worker->list, from, &m);
    size_t count = 1;
    while (count < n && digits_have(&worker->digits, worker->list, from + count, &m) == *digits)
        count++;
    return count;
}

void listed_channels_compute(struct listed_channels *worker, struct levels *levels, uint64_t j,
                             uint64_t from, size_t columns, void *entries, size_t apart) {
    const struct table *table = worker->table;
    const struct channel channel = table_channel(table, j);
    size_t bytes = table->type->bytes;
    if (channel.function == CHANNEL_ZERO) { /* in all arrays; the table may have no frequency */
        element_store_zeros(table->type, entries, 0, columns);
        levels->counts.decided[LEVEL_DOUBLE] += columns;
        return;
    }
    go_to(worker, levels, channel.frequency);
    for (size_t done = 0, n; done < columns; done += n) {
        bool digits;
        char *to = (char *)entries + done * bytes;
        n = alike(worker, from + done, columns - done < RUN ? columns - done : RUN, &digits);
        if (!digits) {
            reference_read(levels->reference, j, from + done, n, to, apart);
            levels->counts.decided[LEVEL_MPFR] += table->arrays * n;
            continue;
        }
        go_along(worker, from + done, n);
        /* a channel of cosines changes the phasors, so the sines come first */
        for (uint64_t array = table->arrays; array-- > 0;)
            compute_channel(worker, levels, array * table->channel_count + j, from + done, n,
                            to + array * apart);
    }
}
