/* SPDX-License-Identifier: MIT */
/* The simplest number in an interval is what a person would have written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"
#include "exact/expression.h"
#include "exact/frequency.h"
#include "fit/simplest.h"

enum { ALL = SIMPLEST_PI };

static void expect(double low, double high, unsigned kinds, const char *wanted) {
    char *text = simplest_number(low, high, kinds);
    if (wanted)
        assert_string_equal(text ? text : "none", wanted);
    else
        assert_null(text);
    free(text);
}

static void around(double value, double relative, unsigned kinds, const char *wanted) {
    double width = fabs(value) * relative;
    expect(value - width, value + width, kinds, wanted);
}

static const double pi = 3.14159265358979323846;

/* Numbers of real tables, known precisely and imprecisely. */
static void test_published(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {10000, "10000"},
        {1e6, "1000000"},
        {500000, "500000"},
        {100, "100"},
        {20, "20"},
        {8e6, "8000000"},
        {1.0 / 10000, "0.0001"},
        {0.25, "0.25"},
        {0.5, "0.5"},
        {0.1, "0.1"},
        {1.0 / 3, "1/3"},
        {2.0 / 3, "2/3"},
        {7.0 / 3, "7/3"},
        {1.0 / 256, "1/256"},
        {1.0 / 32, "0.03125"},
        {-1.5, "-1.5"},
        {-0.5, "-0.5"},
        {65536, "65536"},
        {511, "511"},
        {1, "1"},
        {-1, "-1"},
        {2 * 3.14159265358979323846, "2pi"},
        {2 * 3.14159265358979323846 / 50, "pi/25"},
        {3.14159265358979323846 / 2, "pi/2"},
        {-3.14159265358979323846, "-pi"},
        {2 * 3.14159265358979323846 / 10000, "pi/5000"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        around(rows[k].value, 1e-9, ALL, rows[k].text);
        around(rows[k].value, 1e-6, ALL, rows[k].text);
        around(rows[k].value, 3e-4, ALL, rows[k].text);
    }
}

/* A number with more digits needs a narrower interval. */
static void test_precise(void **state) {
    (void)state;
    around(9999.7, 1e-6, ALL, "9999.7");
    around(9999.7, 1e-4, ALL, "10000");
    around(exp(10), 1e-6, SIMPLEST_PI, "22026.47");
    around(2 * pi / 50, 1e-7, 0, "0.1256637");
    around(2 * pi / 48.000001, 1e-7, SIMPLEST_PI, "pi/24");
    around(127.0 / 128, 1e-6, 0, "127/128");
    around(40889.163, 1e-8, SIMPLEST_PI, "40889.163");
    around(12345.6, 1e-6, ALL, "12345.6");
}

static void test_ends(void **state) {
    (void)state;
    expect(10000, 10000, ALL, "10000"); /* both ends belong to it */
    expect(9000.5, 10000, ALL, "10000");
    expect(10000, 10000.5, ALL, "10000");
    expect(0.25, 0.25, ALL, "0.25");
    expect(0, 0, ALL, "0");
    expect(-1, 1, ALL, "0");
    expect(0, 7, ALL, "0");
    expect(-1e-12, 3e-13, ALL, "0");
    expect(1.0, 1.0, ALL, "1");
    expect(1e300, 1e300, ALL, NULL);
    expect(0.1, 0.1, ALL, NULL); /* the double isn't 1/10 */
    expect(pi, pi, ALL, NULL);   /* nor is any the number pi */
    expect(1, 0, ALL, NULL);
    expect(NAN, 1, ALL, NULL);
    expect(0, NAN, ALL, NULL);
    expect(1, INFINITY, ALL, NULL);
    expect(-INFINITY, 1, ALL, NULL);
    expect(5e-324, 5e-324, ALL, NULL);
    expect(0x1p-1000, 0x1p-1000, ALL, NULL);
}

/* Is a text's value in [low, high]? */
static bool within(const char *text, double low, double high) {
    struct number x, end;
    number_init(&x);
    number_init(&end);
    assert_null(expression_parse(&x, text, NULL));
    char *again = number_text(&x);
    assert_string_equal(again, text); /* it is canonical */
    free(again);
    mpq_set_d(end.rational, low);
    bool inside = real_compare(&x, &end) >= 0;
    mpq_set_d(end.rational, high);
    inside = inside && real_compare(&x, &end) <= 0;
    number_clear(&x);
    number_clear(&end);
    return inside;
}

static void expect_law(double low, double high) {
    char *text = simplest_number(low, high, ALL);
    assert_non_null(text);
    assert_true(within(text, low, high));
    free(text);
}

/* For any interval, the number lies in it and is canonical; that of a negative interval has the other sign. */
static void test_laws(void **state) {
    (void)state;
    for (int k = 0; k < 300; k++) {
        double value = ldexp((double)(chance() >> 11) + 1, -53 + (int)chance_below(40) - 20);
        double width = value * pow(10, -(double)chance_below(10));
        expect_law(value - width, value + width);
        expect_law(-value - width, width - value);
        char *up = simplest_number(value, value + width, SIMPLEST_PI);
        char *down = simplest_number(-value - width, -value, SIMPLEST_PI);
        assert_non_null(up);
        assert_string_equal(down + 1, up);
        free(up);
        free(down);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_precise),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
