#include "engine/sweep.h"
#include "base/die.h"
#include "engine/phasors.h"

#include <stdlib.h>

_Static_assert(2 * SWEEP_TURNS <= LEVELS_TURNS, "values further from seeds than the bounds allow");

struct sweep {
    const struct table *table;
    const struct simd *simd;
    struct reference *reference;
    struct phasors turns, opposite, here, values, one;
    double p[SWEEP_TURNS];
    struct number position;
};

static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

struct sweep *sweep_new(const struct table *table, struct reference *reference) {
    const struct simd *simd = levels_take(table) ? simd_choose(0) : NULL;
    if (!simd)
        return NULL;
    struct sweep *sweep = die_malloc(sizeof *sweep);
    *sweep = (struct sweep){.table = table, .simd = simd, .reference = reference};
    struct phasors *const arrays[] = {&sweep->turns, &sweep->opposite, &sweep->here, &sweep->values,
                                      &sweep->one};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = phasors_new(SWEEP_TURNS);
    number_init(&sweep->position);
    return sweep;
}

void sweep_free(struct sweep *sweep) {
    if (!sweep)
        return;
    phasors_free(&sweep->turns);
    phasors_free(&sweep->opposite);
    phasors_free(&sweep->here);
    phasors_free(&sweep->values);
    phasors_free(&sweep->one);
    number_clear(&sweep->position);
    free(sweep);
}

/* Makes turns[l], the turn by l positions. Each round doubles the number of known turns. */
static void make_turns(struct sweep *sweep, uint64_t frequency) {
    struct double_double step[2];
    struct phasors one = phasors_from(&sweep->one, 0), twice = phasors_from(&sweep->one, 1);
    reference_turn(sweep->reference, 1, frequency, step);
    phasors_set_turn(&sweep->turns, 0, zero_and_one);
    phasors_set_turn(&one, 0, step);
    for (size_t known = 1; known < SWEEP_TURNS; known *= 2) {
        struct phasors more = phasors_from(&sweep->turns, known);
        phasors_fill(known, &one, &sweep->here);
        sweep->simd->turn(known, &sweep->turns, &sweep->here, &more);
        sweep->simd->turn(1, &one, &one, &twice);
        phasors_copy(1, &twice, &one);
    }
    phasors_opposite(SWEEP_TURNS, &sweep->turns, &sweep->opposite);
}

static double position_near(struct sweep *sweep, uint64_t r) {
    table_position(sweep->table, r, &sweep->position);
    return real_near(&sweep->position);
}

/* Positions of one segment, from a seed at the first. */
static void visit_block(struct sweep *sweep, uint64_t frequency, const struct segment *segment,
                        uint64_t from, size_t count, sweep_visit *visit, void *context) {
    struct double_double value[2];
    reference_at(sweep->reference, from, frequency, value);
    phasors_set_channel(&sweep->one, 0, CHANNEL_SINE, value);
    phasors_fill(count, &sweep->one, &sweep->here);
    sweep->simd->turn(count, &sweep->here,
                      segment->direction < 0 ? &sweep->opposite : &sweep->turns, &sweep->values);
    const double first = position_near(sweep, from),
                 step = segment->direction * real_near(table_step(sweep->table));
    for (size_t l = 0; l < count; l++)
        sweep->p[l] = first + (double)l * step;
    visit(context, &(struct sweep_run){from, count, &sweep->values, sweep->p});
}

static void visit_segment(struct sweep *sweep, uint64_t frequency, const struct segment *segment,
                          uint64_t begin, uint64_t end, sweep_visit *visit, void *context) {
    if (segment->direction == 0)
        end = begin + 1;
    for (uint64_t from = begin, count; from < end; from += count) {
        count = end - from < SWEEP_TURNS ? end - from : SWEEP_TURNS;
        visit_block(sweep, frequency, segment, from, (size_t)count, visit, context);
    }
}

/* Each listed position has a seed of its own. */
static void visit_listed(struct sweep *sweep, uint64_t frequency, uint64_t begin, uint64_t end,
                         sweep_visit *visit, void *context) {
    for (uint64_t from = begin, count; from < end; from += count) {
        count = end - from < SWEEP_TURNS ? end - from : SWEEP_TURNS;
        for (size_t l = 0; l < count; l++) {
            struct double_double value[2];
            reference_at(sweep->reference, from + l, frequency, value);
            phasors_set_channel(&sweep->values, l, CHANNEL_SINE, value);
            sweep->p[l] = position_near(sweep, from + l);
        }
        visit(context, &(struct sweep_run){from, (size_t)count, &sweep->values, sweep->p});
    }
}

void sweep_frequency(struct sweep *sweep, uint64_t frequency, uint64_t begin, uint64_t end,
                     sweep_visit *visit, void *context) {
    const struct table *table = sweep->table;
    if (table_list(table)) {
        visit_listed(sweep, frequency, begin, end, visit, context);
        return;
    }
    make_turns(sweep, frequency);
    for (size_t k = 0; k < table->segment_count; k++) {
        const struct segment *segment = &table->segments[k];
        uint64_t first = segment->begin > begin ? segment->begin : begin;
        uint64_t last = segment->end < end ? segment->end : end;
        if (first < last)
            visit_segment(sweep, frequency, segment, first, last, visit, context);
    }
}
