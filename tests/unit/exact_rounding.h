/* SPDX-License-Identifier: MIT */
/* Exact values as doubles and as elements. */
#ifndef EXACT_ROUNDING_H
#define EXACT_ROUNDING_H

#include "element/element.h"

#include <assert.h>
#include <stdint.h>

#include <mpfr.h>

/* x as high + low, and what is left of it in x */
static inline void split(mpfr_t x, double *high, double *low) {
    *high = mpfr_get_d(x, MPFR_RNDN);
    mpfr_sub_d(x, x, *high, MPFR_RNDN);
    *low = mpfr_get_d(x, MPFR_RNDN);
}

/* The bits of an element, rounded from a number with more than 64 bits. */
static inline uint64_t rounded(const struct element *type, mpfr_t y) {
    mpz_t digits;
    struct expansion v = {.negative = mpfr_signbit(y)};
    mpz_init(digits);
    v.exponent = mpfr_get_z_2exp(digits, y);
    mpz_abs(digits, digits);
    long drop = (long)mpz_sizeinbase(digits, 2) - 64;
    assert(drop > 0);
    v.more = (long)mpz_scan1(digits, 0) < drop;
    mpz_tdiv_q_2exp(digits, digits, (mp_bitcnt_t)drop);
    v.exponent += drop;
    mpz_export(&v.significand, NULL, -1, sizeof v.significand, 0, 0, digits);
    mpz_clear(digits);
    return element_round(type, v);
}

#endif
