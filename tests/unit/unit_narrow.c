/* The interval of a base that all entries of a table leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fit/law.h"

#include <math.h>
#include <string.h>

enum { ROWS = 64, PAIRS = 8 };

/* A number rounded to this many bits. */
static double rounded(long double x, int bits) {
    int exponent;
    const long double part = frexpl(x, &exponent);
    return (double)ldexpl(rintl(ldexpl(part, bits)), exponent - bits);
}

/* Sines and cosines of (first + row) * base^(-k / PAIRS), rounded once. */
static void fill(double value[], long double base, long double first, int bits) {
    for (int k = 0; k < PAIRS; k++)
        for (int row = 0; row < ROWS; row++) {
            const long double angle = (first + row) * powl(base, -(long double)k / PAIRS);
            value[2 * k * ROWS + row] = rounded(sinl(angle), bits);
            value[(2 * k + 1) * ROWS + row] = rounded(cosl(angle), bits);
        }
}

/* The logarithms of the base that entries leave, if the model has another base: the middle of the interval and its half. */
static struct estimate narrowed(const double value[], const char *base, const char *first,
                                int bits) {
    uint64_t row[ROWS];
    double copy[2 * PAIRS * ROWS];
    const char *given[WORDS] = {[MAX_LEN] = "64", [D_MODEL] = "16", [BASE] = base, [FIRST] = first};
    struct trial trial;
    struct noise noise;
    for (int k = 0; k < ROWS; k++)
        row[k] = (uint64_t)k;
    memcpy(copy, value, sizeof copy);
    const struct entries data = {.view = {ROWS, 2 * PAIRS, false},
                                 .rows = ROWS,
                                 .prefix = ROWS,
                                 .row = row,
                                 .value = copy,
                                 .largest = 1,
                                 .grain = {.relative = ldexp(1, 1 - bits)}};
    assert_true(trial_open(&trial, given));
    noise_open(&noise, trial_model(&trial), &data.grain);
    noise.level = NOISE_F64;
    struct estimate found = narrow_number(&data, &noise, NUMBER_LOGARITHM, 0);
    found.value = (1 + found.value) * log(strtod(base, NULL));
    found.error *= log(strtod(base, NULL));
    noise_close(&noise);
    trial_close(&trial);
    return found;
}

/* The base is in the interval, from either side, and the interval is narrow: by far less than one entry's bits. */
static void test_base_is_enclosed(void **state) {
    (void)state;
    static const struct {
        long double base;
        const char *near, *first;
        int bits;
        double width;
    } cases[] = {{10000, "9000", "0", 11, 1e-4},      {500000, "430000", "0", 24, 1e-8},
                 {10000, "10003", "0", 11, 1e-4},     {10000, "9990", "0", 8, 1e-3},
                 {500000, "500100", "0", 24, 1e-8},   {7777.25L, "7777", "0", 11, 1e-4},
                 {0.001L, "0.001001", "0", 11, 1e-5}, {100, "100.5", "0", 24, 1e-8},
                 {10000, "10100", "5000", 11, 1e-5},  {10000, "9900", "-700", 24, 1e-8}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double value[2 * PAIRS * ROWS];
        fill(value, cases[n].base, strtold(cases[n].first, NULL), cases[n].bits);
        const struct estimate found = narrowed(value, cases[n].near, cases[n].first, cases[n].bits);
        const double logarithm = (double)logl(cases[n].base);
        if (!found.known)
            fail_msg("%s: none", cases[n].near);
        if (!(fabs(found.value - logarithm) <= fabs(found.error) + 1e-13))
            fail_msg("%s: %.12g isn't within %g of %.12g", cases[n].near, logarithm, found.error,
                     found.value);
        if (!(fabs(found.error) < cases[n].width))
            fail_msg("%s: within %g, not %g", cases[n].near, found.error, cases[n].width);
    }
}

/* Positions that are wrong leave no base. */
static void test_wrong_positions_leave_none(void **state) {
    (void)state;
    double value[2 * PAIRS * ROWS];
    fill(value, 10000, 0.01L, 11);
    assert_false(narrowed(value, "10000", "0", 11).known);
}

/* Nor does an entry that is wrong. */
static void test_wrong_entry_leaves_none(void **state) {
    (void)state;
    double value[2 * PAIRS * ROWS];
    fill(value, 10000, 0, 11);
    value[5 * ROWS + 40] += 0.01;
    assert_false(narrowed(value, "10001", "0", 11).known);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_base_is_enclosed),
                                       cmocka_unit_test(test_wrong_positions_leave_none),
                                       cmocka_unit_test(test_wrong_entry_leaves_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
