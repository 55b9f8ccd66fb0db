/* SPDX-License-Identifier: MIT */
/* Single steps of a floating-point computation, each correctly rounded: to nearest, ties to even. A number of a format
 * is given as the double that equals it. */
#ifndef POSENC_ROUNDED_H
#define POSENC_ROUNDED_H

#include "base/integer.h"
#include "element/element.h"
#include "exact/frequency.h"
#include "exact/ziv.h"
#include "values/exact_value.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The floating types, in the order of elements[]. */
enum rounded_type { ROUND_F32, ROUND_F64, ROUND_F16, ROUND_BF16, ROUNDINGS };
_Static_assert(TYPE_F32 == (int)ROUND_F32 && TYPE_F64 == (int)ROUND_F64 &&
                   TYPE_F16 == (int)ROUND_F16 && TYPE_BF16 == (int)ROUND_BF16,
               "a section of elements.ini has moved");

/* 2^e, for the exponents of normal doubles */
static inline double power_of_2(int e) {
    return double_of_bits((uint64_t)(e + 1023) << 52);
}

/* x rounded to a format with fewer bits than double. Below 2^(e+1) numbers of the format are multiples of a unit; adding
 * 1.5 * 2^52 units leaves the nearest multiple, since the sum is rounded to one. */
static inline double rounded_narrow(const struct element *format, double x) {
    int e = (int)(bits_of_double(x) >> 52 & 0x7ff) - 1023;
    if (e > 1 - format->emin)
        return isnan(x) ? x : copysign(INFINITY, x);
    int unit = (e > format->emin ? e : format->emin) - (format->precision - 1);
    double big = 1.5 * power_of_2(unit + 52), y = (fabs(x) + big) - big;
    return copysign(y < power_of_2(2 - format->emin) ? y : INFINITY, x);
}

/* x rounded to float. GCC 12 takes (double)(float)x for x where it makes vectors of neighbours; a volatile float stops
 * that. */
static inline double rounded_float(double x) {
    volatile float y = (float)x;
    return (double)y;
}

static inline double rounded(enum rounded_type format, double x) {
    return format == ROUND_F64   ? x
           : format == ROUND_F32 ? rounded_float(x)
                                 : rounded_narrow(&elements[format], x);
}

double rounded_exp(enum rounded_type, double x);
double rounded_pow(enum rounded_type, double x, double y);
double rounded_log(enum rounded_type, double x);

double rounded_rational(enum rounded_type, const mpq_t);
double rounded_number(enum rounded_type, const struct number *);

/* The value of an element of a floating type. */
double rounded_value(enum rounded_type, uint64_t bits);

/* A number, the only part that is given, as high + low; the relative error is at most ROUNDED_PAIR_ERROR. */
#define ROUNDED_PAIR_ERROR 0x1p-106
struct double_double rounded_pair(const struct exact_parts *);

/* x * y, with a relative error of at most PAIR_PRODUCT_ERROR. */
#define PAIR_PRODUCT_ERROR 0x1.1p-103
struct double_double pair_product(struct double_double x, struct double_double y);

/* Correctly rounded sines and cosines of floating-point numbers. Double arithmetic with a proven bound decides nearly
 * all of them, MPFR the rest. No libm is used. */

/* A table that threads can share. */
struct sines;
struct sines *sines_new(void);
void sines_free(struct sines *);

/* An enclosure of a real number: within `error` of high + low, where `low` is at most what rounding to `high` leaves. */
struct sine {
    double high, low, error;
};

/* Encloses the sine and the cosine of x = high + low, where |x| < SINES_LIMIT and |low| <= 2^-53 * |high|. |x| must be 0 or
 * at least SINES_LEAST; `error` is that of the angle. */
#define SINES_LIMIT 0x1p25
#define SINES_LEAST 0x1p-200
void sines_enclose(const struct sines *, double high, double low, double error,
                   struct sine pair[2]);

/* Are all numbers of the enclosure rounded to the same number of the format, ROUND_F32 or ROUND_F64? If so, sets it. */
bool sines_decided(enum rounded_type, const struct sine *, double *rounded);

/* Sets doubles below and above the sine and the cosine of x, a few ulps apart. Returns false if x is out of the range
 * above. */
bool sines_between(const struct sines *, double x, double low[2], double high[2]);

/* The sine and the cosine of x, rounded once to ROUND_F32 or ROUND_F64. */
void sines_round(const struct sines *, enum rounded_type, double x, double pair[2]);

#endif
