/* Rounds entries of level double to floats of 16 bits and to fixed-point numbers: block by block by a rough kernel, and
 * the blocks that it leaves undecided by a fine one. */
#ifndef POSENC_ROUND_NARROW_H
#define POSENC_ROUND_NARROW_H

#include "element/element.h"
#include "engine/simd.h"

#ifndef POSENC_BOUND /* 0 in the test that shows that the bounds are needed */
#define POSENC_BOUND 1
#endif

struct round_narrow {
    const struct element *type;
    const struct simd *simd;
    struct narrow fine;
    rough_kernel *rough_kernel; /* NULL: none would decide most blocks */
    struct rough rough;
};

/* For values of magnitude at most 2^log2, with an error of at most `error`. */
struct round_narrow round_narrow_of(const struct element *, long log2, double error,
                                    const struct simd *);

/* Makes entry k of `entries` the rounded value of channels[k] turned by turns[k], for k < n, if the value less and plus
 * error[k] rounds to the same. Returns 0 if all are decided. */
uint64_t round_narrow(const struct round_narrow *, size_t n, const struct phasors *channels,
                      const struct phasors *turns, const double error[], void *entries);

#endif
