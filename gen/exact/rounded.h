/* Single steps of a computation in floating point, each rounded once, to nearest, ties to even. A number of a format is
 * given as the double that equals it. */
#ifndef POSENC_ROUNDED_H
#define POSENC_ROUNDED_H

#include "element/element.h"
#include "exact/real.h"
#include "exact/ziv.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The floating types, in the order of elements[]. */
enum rounding { ROUND_F32, ROUND_F64, ROUND_F16, ROUND_BF16, ROUNDINGS };

/* 2^e, for the exponents of normal doubles */
static inline double power_of_2(int e) {
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x rounded to a format with fewer bits than double. Below 2^(e+1) numbers of the format are multiples of a unit; adding
 * 1.5 * 2^52 units leaves the nearest multiple, since the sum is rounded to one. */
static inline double rounded_narrow(const struct element *format, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52 & 0x7ff) - 1023;
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

static inline double rounded(enum rounding format, double x) {
    return format == ROUND_F64   ? x
           : format == ROUND_F32 ? rounded_float(x)
                                 : rounded_narrow(&elements[format], x);
}

double rounded_exp(enum rounding, double x);
double rounded_pow(enum rounding, double x, double y);
double rounded_log(enum rounding, double x);
void rounded_sines(enum rounding, double x, double pair[2]); /* SINE, COSINE of ziv.h */

double rounded_rational(enum rounding, const mpq_t);
double rounded_number(enum rounding, const struct number *);

/* The value of an element of a floating type. */
double rounded_value(enum rounding, uint64_t bits);

/* A number as high + low; the relative error is at most ROUNDED_PAIR_ERROR. */
#define ROUNDED_PAIR_ERROR 0x1p-106
struct double_double rounded_pair_of_number(const struct number *);
struct double_double rounded_pair_of_frequency(struct frequency *);
struct double_double rounded_pair_of_amplitude(struct amplitude *);

#endif
