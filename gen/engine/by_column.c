/* Channel by channel: a row is one channel at many positions.
 *
 * All goes through one walk along a frequency's positions, in runs. The phasor at a run's first position is turned by l
 * positions, for l = 0, 1, 2...; the vector of these turns serves one run after the other. Where positions fall, the turns
 * are those by the opposite angles. Listed positions have a phasor each: that of their higher digits (digits.h), turned by
 * the lowest, or a seed of their own. What a run is used for differs: rows of a table are rounded, and a sweep for the
 * hardest entries is turned in double-double. */
#include "engine/by_column.h"
#include "base/die.h"
#include "engine/digits.h"
#include "engine/row_method.h"
#include "exact/rounded.h"

#include <math.h>
#include <stdlib.h>

/* --- the walk */

/* Positions of a run, whose turns and phasors stay in the first two caches. */
enum { RUN = 512 };

/* Positions that one seed serves. */
enum { RESEED = 1024 * RUN };

_Static_assert(RESEED / RUN + 2 * RUN <= LEVELS_TURNS,
               "phasors further from seeds than the bounds allow");

struct walk {
    const struct table *table;
    const struct simd *simd;
    size_t most;                                                 /* positions of a run */
    uint64_t frequency;                                          /* that the turns are for */
    struct phasors turns, opposite, zero_turns, here, next, one; /* zero_turns: by no position */
    double max_sine[RUN];             /* max |sine| of the turns, for each position of a run */
    const struct position_list *list; /* of the table, or NULL */
    struct digits digits;
    struct digit_phasors digit_phasors;
};

/* Each position has the phasor of its sine's channel in `at`, or all share the first, and is reached by its turn. */
struct walk_run {
    uint64_t position;
    size_t count;
    bool each; /* has each position its own phasor? */
    int direction;
    struct phasors at, turns;
};
typedef void walk_visit(void *context, const struct walk_run *);

/* For runs of at most `columns` positions. */
static void walk_init(struct walk *walk, const struct table *table, const struct simd *simd,
                      uint64_t columns) {
    enum { EACH = 16, LEAST = 64 }; /* how many positions there are at least for each digit */
    *walk = (struct walk){.table = table, .simd = simd, .frequency = UINT64_MAX};
    walk->most = columns < RUN ? (size_t)columns : RUN;
    struct phasors *const arrays[] = {&walk->turns, &walk->opposite, &walk->zero_turns, &walk->here,
                                      &walk->next};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = phasors_new(walk->most);
    for (size_t l = 0; l < walk->most; l++)
        phasors_set(&walk->zero_turns, l, zero_and_one);
    walk->one = phasors_new(4);
    walk->list = table_list(table);
    if (!walk->list)
        return;
    const size_t most = walk->list->count / EACH;
    walk->digits =
        digits_of(walk->list, &(struct digits_room){.digits = most > LEAST ? most : LEAST});
    if (walk->digits.places > 0)
        walk->digit_phasors = digit_phasors_new(&walk->digits, 0, 1);
}

static void walk_clear(struct walk *walk) {
    phasors_free(&walk->turns);
    phasors_free(&walk->opposite);
    phasors_free(&walk->zero_turns);
    phasors_free(&walk->here);
    phasors_free(&walk->next);
    phasors_free(&walk->one);
    digit_phasors_free(&walk->digit_phasors);
}

/* Makes turns[l], the turn by l positions, for l < most. Each round doubles the number of known turns. */
static void make_turns(struct walk *walk, struct reference *reference) {
    struct phasors one = walk->one, twice = phasors_from(&one, 1); /* one: the turn by `known` */
    phasors_seed(1, reference, SEED_TURN, 1, walk->frequency, &one);
    phasors_set(&walk->turns, 0, zero_and_one);
    for (size_t known = 1, count; known < walk->most; known += count) {
        count = walk->most - known < known ? walk->most - known : known;
        struct phasors more = phasors_from(&walk->turns, known);
        phasors_fill(count, &one, &walk->here);
        walk->simd->turn(count, &walk->turns, &walk->here, &more);
        walk->simd->turn(1, &one, &one, &twice);
        phasors_copy(1, &twice, &one);
    }
    phasors_opposite(walk->most, &walk->turns, &walk->opposite);
}

/* Makes the turns of a frequency, unless they are those of the last one. */
static void walk_begin(struct walk *walk, struct reference *reference, uint64_t frequency) {
    if (walk->frequency == frequency)
        return;
    walk->frequency = frequency;
    const struct phasors *turns = &walk->turns;
    size_t count = walk->most;
    if (!walk->list) {
        make_turns(walk, reference);
    } else {
        count = 0;
        if (walk->digits.places > 0) {
            digit_phasors_make(&walk->digit_phasors, &walk->digits, walk->simd, reference,
                               frequency);
            turns = &walk->digit_phasors.all; /* those of place 0 come first */
            count = (size_t)1 << walk->digits.bits;
        }
    }
    double max_sine = 0;
    for (size_t l = 0; l < count; l++)
        max_sine = fabs(turns->a[l]) > max_sine ? fabs(turns->a[l]) : max_sine;
    for (size_t l = 0; l < RUN; l++)
        walk->max_sine[l] = max_sine;
}

/* Positions of one segment, from one seed on. */
static void visit_from_seed(struct walk *walk, struct reference *reference, int direction,
                            uint64_t from, size_t count, walk_visit *visit, void *context) {
    const size_t most = walk->most;
    struct phasors here = phasors_from(&walk->one, 1), next = phasors_from(&walk->one, 2);
    struct phasors turn = phasors_from(&walk->one, 3); /* by a run */
    phasors_seed(1, reference, SEED_POSITION, from, walk->frequency, &here);
    phasors_set(&turn, 0, zero_and_one);
    if (direction != 0 && count > most) {
        phasors_seed(1, reference, SEED_TURN, most, walk->frequency, &turn);
        if (direction < 0)
            phasors_opposite(1, &turn, &turn);
    }
    struct walk_run run = {.direction = direction,
                           .at = here,
                           .turns = direction < 0   ? walk->opposite
                                    : direction > 0 ? walk->turns
                                                    : walk->zero_turns};
    for (size_t done = 0; done < count; done += most) {
        run.position = from + done;
        run.count = count - done < most ? count - done : most;
        if (done > 0) {
            walk->simd->turn(1, &here, &turn, &next);
            phasors_copy(1, &next, &here);
        }
        visit(context, &run);
    }
}

/* Gathers the phasors of the digits at one place of listed positions [from, from + n): of digit 0 for one that has none. */
static void gather(const struct walk *walk, unsigned place, uint64_t from, size_t n,
                   const struct phasors *to) {
    const struct phasors digits = digit_phasors_of(&walk->digit_phasors, place, 0);
    size_t at[RUN];
    for (size_t l = 0; l < n; l++) {
        uint32_t m;
        digits_have(&walk->digits, walk->list, from + l, &m);
        at[l] = digits_at(&walk->digits, m, place);
    }
    for (size_t l = 0; l < n; l++)
        phasors_copy_one(&digits, at[l], to, l);
}

static void set_seeds(const struct walk *walk, struct reference *reference, uint64_t from, size_t n,
                      const struct phasors *to) {
    uint32_t m;
    for (size_t l = 0; l < n; l++)
        if (!digits_have(&walk->digits, walk->list, from + l, &m)) {
            const struct phasors one = phasors_from(to, l);
            phasors_seed(1, reference, SEED_POSITION, from + l, walk->frequency, &one);
        }
}

/* Makes the phasors of listed positions at all digits but the lowest, and the turns by that. */
static void visit_listed(struct walk *walk, struct reference *reference, uint64_t from, size_t n,
                         walk_visit *visit, void *context) {
    const unsigned places = walk->digits.places;
    struct phasors here = walk->here, next = walk->next, other;
    if (places > 0)
        gather(walk, places - 1, from, n, &here);
    if (places == 0 || walk->list->others > 0)
        set_seeds(walk, reference, from, n, &here);
    for (unsigned place = places; place > 1; place--) {
        if (place < places) {
            walk->simd->turn(n, &here, &walk->turns, &next);
            other = here;
            here = next;
            next = other;
        }
        gather(walk, place - 2, from, n, &walk->turns);
    }
    visit(context, &(struct walk_run){.position = from,
                                      .count = n,
                                      .each = true,
                                      .at = here,
                                      .turns = places > 0 ? walk->turns : walk->zero_turns});
}

/* Visits positions [begin, end) of a frequency, in their order. */
static void walk_along(struct walk *walk, struct reference *reference, uint64_t frequency,
                       uint64_t begin, uint64_t end, walk_visit *visit, void *context) {
    const struct table *table = walk->table;
    walk_begin(walk, reference, frequency);
    if (walk->list) {
        for (uint64_t from = begin, n; from < end; from += n) {
            n = end - from < walk->most ? end - from : walk->most;
            visit_listed(walk, reference, from, (size_t)n, visit, context);
        }
        return;
    }
    for (size_t k = 0; k < table->segment_count; k++) {
        const struct segment *segment = &table->segments[k];
        uint64_t first = segment->begin > begin ? segment->begin : begin;
        uint64_t last = segment->end < end ? segment->end : end;
        for (uint64_t from = first, count; from < last; from += count) {
            count = last - from;
            if (count > RESEED)
                count = RESEED;
            visit_from_seed(walk, reference, segment->direction, from, (size_t)count, visit,
                            context);
        }
    }
}

/* --- rows that are rounded */

struct channel_rows {
    struct walk walk;
    struct phasors cosine;
    double error[RUN];

    struct levels *levels;
    const struct piece *piece;
    uint64_t row;
};

static void *channel_rows_new(const struct row_setting *setting) {
    struct channel_rows *rows = die_malloc(sizeof *rows);
    walk_init(&rows->walk, setting->table, setting->simd, setting->pieces->columns_each);
    rows->cosine = phasors_new(rows->walk.most);
    return rows;
}

static void channel_rows_free(void *own) {
    struct channel_rows *rows = own;
    walk_clear(&rows->walk);
    phasors_free(&rows->cosine);
    free(rows);
}

/* Only the reference engine decides a sine that is 0, and packed sequences have position 0 often. Those entries are fixed,
 * so the levels get what they decide in their place. */
static void replace_origin(const struct walk_run *run, const struct position_list *list) {
    for (size_t l = 0; l < run->count; l++)
        if (list->code[run->position + l] == 0) {
            run->at.a[l] = run->at.b[l] = 1;
            run->at.a_low[l] = run->at.b_low[l] = 0;
            phasors_set(&run->turns, l, zero_and_one);
        }
}

/* Rounds a run of one channel. */
static void round_channel(struct channel_rows *rows, const struct walk_run *run, uint64_t channel,
                          void *entries) {
    struct levels *levels = rows->levels;
    const struct first_entry first = {run->position, channel, 1};
    const enum function function = table_channel(rows->walk.table, channel).function;
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
    levels_errors(levels, kind, run->each ? run->count : 1, &at, rows->walk.max_sine, rows->error);
    levels_run(levels, kind, run->count, &at, &run->turns, rows->error, entries, first);
}

/* The channels of all arrays have the same frequency. */
static void round_run(void *context, const struct walk_run *run) {
    struct channel_rows *rows = context;
    const struct piece *piece = rows->piece;
    const struct table *table = rows->walk.table;
    const uint64_t at = (rows->row - piece->row) * piece->columns + (run->position - piece->from);
    if (rows->walk.list)
        replace_origin(run, rows->walk.list);
    for (uint64_t array = 0; array < table->arrays; array++)
        round_channel(rows, run, array * table->channel_count + rows->row,
                      (char *)piece->entries + array * piece->bytes + at * table->type->bytes);
}

static void channel_rows_compute(const void *shared, void *own, struct levels *levels,
                                 const struct piece *piece) {
    (void)shared;
    struct channel_rows *rows = own;
    rows->levels = levels;
    rows->piece = piece;
    for (rows->row = piece->row; rows->row < piece->row + piece->rows; rows->row++) {
        const struct channel channel = table_channel(rows->walk.table, rows->row);
        if (channel.function == CHANNEL_ZERO) /* in all arrays; the table may have no frequency */
            levels->counts.decided[LEVEL_DOUBLE] += rows->walk.table->arrays * piece->columns;
        else
            walk_along(&rows->walk, levels->reference, channel.frequency, piece->from,
                       piece->from + piece->columns, round_run, rows);
    }
}

const struct row_method by_column = {.worker_new = channel_rows_new,
                                     .worker_free = channel_rows_free,
                                     .compute = channel_rows_compute};

/* --- sweeps that are turned in double-double */

struct sweep {
    struct walk walk;
    struct reference *reference;
    struct phasors at, values;
    struct number position;

    sweep_visit *visit;
    void *context;
};

struct sweep *sweep_new(const struct table *table, struct reference *reference) {
    const struct simd *simd = levels_take(table) ? simd_choose(0) : NULL;
    if (!simd)
        return NULL;
    struct sweep *sweep = die_malloc(sizeof *sweep);
    sweep->reference = reference;
    walk_init(&sweep->walk, table, simd, RUN);
    sweep->at = phasors_new(RUN);
    sweep->values = phasors_new(RUN);
    number_init(&sweep->position);
    return sweep;
}

void sweep_free(struct sweep *sweep) {
    if (!sweep)
        return;
    walk_clear(&sweep->walk);
    phasors_free(&sweep->at);
    phasors_free(&sweep->values);
    number_clear(&sweep->position);
    free(sweep);
}

static double position_near(struct sweep *sweep, uint64_t r) {
    table_position(sweep->walk.table, r, &sweep->position);
    return rounded_number(ROUND_F64, &sweep->position);
}

static double size_of(struct sweep *sweep, const struct walk_run *run, size_t count) {
    const struct position_list *list = sweep->walk.list;
    if (!list)
        return fabs(position_near(sweep, run->position)) +
               (double)(count - 1) * fabs(rounded_number(ROUND_F64, table_step(sweep->walk.table)));
    double size = 0;
    for (uint64_t r = run->position; r < run->position + count; r++) {
        int32_t whole;
        size = fmax(size,
                    fabs(position_list_whole(list, r, &whole) ? whole : position_near(sweep, r)));
    }
    return size;
}

static void turn_run(void *context, const struct walk_run *run) {
    struct sweep *sweep = context;
    const size_t count = run->each || run->direction != 0 ? run->count : 1;
    if (!run->each)
        phasors_fill(count, &run->at, &sweep->at);
    sweep->walk.simd->turn(count, run->each ? &run->at : &sweep->at, &run->turns, &sweep->values);
    sweep->visit(sweep->context, &(struct sweep_run){run->position, count, &sweep->values,
                                                     size_of(sweep, run, count)});
}

void sweep_frequency(struct sweep *sweep, uint64_t frequency, uint64_t begin, uint64_t end,
                     sweep_visit *visit, void *context) {
    sweep->visit = visit;
    sweep->context = context;
    walk_along(&sweep->walk, sweep->reference, frequency, begin, end, turn_run, sweep);
}
