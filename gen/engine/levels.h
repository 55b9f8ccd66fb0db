/* SPDX-License-Identifier: MIT */
/* Runs of entries go through levels of increasing cost. Each level decides the entries that it can, and leaves the rest
 * to the next. */
#ifndef POSENC_LEVELS_H
#define POSENC_LEVELS_H

#include "element/element.h"
#include "engine/reference.h"
#include "engine/simd.h"
#include "rows/choices.h" /* enum engine: the level that every entry starts at */

#ifndef POSENC_BOUND /* 0 in the test that shows that the bounds are needed */
#define POSENC_BOUND 1
#endif
#ifndef POSENC_ROUGH /* 0 in the test that shows that the fine kernels need theirs */
#define POSENC_ROUGH 1
#endif

/* Arrays of the phasors of simd.h, made from the seeds of the reference engine. */

/* The sine and the cosine of 0. */
static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

/* Room for n phasors; dies if memory runs out. */
struct phasors phasors_new(size_t n);
void phasors_free(struct phasors *);

/* The phasors from phasor k on, in the same memory. */
struct phasors phasors_from(const struct phasors *, size_t k);

void phasors_copy(size_t n, const struct phasors *from, const struct phasors *to);

static inline void phasors_copy_one(const struct phasors *from, size_t k, const struct phasors *to,
                                    size_t l) {
    to->a[l] = from->a[k];
    to->a_low[l] = from->a_low[k];
    to->b[l] = from->b[k];
    to->b_low[l] = from->b_low[k];
}

/* Sets phasor k to that of an angle, given by its sine and cosine. It is the turn by that angle, and also the channel
 * of its sine. */
void phasors_set(const struct phasors *, size_t k, const struct double_double value[2]);

/* Sets n phasors to the seeds of the frequencies from `frequency` on, as reference_seed makes them. */
void phasors_seed(size_t n, struct reference *, enum seed, uint64_t at, uint64_t frequency,
                  const struct phasors *to);

/* to[k] becomes the channel of the cosine at the angle of sine k, for k < n. */
void phasors_cosines(size_t n, const struct phasors *sines, const struct phasors *to);

/* Double: binary64. Wide: double-double. MPFR: the reference engine. */
enum level { LEVEL_DOUBLE, LEVEL_WIDE, LEVEL_MPFR, LEVELS };

/* How many entries each level decided. */
struct counts {
    uint64_t decided[LEVELS];
};

static inline void counts_add(struct counts *counts, struct counts more) {
    for (int level = 0; level < LEVELS; level++)
        counts->decided[level] += more.decided[level];
}

/* How the first level computes and rounds an entry. */
enum kernel {
    KERNEL_NONE,       /* not computed: the amplitude is too large or too small for double */
    KERNEL_ONE_BY_ONE, /* at level wide: the amplitude is too large or too small for the next three */
    KERNEL_F32,
    KERNEL_NARROW,
    KERNEL_F64 /* in double-double */
};

/* The run from turn k on. */
struct phasor_run phasor_run_from(const struct phasor_run *, size_t k);

/* How entries of level double become floats of 16 bits or fixed-point numbers: block by block by a rough kernel, and those
 * that it leaves undecided by a fine one. */
struct narrow_rounding {
    const struct element *type;
    enum target to, to_roughly;
    struct narrow fine;
    bool roughly; /* would a rough kernel decide most blocks? */
    struct rough rough;
};

/* For values of magnitude at most 2^log2, with an error of at most `error`. */
struct narrow_rounding narrow_rounding_of(const struct element *, long log2, double error);

/* Each thread has its own. */
struct levels {
    const struct table *table;
    const struct element *type;
    enum engine engine;
    enum kernel kernel;
    const struct simd *simd; /* NULL: the reference engine decides all */
    double unit;             /* a power of two, at least the amplitude */
    struct narrow_rounding narrow;
    struct reference *reference;
    struct phasors turned, cosine; /* room for one */
    struct counts counts;
};

/* Can a level other than the reference engine compute this table? */
bool levels_take(const struct table *);

void levels_init(struct levels *, const struct table *, enum engine, const struct simd *);
void levels_clear(struct levels *);

/* The phasors that levels_run gets are at most this many turns from seeds (levels.c). */
#define LEVELS_TURNS 8192

/* The absolute error of their components, for an amplitude of 1. */
#define PHASOR_ERROR \
    (1.41422 * (LEVELS_TURNS * SIMD_TURN_ERROR + (LEVELS_TURNS + 1) * ZIV_DOUBLE_ERROR))

/* The position and the channel of a run's first entry. A position has `channels` entries, for the channels from
 * `channel` on; then the next position follows. */
struct first_entry {
    uint64_t position, channel;
    size_t channels;
};

/* Sets `entries` to the rounded values of n turns, in the order that simd.h defines for this kind of run. Each entry
 * has its own error of levels_errors; with RUN_ONE all have the first. */
void levels_run(struct levels *, enum run_kind, size_t n, const struct phasors *channels,
                const struct phasors *turns, const double error[], void *entries,
                struct first_entry);

/* Bounds of the errors of level double for the entries of n channels or pairs, turned by angles whose |sine| is at most
 * that of max_sine. */
void levels_errors(const struct levels *, enum run_kind, size_t n, const struct phasors *channels,
                   const double max_sine[], double error[]);

#endif
