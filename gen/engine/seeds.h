/* Seeds from fixed point: the sines and cosines of a table's frequencies at its positions, where these are rational and
 * the frequencies are powers of one ratio below 1.
 *
 * With a q such that q * position is an integer n, the angle n/q * ratio^k is n times the fraction 1/(2 pi q) * ratio^k of
 * a turn. The fractions come one from the other, by a multiplication of integers each. */
#ifndef POSENC_SEEDS_H
#define POSENC_SEEDS_H

#include "engine/fixed_sines.h"
#include "table/table.h"

struct seeds;

/* NULL if the table isn't such; then MPFR makes the seeds. The table and the bases must outlive it. */
struct seeds *seeds_new(const struct table *, const struct bases *, struct amplitude *);
void seeds_free(struct seeds *);

/* A position as +-n/q; `exact` is false if it isn't such. */
struct multiple {
    bool exact, negative;
    uint64_t n;
};
struct multiple seeds_multiple(const struct seeds *, const struct number *position);

/* Sets the values to the sine and the cosine of frequency k at a position, times the amplitude for seeds_at. They err by
 * at most FIXED_SINES_ERROR times the 2^log2 of the amplitude. Returns false, and sets nothing, if the position is too
 * far or isn't exact. */
bool seeds_at(struct seeds *, struct multiple, uint64_t k, struct double_double value[2]);
bool seeds_turn(struct seeds *, struct multiple, uint64_t k, struct double_double value[2]);

#endif
