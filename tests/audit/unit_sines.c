/* SPDX-License-Identifier: MIT */
/* Correctly rounded floating-point steps, compared with MPFR at the format's precision, another way to the same
 * rounding; and the fast sines, compared with MPFR with 400 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "chance.h"
#include "exact/expression.h"
#include "nearest.h"
#include "pipelines/rounded.h"

static const char *const names[ROUNDINGS] = {"f32", "f64", "f16", "bf16"};

/* A number of a few bits or all 53, with an exponent in [low, high). */
static double random_double(int low, int high) {
    unsigned bits = 1 + (unsigned)(chance() % 53);
    double x = ldexp((double)(chance() >> (64 - bits) | UINT64_C(1) << (bits - 1)), 1 - (int)bits);
    return ldexp(chance() & 1 ? -x : x, low + (int)(chance() % (unsigned)(high - low)));
}

static void test_formats(void **unused) {
    (void)unused;
    for (int format = 0; format < ROUNDINGS; format++)
        assert_string_equal(elements[format].name, names[format]);
}

static void same(double got, double wanted) {
    if (memcmp(&got, &wanted, sizeof got) != 0)
        fail_msg("got %a, wanted %a", got, wanted);
}

static void test_rounding_a_double(void **unused) {
    (void)unused;
    mpfr_t x;
    mpfr_init2(x, 53);
    for (int k = 0; k < 200000; k++) {
        double y = random_double(-150, 140);
        mpfr_set_d(x, y, MPFR_RNDN);
        for (int format = 0; format < ROUNDINGS; format++)
            same(rounded((enum rounded_type)format, y), nearest(&elements[format], x));
    }
    mpfr_clear(x);
    same(rounded(ROUND_F16, 65520), INFINITY);
    same(rounded(ROUND_F16, 65519), 65504);
    same(rounded(ROUND_F16, -0.0), -0.0);
    same(rounded(ROUND_BF16, -1e300), -INFINITY);
    assert_true(isnan(rounded(ROUND_BF16, NAN)));
}

static void test_values(void **unused) {
    (void)unused;
    for (uint32_t bits = 0; bits < 1 << 16; bits++) {
        uint32_t wide = bits << 16;
        float x;
        memcpy(&x, &wide, sizeof x);
        double got = rounded_value(ROUND_BF16, bits);
        assert_true(isnan(x) ? isnan(got) : got == (double)x && !signbit(got) == !signbit(x));
    }
    same(rounded_value(ROUND_F16, 0x3555), 0x1.554p-2);
    same(rounded_value(ROUND_F16, 0x8001), -0x1p-24);
    same(rounded_value(ROUND_F32, 0x3f9d70a4), (double)1.23f);
}

/* Each function with 400 bits, then rounded: never twice in these samples, as no value is so near a tie. */
static void test_functions(void **unused) {
    (void)unused;
    mpfr_t x, y, z;
    mpfr_inits2(400, x, y, z, (mpfr_ptr)NULL);
    for (int k = 0; k < 6000; k++) {
        enum rounded_type format = (enum rounded_type)(k % ROUNDINGS);
        double a = random_double(-20, 4), b = fabs(random_double(-10, 20));
        mpfr_set_d(x, a, MPFR_RNDN);
        mpfr_set_d(y, b, MPFR_RNDN);
        mpfr_exp(z, x, MPFR_RNDN);
        same(rounded_exp(format, a), nearest(&elements[format], z));
        mpfr_log(z, y, MPFR_RNDN);
        same(rounded_log(format, b), nearest(&elements[format], z));
        mpfr_pow(z, y, x, MPFR_RNDN);
        same(rounded_pow(format, b, a), nearest(&elements[format], z));
    }
    same(rounded_pow(ROUND_F32, 10000, 0.5), 100);
    same(rounded_exp(ROUND_BF16, 0), 1);
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
}

static struct double_double pair_of(const struct number *number) {
    struct position *position = position_new();
    position_set(position, number);
    const struct double_double pair = rounded_pair(&(struct exact_parts){.position = position});
    position_free(position);
    return pair;
}

/* How far a pair is from x, relative to x. */
static double relative_error(const mpfr_t x, struct double_double pair) {
    mpfr_t rest;
    mpfr_init2(rest, 400);
    mpfr_sub_d(rest, x, pair.high, MPFR_RNDN);
    mpfr_sub_d(rest, rest, pair.low, MPFR_RNDN);
    mpfr_div(rest, rest, x, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(rest, MPFR_RNDN));
    mpfr_clear(rest);
    return error;
}

/* Positions with pi in them: the error of a pair, as a share of its bound. */
static void test_pairs(void **unused) {
    (void)unused;
    double most = 0;
    struct number number;
    mpfr_t x;
    number_init(&number);
    mpfr_init2(x, 400);
    for (int k = 1; k <= 2000; k++) {
        mpq_set_si(number.rational, k % 3 - 1, (unsigned)k);
        mpq_set_si(number.pi, 1 + k, 1 + (unsigned)chance_below(1000));
        mpq_canonicalize(number.rational);
        mpq_canonicalize(number.pi);
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_q(x, x, number.pi, MPFR_RNDN);
        mpfr_add_q(x, x, number.rational, MPFR_RNDN);
        most = fmax(most, relative_error(x, pair_of(&number)) / ROUNDED_PAIR_ERROR);
    }
    if (!(most <= 1 && most > 0.4))
        fail_msg("the error is %g of its bound", most);
    number_clear(&number);
    mpfr_clear(x);
}

static void test_numbers(void **unused) {
    (void)unused;
    static const char *const texts[] = {"1/3",  "16777217", "2pi/50", "-1/2+pi/7",
                                        "2049", "257",      "1/10",   "0"};
    struct number number;
    mpfr_t x;
    number_init(&number);
    mpfr_init2(x, 400);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        assert_null(expression_parse(&number, texts[k], NULL));
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_q(x, x, number.pi, MPFR_RNDN);
        mpfr_add_q(x, x, number.rational, MPFR_RNDN);
        for (int format = 0; format < ROUNDINGS; format++)
            same(rounded_number((enum rounded_type)format, &number), nearest(&elements[format], x));
        if (mpfr_zero_p(x))
            assert_true(pair_of(&number).high == 0 && pair_of(&number).low == 0);
        else
            assert_true(relative_error(x, pair_of(&number)) <= ROUNDED_PAIR_ERROR);
    }
    number_clear(&number);
    mpfr_clear(x);
}

/* --- products */

static double share(void) {
    return ldexp((double)(chance() >> 11), -52) - 1;
}

/* The error of a product of double-double numbers, as a share of its bound. */
static void test_products(void **unused) {
    (void)unused;
    double most = 0;
    mpfr_t a, b;
    mpfr_inits2(400, a, b, (mpfr_ptr)NULL);
    for (int k = 0; k < 100000; k++) {
        const double p = 1 + ldexp(share(), -(k % 9)) / 8, q = 1 + share() / 4;
        const struct double_double one = {p, ldexp(p * share(), -54)},
                                   other = {q, ldexp(q * share(), -54)};
        mpfr_set_d(a, one.high, MPFR_RNDN);
        mpfr_add_d(a, a, one.low, MPFR_RNDN);
        mpfr_set_d(b, other.high, MPFR_RNDN);
        mpfr_add_d(b, b, other.low, MPFR_RNDN);
        mpfr_mul(a, a, b, MPFR_RNDN);
        most = fmax(most, relative_error(a, pair_product(one, other)) / PAIR_PRODUCT_ERROR);
    }
    if (!(most <= 1 && most > 0.25))
        fail_msg("the error is %g of its bound", most);
    mpfr_clears(a, b, (mpfr_ptr)NULL);
}

/* --- the fast sines */

static struct sines *sines;
static double worst; /* the error of an enclosure, as a share of its bound */

static void check_enclosure(double high, double low) {
    struct sine got[2];
    mpfr_t x, y, rest;
    mpfr_inits2(400, x, y, rest, (mpfr_ptr)NULL);
    sines_enclose(sines, high, low, 0, got);
    mpfr_set_d(x, high, MPFR_RNDN);
    mpfr_add_d(x, x, low, MPFR_RNDN);
    for (int f = SINE; f <= COSINE; f++) {
        (f == SINE ? mpfr_sin : mpfr_cos)(y, x, MPFR_RNDN);
        mpfr_sub_d(rest, y, got[f].high, MPFR_RNDN);
        mpfr_sub_d(rest, rest, got[f].low, MPFR_RNDN);
        double share = fabs(mpfr_get_d(rest, MPFR_RNDN)) / got[f].error;
        if (!(share <= 1))
            fail_msg("%a + %a: the error is %g of its bound", high, low, share);
        worst = share > worst ? share : worst;
    }
    if (low == 0)
        for (int wide = 0; wide <= 1; wide++) {
            enum rounded_type format = wide ? ROUND_F64 : ROUND_F32;
            double pair[2];
            sines_round(sines, format, high, pair);
            mpfr_sin(y, x, MPFR_RNDN);
            same(pair[SINE], nearest(&elements[format], y));
            mpfr_cos(y, x, MPFR_RNDN);
            same(pair[COSINE], nearest(&elements[format], y));
        }
    mpfr_clears(x, y, rest, (mpfr_ptr)NULL);
}

/* The double nearest to k * pi/128, and its neighbours: between steps of the table, and near multiples of pi/2. */
static void check_step(double k) {
    mpfr_t x;
    mpfr_init2(x, 400);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_mul_d(x, x, k / 128, MPFR_RNDN);
    double near = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clear(x);
    if (fabs(near) >= SINES_LIMIT || near == 0)
        return;
    check_enclosure(near, 0);
    check_enclosure(nextafter(near, 1e300), 0);
    check_enclosure((double)(float)near, 0);
}

static void test_sines(void **unused) {
    (void)unused;
    for (int k = 0; k < 15000; k++) {
        double x = random_double(-30, 25);
        check_enclosure(x, 0);
        check_enclosure(x, ldexp(x, -53) * ldexp((double)(chance() >> 11), -53));
    }
    for (int k = 0; k < 1000; k++)
        check_enclosure(random_double(-200, -30), 0);
    for (int k = 0; k <= 2000; k++)
        check_step(0.5 * k);
    for (int k = 0; k < 3000; k++)
        check_step(0.5 * (double)(chance() % (UINT64_C(1) << (4 + chance() % 27))));
    /* Denominators of convergents of pi, and so the numbers nearest to its multiples. */
    static const double convergents[] = {22, 355, 104348, 312689, 1146408, 5419351};
    for (size_t k = 0; k < sizeof convergents / sizeof *convergents; k++)
        check_enclosure(convergents[k], 0);
    /* Hard cases of the sine and cosine in double (CORE-MATH, src/binary64/sin and cos). */
    check_enclosure(0x1.fdffffffffe01p-11, 0);
    check_enclosure(0x1.598bae9e632f6p-7, 0);
    check_enclosure(nextafter(SINES_LIMIT, 0), 0);
    check_enclosure(SINES_LEAST, 0);
    worst = 0;
}

/* Each part of the bound, where the other parts are small. If that part were below the share, the test would fail. */
static void expect_share(double least) {
    if (!(worst > least))
        fail_msg("the errors found are at most %g of the bound, not %g", worst, least);
    worst = 0;
}

static double share_below(double x) {
    return x * ldexp((double)(chance() >> 11), -53);
}

/* Angles of many steps, near multiples of pi: what is left is so small that its series has no errors. */
static void test_reduction(void **unused) {
    (void)unused;
    mpfr_t x;
    mpfr_init2(x, 400);
    for (int k = 0; k < 30000; k++) {
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_ui(x, x, 1 + (unsigned)(chance() >> 41), MPFR_RNDN);
        double near = mpfr_get_d(x, MPFR_RNDN) + share_below(0x1p-20);
        if (near < SINES_LIMIT)
            check_enclosure(near, ldexp(near, -54));
    }
    mpfr_clear(x);
    expect_share(0.8);
}

/* Angles near a quarter turn, of few steps and a large rest. */
static void test_series(void **unused) {
    (void)unused;
    for (int k = 0; k < 60000; k++) {
        double x = (60.49 + (double)chance_below(8) + share_below(0.04)) * 0x1.921fb54442d18p-6;
        check_enclosure(x, ldexp(x, -53) * (share_below(2) - 1));
    }
    /* the worst of 3 * 10^6 such angles */
    check_enclosure(0x1.f9f568147f27bp+0, -0x1.605b6b27f82a8p-56);
    expect_share(0.52);
}

/* Angles below half a step, which aren't reduced: those whose series has the largest errors, and those so small that it
 * has none. */
static void test_small(void **unused) {
    (void)unused;
    for (int k = 0; k < 60000; k++) {
        double x = 0.0122 - share_below(0.004);
        check_enclosure(x, ldexp(x, -53) * (share_below(2) - 1));
    }
    expect_share(0.11); /* of 3 |r|^3, which other angles need */
    for (int k = 0; k < 30000; k++) {
        double x = random_double(-100, -40);
        check_enclosure(x, ldexp(x, -53) * share_below(1));
    }
    expect_share(0.11); /* the rest of that bound is for sines_decided */
}

/* Doubles below and above: the error of the number midway, as a share. */
static void check_between(double x) {
    double low[2], high[2];
    mpfr_t at, y;
    mpfr_inits2(400, at, y, (mpfr_ptr)NULL);
    mpfr_set_d(at, x, MPFR_RNDN);
    assert_true(sines_between(sines, x, low, high));
    for (int f = SINE; f <= COSINE; f++) {
        (f == SINE ? mpfr_sin : mpfr_cos)(y, at, MPFR_RNDN);
        if (mpfr_cmp_d(y, low[f]) < 0 || mpfr_cmp_d(y, high[f]) > 0)
            fail_msg("%a: %s is not between %a and %a", x, f == SINE ? "sin" : "cos", low[f],
                     high[f]);
        mpfr_sub_d(y, y, low[f] + (high[f] - low[f]) / 2, MPFR_RNDN);
        worst = fmax(worst, 2 * fabs(mpfr_get_d(y, MPFR_RNDN)) / (high[f] - low[f]));
    }
    mpfr_clears(at, y, (mpfr_ptr)NULL);
}

static void test_between(void **unused) {
    (void)unused;
    worst = 0;
    for (int k = 0; k < 60000; k++)
        check_between((0.5 + share_below(1)) * 0x1.921fb54442d18p-6 *
                      (double)(1 + chance_below(64)));
    check_between(0x1.fd268b63f4ee3p-1); /* the worst of 3 * 10^6 */
    expect_share(0.5);
    for (int k = 0; k < 60000; k++)
        check_between(share_below(0.0122));
    expect_share(0.12);
    for (int k = 0; k < 30000; k++)
        check_between(0x1.921fb54442d18p+1 * (double)(1 + (chance() >> 41)) - share_below(0x1p-20));
    expect_share(0.39);
}

/* Doubles whose sines are as near to the midpoint of two floats as doubles can be. */
static void test_midpoints(void **unused) {
    (void)unused;
    mpfr_t x, y, turns;
    mpfr_inits2(400, x, y, turns, (mpfr_ptr)NULL);
    for (int k = 0; k < 20000; k++) {
        double low = (double)(chance() >> 40 | 1 << 23),
               scale = ldexp(1, -24 - (int)(chance() % 6));
        mpfr_set_d(x, (low + 0.5) * scale, MPFR_RNDN);
        mpfr_asin(x, x, MPFR_RNDN);
        mpfr_const_pi(turns, MPFR_RNDN);
        mpfr_mul_ui(turns, turns, 2 * (unsigned long)(chance() % (1 + (chance() & 0x3fff))),
                    MPFR_RNDN);
        mpfr_add(x, x, turns, MPFR_RNDN);
        double angle = mpfr_get_d(x, MPFR_RNDN), pair[2];
        mpfr_set_d(x, angle, MPFR_RNDN);
        sines_round(sines, ROUND_F32, angle, pair);
        mpfr_sin(y, x, MPFR_RNDN);
        same(pair[SINE], nearest(&elements[ROUND_F32], y));
        mpfr_cos(y, x, MPFR_RNDN);
        same(pair[COSINE], nearest(&elements[ROUND_F32], y));
    }
    mpfr_clears(x, y, turns, (mpfr_ptr)NULL);
}

static void test_ends(void **unused) {
    (void)unused;
    double pair[2];
    sines_round(sines, ROUND_F32, 0, pair);
    same(pair[SINE], 0);
    same(pair[COSINE], 1);
    sines_round(sines, ROUND_F64, -0.0, pair);
    same(pair[SINE], -0.0);
    sines_round(sines, ROUND_F32, INFINITY, pair);
    assert_true(isnan(pair[SINE]) && isnan(pair[COSINE]));
    sines_round(sines, ROUND_F64, 1e22, pair);
    same(pair[SINE], -0.8522008497671888);
    sines_round(sines, ROUND_F32, 0x1p-149, pair);
    same(pair[SINE], 0x1p-149);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats), cmocka_unit_test(test_rounding_a_double),
        cmocka_unit_test(test_values),  cmocka_unit_test(test_functions),
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_sines),   cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_series),  cmocka_unit_test(test_small),
        cmocka_unit_test(test_between), cmocka_unit_test(test_midpoints),
        cmocka_unit_test(test_ends),    cmocka_unit_test(test_products),
    };
    sines = sines_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sines_free(sines);
    mpfr_free_cache();
    return failed;
}
