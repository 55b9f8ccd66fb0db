/* SPDX-License-Identifier: MIT */
/* 64-bit integers to and from GMP's numbers, compared with GMP's reading of decimal texts. On a machine whose long has
 * 32 bits, most of these values don't fit it. */
#include "base/integer.h"
#include "exact/interval.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const int64_t values[] = {INT64_MIN,
                                 INT64_MIN + 1,
                                 -(INT64_C(1) << 40) - 1,
                                 -(INT64_C(1) << 32) - 1,
                                 -(INT64_C(1) << 32),
                                 INT32_MIN,
                                 -1,
                                 0,
                                 1,
                                 INT32_MAX,
                                 UINT32_MAX,
                                 INT64_C(1) << 32,
                                 (INT64_C(1) << 32) + 1,
                                 INT64_C(1) << 40,
                                 INT64_MAX};

/* The integer as GMP reads it. */
static void read_integer(mpz_t z, int64_t n) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, n);
    assert_int_equal(mpz_init_set_str(z, text, 10), 0);
}

static void test_values(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT(values); k++) {
        mpz_t z, wanted;
        read_integer(wanted, values[k]);
        mpz_init_set_str(z, "-123456789012345678901234567890", 10);
        integer_set(z, values[k]);
        assert_int_equal(mpz_cmp(z, wanted), 0);
        assert_true(integer_get(wanted) == values[k]);
        for (size_t n = 0; n < COUNT(values); n++) {
            int sign = integer_compare(wanted, values[n]);
            assert_int_equal((sign > 0) - (sign < 0), (k > n) - (k < n)); /* they ascend */
        }
        mpz_clears(z, wanted, NULL);
    }
}

static void test_unsigned(void **state) {
    (void)state;
    mpz_t z, wanted;
    mpz_init(z);
    mpz_init_set_str(wanted, "18446744073709551615", 10);
    integer_set_unsigned(z, UINT64_MAX);
    assert_int_equal(mpz_cmp(z, wanted), 0);
    assert_true(integer_get_unsigned(z) == UINT64_MAX);
    mpz_neg(z, z);
    assert_true(integer_get_unsigned(z) == UINT64_MAX);
    integer_set_unsigned(z, 0);
    assert_true(integer_get_unsigned(z) == 0);
    mpz_clears(z, wanted, NULL);
}

static void test_powers(void **state) {
    (void)state;
    static const struct {
        uint64_t base;
        unsigned n;
        const char *power;
    } rows[] = {{0, 0, "1"},
                {0, 3, "0"},
                {1, UINT32_MAX, "1"},
                {10, 0, "1"},
                {10, 25, "10000000000000000000000000"},
                {UINT64_C(1) << 40, 2, "1208925819614629174706176"},
                {(UINT64_C(1) << 32) + 1, 3, "79228162569604569827557507073"}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        mpz_t power, wanted;
        mpz_init(power);
        mpz_init_set_str(wanted, rows[k].power, 10);
        integer_power(power, rows[k].base, rows[k].n);
        assert_int_equal(mpz_cmp(power, wanted), 0);
        mpz_clears(power, wanted, NULL);
    }
    static const char *const raised[][3] = {{"1", "18446744073709551617", "1"},
                                            {"-1", "18446744073709551617", "-1"},
                                            {"-1", "18446744073709551616", "1"},
                                            {"0", "18446744073709551617", "0"},
                                            {"-3", "5", "-243"}};
    for (size_t k = 0; k < COUNT(raised); k++) {
        mpz_t base, n, wanted;
        mpz_init_set_str(base, raised[k][0], 10);
        mpz_init_set_str(n, raised[k][1], 10);
        mpz_init_set_str(wanted, raised[k][2], 10);
        integer_raise(base, base, n);
        assert_int_equal(mpz_cmp(base, wanted), 0);
        mpz_clears(base, n, wanted, NULL);
    }
}

static void test_rationals(void **state) {
    (void)state;
    static const struct {
        int64_t over, under;
        const char *q;
    } rows[] = {{0, 7, "0"},
                {6, 4, "3/2"},
                {-(INT64_C(1) << 41), (INT64_C(1) << 40) - 2, "-1099511627776/549755813887"},
                {INT64_MIN, 1, "-9223372036854775808"},
                {1, INT64_MAX, "1/9223372036854775807"}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        mpq_t q, wanted;
        mpq_inits(q, wanted, NULL);
        mpq_set_str(wanted, rows[k].q, 10);
        mpq_set_str(q, "22/7", 10);
        rational_set(q, rows[k].over, rows[k].under);
        assert_true(mpq_equal(q, wanted));
        mpq_clears(q, wanted, NULL);
    }
}

/* Intervals of 64 bits hold all values; at_least and at_most compare, clamp chooses. */
static void test_intervals(void **state) {
    (void)state;
    struct interval *x = interval_new(64);
    mpq_t q, wanted;
    mpq_inits(q, wanted, NULL);
    for (size_t k = 0; k < COUNT(values); k++)
        for (size_t n = 0; n < COUNT(values); n++) {
            mpz_clear(mpq_numref(wanted));
            read_integer(mpq_numref(wanted), values[k > n ? k : n]);
            interval_set_integer(x, values[k]);
            assert_int_equal(interval_at_least(x, values[n]), k >= n);
            assert_int_equal(interval_at_most(x, values[n]), k <= n);
            interval_clamp(x, values[n], INT64_MAX);
            assert_true(interval_exact(x, q) && mpq_equal(q, wanted));
            interval_set_range(x, values[k], values[k]);
            interval_clamp(x, INT64_MIN, values[n]);
            mpz_clear(mpq_numref(wanted));
            read_integer(mpq_numref(wanted), values[k < n ? k : n]);
            assert_true(interval_exact(x, q) && mpq_equal(q, wanted));
        }
    mpq_clears(q, wanted, NULL);
    interval_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_unsigned),
        cmocka_unit_test(test_powers),    cmocka_unit_test(test_rationals),
        cmocka_unit_test(test_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
