/* Rounds entries of level double to floats of 16 bits and to fixed-point numbers: block by block by a rough kernel, and
 * the blocks that it leaves undecided by a fine one. */
#ifndef POSENC_ROUND_NARROW_H
#define POSENC_ROUND_NARROW_H

#include "element/element.h"
#include "engine/simd.h"

#ifndef POSENC_BOUND /* 0 in the test that shows that the bounds are needed */
#define POSENC_BOUND 1
#endif
#ifndef POSENC_ROUGH /* 0 in the test that shows that the fine kernels need theirs */
#define POSENC_ROUGH 1
#endif

/* The run from turn k on. */
struct phasor_run phasor_run_from(const struct phasor_run *, size_t k);

struct round_narrow {
    const struct element *type;
    enum target to, to_roughly;
    struct narrow fine;
    bool roughly; /* would a rough kernel decide most blocks? */
    struct rough rough;
};

/* For values of magnitude at most 2^log2, with an error of at most `error`. */
struct round_narrow round_narrow_of(const struct element *, long log2, double error);

/* Makes entry k of `entries` the rounded value of entry k of a run of n turns, if the value less and plus its error rounds
 * to the same. Returns 0 if all are decided. */
uint64_t round_narrow(const struct round_narrow *, const struct simd *, size_t n,
                      const struct phasor_run *, void *entries);

#endif
