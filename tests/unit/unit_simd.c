/* SPDX-License-Identifier: MIT */
/* The kernels of every instruction set of this CPU: the error of a turn is below its bound, the rounding test never
 * decides wrongly, and all sets decide the same bits. unit_simd_rough.c has the rough kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include <mpfr.h>

#include "chance.h"
#include "element_rows.h"
#include "engine/levels.h"
#include "engine/simd.h"
#include "exact_rounding.h"
#include "random_phasors.h"

static void expect_error_below(const double *high, const double *low, int sign, double bound) {
    mpfr_t y;
    mpfr_init2(y, 700);
    for (size_t k = 0; k < N; k++) {
        exact(y, k, sign);
        mpfr_sub_d(y, y, high[k], MPFR_RNDN);
        mpfr_sub_d(y, y, low[k], MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(y, MPFR_RNDN)) <= bound);
        assert_true(fabs(low[k]) <= 0x1p-53 * fabs(high[k]));
    }
    mpfr_clear(y);
}

/* There is a first set if doubles are binary64 and evaluated as such; otherwise these tests would prove nothing. */
static void test_sets(void **state) {
    (void)state;
#if FLT_EVAL_METHOD == 0 && DBL_MANT_DIG == 53
    assert_non_null(simd_choose(0));
#endif
    need_kernels();
    assert_null(simd_choose(SETS));
}

static void test_turn(void **state) {
    (void)state;
    need_kernels();
    struct phasors turned = phasors_new(N);
    for (unsigned set = 0; set < SETS && simd_choose(set); set++) {
        simd_choose(set)->turn(N, &channels, &turns, &turned);
        expect_error_below(turned.a, turned.a_low, 1, SIMD_TURN_ERROR);
        expect_error_below(turned.b, turned.b_low, -1, SIMD_TURN_ERROR);
    }
    phasors_free(&turned);
}

static uint64_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* With an e above the error of the value, what is decided is the exact value's rounding. */
static void test_round(void **state) {
    (void)state;
    need_kernels();
    static double e[N];
    static uint32_t single[N];
    static uint64_t twice[N];
    const double wide_error = 0x1p-85;
    for (size_t k = 0; k < N; k++)
        e[k] = 0x1p-50;
    for (unsigned set = 0; set < SETS && simd_choose(set); set++) {
        const struct simd *simd = simd_choose(set);
        const struct phasor_run all = {RUN_EACH, channels, turns, e},
                                wide = {RUN_EACH, channels, turns, &wide_error};
        simd->round[RUN_EACH][TO_F32](N, &all, NULL, single);
        simd->round[RUN_EACH][TO_F64](N, &wide, NULL, twice);
        mpfr_t y;
        mpfr_init2(y, 700);
        size_t decided[2] = {0, 0};
        for (size_t k = 0; k < N; k++) {
            struct phasor_run run = phasor_run_from(&all, k);
            uint32_t one;
            uint64_t other;
            exact(y, k, 1);
            if (simd->round[RUN_EACH][TO_F32](1, &run, NULL, &one) == 0) {
                assert_int_equal(one, single[k]);
                assert_int_equal(one, bits_of_float(mpfr_get_flt(y, MPFR_RNDN)));
                decided[0]++;
            }
            run.error = &wide_error;
            if (simd->round[RUN_EACH][TO_F64](1, &run, NULL, &other) == 0) {
                assert_int_equal(other, twice[k]);
                assert_int_equal(other, bits_of_double(mpfr_get_d(y, MPFR_RNDN)));
                decided[1]++;
            }
        }
        assert_true(decided[0] > N / 2 && decided[1] > N / 2); /* the rest are tiny */
        mpfr_clear(y);
    }
}

/* The types of struct narrow, by their definitions. */
static const struct narrow_type {
    const char *name;
    int unit; /* 2^unit is the least number of a float, the unit of a fixed type */
    struct narrow narrow;
    int zero_point;
} narrow_types[] = {
    {"f16", -24, {0x1.8p28, 0, 0, 42, 1008 << 10, UINT64_C(1009) << 52, 0x7c00}, 0},
    {"bf16", -133, {0x1.8p-81, 0, 0, 45, 896 << 7, UINT64_C(897) << 52, 0x7f80}, 0},
    {"q7", -7, {0x1.8p45, -1, 127 / 128., 0, 0, 0, 0}, 0},
    {"q15", -15, {0x1.8p37, -1, 32767 / 32768., 0, 0, 0, 0}, 0},
    {"q31", -31, {0x1.8p21, -1, 2147483647 / 2147483648., 0, 0, 0, 0}, 0},
    {"s8", 0, {0x1.8p52, -127, 127, 0, 0, 0, 0}, 0},
    {"u8", 0, {0x1.8p52 + 127, -127, 128, 0, 0, 0, 0}, 127},
    {"i8", 0, {0x1.8p52 - 5, -123, 132, 0, 0, 0, 0}, -5},
    {"u16", 0, {0x1.8p52 + 32768, -32768, 32767, 0, 0, 0, 0}, 32768},
    {"i16", 0, {0x1.8p52, -32768, 32767, 0, 0, 0, 0}, 0},
};
enum { NARROW_TYPES = sizeof narrow_types / sizeof *narrow_types };

/* A midpoint of the type, an end of it, or a number far beyond the ends. */
static double narrow_midpoint(const struct narrow_type *to) {
    const struct element *type = element_row(to->name);
    double sign = chance() % 2 ? 1 : -1, whole;
    if (chance() % 16 == 0)
        return sign * ldexp(1, (int)(chance() % 90) + 10);
    if (type->fixed) {
        double ends[] = {to->narrow.lowest, to->narrow.highest};
        whole = ldexp(ends[chance() % 2], -to->unit) + (double)(chance() % 7) - 3;
        if (chance() % 4)
            whole = (double)(chance() % (2 * (uint64_t)type->highest + 3)) - type->highest - 1;
        return ldexp(whole + 0.5, to->unit);
    }
    /* subnormal numbers, those next to the least normal one, those next to 65520, any */
    uint64_t hidden = UINT64_C(1) << (type->precision - 1), place = chance() % 4;
    int binade = place < 2 ? 0 : (int)(chance() % 30);
    whole = (double)(place == 0 ? chance() % hidden : hidden + chance() % hidden);
    if (place == 1)
        whole = (double)(hidden - 4 + chance() % 8);
    if (place == 2)
        whole = (double)(2 * hidden - 1 - chance() % 3);
    return sign * ldexp(whole + 0.5, to->unit + binade);
}

/* Channel k, turned by turn k, becomes some value next to x, of a pair of up to 4 times its size:
 * (a, b) = (x, y) turned back. */
static void set_near(size_t k, double x) {
    mpfr_t a, b, c, s;
    mpfr_inits2(300, a, b, c, s, (mpfr_ptr)NULL);
    mpfr_set_d(c, turns.b[k], MPFR_RNDN);
    mpfr_add_d(c, c, turns.b_low[k], MPFR_RNDN);
    mpfr_set_d(s, turns.a[k], MPFR_RNDN);
    mpfr_add_d(s, s, turns.a_low[k], MPFR_RNDN);
    double y = x * ldexp((double)(chance() >> 11), -51 - (int)(chance() % 8));
    int nearness = -30 - (int)(chance() % 25);
    x += x * ldexp((double)(chance() % 17) - 8, nearness);
    mpfr_mul_d(a, c, x, MPFR_RNDN);
    mpfr_mul_d(b, s, y, MPFR_RNDN);
    mpfr_sub(a, a, b, MPFR_RNDN);
    split(a, &channels.a[k], &channels.a_low[k]);
    mpfr_mul_d(a, s, x, MPFR_RNDN);
    mpfr_mul_d(b, c, y, MPFR_RNDN);
    mpfr_add(b, a, b, MPFR_RNDN);
    split(b, &channels.b[k], &channels.b_low[k]);
    mpfr_clears(a, b, c, s, (mpfr_ptr)NULL);
}

/* With this share of the bound, how many of the N entries are decided, and how many of these wrongly. */
static void count_narrow(const struct narrow_type *to, rounding_kernel *kernel, double bound,
                         size_t *decided, size_t *wrong) {
    static double e[N];
    static uint32_t all[N];
    struct element type = *element_row(to->name);
    uint64_t mask = (UINT64_C(1) << 8 * type.bytes) - 1;
    type.zero_point = to->zero_point;
    mpfr_t y;
    mpfr_init2(y, 700);
    for (size_t k = 0; k < N; k++)
        e[k] = bound * 5.02 * 0x1p-53 * (fabs(channels.a[k]) + fabs(channels.b[k] * turns.a[k]));
    const struct phasor_run run = {RUN_EACH, channels, turns, e};
    kernel(N, &run, &to->narrow, all);
    *decided = *wrong = 0;
    for (size_t k = 0; k < N; k++) {
        const struct phasor_run single = phasor_run_from(&run, k);
        uint32_t one;
        exact(y, k, 1);
        if (kernel(1, &single, &to->narrow, &one) != 0)
            continue;
        assert_int_equal(one, all[k]);
        *decided += 1;
        *wrong += (one & mask) != rounded(&type, y);
    }
    mpfr_clear(y);
}

/* With level double's bound all decided entries are right, also next to midpoints and ends; without a bound some
 * aren't. */
static void test_round_narrow(void **state) {
    (void)state;
    need_kernels();
    for (int t = 0; t < NARROW_TYPES; t++) {
        const struct narrow_type *to = &narrow_types[t];
        for (size_t k = 0; k < N; k++)
            set_near(k, narrow_midpoint(to));
        for (unsigned set = 0; set < SETS && simd_choose(set); set++) {
            const struct simd *simd = simd_choose(set);
            rounding_kernel *kernel =
                simd->round[RUN_EACH][element_row(to->name)->fixed ? TO_FIXED : TO_FLOAT];
            size_t decided, wrong;
            count_narrow(to, kernel, 1, &decided, &wrong);
            assert_int_equal(wrong, 0);
            assert_in_range(decided, N / 2, N - N / 20);
            count_narrow(to, kernel, 0, &decided, &wrong);
            assert_int_equal(decided, N);
            assert_in_range(wrong, 1, N);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets), cmocka_unit_test(test_turn),
                                       cmocka_unit_test(test_round),
                                       cmocka_unit_test(test_round_narrow)};
    return cmocka_run_group_tests(tests, make_phasors, free_phasors);
}
