/* SPDX-License-Identifier: MIT */
/* Interval arithmetic at 8 bits: the ends of a result are the least and the greatest of all results of the ends, computed
 * with rationals and rounded outwards once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "exact/enclosure.h"

enum { BIT_COUNT = 8 };

/* 8 bits hold each of these. */
static const char *const numbers[] = {"-200",  "-5",  "-1", "-3/64", "0",
                                      "1/128", "3/4", "1",  "7",     "251"};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static void set_ends(struct interval *x, mpq_t ends[2], int low, int high) {
    mpq_set_str(ends[0], numbers[low], 10);
    mpq_set_str(ends[1], numbers[high], 10);
    mpfr_set_q(x->lo, ends[0], MPFR_RNDD);
    mpfr_set_q(x->hi, ends[1], MPFR_RNDU);
    assert_true(mpfr_cmp_q(x->lo, ends[0]) == 0 && mpfr_cmp_q(x->hi, ends[1]) == 0);
}

static void expect_ends(const struct interval *x, mpq_t results[], int count) {
    mpfr_t low, high;
    mpfr_inits2(BIT_COUNT, low, high, (mpfr_ptr)NULL);
    int least = 0, most = 0;
    for (int k = 1; k < count; k++) {
        least = mpq_cmp(results[k], results[least]) < 0 ? k : least;
        most = mpq_cmp(results[k], results[most]) > 0 ? k : most;
    }
    mpfr_set_q(low, results[least], MPFR_RNDD);
    mpfr_set_q(high, results[most], MPFR_RNDU);
    assert_true(mpfr_equal_p(x->lo, low) && mpfr_equal_p(x->hi, high));
    mpfr_clears(low, high, (mpfr_ptr)NULL);
}

static const struct binary {
    void (*of)(struct interval *, const struct interval *, const struct interval *);
    void (*exact)(mpq_t, const mpq_t, const mpq_t);
    int least; /* of z, as an index */
} binary[] = {{interval_add, mpq_add, 0},
              {interval_subtract, mpq_sub, 0},
              {interval_multiply, mpq_mul, 4},
              {interval_divide, mpq_div, 5}};

static void check_binary(const struct binary *f, struct interval *y, mpq_t ys[2], int low,
                         int high) {
    struct interval x, z;
    mpq_t zs[2], results[4];
    interval_init(&x, BIT_COUNT);
    interval_init(&z, BIT_COUNT);
    mpq_inits(zs[0], zs[1], results[0], results[1], results[2], results[3], (mpq_ptr)NULL);
    set_ends(&z, zs, low, high);
    for (int k = 0; k < 4; k++)
        f->exact(results[k], ys[k / 2], zs[k % 2]);
    f->of(&x, y, &z);
    expect_ends(&x, results, 4);
    f->of(y, y, &z);
    expect_ends(y, results, 4);
    mpq_clears(zs[0], zs[1], results[0], results[1], results[2], results[3], (mpq_ptr)NULL);
    interval_clear(&x);
    interval_clear(&z);
}

static void test_two_intervals(void **state) {
    (void)state;
    struct interval y;
    mpq_t ys[2];
    interval_init(&y, BIT_COUNT);
    mpq_inits(ys[0], ys[1], (mpq_ptr)NULL);
    for (size_t f = 0; f < sizeof binary / sizeof binary[0]; f++)
        for (int all = 0; all < NUMBERS * NUMBERS * NUMBERS * NUMBERS; all++) {
            int a = all % NUMBERS, b = all / NUMBERS % NUMBERS,
                c = all / NUMBERS / NUMBERS % NUMBERS, d = all / NUMBERS / NUMBERS / NUMBERS;
            if (a > b || c > d || c < binary[f].least)
                continue;
            set_ends(&y, ys, a, b);
            check_binary(&binary[f], &y, ys, c, d);
        }
    mpq_clears(ys[0], ys[1], (mpq_ptr)NULL);
    interval_clear(&y);
}

/* With every number as a factor, and as a term. */
static void check_rationals(int low, int high) {
    struct interval x;
    mpq_t ends[2], q, results[2];
    interval_init(&x, BIT_COUNT);
    mpq_inits(ends[0], ends[1], q, results[0], results[1], (mpq_ptr)NULL);
    for (int k = 0; k < NUMBERS; k++) {
        mpq_set_str(q, numbers[k], 10);
        mpz_mul_ui(mpq_denref(q), mpq_denref(q), 3); /* more than 8 bits */
        mpq_canonicalize(q);
        set_ends(&x, ends, low, high);
        interval_multiply_rational(&x, q);
        mpq_mul(results[0], ends[0], q);
        mpq_mul(results[1], ends[1], q);
        expect_ends(&x, results, 2);
        set_ends(&x, ends, low, high);
        interval_add_rational(&x, q);
        mpq_add(results[0], ends[0], q);
        mpq_add(results[1], ends[1], q);
        expect_ends(&x, results, 2);
    }
    mpq_clears(ends[0], ends[1], q, results[0], results[1], (mpq_ptr)NULL);
    interval_clear(&x);
}

static void check_one(int low, int high) {
    struct interval x;
    mpq_t ends[2], results[2], q;
    interval_init(&x, BIT_COUNT);
    mpq_inits(ends[0], ends[1], results[0], results[1], q, (mpq_ptr)NULL);
    set_ends(&x, ends, low, high);
    assert_int_equal(interval_sign(&x), mpq_sgn(ends[0]) > 0 ? 1 : mpq_sgn(ends[1]) < 0 ? -1 : 0);
    assert_int_equal(interval_exact(&x, q), low == high);
    for (long n = -6; n <= 8; n++) {
        assert_int_equal(interval_at_least(&x, n), mpq_cmp_si(ends[0], n, 1) >= 0);
        assert_int_equal(interval_at_most(&x, n), mpq_cmp_si(ends[1], n, 1) <= 0);
        set_ends(&x, ends, low, high);
        interval_clamp(&x, n, INT64_MAX);
        assert_true(mpfr_cmp_si(x.lo, n) >= 0 && mpfr_cmp_si(x.hi, n) >= 0);
        interval_clamp(&x, INT64_MIN, n);
        assert_true(mpfr_cmp_si(x.lo, n) == 0 && mpfr_cmp_si(x.hi, n) == 0);
        set_ends(&x, ends, low, high);
    }
    interval_negate(&x);
    mpq_neg(results[0], ends[0]);
    mpq_neg(results[1], ends[1]);
    expect_ends(&x, results, 2);
    for (int k = 0; k < 2; k++) {
        mpz_fdiv_q(mpq_numref(results[k]), mpq_numref(ends[k]), mpq_denref(ends[k]));
        mpz_set_ui(mpq_denref(results[k]), 1);
    }
    set_ends(&x, ends, low, high);
    interval_floor(&x);
    expect_ends(&x, results, 2);
    for (int k = 0; k < 2; k++)
        mpz_cdiv_q(mpq_numref(results[k]), mpq_numref(ends[k]), mpq_denref(ends[k]));
    set_ends(&x, ends, low, high);
    interval_ceil(&x);
    expect_ends(&x, results, 2);
    mpq_clears(ends[0], ends[1], results[0], results[1], q, (mpq_ptr)NULL);
    interval_clear(&x);
}

static void test_one_interval(void **state) {
    (void)state;
    for (int low = 0; low < NUMBERS; low++)
        for (int high = low; high < NUMBERS; high++) {
            check_one(low, high);
            check_rationals(low, high);
        }
}

/* f(x) for rational x is irrational here: strictly between its ends, which are neighbours; and g(f(x)) encloses x. */
static void test_functions(void **state) {
    (void)state;
    static void (*const functions[][2])(struct interval *) = {{interval_log, interval_exp},
                                                              {interval_exp, interval_log}};
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 5, 3);
    struct interval *x = interval_new(BIT_COUNT);
    for (int k = 0; k < 2; k++) {
        interval_set_rational(x, q);
        functions[k][0](x);
        assert_true(mpfr_less_p(x->lo, x->hi));
        functions[k][1](x);
        assert_true(mpfr_cmp_q(x->lo, q) < 0 && mpfr_cmp_q(x->hi, q) > 0);
    }
    interval_set_rational(x, q);
    interval_sqrt(x);
    interval_multiply(x, x, x);
    assert_true(mpfr_cmp_q(x->lo, q) < 0 && mpfr_cmp_q(x->hi, q) > 0);
    interval_set_pi(x);
    assert_true(mpfr_cmp_d(x->lo, 3.14159) < 0 && mpfr_cmp_d(x->hi, 3.1416) > 0 &&
                mpfr_cmp_d(x->hi, 3.17) < 0);
    interval_set_integer(x, 257); /* 9 bits */
    assert_true(mpfr_cmp_si(x->lo, 256) == 0 && mpfr_cmp_si(x->hi, 258) == 0);
    interval_set_integer(x, 1);
    interval_divide_integer(x, 10);
    interval_add_integer(x, 1);
    mpq_set_si(q, 11, 10);
    assert_true(mpfr_cmp_q(x->lo, q) < 0 && mpfr_cmp_q(x->hi, q) > 0);
    interval_free(x);
    mpq_clear(q);
}

static void test_range(void **state) {
    (void)state;
    struct interval *x = interval_new(BIT_COUNT);
    assert_int_equal(interval_bits(x), BIT_COUNT);
    interval_set_range(x, -2, 3);
    assert_true(interval_at_least(x, -2) && !interval_at_least(x, -1));
    assert_true(interval_at_most(x, 3) && !interval_at_most(x, 2));
    interval_set_range(x, 0, 1);
    assert_int_equal(interval_sign(x), 0);
    interval_free(x);
}

/* The logarithm of a negative number, and numbers computed from it: nothing is known, so no question has the answer
 * yes. */
static void test_no_number(void **state) {
    (void)state;
    mpq_t q;
    mpq_init(q);
    struct interval *x = interval_new(BIT_COUNT);
    interval_set_integer(x, -1);
    interval_log(x);
    assert_false(interval_at_least(x, 0) || interval_at_most(x, 0) || interval_exact(x, q));
    assert_int_equal(interval_sign(x), 0);
    interval_set_integer(x, 0);
    interval_log(x); /* both ends are -infinity */
    assert_false(interval_exact(x, q));
    interval_free(x);
    mpq_clear(q);
}

/* [low, high] at 200 bits, cut to multiples of 2^-bits. */
static bool cut(const char *low, const char *high, long bits, uint64_t limb[2]) {
    struct interval *x = interval_new(200);
    assert_int_equal(mpfr_set_str(x->lo, low, 0, MPFR_RNDN), 0);
    assert_int_equal(mpfr_set_str(x->hi, high, 0, MPFR_RNDN), 0);
    bool fits = interval_cut(x, bits, limb, 2);
    interval_free(x);
    return fits;
}

static void test_cut(void **state) {
    (void)state;
    uint64_t limb[2] = {7, 7};
    assert_true(cut("0", "0", 128, limb));
    assert_true(limb[0] == 0 && limb[1] == 0);
    assert_true(cut("0x0.123456789abcdef0fedcba98765432108p0",
                    "0x0.123456789abcdef0fedcba98765432118p0", 128, limb));
    assert_true(limb[0] == UINT64_C(0xfedcba9876543210) && limb[1] == UINT64_C(0x123456789abcdef0));
    assert_true(cut("0x1.8p-64", "0x1.8p-64", 63, limb));
    assert_true(limb[0] == 0 && limb[1] == 0);
    assert_true(cut("0x1.fp+63", "0x1.fp+63", 64, limb));
    assert_true(limb[0] == 0 && limb[1] == UINT64_C(0xf8) << 56);
    assert_false(
        cut("0x0.5p0", "0x0.500000000000000000000000000000018p0", 128, limb)); /* 1.5 units wide */
    assert_false(cut("0x1p64", "0x1p64", 64, limb));
    assert_false(cut("-0x1p-200", "0", 128, limb));
    assert_false(cut("1", "@Inf@", 64, limb));
    assert_false(cut("@NaN@", "@NaN@", 64, limb));
}

/* Enclosures of amplitudes stay where they are while others are made, and so they stay valid. */
static void test_enclosures_stay(void **unused) {
    (void)unused;
    enum { AMPLITUDES = 20, LEVELS = 9 };
    struct amplitude *amplitude[AMPLITUDES];
    const struct interval *at[AMPLITUDES][LEVELS];
    mpq_t square;
    mpq_init(square);
    for (int k = 0; k < AMPLITUDES; k++) {
        mpq_set_ui(square, 2 + (unsigned)k, 1);
        amplitude[k] = amplitude_new(square, false, NULL, NULL);
    }
    for (int level = 0; level < LEVELS; level++)
        for (int k = 0; k < AMPLITUDES; k++)
            at[k][level] = amplitude_at(amplitude[k], level);
    for (int k = 0; k < AMPLITUDES; k++) {
        for (int level = 0; level < LEVELS; level++)
            assert_ptr_equal(amplitude_at(amplitude[k], level), at[k][level]);
        amplitude_free(amplitude[k]);
    }
    mpq_clear(square);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_intervals),   cmocka_unit_test(test_one_interval),
        cmocka_unit_test(test_functions),       cmocka_unit_test(test_range),
        cmocka_unit_test(test_no_number),       cmocka_unit_test(test_cut),
        cmocka_unit_test(test_enclosures_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
