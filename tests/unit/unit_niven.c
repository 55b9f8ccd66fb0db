/* SPDX-License-Identifier: MIT */
/* Which of A * sin(k*pi/12) are rational, and their exact expansions: by hand, for A = sqrt(square). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "exact/enclosure.h"
#include "exact/expression.h"
#include "exact/frequency.h"

/* A * sine of 30, 45, 60 and 90 degrees, "" where irrational; that of 15 and 75 always is. */
static const struct {
    const char *square, *of_30, *of_45, *of_60, *of_90;
} rows[] = {
    {"1", "1/2", "", "", "1"},
    {"4", "1", "", "", "2"},
    {"2", "", "1", "", ""},
    {"1/2", "", "1/2", "", ""},
    {"3", "", "", "3/2", ""},
    {"4/3", "", "", "1", ""},
    {"12", "", "", "3", ""},
    {"5", "", "", "", ""},
    {"6", "", "", "", ""},
    {"9/49", "3/14", "", "", "3/7"},
    {"8/16129", "", "2/127", "", ""},
    {"16129", "127/2", "", "", "127"},
    {"1/65536", "1/512", "", "", "1/256"},
    {"1/512", "", "1/32", "", ""},
    {"3/65536", "", "", "3/512", ""},
    {"1e-600", "1e-300/2", "", "", "1e-300"},
    {"1e601/5", "", "1e300", "", ""},
    {"340282366920938463463374607431768211456", "9223372036854775808", "", "",
     "18446744073709551616"}, /* 2^128 */
    {"340282366920938463426481119284349108225", "18446744073709551615/2", "", "",
     "18446744073709551615"}, /* (2^64 - 1)^2 */
    {"340282366920938463500268095579187314689", "18446744073709551617/2", "", "",
     "18446744073709551617"}, /* (2^64 + 1)^2 */
    {"999999999999999999999999999999999999999999/7", "", "", "", ""},
};

/* 0 <= |value| / 2^exponent - significand < 1, and it is 0 iff not `more`. */
static void expect_expansion(struct expansion v, const char *text, bool negative) {
    mpq_t value, significand;
    mpq_inits(value, significand, (mpq_ptr)NULL);
    assert_null(rational_parse(value, text));
    assert_int_equal(v.negative, negative && mpq_sgn(value) != 0);
    assert_true(v.significand >> 63 == (mpq_sgn(value) != 0));
    mpz_import(mpq_numref(significand), 1, -1, sizeof v.significand, 0, 0, &v.significand);
    if (v.exponent > 0)
        mpq_div_2exp(value, value, (mp_bitcnt_t)v.exponent);
    else
        mpq_mul_2exp(value, value, (mp_bitcnt_t)-v.exponent);
    mpq_sub(value, value, significand);
    assert_int_equal(mpq_sgn(value), v.more);
    assert_true(mpq_cmp_ui(value, 1, 1) < 0);
    mpq_clears(value, significand, (mpq_ptr)NULL);
}

static void test_sines(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const char *first[] = {"0",           "", rows[n].of_30, rows[n].of_45,
                               rows[n].of_60, "", rows[n].of_90};
        mpq_t square, q;
        mpq_inits(square, q, (mpq_ptr)NULL);
        assert_null(rational_parse(square, rows[n].square));
        for (unsigned turn = 0; turn < 100; turn++) {
            unsigned half = turn % 12;
            const char *text = first[half <= 6 ? half : 12 - half];
            bool rational = niven_sine(turn, square, q);
            if (rational != (*text != 0))
                fail_msg("sqrt(%s) * sin(%u*pi/12)", rows[n].square, turn);
            if (rational)
                expect_expansion(expansion_of_rational(q), text, turn / 12 % 2 == 1);
        }
        mpq_clears(square, q, (mpq_ptr)NULL);
    }
}

/* p * w = k*pi/12: found for every k, by w as by p, and nowhere else. */
static void test_angles(void **state) {
    (void)state;
    static const struct {
        const char *base, *exponent, *times; /* 1/w */
    } frequencies[] = {{"1", "5/7", "1"},      {"16", "-1/2", "4"}, {"49/9", "-1/2", "7/3"},
                       {"49/9", "1/2", "3/7"}, {"8", "-2/3", "4"},  {"1e100", "-1/100", "10"}};
    for (size_t n = 0; n < sizeof frequencies / sizeof *frequencies; n++) {
        struct power w;
        struct number p;
        mpq_t base, exponent, times;
        mpq_inits(base, exponent, times, (mpq_ptr)NULL);
        number_init(&p);
        assert_null(rational_parse(base, frequencies[n].base));
        assert_null(rational_parse(exponent, frequencies[n].exponent));
        assert_null(rational_parse(times, frequencies[n].times));
        power_init(&w, base, exponent);
        for (long k = -60; k <= 60; k++)
            for (unsigned long finer = 1; finer <= 5; finer++) {
                unsigned turn;
                mpq_set_si(p.pi, k, 12 * finer);
                mpq_canonicalize(p.pi);
                mpq_mul(p.pi, p.pi, times);
                bool found = niven_angle(&p, &w, &turn);
                assert_int_equal(found, k % (long)finer == 0);
                if (found)
                    assert_int_equal(turn, (k / (long)finer + 72) % 24);
            }
        power_clear(&w);
        number_clear(&p);
        mpq_clears(base, exponent, times, (mpq_ptr)NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sines), cmocka_unit_test(test_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
