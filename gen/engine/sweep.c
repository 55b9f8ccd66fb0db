#include "engine/sweep.h"
#include "base/die.h"
#include "engine/digits.h"
#include "engine/phasors.h"

#include <math.h>
#include <stdlib.h>

_Static_assert(2 * SWEEP_TURNS <= LEVELS_TURNS, "values further from seeds than the bounds allow");

struct sweep {
    const struct table *table;
    const struct simd *simd;
    struct reference *reference;
    struct phasors turns, opposite, here, values, one;
    double p[SWEEP_TURNS];
    struct number position;
    struct digits digits; /* of a list */
    struct digit_phasors digit_phasors;
};

/* There are some positions at least for each digit. */
static void open_list(struct sweep *sweep, const struct position_list *list) {
    enum { EACH = 16, LEAST = 64 };
    const size_t most = list->count / EACH;
    sweep->digits = digits_of(list, &(struct digits_room){.digits = most > LEAST ? most : LEAST});
    if (sweep->digits.places > 0)
        sweep->digit_phasors = digit_phasors_new(&sweep->digits, 0, 1);
}

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
    if (table_list(table))
        open_list(sweep, table_list(table));
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
    if (sweep->digits.places > 0)
        digit_phasors_free(&sweep->digit_phasors);
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

/* A position errs by less than this times the two parts that it is the sum of, which may cancel. */
#define SWEEP_SLACK 0x1p-50

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
    for (size_t l = 0; l < count; l++) {
        const double further = (double)l * step,
                     slack = SWEEP_SLACK * (fabs(first) + fabs(further));
        sweep->p[l] = fabs(first + further) + slack;
    }
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

/* Sets here[l] to the phasor of a listed position, or only to that of its highest digit. */
static void seed_listed(struct sweep *sweep, uint64_t frequency, uint64_t position, size_t l) {
    const struct position_list *list = table_list(sweep->table);
    struct double_double value[2];
    uint32_t m;
    int32_t whole;
    sweep->p[l] =
        fabs(position_list_whole(list, position, &whole) ? whole : position_near(sweep, position));
    if (digits_have(&sweep->digits, list, position, &m)) {
        const unsigned top = sweep->digits.places - 1;
        struct phasors phasor =
            digit_phasors_of(&sweep->digit_phasors, top, digits_at(&sweep->digits, m, top));
        phasors_copy_one(&phasor, 0, &sweep->here, l);
    } else {
        reference_at(sweep->reference, position, frequency, value);
        phasors_set_channel(&sweep->here, l, CHANNEL_SINE, value);
    }
}

/* Sets turns[l] to the turn by a listed position's digit; by 0 if it has none. */
static void set_turn(struct sweep *sweep, unsigned place, uint64_t position, size_t l) {
    uint32_t m;
    digits_have(&sweep->digits, table_list(sweep->table), position, &m);
    struct phasors turn =
        digit_phasors_of(&sweep->digit_phasors, place, digits_at(&sweep->digits, m, place));
    phasors_copy_one(&turn, 0, &sweep->turns, l);
}

static void swap(struct phasors *a, struct phasors *b) {
    struct phasors other = *a;
    *a = *b;
    *b = other;
}

/* Whole positions go digit by digit; others have a seed of their own. */
static void visit_listed(struct sweep *sweep, uint64_t frequency, uint64_t begin, uint64_t end,
                         sweep_visit *visit, void *context) {
    if (sweep->digits.places > 0)
        digit_phasors_make(&sweep->digit_phasors, &sweep->digits, sweep->simd, sweep->reference,
                           frequency);
    for (uint64_t from = begin, count; from < end; from += count) {
        count = end - from < SWEEP_TURNS ? end - from : SWEEP_TURNS;
        for (size_t l = 0; l < count; l++)
            seed_listed(sweep, frequency, from + l, l);
        for (unsigned place = sweep->digits.places; place-- > 1;) {
            for (size_t l = 0; l < count; l++)
                set_turn(sweep, place - 1, from + l, l);
            sweep->simd->turn((size_t)count, &sweep->here, &sweep->turns, &sweep->values);
            swap(&sweep->here, &sweep->values);
        }
        visit(context, &(struct sweep_run){from, (size_t)count, &sweep->here, sweep->p});
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
