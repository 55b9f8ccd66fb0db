/* SPDX-License-Identifier: MIT */
/* N random channels and turns, and what a turned channel is exactly. */
#ifndef RANDOM_PHASORS_H
#define RANDOM_PHASORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <mpfr.h>

#include "chance.h"
#include "engine/levels.h"
#include "engine/simd.h"

enum { N = 4099, SETS = 3 };

static struct phasors channels, turns;

/* sin and cos of a random angle, small ones as often as large ones, as double-double numbers */
static inline void random_phasor(const struct phasors *phasors, size_t k) {
    mpfr_t angle, value[2];
    struct double_double pair[2];
    mpfr_inits2(200, angle, value[0], value[1], (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(angle, (unsigned long)(chance() >> 11), -50 - (int)(chance() % 40), MPFR_RNDN);
    mpfr_sin_cos(value[0], value[1], angle, MPFR_RNDN);
    for (int f = 0; f < 2; f++) {
        pair[f].high = mpfr_get_d(value[f], MPFR_RNDN);
        mpfr_sub_d(value[f], value[f], pair[f].high, MPFR_RNDN);
        pair[f].low = mpfr_get_d(value[f], MPFR_RNDN);
    }
    phasors_set(phasors, k, pair);
    mpfr_clears(angle, value[0], value[1], (mpfr_ptr)NULL);
}

static inline int make_phasors(void **state) {
    (void)state;
    channels = phasors_new(N);
    turns = phasors_new(N);
    for (size_t k = 0; k < N; k++) {
        random_phasor(&channels, k);
        random_phasor(&turns, k);
    }
    return 0;
}

static inline int free_phasors(void **state) {
    (void)state;
    phasors_free(&channels);
    phasors_free(&turns);
    mpfr_free_cache();
    return 0;
}

/* y = (a + a_low) * (c + c_low) + sign * (b + b_low) * (s + s_low) exactly */
static inline void exact(mpfr_t y, size_t k, int sign) {
    mpfr_t t[4];
    const double high[4] = {channels.a[k], turns.b[k], channels.b[k], turns.a[k]};
    const double low[4] = {channels.a_low[k], turns.b_low[k], channels.b_low[k], turns.a_low[k]};
    for (int f = 0; f < 4; f++) {
        mpfr_init2(t[f], 300);
        mpfr_set_d(t[f], high[sign < 0 ? f ^ (f % 2 ? 0 : 2) : f], MPFR_RNDN);
        mpfr_add_d(t[f], t[f], low[sign < 0 ? f ^ (f % 2 ? 0 : 2) : f], MPFR_RNDN);
    }
    mpfr_mul(t[0], t[0], t[1], MPFR_RNDN);
    mpfr_mul(t[2], t[2], t[3], MPFR_RNDN);
    if (sign > 0)
        mpfr_add(y, t[0], t[2], MPFR_RNDN);
    else
        mpfr_sub(y, t[0], t[2], MPFR_RNDN);
    for (int f = 0; f < 4; f++)
        mpfr_clear(t[f]);
}

/* Without a set of kernels there is nothing to test. */
static inline void need_kernels(void) {
    if (!simd_choose(0))
        skip();
}

#endif
