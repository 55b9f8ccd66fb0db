/* SPDX-License-Identifier: MIT */
/* The number of a floating type that is nearest to x: MPFR with the type's precision and exponents. */
#ifndef NEAREST_H
#define NEAREST_H

#include <mpfr.h>

#include "element/element.h"

static inline double nearest(const struct element *type, mpfr_srcptr x) {
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_t y;
    mpfr_init2(y, type->precision);
    mpfr_set_emin(type->emin - type->precision + 2);
    mpfr_set_emax(2 - type->emin);
    int ternary = mpfr_set(y, x, MPFR_RNDN);
    ternary = mpfr_check_range(y, ternary, MPFR_RNDN);
    mpfr_subnormalize(y, ternary, MPFR_RNDN);
    double z = mpfr_get_d(y, MPFR_RNDN);
    mpfr_clear(y);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return z;
}

#endif
