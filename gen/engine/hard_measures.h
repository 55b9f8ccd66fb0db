/* How hard an entry is to round, and its angle to reduce. */
#ifndef POSENC_HARD_MEASURES_H
#define POSENC_HARD_MEASURES_H

#include "engine/exact_entries.h"

/* How many units of fixed point there are from 0 to the end of the type, above 0 or below; INT64_MAX for floats. Midpoints
 * are n + 1/2 units, for whole n below that. */
int64_t hard_units(const struct element *, bool negative);

/* These return false if an answer is undecided.
 *
 * The midpoint that is nearest to a value that isn't 0, of exact_entries_value: that between the multiples of 2^unit that
 * enclose it. Of a float, 2^unit is an ulp in the value's binade. Beyond the last element of fixed point, the last midpoint.
 */
bool hard_midpoint(const struct element *, struct exact_value *, mpq_t midpoint, long *unit);

/* How many quarter turns are nearest to the angle of the last entry that was found. */
bool hard_quarters(struct exact_entries *, mpz_t quarters);

/* The distance from the midpoint in units. Negative if the value is 0, an element or a midpoint itself. */
bool hard_to_round(const struct element *, struct exact_value *, uint64_t bits, double *measure);

/* |x - k*pi/2| / |x| for the angle x and the nearest k. Negative if k or that is 0, and for the function that isn't near
 * 0 there. */
bool hard_to_reduce(struct exact_entries *, enum function, double *measure);

/* A text that two entries share if they are one number: the same function of the same angle, up to the sign of a
 * cosine's. The entry is the last that was found. `folded`: sines and cosines of other rational multiples of pi may also be
 * one number. Returns NULL if it is undecided. Two angles that agree in HARD_DIGITS digits, and whose values have the same
 * nearest double, count as one. */
enum { HARD_DIGITS = 60 };
char *hard_name(struct exact_entries *, enum function, bool folded);

/* Lower bounds of these measures, for entries of which only doubles near them are known. `error` bounds the error of a sine
 * or cosine high + low, with |low| at most half an ulp of high. */
struct hard_bounds {
    const struct element *type;
    double error;
    double above, below; /* hard_units */
};
struct hard_bounds hard_bounds_of(const struct element *, double error);

double hard_to_round_bound(const struct hard_bounds *, double high, double low);

/* For the function that is near 0, of value `small`, and the other, of value `large`. `angle` is |x|, to a relative error of
 * 2^-10 or too large. INFINITY if hard_to_reduce finds a negative measure. */
double hard_to_reduce_bound(const struct hard_bounds *, double small, double large, double angle);

/* What the bounds have in hand for rounding, in units or relative to more than that; and a number below pi/4. */
#define HARD_ROUNDING 0x1p-50
#define HARD_EIGHTH 0.78

#endif
