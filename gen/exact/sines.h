/* Sines and cosines of numbers that floating point has computed, correctly rounded. Double arithmetic with a proven bound
 * (sines.c) decides nearly all of them, MPFR the rest; the libm has no part in it. */
#ifndef POSENC_SINES_H
#define POSENC_SINES_H

#include "exact/rounded.h"

#include <stdbool.h>

/* A table that threads can share. */
struct sines;
struct sines *sines_new(void);
void sines_free(struct sines *);

/* An enclosure of a real number: within `error` of high + low, which are no further apart than rounding. */
struct sine {
    double high, low, error;
};

/* Enclose the sine and the cosine of high + low, which |x| < SINES_LIMIT and |low| <= 2^-53 * |high|. The angle itself
 * must be 0 or at least SINES_LEAST; `error` is that of the angle. */
#define SINES_LIMIT 0x1p25
#define SINES_LEAST 0x1p-200
void sines_enclose(const struct sines *, double high, double low, double error,
                   struct sine pair[2]);

/* Is every number of the enclosure rounded to the same one of the format, ROUND_F32 or ROUND_F64? If so, sets it. */
bool sines_decided(enum rounding, const struct sine *, double *rounded);

/* Doubles below and above the sine and the cosine of x, a few ulps apart. Returns false if x is out of the range above. */
bool sines_between(const struct sines *, double x, double low[2], double high[2]);

/* The sine and the cosine of x, rounded once to ROUND_F32 or ROUND_F64. */
void sines_round(const struct sines *, enum rounding, double x, double pair[2]);

#endif
