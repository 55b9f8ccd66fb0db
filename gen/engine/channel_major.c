#include "engine/channel_major.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>

enum { TURNS_MAX = 512 };

_Static_assert(CHANNEL_MAJOR_MAX / TURNS_MAX + 2 * TURNS_MAX <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

struct channel_major {
    const struct table *table;
    const struct simd *simd;
    size_t most; /* turns */
    struct phasors turns, opposite, here, room, one;
    double *error;
    uint64_t frequency; /* that the turns are for */
    double reach;       /* max |sine| of the turns */
};

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

struct channel_major *channel_major_new(const struct table *table, const struct simd *simd,
                                        size_t columns) {
    struct channel_major *worker = die_malloc(sizeof *worker);
    *worker = (struct channel_major){.table = table, .simd = simd, .frequency = UINT64_MAX};
    worker->most = columns < TURNS_MAX ? columns : TURNS_MAX;
    struct phasors *const arrays[] = {&worker->turns, &worker->opposite, &worker->here,
                                      &worker->room};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = phasors_new(worker->most);
    worker->one = phasors_new(4);
    worker->error = die_malloc(worker->most * sizeof *worker->error);
    return worker;
}

void channel_major_free(struct channel_major *worker) {
    if (!worker)
        return;
    phasors_free(&worker->turns);
    phasors_free(&worker->opposite);
    phasors_free(&worker->here);
    phasors_free(&worker->room);
    phasors_free(&worker->one);
    free(worker->error);
    free(worker);
}

/* Makes turns[l], the turn by l positions, for l < most. Each round doubles the number of known turns. */
static void make_turns(struct channel_major *worker, struct reference *reference,
                       uint64_t frequency) {
    if (worker->frequency == frequency)
        return;
    worker->frequency = frequency;
    struct double_double step[2];
    reference_turn(reference, 1, frequency, step);
    struct phasors *turns = &worker->turns, one = worker->one;
    struct phasors single = phasors_from(&one, 1);
    size_t n = worker->most;
    phasors_set_turn(turns, 0, zero_and_one);
    phasors_set_turn(&one, 0, step);
    for (size_t known = 1; known < n; known *= 2) {
        /* one is the turn by `known` */
        size_t count = n - known < known ? n - known : known;
        struct phasors more = phasors_from(turns, known);
        phasors_fill(count, &one, &worker->room);
        worker->simd->turn(count, turns, &worker->room, &more);
        worker->simd->turn(1, &one, &one, &single);
        phasors_copy(1, &single, &one);
    }
    phasors_opposite(n, turns, &worker->opposite);
    worker->reach = 0;
    for (size_t l = 0; l < n; l++)
        worker->reach = fmax(worker->reach, fabs(turns->a[l]));
}

/* Computes a run that lies in one segment. */
static void compute_run(struct channel_major *worker, struct levels *levels, uint64_t j,
                        struct channel channel, uint64_t from, size_t columns, int direction,
                        char *entries) {
    const size_t n = columns < worker->most ? columns : worker->most;
    struct phasors anchor = phasors_from(&worker->one, 1), turned = phasors_from(&worker->one, 2);
    struct phasors turn = phasors_from(&worker->one, 3);
    const struct phasors *turns = direction < 0 ? &worker->opposite : &worker->turns;
    struct double_double value[2];
    reference_at(levels->reference, from, channel.frequency, value);
    phasors_set_channel(&anchor, 0, (int)channel.function, value);
    if (columns > n) {
        reference_turn(levels->reference, n, channel.frequency, value);
        phasors_set_turn(&turn, 0, value);
        if (direction < 0)
            phasors_opposite(1, &turn, &turn);
    }
    for (size_t done = 0; done < columns; done += n) {
        size_t count = columns - done < n ? columns - done : n;
        if (done > 0) {
            worker->simd->turn(1, &anchor, &turn, &turned);
            phasors_copy(1, &turned, &anchor);
        }
        phasors_fill(count, &anchor, &worker->here);
        double error = levels_error(levels, &anchor, 0, worker->reach);
        for (size_t l = 0; l < count; l++)
            worker->error[l] = error;
        levels_run(levels, count, &worker->here, turns, worker->error,
                   entries + done * worker->table->type->bytes,
                   (struct place){.position = from + done, .channel = j, .channel_major = true});
    }
}

/* Computes a run of positions that are all the same. */
static void compute_still(struct channel_major *worker, struct levels *levels, uint64_t j,
                          uint64_t from, size_t columns, void *entries) {
    const struct element *type = worker->table->type;
    uint64_t bits = reference_entry(levels->reference, from, j);
    for (size_t k = 0; k < columns; k++)
        element_store(type, entries, k, bits);
    levels->counts.decided[LEVEL_MPFR]++;
    levels->counts.decided[LEVEL_DOUBLE] += columns - 1;
}

void channel_major_compute(struct channel_major *worker, struct levels *levels, uint64_t j,
                           uint64_t from, size_t columns, void *entries) {
    struct channel channel = table_channel(worker->table, j);
    if (channel.function == CHANNEL_ZERO) {
        element_store_zeros(worker->table->type, entries, 0, columns);
        levels->counts.decided[LEVEL_DOUBLE] += columns;
        return;
    }
    make_turns(worker, levels->reference, channel.frequency);
    uint64_t end = from + columns;
    for (size_t k = 0; k < worker->table->segment_count; k++) {
        const struct segment *segment = &worker->table->segments[k];
        uint64_t first = segment->begin > from ? segment->begin : from;
        uint64_t last = segment->end < end ? segment->end : end;
        if (first >= last)
            continue;
        char *to = (char *)entries + (first - from) * worker->table->type->bytes;
        if (segment->direction == 0)
            compute_still(worker, levels, j, first, (size_t)(last - first), to);
        else
            compute_run(worker, levels, j, channel, first, (size_t)(last - first),
                        segment->direction, to);
    }
}
