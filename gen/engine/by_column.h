/* Channel by channel: a row is one channel at many positions.
 *
 * All goes through one walk along a frequency's positions, in runs. The phasor at a run's first position is turned by l
 * positions, for l = 0, 1, 2...; the vector of these turns serves one run after the other. Where positions fall, the turns
 * are those by the opposite angles. Listed positions have a phasor each: that of their higher digits (digits.h), turned by
 * the lowest, or a seed of their own. What a run is used for differs: rows of a table are rounded, and a sweep for the
 * hardest entries is turned in double-double. */
#ifndef POSENC_BY_COLUMN_H
#define POSENC_BY_COLUMN_H

#include "engine/row_method.h"

/* Channel-major rows. */
extern const struct row_method by_column;

/* The longest run of columns. The end of a longer one would be further from its seed than the bounds allow. */
enum { BY_COLUMN_MOST = 1024 * 512 };

/* The sines and cosines of a table in double-double, frequency by frequency: near enough to find the entries that are
 * worth exact arithmetic, and as fast as the vector kernels. */

struct sweep;

/* For a table of sines and cosines without a grid, or the table of an axis. Table and reference must outlive it. Returns
 * NULL if there are no kernels that can compute it. */
struct sweep *sweep_new(const struct table *, struct reference *);
void sweep_free(struct sweep *);

/* A times the sines (a) and cosines (b) of a frequency at positions from `position` on, as double-double numbers. They
 * err by at most SWEEP_ERROR times the 2^k of reference_log2. `p` has the sizes of the positions: doubles that are
 * near them, or above where the positions of a run cancel the one that it begins with. */
struct sweep_run {
    uint64_t position;
    size_t count;
    const struct phasors *values;
    const double *p;
};
typedef void sweep_visit(void *context, const struct sweep_run *);

/* Visits positions [begin, end) in their order. Of positions next to each other that are all the same, the first. */
void sweep_frequency(struct sweep *, uint64_t frequency, uint64_t begin, uint64_t end,
                     sweep_visit *, void *context);

/* A value is at most LEVELS_TURNS turns from seeds (levels.c has the bound). */
#define SWEEP_ERROR (4.1 * PHASOR_ERROR + SIMD_TURN_ERROR)

#endif
