/* SPDX-License-Identifier: MIT */
/* The intervals of a base, a first position, a step and an amplitude that all entries of a table leave. */
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

/* The numbers of a table: amplitude * sin or cos((first + step * row) * base^(-k / PAIRS)). */
struct numbers {
    long double base, first, step, amplitude;
};

/* Sines and cosines, rounded once. */
static void fill(double value[], const struct numbers *of, int bits) {
    for (int k = 0; k < PAIRS; k++)
        for (int row = 0; row < ROWS; row++) {
            const long double angle =
                (of->first + of->step * row) * powl(of->base, -(long double)k / PAIRS);
            value[2 * k * ROWS + row] = rounded(of->amplitude * sinl(angle), bits);
            value[(2 * k + 1) * ROWS + row] = rounded(of->amplitude * cosl(angle), bits);
        }
}

/* What entries leave for a number of a model with this base, first position and step, and amplitude 1: the middle of the
 * interval and its half. */
static struct estimate narrowed_of(const double value[], const char *component,
                                   enum wave_number which, const char *base, const char *first,
                                   const char *step, int bits) {
    uint64_t row[ROWS];
    double copy[2 * PAIRS * ROWS];
    const char *given[WORDS] = {[MAX_LEN] = "64",
                                [D_MODEL] = "16",
                                [BASE] = base,
                                [FIRST] = first,
                                [STEP] = step,
                                [COMPONENT] = component,
                                [REPEAT] = component ? "interleave" : NULL};
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
    const struct estimate found = narrow_number(&data, &noise, which, 0);
    noise_close(&noise);
    trial_close(&trial);
    return found;
}

/* The same of a table of sines and cosines. */
static struct estimate narrowed(const double value[], enum wave_number which, const char *base,
                                const char *first, const char *step, int bits) {
    return narrowed_of(value, NULL, which, base, first, step, bits);
}

static void assert_enclosed(const struct estimate *found, double wanted, double width, size_t n) {
    if (!found->known)
        fail_msg("case %zu: none", n);
    if (!(fabs(found->value - wanted) <= found->error + 1e-13))
        fail_msg("case %zu: %.12g isn't within %g of %.12g", n, wanted, found->error, found->value);
    if (!(found->error < width))
        fail_msg("case %zu: within %g, not %g", n, found->error, width);
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
                 {10000, "10100", "5000", 11, 1e-5},  {10000, "9900", "-700", 24, 1e-8},
                 {10000, "4500", "0", 8, 1e-2},       {500000, "1700000", "1", 24, 1e-8}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double value[2 * PAIRS * ROWS];
        const struct numbers of = {cases[n].base, strtold(cases[n].first, NULL), 1, 1};
        const double near = log(strtod(cases[n].near, NULL));
        fill(value, &of, cases[n].bits);
        const struct estimate found =
            narrowed(value, NUMBER_LOGARITHM, cases[n].near, cases[n].first, "1", cases[n].bits);
        assert_enclosed(&found, (double)logl(of.base) / near - 1, cases[n].width / fabs(near), n);
    }
}

/* The base of frequencies, each in two columns, and their amplitude. */
static void test_frequencies_are_enclosed(void **state) {
    (void)state;
    static const struct {
        long double base;
        const char *near;
        int bits;
        double width;
    } cases[] = {
        {10000, "4500", 8, 1e-2}, {10000, "10500", 24, 1e-6}, {0.001L, "0.0011", 11, 1e-3}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double value[2 * PAIRS * ROWS];
        const double near = log(strtod(cases[n].near, NULL));
        for (int k = 0; k < 2 * PAIRS * ROWS; k++)
            value[k] =
                rounded(powl(cases[n].base, -(long double)(k / ROWS / 2) / PAIRS), cases[n].bits);
        const struct estimate found = narrowed_of(value, "frequency", NUMBER_LOGARITHM,
                                                  cases[n].near, NULL, NULL, cases[n].bits);
        assert_enclosed(&found, (double)logl(cases[n].base) / near - 1, cases[n].width / fabs(near),
                        n);
        value[5 * ROWS + 40] *= 1.1;
        assert_false(narrowed_of(value, "frequency", NUMBER_LOGARITHM, cases[n].near, NULL, NULL,
                                 cases[n].bits)
                         .known);
    }
    double value[2 * PAIRS * ROWS];
    for (int k = 0; k < 2 * PAIRS * ROWS; k++)
        value[k] = rounded(1.004L * powl(100, -(long double)(k / ROWS / 2) / PAIRS), 11);
    const struct estimate found =
        narrowed_of(value, "frequency", NUMBER_AMPLITUDE, "100", NULL, NULL, 11);
    assert_enclosed(&found, 0.004, 1e-3, 0);
}

/* So are the other numbers, if only one of them isn't the model's. */
static void test_other_numbers_are_enclosed(void **state) {
    (void)state;
    static const struct {
        enum wave_number which;
        const char *first;
        double off;
        int bits;
        double width;
    } cases[] = {
        {NUMBER_FIRST, "0", 0.003, 11, 1e-4},       {NUMBER_FIRST, "0", -0.00012345, 24, 1e-8},
        {NUMBER_FIRST, "5", 0.004, 8, 1e-3},        {NUMBER_STEP, "-7", 1e-5, 11, 1e-5},
        {NUMBER_STEP, "0", -0.000012346, 24, 1e-9}, {NUMBER_STEP, "2.5", 1e-4, 8, 1e-4},
        {NUMBER_AMPLITUDE, "0", -0.003, 11, 1e-4},  {NUMBER_AMPLITUDE, "3", 1e-6, 24, 1e-7}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double value[2 * PAIRS * ROWS];
        struct numbers of = {10000, strtold(cases[n].first, NULL), 1, 1};
        *(cases[n].which == NUMBER_FIRST  ? &of.first
          : cases[n].which == NUMBER_STEP ? &of.step
                                          : &of.amplitude) += cases[n].off;
        fill(value, &of, cases[n].bits);
        const struct estimate found =
            narrowed(value, cases[n].which, "10000", cases[n].first, "1", cases[n].bits);
        assert_enclosed(&found, cases[n].off, cases[n].width, n);
    }
}

/* Rows that are alike but for a few entries, which round the other way, still leave an interval on one side of 0. */
static void test_small_step_is_enclosed(void **state) {
    (void)state;
    static const struct {
        const char *first;
        double step;
        int bits;
    } cases[] = {{"1", 1e-9, 24}, {"27", -2e-9, 24}, {"3", 1e-5, 11}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        double value[2 * PAIRS * ROWS];
        const struct numbers of = {10, strtold(cases[n].first, NULL), cases[n].step, 1};
        fill(value, &of, cases[n].bits);
        const struct estimate found =
            narrowed(value, NUMBER_STEP, "10", cases[n].first, "0", cases[n].bits);
        assert_enclosed(&found, cases[n].step, fabs(cases[n].step) / 4, n);
    }
}

/* Positions that are wrong leave no base. */
static void test_wrong_positions_leave_none(void **state) {
    (void)state;
    double value[2 * PAIRS * ROWS];
    fill(value, &(struct numbers){10000, 0.01L, 1, 1}, 11);
    assert_false(narrowed(value, NUMBER_LOGARITHM, "10000", "0", "1", 11).known);
}

/* Nor does an entry that is wrong. */
static void test_wrong_entry_leaves_none(void **state) {
    (void)state;
    double value[2 * PAIRS * ROWS];
    fill(value, &(struct numbers){10000, 0, 1, 1}, 11);
    value[5 * ROWS + 40] += 0.01;
    for (int which = 0; which < WAVE_NUMBERS; which++)
        assert_false(narrowed(value, (enum wave_number)which, "10000", "0", "1", 11).known);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_base_is_enclosed),
                                       cmocka_unit_test(test_frequencies_are_enclosed),
                                       cmocka_unit_test(test_other_numbers_are_enclosed),
                                       cmocka_unit_test(test_small_step_is_enclosed),
                                       cmocka_unit_test(test_wrong_positions_leave_none),
                                       cmocka_unit_test(test_wrong_entry_leaves_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
