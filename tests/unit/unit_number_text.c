/* SPDX-License-Identifier: MIT */
/* Texts of numbers read back as the same number, in one spelling; and the walk along positions. */
#include "number_setup.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"

static void expect_text(const char *text, const char *canonical) {
    assert_null(expression_parse(&x, text, NULL));
    char *written = number_text(&x);
    assert_string_equal(written, canonical);
    free(written);
}

static void test_canonical_texts(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"0", "0"},
        {"-0.0", "0"},
        {"1e4", "10000"},
        {"5e5", "500000"},
        {"0.50", "0.5"},
        {"-1/8", "-0.125"},
        {"1e-3", "0.001"},
        {"14/6", "7/3"},
        {"-14/6", "-7/3"},
        {"12.5/1e1", "1.25"},
        {"1/1024", "1/1024"},
        {"0.0078125", "1/128"},
        {"1/64", "0.015625"},
        {"1e18", "1000000000000000000"},
        {"1e30", "1e30"},
        {"-15e29", "-15e29"},
        {"1e-30", "0.000000000000000000000000000001"},
        {"1/3e30", "1/3e30"},
        {"2pi/50", "pi/25"},
        {"-2pi/50", "-pi/25"},
        {"0pi", "0"},
        {"2pi", "2pi"},
        {"-pi", "-pi"},
        {"0.5pi", "pi/2"},
        {"6/14pi", "3pi/7"},
        {"1e25pi", "1e25pi"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_text(rows[k][0], rows[k][1]);
}

/* u/v, with u and v of up to `bits` bits, times 10^shift */
static void draw(mpq_t q, gmp_randstate_t random, unsigned long bits, int shift) {
    mpz_rrandomb(mpq_numref(q), random, bits);
    mpz_rrandomb(mpq_denref(q), random, bits / 2 + 1);
    mpz_add_ui(mpq_denref(q), mpq_denref(q), 1);
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)abs(shift));
    if (shift < 0) /* an exact decimal */
        mpz_set(mpq_denref(q), power);
    else
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    mpz_clear(power);
    mpq_canonicalize(q);
}

static void test_round_trip(void **state) {
    (void)state;
    gmp_randstate_t random;
    gmp_randinit_default(random);
    for (int k = 0; k < 20000; k++) {
        mpq_set_ui(x.rational, 0, 1);
        mpq_set_ui(x.pi, 0, 1);
        mpq_t *part = k % 2 ? &x.rational : &x.pi;
        draw(*part, random, 1 + (unsigned long)k % 600, k / 2 % 90 - 45);
        if (k % 3 == 0)
            mpq_neg(*part, *part);
        if (k % 7 == 0)
            mpz_set_ui(mpq_denref(*part), 1);
        char *text = number_text(&x);
        assert_null(expression_parse(&y, text, NULL));
        assert_true(mpq_equal(x.rational, y.rational) && mpq_equal(x.pi, y.pi));
        char *again = number_text(&y);
        assert_string_equal(text, again);
        free(text);
        free(again);
    }
    gmp_randclear(random);
}

static void test_integers(void **state) {
    (void)state;
    const int64_t edges[] = {0, 9, 10, 99, 4096, INT64_C(1000000000000), INT64_MAX};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            const int64_t value = sign < 0 ? -1 - edges[k] : edges[k];
            char expected[24], *text = text_integer(value);
            sprintf(expected, "%" PRId64, value);
            assert_string_equal(text, expected);
            free(text);
        }
}

static void test_walk(void **state) {
    (void)state;
    struct number sum;
    number_init(&sum);
    assert_null(expression_parse(&x, "1/3", NULL));
    assert_null(expression_parse(&y, "2pi/50", NULL));
    number_walk(&sum, &x, &y, 5);
    expect_q(sum.rational, "1/3");
    expect_q(sum.pi, "1/5");
    char *text = number_text(&sum);
    assert_string_equal(text, "1/3+pi/5");
    free(text);
    assert_null(expression_parse(&y, "-1/4", NULL));
    number_walk(&sum, &x, &y, UINT64_C(1) << 40);
    expect_q(sum.rational, "-824633720831/3");
    expect_q(sum.pi, "0");
    number_clear(&sum);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canonical_texts),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_walk),
    };
    return cmocka_run_group_tests(tests, open_numbers, close_numbers);
}
