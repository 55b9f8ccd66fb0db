/* Seeds: from fixed point where seeds.h can make them, else from MPFR. */
#include "engine/reference_state.h"

#include <math.h>

void reference_seed_by_mpfr(struct reference *reference) {
    reference->seeds_tried = true;
}

static struct seeds *seeds_of(struct reference *reference) {
    if (!reference->seeds_tried) {
        reference->seeds_tried = true;
        reference->seeds = seeds_new(reference->table, &reference->bases, reference->amplitude);
        reference->at = reference->times = NOWHERE;
    }
    return reference->seeds;
}

static void go_turn(struct reference *reference, uint64_t times) {
    if (reference->times == times)
        return;
    struct number zero;
    number_init(&zero);
    number_walk(&reference->p, &zero, table_step(reference->table), times);
    position_set(reference->turn, &reference->p);
    reference->times = times;
    number_clear(&zero);
    if (reference->seeds)
        reference->turn_times = seeds_multiple(reference->seeds, &reference->p);
}

/* A build with POSENC_SHRINK cuts seeds to what its ZIV_DOUBLE_ERROR allows. */
static void shrink(struct amplitude *amplitude, struct double_double value[2]) {
#ifdef POSENC_SHRINK
    const int down = 50 - (int)amplitude_log2(amplitude);
    for (int f = SINE; f <= COSINE; f++)
        value[f] = (struct double_double){ldexp(rint(ldexp(value[f].high, down)), -down), 0};
#else
    (void)amplitude, (void)value;
#endif
}

void reference_at(struct reference *reference, uint64_t position, uint64_t k,
                  struct double_double value[2]) {
    struct seeds *seeds = seeds_of(reference);
    reference_go_to(reference, position);
    if (!(seeds && seeds_at(seeds, reference->multiple, k, value)) &&
        !ziv_double_double(reference->ziv, reference->position, reference_frequency(reference, k),
                           reference->amplitude, value))
        reference_undecided(reference, position, k);
    shrink(reference->amplitude, value);
}

void reference_turn(struct reference *reference, uint64_t times, uint64_t k,
                    struct double_double value[2]) {
    struct seeds *seeds = seeds_of(reference);
    go_turn(reference, times);
    if (!(seeds && seeds_turn(seeds, reference->turn_times, k, value)) &&
        !ziv_double_double(reference->ziv, reference->turn, reference_frequency(reference, k),
                           reference->one, value) &&
        reference->error.kind == ENGINE_FINE)
        reference->error = (struct engine_error){ENGINE_TURN, times, k};
    shrink(reference->one, value);
}
