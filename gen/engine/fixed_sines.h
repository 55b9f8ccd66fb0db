/* Sines and cosines of angles that are fractions of a turn, in fixed point, by integers alone.
 *
 * Units: an angle is in units of 2^-192 turns. Whole turns are dropped, so n times an angle is a product of integers
 * that wrap around. Angles, products and coefficients are cut to whole units, towards 0. Compilers without integers of
 * 128 bits can't do this; there FIXED_SINES is 0, and MPFR makes the same tables. */
#ifndef POSENC_FIXED_SINES_H
#define POSENC_FIXED_SINES_H

#include "exact/ziv.h"

#include <stdbool.h>
#include <stdint.h>

#if defined __SIZEOF_INT128__ && !defined FIXED_SINES_NONE
#define FIXED_SINES 1
#else
#define FIXED_SINES 0
#endif

/* A fraction of a turn, or a ratio below 1, times 2^192; the least significant limb first. */
enum { FRACTION_LIMBS = 3, FRACTION_BITS = 64 * FRACTION_LIMBS };
struct fraction {
    uint64_t limb[FRACTION_LIMBS];
};

/* An amplitude of at most 2^log2: limb * 2^(log2 - 127), the least significant limb first, cut by less than 2 units. */
enum { FIXED_AMPLITUDE_LIMBS = 2, FIXED_AMPLITUDE_BITS = 127 };
struct fixed_amplitude {
    uint64_t limb[FIXED_AMPLITUDE_LIMBS];
    int log2;
};

/* x * ratio, cut to whole units. */
struct fraction fraction_times(struct fraction x, struct fraction ratio);

/* May an angle that errs by at most `units` be taken n times? By then it errs by at most 2^FIXED_SINES_LOST units. */
#define FIXED_SINES_LOST 75
bool fixed_sines_allow(uint64_t n, uint64_t units);

/* The sine and the cosine of n times the angle, or of the opposite of that, times the amplitude. They err by at most
 * FIXED_SINES_ERROR * 2^log2 (tests/exact/proofs/fixed_sines.gappa). */
#define FIXED_SINES_ERROR 0x1.08p-108
void fixed_sines(struct fraction angle, uint64_t n, bool opposite, const struct fixed_amplitude *,
                 struct double_double value[2]);

#endif
