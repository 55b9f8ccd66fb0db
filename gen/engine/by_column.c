/* SPDX-License-Identifier: MIT */
/* Rows of channel-major tables: a row is one channel at many positions.
 *
 * Positions come in runs. The phasor at a run's first position is turned by l positions, for l = 0, 1, 2...; the same
 * vector of turns serves run after run. Each listed position has a seed of its own, which isn't turned. */
#include "base/die.h"
#include "engine/row_method.h"

#include <math.h>
#include <stdlib.h>

/* Positions of a run, whose turns and phasors stay in the first two caches. */
enum { RUN = 512 };

/* Positions that one seed serves. */
enum { RESEED = 1024 * RUN };

_Static_assert(RESEED / RUN + 2 * RUN <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

/* The state of a worker. */
struct channel_rows {
    const struct table *table;
    const struct simd *simd;
    size_t most;                             /* positions of a run */
    uint64_t frequency;                      /* that the turns are for */
    struct phasors turns, here, one, cosine; /* the turns of listed positions are by 0 */
    double max_sine[RUN];             /* max |sine| of the turns, for each position of a run */
    const struct position_list *list; /* of the table, or NULL */

    struct levels *levels;
    const struct piece *piece;
    uint64_t row;
    double error[RUN];
};

/* A run of positions of the sine's channel. `at` has one phasor for each, or one that serves all; turns[l] goes on to
 * position l. */
struct channel_run {
    uint64_t position;
    size_t count;
    bool each; /* has each position its own phasor? */
    struct phasors at, turns;
};

static void *channel_rows_new(const struct row_setting *setting) {
    const size_t columns = setting->pieces->columns_each;
    struct channel_rows *rows = die_malloc(sizeof *rows);
    *rows = (struct channel_rows){.table = setting->table,
                                  .simd = setting->simd,
                                  .most = columns < RUN ? columns : RUN,
                                  .frequency = UINT64_MAX,
                                  .one = phasors_new(4),
                                  .list = table_list(setting->table)};
    struct phasors *const arrays[] = {&rows->turns, &rows->here, &rows->cosine};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = phasors_new(rows->most);
    for (size_t l = 0; l < rows->most; l++)
        phasors_set(&rows->turns, l, zero_and_one);
    return rows;
}

static void channel_rows_free(void *own) {
    struct channel_rows *rows = own;
    struct phasors *const arrays[] = {&rows->turns, &rows->here, &rows->one, &rows->cosine};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        phasors_free(arrays[k]);
    free(rows);
}

/* --- turns */

/* Makes turns[l], the turn by l positions, for l < most. Each round doubles the number of known turns. */
static void make_turns(struct channel_rows *rows) {
    struct phasors one = rows->one, twice = phasors_from(&one, 1); /* one: the turn by `known` */
    phasors_seed(1, rows->levels->reference, SEED_TURN, 1, rows->frequency, &one);
    phasors_set(&rows->turns, 0, zero_and_one);
    for (size_t known = 1, count; known < rows->most; known += count) {
        count = rows->most - known < known ? rows->most - known : known;
        struct phasors more = phasors_from(&rows->turns, known);
        for (size_t k = 0; k < count; k++)
            phasors_copy_one(&one, 0, &rows->here, k);
        rows->simd->turn(count, &rows->turns, &rows->here, &more);
        rows->simd->turn(1, &one, &one, &twice);
        phasors_copy(1, &twice, &one);
    }
}

/* Makes the turns of a frequency, unless the worker has them already. */
static void begin_frequency(struct channel_rows *rows, uint64_t frequency) {
    if (rows->frequency == frequency)
        return;
    rows->frequency = frequency;
    if (!rows->list)
        make_turns(rows);
    double max_sine = 0;
    for (size_t l = 0; l < rows->most; l++)
        max_sine = fabs(rows->turns.a[l]) > max_sine ? fabs(rows->turns.a[l]) : max_sine;
    for (size_t l = 0; l < RUN; l++)
        rows->max_sine[l] = max_sine;
}

/* --- runs */

/* Only the reference engine decides a sine that is 0, and packed sequences often have position 0. Those entries are
 * fixed, so the levels get something easy to decide in their place. */
static void replace_origin(const struct channel_run *run, const struct position_list *list) {
    for (size_t l = 0; l < run->count; l++)
        if (position_list_zero(list, run->position + l)) {
            run->at.a[l] = run->at.b[l] = 1;
            run->at.a_low[l] = run->at.b_low[l] = 0;
        }
}

/* Rounds a run of one channel. */
static void round_channel(struct channel_rows *rows, const struct channel_run *run,
                          uint64_t channel, void *entries) {
    struct levels *levels = rows->levels;
    const struct first_entry first = {run->position, channel, 1};
    const enum function function = table_channel(rows->table, channel).function;
    struct phasors at = run->at;
    if (function == CHANNEL_ZERO) {
        levels->counts.decided[LEVEL_DOUBLE] += run->count;
        return;
    }
    if (function == CHANNEL_COSINE) {
        phasors_cosines(run->each ? run->count : 1, &run->at, &rows->cosine);
        at = rows->cosine;
    }
    const enum run_kind kind = run->each ? RUN_EACH : RUN_ONE;
    levels_errors(levels, kind, run->each ? run->count : 1, &at, rows->max_sine, rows->error);
    levels_run(levels, kind, run->count, &at, &run->turns, rows->error, entries, first);
}

/* The channels of all arrays have the same frequency. */
static void round_run(struct channel_rows *rows, const struct channel_run *run) {
    const struct piece *piece = rows->piece;
    const struct table *table = rows->table;
    const uint64_t at = (rows->row - piece->row) * piece->columns + (run->position - piece->from);
    if (rows->list)
        replace_origin(run, rows->list);
    for (uint64_t array = 0; array < table->arrays; array++)
        round_channel(rows, run, array * table->channel_count + rows->row,
                      (char *)piece->entries + array * piece->bytes + at * table->type->bytes);
}

/* Rounds the positions that one seed serves. */
static void round_from_seed(struct channel_rows *rows, uint64_t from, size_t count) {
    struct reference *reference = rows->levels->reference;
    const size_t most = rows->most;
    struct phasors here = phasors_from(&rows->one, 1), next = phasors_from(&rows->one, 2);
    struct phasors turn = phasors_from(&rows->one, 3); /* by a run */
    phasors_seed(1, reference, SEED_POSITION, from, rows->frequency, &here);
    if (count > most)
        phasors_seed(1, reference, SEED_TURN, most, rows->frequency, &turn);
    struct channel_run run = {.at = here, .turns = rows->turns};
    for (size_t done = 0; done < count; done += most) {
        run.position = from + done;
        run.count = count - done < most ? count - done : most;
        if (done > 0) {
            rows->simd->turn(1, &here, &turn, &next);
            phasors_copy(1, &next, &here);
        }
        round_run(rows, &run);
    }
}

/* Rounds listed positions. */
static void round_listed(struct channel_rows *rows, uint64_t from, size_t n) {
    for (size_t l = 0; l < n; l++) {
        const struct phasors one = phasors_from(&rows->here, l);
        phasors_seed(1, rows->levels->reference, SEED_POSITION, from + l, rows->frequency, &one);
    }
    round_run(
        rows,
        &(struct channel_run){
            .position = from, .count = n, .each = true, .at = rows->here, .turns = rows->turns});
}

/* Rounds a row of the piece. */
static void round_row(struct channel_rows *rows, uint64_t frequency) {
    const uint64_t end = rows->piece->from + rows->piece->columns;
    const uint64_t most = rows->list ? rows->most : RESEED;
    begin_frequency(rows, frequency);
    for (uint64_t from = rows->piece->from, count; from < end; from += count) {
        count = end - from < most ? end - from : most;
        if (rows->list)
            round_listed(rows, from, (size_t)count);
        else
            round_from_seed(rows, from, (size_t)count);
    }
}

static void channel_rows_compute(const void *shared, void *own, struct levels *levels,
                                 const struct piece *piece) {
    (void)shared;
    struct channel_rows *rows = own;
    rows->levels = levels;
    rows->piece = piece;
    for (rows->row = piece->row; rows->row < piece->row + piece->rows; rows->row++) {
        const struct channel channel = table_channel(rows->table, rows->row);
        if (channel.function == CHANNEL_ZERO) /* in all arrays; the table may have no frequency */
            levels->counts.decided[LEVEL_DOUBLE] += rows->table->arrays * piece->columns;
        else
            round_row(rows, channel.frequency);
    }
}

const struct row_method by_column = {.worker_new = channel_rows_new,
                                     .worker_free = channel_rows_free,
                                     .compute = channel_rows_compute};
