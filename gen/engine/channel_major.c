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
    struct phasors turns, opposite, room, one;
    uint64_t frequency; /* that the turns are for */
    double reach;       /* max |sine| of the turns */
};

struct channel_major *channel_major_new(const struct table *table, const struct simd *simd,
                                        size_t columns) {
    struct channel_major *worker = die_malloc(sizeof *worker);
    *worker = (struct channel_major){.table = table, .simd = simd, .frequency = UINT64_MAX};
    worker->most = columns < TURNS_MAX ? columns : TURNS_MAX;
    struct phasors *const arrays[] = {&worker->turns, &worker->opposite, &worker->room};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = phasors_new(worker->most);
    worker->one = phasors_new(4);
    return worker;
}

void channel_major_free(struct channel_major *worker) {
    if (!worker)
        return;
    phasors_free(&worker->turns);
    phasors_free(&worker->opposite);
    phasors_free(&worker->room);
    phasors_free(&worker->one);
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
        worker->reach = fabs(turns->a[l]) > worker->reach ? fabs(turns->a[l]) : worker->reach;
}

/* Positions of one segment, with the seeds of the frequency there: at the first one, and of the turn by `most`. */
struct run {
    uint64_t from;
    size_t columns;
    int direction;
    struct double_double at[2], turn[2];
};

static struct run seed_run(const struct channel_major *worker, struct reference *reference,
                           uint64_t frequency, const struct segment *segment, uint64_t from,
                           size_t columns) {
    struct run run = {.from = from, .columns = columns, .direction = segment->direction};
    reference_at(reference, from, frequency, run.at);
    if (columns > worker->most)
        reference_turn(reference, worker->most, frequency, run.turn);
    return run;
}

/* Computes a run of channel j. */
static void compute_run(struct channel_major *worker, struct levels *levels, uint64_t j,
                        const struct run *run, char *entries) {
    const int function = (int)table_channel(worker->table, j).function, direction = run->direction;
    const size_t columns = run->columns, n = columns < worker->most ? columns : worker->most;
    struct phasors anchor = phasors_from(&worker->one, 1), turned = phasors_from(&worker->one, 2);
    struct phasors turn = phasors_from(&worker->one, 3);
    const struct phasors *turns = direction < 0 ? &worker->opposite : &worker->turns;
    phasors_set_channel(&anchor, 0, function, run->at);
    if (columns > n) {
        phasors_set_turn(&turn, 0, run->turn);
        if (direction < 0)
            phasors_opposite(1, &turn, &turn);
    }
    for (size_t done = 0; done < columns; done += n) {
        size_t count = columns - done < n ? columns - done : n;
        if (done > 0) {
            worker->simd->turn(1, &anchor, &turn, &turned);
            phasors_copy(1, &turned, &anchor);
        }
        levels_run_one(levels, count, &anchor, turns,
                       levels_error(levels, &anchor, 0, worker->reach),
                       entries + done * worker->table->type->bytes,
                       (struct place){.position = run->from + done, .channel = j, .channels = 1});
    }
}

/* Fills each array with its entry at positions that are all the same. */
static void compute_still(const struct channel_major *worker, struct levels *levels, uint64_t j,
                          uint64_t from, size_t columns, char *entries, size_t apart) {
    const struct element *type = worker->table->type;
    reference_read(levels->reference, j, from, 1, entries, apart);
    for (uint64_t array = 0; array < worker->table->arrays; array++, entries += apart) {
        uint64_t bits = element_load(type, entries, 0);
        for (size_t k = 1; k < columns; k++)
            element_store(type, entries, k, bits);
        levels->counts.decided[LEVEL_MPFR]++;
        levels->counts.decided[LEVEL_DOUBLE] += columns - 1;
    }
}

static bool is_zero(const struct table *table, uint64_t j) {
    return table_channel(table, j).function == CHANNEL_ZERO;
}

static void put_zeros(const struct channel_major *worker, struct levels *levels, size_t columns,
                      char *entries) {
    element_store_zeros(worker->table->type, entries, 0, columns);
    levels->counts.decided[LEVEL_DOUBLE] += columns;
}

/* A frequency's seeds serve its channel in each array. */
static void compute_segment(struct channel_major *worker, struct levels *levels, uint64_t j,
                            const struct segment *segment, uint64_t from, size_t columns,
                            char *entries, size_t apart) {
    const struct table *table = worker->table;
    if (segment->direction == 0) {
        compute_still(worker, levels, j, from, columns, entries, apart);
        return;
    }
    const struct run run = seed_run(worker, levels->reference, table_channel(table, j).frequency,
                                    segment, from, columns);
    for (uint64_t array = 0; array < table->arrays; array++, entries += apart) {
        uint64_t channel = array * table->channel_count + j;
        if (is_zero(table, channel))
            put_zeros(worker, levels, columns, entries);
        else
            compute_run(worker, levels, channel, &run, entries);
    }
}

void channel_major_compute(struct channel_major *worker, struct levels *levels, uint64_t j,
                           uint64_t from, size_t columns, void *entries, size_t apart) {
    const struct table *table = worker->table;
    if (is_zero(table, j)) { /* a cosine isn't 0, so there is one array */
        put_zeros(worker, levels, columns, entries);
        return;
    }
    make_turns(worker, levels->reference, table_channel(table, j).frequency);
    uint64_t end = from + columns;
    for (size_t k = 0; k < table->segment_count; k++) {
        const struct segment *segment = &table->segments[k];
        uint64_t first = segment->begin > from ? segment->begin : from;
        uint64_t last = segment->end < end ? segment->end : end;
        if (first < last)
            compute_segment(worker, levels, j, segment, first, (size_t)(last - first),
                            (char *)entries + (first - from) * table->type->bytes, apart);
    }
}
