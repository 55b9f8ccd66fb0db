/* SPDX-License-Identifier: MIT */
/* Interval arithmetic: an interval encloses a real number between two ends of the same precision, in bits.
 *
 * A function sets its first argument to an interval that encloses every possible result. The lower end is rounded
 * down, the upper end up, both to the precision of the first argument. x may be y, but not z. */
#ifndef POSENC_INTERVAL_H
#define POSENC_INTERVAL_H

#include "exact/number.h"

#include <stddef.h>
#include <stdint.h>

struct interval;

struct interval *interval_new(long bits);
void interval_free(struct interval *);
long interval_bits(const struct interval *);

/* --- values */

void interval_set(struct interval *x, const struct interval *y);
void interval_set_integer(struct interval *, int64_t n);
void interval_set_range(struct interval *, int64_t low, int64_t high); /* [low, high] */
void interval_set_rational(struct interval *, const mpq_t q);
void interval_set_pi(struct interval *);

/* --- arithmetic */

void interval_add(struct interval *x, const struct interval *y, const struct interval *z);
void interval_subtract(struct interval *x, const struct interval *y, const struct interval *z);
void interval_multiply(struct interval *x, const struct interval *y,
                       const struct interval *z); /* z >= 0 */
void interval_divide(struct interval *x, const struct interval *y,
                     const struct interval *z); /* z > 0 */

/* With exact numbers. */
void interval_add_integer(struct interval *, int n);
void interval_add_rational(struct interval *, const mpq_t q);
void interval_multiply_rational(struct interval *, const mpq_t q);
void interval_divide_integer(struct interval *, int n); /* n > 0 */

void interval_negate(struct interval *);
void interval_exp(struct interval *);
void interval_log(struct interval *);  /* of numbers > 0 */
void interval_sqrt(struct interval *); /* of numbers >= 0 */

/* The largest integer that is at most x; the least integer that is at least x. */
void interval_floor(struct interval *);
void interval_ceil(struct interval *);

/* The number of [least, most] that is nearest to x. */
void interval_clamp(struct interval *x, int64_t least, int64_t most);

/* --- questions */

/* Is every number of the interval at least n, or at most n? False if the end in question is NaN. */
bool interval_at_least(const struct interval *, int64_t n);
bool interval_at_most(const struct interval *, int64_t n);

/* 1 or -1 if every number of the interval has this sign; 0 if it contains 0. */
int interval_sign(const struct interval *);

/* Are the ends equal and finite? If so, q becomes their value. */
bool interval_exact(const struct interval *, mpq_t q);

/* Cuts any number of the interval to a multiple of the unit 2^-bits, less than 2 units below it; limb[0] is the least
 * significant. Returns false if the interval is wider than a unit, begins below 0, or the limbs can't hold it. */
bool interval_cut(const struct interval *, long bits, uint64_t limb[], size_t count);

#endif
