/* Sweeps through the sines and cosines of a table in double-double, frequency by frequency: near enough to find the entries
 * that are worth exact arithmetic, and as fast as the vector kernels. */
#ifndef POSENC_BY_COLUMN_H
#define POSENC_BY_COLUMN_H

#include "engine/levels.h"

struct sweep;

/* For a table of sines and cosines without a grid, or the table of an axis. Table and reference must outlive it. Returns
 * NULL if there are no kernels that can compute it. */
struct sweep *sweep_new(const struct table *, struct reference *);
void sweep_free(struct sweep *);

/* A times the sines (a) and cosines (b) of a frequency at positions from `position` on, as double-double numbers. They
 * err by at most SWEEP_ERROR times the 2^k of reference_log2. No position is further from 0 than `size`, up to some
 * roundings. */
struct sweep_run {
    uint64_t position;
    size_t count;
    const struct phasors *values;
    double size;
};
typedef void sweep_visit(void *context, const struct sweep_run *);

/* Visits positions [begin, end) in their order. Of positions next to each other that are all the same, some are left out,
 * but not the first. */
void sweep_frequency(struct sweep *, uint64_t frequency, uint64_t begin, uint64_t end,
                     sweep_visit *, void *context);

/* A value is at most LEVELS_TURNS turns from seeds (levels.c has the bound). */
#define SWEEP_ERROR (4.1 * PHASOR_ERROR + SIMD_TURN_ERROR)

#endif
