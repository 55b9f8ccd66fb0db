/* SPDX-License-Identifier: MIT */
/* Sums and products of doubles without a rounding error: the rounded result and its error. They hold for results that
 * neither overflow nor become subnormal. */
#ifndef POSENC_EXACT_SUM_H
#define POSENC_EXACT_SUM_H

#include <stdbool.h>

/* Inlined into kernels for each instruction set. */
#define EXACT_INLINE static inline __attribute__((always_inline))

/* x + y = s + *error exactly (D. E. Knuth, TAOCP 2, 4.2.2, theorem B). */
EXACT_INLINE double exact_sum(double x, double y, double *error) {
    double s = x + y, t = s - x;
    *error = (x - (s - t)) + (y - t);
    return s;
}

/* The upper 26 bits of x, rounded; what is left of x has 26 bits and a sign (G. W. Veltkamp; T. J. Dekker, Numerische
 * Mathematik 18 (1971), doi:10.1007/BF01397083). */
EXACT_INLINE double exact_upper(double x) {
    double t = 0x8000001p0 * x;
    return t - (t - x);
}

/* What rounding took from the product p of x1 + x2 and y1 + y2, which are halves as above (Dekker). */
EXACT_INLINE double exact_rest(double p, double x1, double x2, double y1, double y2) {
    return ((x1 * y1 - p) + x1 * y2 + x2 * y1) + x2 * y2;
}

/* x * y = p + *error exactly; with the fused multiply-add if `fma`. */
EXACT_INLINE double exact_product(double x, double y, double *error, bool fma) {
    double p = x * y;
    if (fma) {
        *error = __builtin_fma(x, y, -p);
        return p;
    }
    double x1 = exact_upper(x), y1 = exact_upper(y);
    *error = exact_rest(p, x1, x - x1, y1, y - y1);
    return p;
}

#endif
