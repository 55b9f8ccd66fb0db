/* SPDX-License-Identifier: MIT */
/* Turns, phases and lines of frequencies, as the columns of a table show them. The entries are those of libm's long double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fit/law.h"

#include <math.h>
#include <stdio.h>

enum { ROWS = 40, PAIRS_MOST_HERE = 16 };

/* A table whose columns are measured: sines, and cosines if they are paired. */
struct measured {
    uint64_t row[ROWS];
    enum row_kind kind[ROWS]; /* all move */
    char d_model[16];
    double value[2 * PAIRS_MOST_HERE * ROWS];
    struct entries data;
    struct trial trial;
    struct pairs pairs;
};

/* Positions are first + c*step, frequencies exp(-slope*k). */
static void measure(struct measured *measured, bool paired, int count, long double slope,
                    long double first, long double step) {
    snprintf(measured->d_model, sizeof measured->d_model, "%d", 2 * count);
    const char *given[WORDS] = {[MAX_LEN] = "40",
                                [D_MODEL] = measured->d_model,
                                [LAYOUT] = paired ? "interleaved" : NULL,
                                [COMPONENT] = paired ? NULL : "sin"};
    for (int c = 0; c < ROWS; c++) {
        measured->row[c] = (uint64_t)c;
        for (int k = 0; k < count; k++) {
            const long double angle = (first + step * c) * expl(-slope * k);
            double *column = &measured->value[(paired ? 2 * k : k) * ROWS];
            column[c] = (double)sinl(angle);
            if (paired)
                column[ROWS + c] = (double)cosl(angle);
        }
    }
    measured->data = (struct entries){.view = {ROWS, (uint64_t)(paired ? 2 * count : count), false},
                                      .rows = ROWS,
                                      .prefix = ROWS,
                                      .row = measured->row,
                                      .value = measured->value,
                                      .kind = measured->kind,
                                      .largest = 1,
                                      .grain = {.relative = 0x1p-52, .wide = true}};
    assert_true(trial_open(&measured->trial, given));
    pairs_open(&measured->pairs, &measured->data, trial_model(&measured->trial));
    assert_int_equal(measured->pairs.count, count);
    assert_true(pairs_measure(&measured->pairs));
}

static void measured_close(struct measured *measured) {
    pairs_close(&measured->pairs);
    trial_close(&measured->trial);
}

static void assert_near(double got, long double wanted, double relative) {
    if (!(fabsl(got - wanted) <= relative * fabsl(wanted)))
        fail_msg("%.17g isn't %.17Lg, relative to which it may be off by %g", got, wanted,
                 relative);
}

/* Small angles are as exact as they are small, of pairs and of sines alone. The last turn of each is known less well by far
 * than the others, since its sines have few bits. */
static void test_line_of_tiny_angles(void **state) {
    (void)state;
    static const struct {
        bool paired;
        int count;
        long double slope, first, step;
    } cases[] = {{true, 8, 98.68L, -0.349L, 0.125L},
                 {true, 8, 101.2L, 3, 1},
                 {false, 16, 40.6L, 0, 1},
                 {false, 12, 20, -0.5L, 0.25L}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        static struct measured measured;
        measure(&measured, cases[n].paired, cases[n].count, cases[n].slope, cases[n].first,
                cases[n].step);
        for (int k = 1; k < cases[n].count; k++)
            assert_near(fabs(measured.pairs.pair[k].turn),
                        cases[n].step * expl(-cases[n].slope * k), 1e-3);
        const struct line line = line_of(&measured.pairs, 0);
        assert_true(line.sound);
        assert_near(line.slope, cases[n].slope, cases[n].paired ? 1e-12 : 1e-5);
        measured_close(&measured);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_of_tiny_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
