/* SPDX-License-Identifier: MIT */
/* Seeds from fixed point: the sines and cosines of a table's frequencies at rational positions.
 *
 * A frequency w is kept as its cycles, w / 2 pi: the number of turns for one unit of position. At position n/d the
 * angle is n/d times the cycles, without whole turns. The cycles of a frequency are cut from its enclosure once. If the
 * frequencies are powers of one ratio below 1, only the first cycles and the ratio are cut; each of the others takes
 * one multiplication of integers. */
#ifndef POSENC_SEEDS_H
#define POSENC_SEEDS_H

#include "exact/ziv.h"
#include "table/table.h"

#include <stdbool.h>
#include <stdint.h>

/* Sines and cosines of angles that are fractions of a turn, in fixed point, by integers alone.
 *
 * Units: an angle is in units of 2^-192 turns. Whole turns are dropped from products, which wrap around. Angles,
 * products and coefficients are cut to whole units, towards 0. Without a compiler's integers of 128 bits FIXED_SINES is
 * 0, and MPFR makes the same tables. */

#if defined __SIZEOF_INT128__ && !defined FIXED_SINES_NONE
#define FIXED_SINES 1
#else
#define FIXED_SINES 0
#endif

/* Cycles below 2^64, or a ratio, times 2^192; the least significant limb first. The lowest three limbs are the
 * fraction. */
enum { FRACTION_LIMBS = 3, FRACTION_BITS = 64 * FRACTION_LIMBS, CYCLES_LIMBS = FRACTION_LIMBS + 1 };
struct cycles {
    uint64_t limb[CYCLES_LIMBS];
};

/* A position as +-n/d; `exact` is false if it isn't such. */
struct rational_position {
    bool exact, negative;
    uint64_t n, d;
};
struct rational_position rational_position(const struct number *position);

/* An amplitude of at most 2^log2: limb * 2^(log2 - 127), the least significant limb first, cut by less than 2 units. */
enum { FIXED_AMPLITUDE_LIMBS = 2, FIXED_AMPLITUDE_BITS = 127 };
struct fixed_amplitude {
    uint64_t limb[FIXED_AMPLITUDE_LIMBS];
    int log2;
};

/* x * ratio, cut to whole units. Both are below 1. */
struct cycles fraction_times(struct cycles x, struct cycles ratio);

/* May cycles that err by at most `units` be multiplied by n/d? The angle then errs by less than 2^FIXED_SINES_LOST
 * units, besides its cut to 2^-128 turns. */
#define FIXED_SINES_LOST 75
bool fixed_sines_allow(struct rational_position, uint64_t units);

/* The sine and the cosine of the angle at a position, times the amplitude. They err by at most
 * FIXED_SINES_ERROR * 2^log2 (tests/exact/proofs/fixed_sines.gappa). */
#define FIXED_SINES_ERROR 0x1.08p-108
void fixed_sines(const struct cycles *, struct rational_position, const struct fixed_amplitude *,
                 struct double_double value[2]);

struct seeds;

/* NULL if the amplitude is too large or too small; then MPFR makes the seeds. The table and the bases must outlive it. */
struct seeds *seeds_new(const struct table *, const struct bases *, struct amplitude *);
void seeds_free(struct seeds *);

/* Sets the values to the sine and the cosine of frequency k at a position, times the amplitude unless it is a turn. They err
 * by at most FIXED_SINES_ERROR times the 2^log2 of the amplitude. Returns false, and sets nothing, if the position is too
 * far or isn't exact, or if the frequency is too large or its enclosure too wide. */
bool seeds_at(struct seeds *, struct rational_position, uint64_t k, bool turn,
              struct double_double value[2]);

#endif
