/* SPDX-License-Identifier: MIT */
/* Errors of entries, compared with the hardware's conversions and distances to neighbours; tolerances; histograms. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/compare.h"
#include "element_rows.h"

static struct measure measure_for(const char *name, const char *scale) {
    struct table *table = table_new();
    table->type = element_row(name);
    mpq_set_str(table->scale, scale, 10);
    struct measure measure = measure_of(table);
    table_free(table);
    return measure;
}

/* The number that a positive 16-bit float stands for, from its fields. */
static double of_fields(uint64_t bits, int fraction_bits, int bias) {
    int fields = 1 << fraction_bits, exponent = (int)bits / fields;
    double fraction = (double)(bits % (uint64_t)fields) / fields;
    return exponent == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, exponent - bias);
}

/* Every positive finite number of 16 bits: its value, its distance to the next one in ulps, and that of its negative. */
static void expect_all(const char *name, int fraction_bits, int bias, uint64_t infinity) {
    const struct measure measure = measure_for(name, "0");
    for (uint64_t bits = 0; bits < infinity; bits++) {
        double value = of_fields(bits, fraction_bits, bias);
        if (measure_value(&measure, bits) != value ||
            measure_value(&measure, bits | 0x8000) != -value)
            fail_msg("%s %llx", name, (unsigned long long)bits);
        if (bits + 1 == infinity)
            continue;
        const struct entry_error error = measure_error(&measure, bits + 1, bits);
        if (error.kind != ERROR_NUMBER || error.ulps != 1 ||
            error.absolute != of_fields(bits + 1, fraction_bits, bias) - value)
            fail_msg("%s %llx: %g ulps", name, (unsigned long long)bits, error.ulps);
    }
    assert_int_equal(measure_error(&measure, infinity, 0).kind, ERROR_INFINITE);
    assert_int_equal(measure_error(&measure, infinity + 1, 0).kind, ERROR_NAN);
    assert_int_equal(measure_error(&measure, 0x8000, 0).kind, ERROR_ZERO_SIGN);
    assert_int_equal(measure_error(&measure, 0, 0x8000).kind, ERROR_ZERO_SIGN);
}

static void test_all_of_16_bits(void **state) {
    (void)state;
    expect_all("f16", 10, 15, 0x7c00);
    expect_all("bf16", 7, 127, 0x7f80);
}

/* The next number towards 0 is half an ulp away where the wanted one is a power of two. */
static void test_below_a_power_of_two(void **state) {
    (void)state;
    const struct measure f32 = measure_for("f32", "0"), f64 = measure_for("f64", "0");
    struct entry_error error = measure_error(&f32, 0x3f7fffff, 0x3f800000);
    assert_true(error.ulps == 0.5 && error.absolute == ldexp(1, -24));
    error = measure_error(&f64, 0x3fefffffffffffff, 0x3ff0000000000000);
    assert_true(error.ulps == 0.5 && error.absolute == ldexp(1, -53));
}

/* Around 0 the spacing is that of the subnormal numbers; beyond the largest double its place is taken by that. */
static void test_around_zero(void **state) {
    (void)state;
    const struct measure f32 = measure_for("f32", "0"), f64 = measure_for("f64", "0");
    assert_true(measure_error(&f32, 0x3f800000, 0).ulps == ldexp(1, 149));
    assert_true(measure_error(&f64, 3, 0).ulps == 3);
    assert_true(measure_error(&f64, 0x3ff0000000000000, 0).ulps == DBL_MAX);
    assert_true(measure_error(&f64, 0x7fefffffffffffff, 0xffefffffffffffff).absolute == DBL_MAX);
}

static void test_integers(void **state) {
    (void)state;
    struct measure measure = measure_for("q15", "0");
    struct entry_error error = measure_error(&measure, 0x8000, 0x7fff);
    assert_true(error.ulps == 65535 && error.absolute == 65535 / 32768.0);
    assert_true(measure_value(&measure, 0xffff) == -1 / 32768.0);
    measure = measure_for("s8", "0");
    assert_true(measure_error(&measure, 0x81, 0x7f).absolute == 254 * (1 / 127.0));
    measure = measure_for("i8", "1/4");
    assert_true(measure_error(&measure, 0xff, 3).absolute == 1 && measure_value(&measure, 8) == 2);
    measure = measure_for("q31", "0");
    assert_true(measure_error(&measure, 0x80000000, 0x7fffffff).ulps == 4294967295.0);
}

static void test_tolerances(void **state) {
    (void)state;
    struct tolerance tolerance;
    const struct entry_error error = {ERROR_NUMBER, 3e-8, 2};
    static const struct {
        const char *text;
        double wanted;
        bool allowed;
    } rows[] = {{"ulp=2", 0, true},
                {"ulp=1.99", 0, false},
                {"abs=3e-8", 0, true},
                {"abs=2.9e-8", 0, false},
                {"rtol=0", 1, false},
                {"rtol=0,atol=3e-8", 1, true},
                {"atol=0,rtol=1e-8", 3, true},
                {"atol=0,rtol=1e-8", -3, true},
                {"atol=0,rtol=1e-8", 2.9, false},
                {"rtol=2e-8", 1.51, true},
                {"rtol=2e-8", 1.49, false}, /* atol is 0, not numpy's 1e-8 */
                {"atol=3e-8", 0, true},
                {"atol=2e-8", 1000, false}, /* rtol is 0, not numpy's 1e-5 */
                {"ulp=2,abs=1e-8", 0, false},
                {"abs=1,ulp=2", 0, true}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_null(tolerance_parse(rows[k].text, &tolerance));
        if (tolerance_allows(&tolerance, error, rows[k].wanted) != rows[k].allowed)
            fail_msg("%s", rows[k].text);
    }
    tolerance = (struct tolerance){.given = false};
    assert_false(tolerance_allows(&tolerance, error, 1));
}

/* Each bin ends at a power of two. */
static void test_histogram(void **state) {
    (void)state;
    static const struct {
        double ulps;
        size_t bin;
    } rows[] = {
        {DBL_TRUE_MIN, 1}, {0.5, 1},     {1, 1},         {1.0000001, 2}, {2, 2}, {3, 3}, {4, 3},
        {4.5, 4},          {0x1p31, 32}, {0x1.8p31, 33}, {DBL_MAX, 33}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct errors errors = {.entries = 0};
        const struct found found = {.error = {ERROR_NUMBER, 1, rows[k].ulps}};
        errors_count(&errors, &found, false);
        if (errors.histogram[rows[k].bin] != 1)
            fail_msg("%g ulps are not in bin %zu", rows[k].ulps, rows[k].bin);
    }
}

/* Of equal errors the first in the order of rows and columns is kept, in whatever order parts are added. */
static void test_ties(void **state) {
    (void)state;
    const struct found found[] = {{.cell = {2, 1}, .error = {ERROR_NUMBER, 1, 8}},
                                  {.cell = {1, 9}, .error = {ERROR_NUMBER, 1, 4}},
                                  {.cell = {1, 3}, .error = {ERROR_NUMBER, 1, 8}},
                                  {.cell = {0, 0}, .error = {ERROR_NUMBER, 0.5, 2}}};
    for (size_t first = 0; first < 4; first++) {
        struct errors all = {.entries = 0};
        for (size_t k = 0; k < 4; k++) {
            struct errors one = {.entries = 0};
            errors_count(&one, &found[(first + k) % 4], k % 2 == 0);
            errors_add(&all, &one);
        }
        errors_finish(&all, 10);
        assert_true(all.worst.cell.row == 1 && all.worst.cell.column == 3);
        assert_true(all.worst_ulps.cell.row == 1 && all.worst_ulps.cell.column == 3);
        assert_true(all.wrong == 4 && all.not_allowed == 2 && all.histogram[0] == 6);
    }
}

static void test_octaves(void **state) {
    (void)state;
    static const uint64_t begin[] = {0, 1, 2, 4, 8, 16};
    for (size_t k = 0; k < sizeof begin / sizeof *begin; k++) {
        assert_int_equal(error_octave_begin(k), begin[k]);
        assert_int_equal(error_octave(begin[k]), k);
        assert_int_equal(error_octave(error_octave_begin(k + 1) - 1), k);
    }
    assert_true(error_octave((UINT64_C(1) << 40) - 1) < ERROR_OCTAVES - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_of_16_bits), cmocka_unit_test(test_below_a_power_of_two),
        cmocka_unit_test(test_around_zero),    cmocka_unit_test(test_integers),
        cmocka_unit_test(test_tolerances),     cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_ties),           cmocka_unit_test(test_octaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
