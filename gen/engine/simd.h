/* SPDX-License-Identifier: MIT */
/* The vector kernels: they compute many entries at a time, in double and in double-double arithmetic.
 *
 * A channel (a column of the table, before axes are exchanged) at angle t is the phasor
 *     (a, b) = (sin t, cos t) for a sine,   (cos t, -sin t) for a cosine
 * and a turn by an angle d is the phasor (sin d, cos d). Then for both kinds
 *     value at t + d:  a * cos d + b * sin d
 *     phasor at t + d: (a * cos d + b * sin d, b * cos d - a * sin d)
 *
 * Units: u = 2^-53, half an ulp of 1. Double-double numbers are unevaluated sums high + low with
 * |low| <= u * |high|. Proofs of the bounds: tests/exact/proofs. */
#ifndef POSENC_SIMD_H
#define POSENC_SIMD_H

#include <stddef.h>
#include <stdint.h>

/* n phasors of double-double numbers, each number in two arrays. */
struct phasors {
    double *a, *a_low, *b, *b_low;
};

/* The relative error of an input of level double: u. A build with POSENC_SHRINK cuts these inputs to 32 bits and the
 * seeds to 50 bits. Then every level leaves many entries to the next, and tests notice faults there. */
#ifdef POSENC_SHRINK
#define SIMD_ROUNDOFF 0x1p-32
#else
#define SIMD_ROUNDOFF 0x1p-53
#endif

/* The arithmetic error of one component of a turned phasor, for components of at most 1 + 2^-40:
 * 28.1 * u^2 (tests/exact/proofs/turn.gappa). */
#define SIMD_TURN_ERROR 0x1.c2p-102

/* The target of the narrow kernels: floats of 16 bits (f16, bf16), or fixed-point numbers. From 2^emin on,
 * a float has the exponent of its binary64 less `rebias`, and its fraction without `drop` bits. Below that
 * it is a multiple of a unit; a fixed-point number always is. Adding 1.5 * 2^52 units leaves the nearest
 * multiple in the low bits of the sum; adding the zero point too, the sum of both. A tie is never decided here. */
struct narrow {
    double units;                           /* 1.5 * 2^52 units, and the zero point's */
    double lowest, highest;                 /* fixed point: values beyond these saturate */
    uint64_t drop, rebias, least, infinity; /* float; `least`: the bits of 2^emin as binary64 */
};

/* The same targets, rounded from 32 bits: a float's magnitude from the bits of its binary32, a fixed-point number from
 * 2^31 plus the number of units that it is, which are the low bits of its sum with `units`. The bits are wrong by less
 * than width / 2. `bias` is half of the last bit kept, less width / 2; it also has the difference of exponents, or the
 * zero point. So bits + bias and bits + bias + width are the two ends, to be cut: `drop` bits are dropped. If the ends
 * become different, the entry is undecided. */
struct rough {
    uint32_t bias, width;
    unsigned drop;
    uint32_t least;           /* float: magnitudes below this are undecided */
    double units;             /* fixed point: 1.5 * 2^52 + 2^31 units */
    uint32_t lowest, highest; /* fixed point: numbers beyond these saturate */
};

/* What the entries of n turns are. RUN_EACH: entry k is channel k turned by turn k. RUN_ONE: entry k is the first channel
 * turned by turn k, and its error serves all. RUN_PAIRS: the channels are sines, entry 2k is that of turn k, and entry
 * 2k + 1 the cosine at its angle, each with its own error. */
enum run_kind { RUN_EACH, RUN_ONE, RUN_PAIRS, RUNS };

struct phasor_run {
    enum run_kind kind;
    struct phasors channels, turns;
    const double *error; /* of each entry, or of the first channel */
};

/* How many entries a turn makes. */
static inline size_t run_entries(enum run_kind kind) {
    return kind == RUN_PAIRS ? 2 : 1;
}

/* What a kernel rounds to. */
enum target {
    TO_F32, /* entries of 32 bits; no target structure */
    TO_F64, /* from double-double; the first error serves all */
    TO_FLOAT,
    TO_FIXED, /* struct narrow; the low bits of 32 bits each */
    ROUGH_FLOAT,
    ROUGH_FIXED8,
    ROUGH_FIXED16, /* struct rough, which has the error; 8 or 16 bits */
    TARGETS
};

/* Sets the entries of a run of n turns, each to the number nearest to the exact value, if value - error and value +
 * error round to the same one. Returns 0 if all entries are decided. */
typedef uint64_t rounding_kernel(size_t n, const struct phasor_run *, const void *target,
                                 void *entries);

struct simd {
    rounding_kernel *round[RUNS][TARGETS];

    /* to[k] = from[k] turned by turn[k]. The arrays of `to` overlap no others. */
    void (*turn)(size_t n, const struct phasors *from, const struct phasors *turn,
                 const struct phasors *to);
};

/* The n-th best kernels for this CPU; 0 is the best. NULL if there are none, or if floating point isn't evaluated in
 * binary64 and rounded to nearest, as the kernels need. */
const struct simd *simd_choose(unsigned nth);

#endif
