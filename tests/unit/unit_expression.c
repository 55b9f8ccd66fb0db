/* SPDX-License-Identifier: MIT */
/* Sums and products of numbers with sizes as symbols, and invalid texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>

#include <cmocka.h>

#include "chance.h"
#include "exact/expression.h"

static const struct sizes sizes = {385, 192, 1000, 40}; /* d, n, max-len, size */

/* Reads a text; its canonical spelling, or what is wrong, to be freed. */
static char *read(const char *text) {
    struct number x;
    number_init(&x);
    const char *wrong = expression_parse(&x, text, &sizes);
    char *result = wrong ? strdup(wrong) : number_text(&x);
    number_clear(&x);
    return result;
}

static void expect(const char *text, const char *expected) {
    char *found = read(text);
    if (strcmp(found, expected) != 0)
        fail_msg("'%s': '%s', not '%s'", text, found, expected);
    free(found);
}

static void test_values(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"0", "0"},
        {"n", "192"},
        {"d", "385"},
        {"max-len", "1000"},
        {"size", "40"},
        {"2pi/size-2pi", "-39pi/20"},
        {"sized", "is not a number"},
        {"-n", "-192"},
        {"+d", "385"},
        {"n-1", "191"},
        {"n+-1", "is not a number"},
        {"n--1", "is not a number"},
        {"1-n", "-191"},
        {"n-n", "0"},
        {"max-len-1", "999"},
        {"max-len-max-len", "0"},
        {"-max-len-d-n", "-1577"},
        {"d/2", "192.5"},
        {"-d/2", "-192.5"},
        {"1/d", "1/385"},
        {"n*2", "384"},
        {"2*n", "384"},
        {"d/2/n", "385/384"},
        {"n/d*max-len", "38400/77"},
        {"-n*-d", "73920"},
        {"n*n-1", "36863"},
        {"1-n*n", "-36863"},
        {"1/2/3-max-len/0x10", "-187/3"},
        {"pi*n", "192pi"},
        {"2*n*pi/d-d/2", "-192.5+384pi/385"},
        {"n/2pi", "96pi"},
        {"n/d", "192/385"},
        {"max-len/2-1/2", "499.5"},
        {"d-2e0", "383"},
        {"1e-3+1e+3", "1000.001"},
        {"1E3-1E-3", "999.999"},
        {".5-.25", "0.25"},
        {"1.-n", "-191"},
        {"0x10-1", "15"},
        {"0xe-1", "13"}, /* no exponent */
        {"0xE+1", "15"},
        {"0x1p-3-1", "-0.875"},
        {"0x1.8p+1+d", "388"},
        {"1/-2-3", "-3.5"},
        {"pi", "pi"},
        {"-pi-pi", "-2pi"},
        {"2pi/n", "pi/96"},
        {"npi", "is not a number"}, /* a symbol ends where a word would go on */
        {"pi/d-pi/d", "0"},
        {"2pi/6.000001", "2000000pi/6000001"},
        {"3pi-3pi+7", "7"},
        {"1+1+1+1+1+1+1+1", "8"},
        {"floor(5/2)", "2"},
        {"floor(-5/2)", "-3"},
        {"floor(-d/2)", "-193"},
        {"-floor(d/2)*2", "-384"},
        {"floor(1/2-d/2)/3", "-64"},
        {"1/floor(size/7)+pi", "0.2+pi"},
        {"floor(7)*floor(-1/1e9)", "-7"},
        {"floor(pi-pi+3/2)", "1"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect(rows[k][0], rows[k][1]);
}

static void test_errors(void **state) {
    (void)state;
    static const char *const rows[] = {
        "",         " ",         "n ",        " n",        "2n",        "n2",
        "nn",       "dn",        "d.",        ".d",        "n_",        "N",
        "D",        "maxlen",    "max-le",    "max-len1",  "x",         "n-",
        "n+",       "--",        "-",         "+",         "n-m",       "n*",
        "n^2",      "(n)",       "sqrt(n)",   "1e",        "0x",        "0xg",
        "1/",       "/2",        "n//2",      "n/2/",      "nan",       "inf",
        "pi2",      "npi",       "n,n",       "1-2-",      "floor",     "floor()",
        "floor(1",  "floor(1))", "floor (1)", "2floor(1)", "floor(1)2", "floor(floor(1))",
        "Floor(1)", "e3",        "1e-",       "p",         "1 - 2",     "1\n",
        "\xcf\x80"};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect(rows[k], "is not a number");
    expect("1/0", "divides by zero");
    expect("n+d/0", "divides by zero");
    expect("n/pi", "has pi in a denominator");
    expect("n-2*pi*n*pi", "has pi twice in a product");
    expect("floor(n/2pi)", "has pi in a floor");
    expect("1/floor(1/n)", "divides by zero");
    expect("floor(1/0)", "divides by zero");
    expect("floor(1+1+1+1+1+1+1+1+1)", "has too many terms");
    expect("1-n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n", "has too many factors");
    expect("1+1+1+1+1+1+1+1+1", "has too many terms");
    expect("1e2000", "is too large or too small: over 4096 bits");
    expect("1-1e2000", "is too large or too small: over 4096 bits");
    /* each fits, the sum does not */
    expect("1e1200+1e-1200", "is too large or too small: over 4096 bits");
    expect("1e1200-1e1200", "0");
}

static void test_rational(void **state) {
    (void)state;
    mpq_t q;
    mpq_init(q);
    assert_null(expression_rational(q, "-d/2+n", &sizes));
    assert_int_equal(mpq_cmp_si(q, -1, 2), 0);
    assert_null(expression_rational(q, "pi-pi", &sizes));
    assert_int_equal(mpq_sgn(q), 0);
    assert_string_equal(expression_rational(q, "n-pi", &sizes), "is not a rational number");
    assert_string_equal(expression_rational(q, "m", &sizes), "is not a number");
    assert_string_equal(rational_parse(q, "floor(1)"), "is not a number");
    static const struct sizes of_all_axes = {385, 192, 1000, 0};
    assert_string_equal(expression_rational(q, "size", &of_all_axes), "is not a number");
    assert_null(expression_rational(q, "max-len-n", &of_all_axes));
    mpq_clear(q);
}

/* What number_text writes is read as the same number. */
static void test_back(void **state) {
    (void)state;
    struct number x, y;
    number_init(&x);
    number_init(&y);
    for (long a = -12; a <= 12; a++)
        for (long b = -12; b <= 12; b++) {
            mpq_set_si(x.rational, a, 7);
            mpq_set_si(x.pi, b, 10);
            mpq_canonicalize(x.rational);
            mpq_canonicalize(x.pi);
            char *text = number_text(&x);
            assert_null(expression_parse(&y, text, &sizes));
            assert_true(mpq_equal(x.rational, y.rational) && mpq_equal(x.pi, y.pi));
            free(text);
        }
    number_clear(&x);
    number_clear(&y);
}

/* A product, factor by factor. */
static void test_products(void **state) {
    (void)state;
    static const struct {
        const char *text, *value;
    } factors[] = {{"7", "7"},       {"-3", "-3"}, {"0.25", "1/4"}, {"1e-3", "1/1000"},
                   {"0x1.8p1", "3"}, {"d", "385"}, {"-n", "-192"},  {"max-len", "1000"},
                   {"+22", "22"},    {"5.", "5"},  {".6", "3/5"},   {"-0xFp-2", "-15/4"}};
    struct number x;
    mpq_t wanted, factor;
    number_init(&x);
    mpq_inits(wanted, factor, (mpq_ptr)NULL);
    for (int k = 0; k < 20000; k++) {
        char text[200] = {0};
        int count = 1 + k % 16, pi = k % 3 == 0 ? k % count : -1;
        mpq_set_ui(wanted, 1, 1);
        for (int n = 0; n < count; n++) {
            size_t which = chance_below(sizeof factors / sizeof *factors);
            bool divides = n > 0 && n != pi && chance_below(2);
            mpq_set_str(factor, factors[which].value, 10);
            if (n > 0)
                strcat(text, divides ? "/" : "*");
            strcat(text, n == pi ? "pi" : factors[which].text);
            if (n != pi)
                (divides ? mpq_div : mpq_mul)(wanted, wanted, factor);
        }
        assert_null(expression_parse(&x, text, &sizes));
        assert_true(mpq_equal(pi >= 0 ? x.pi : x.rational, wanted));
        assert_int_equal(mpq_sgn(pi >= 0 ? x.rational : x.pi), 0);
    }
    number_clear(&x);
    mpq_clears(wanted, factor, (mpq_ptr)NULL);
}

/* The fault in a million times `repeated`, then `end`, is found quickly: see main. */
static void expect_soon(const char *repeated, const char *end, const char *expected) {
    enum { TIMES = 1000000 };
    size_t length = strlen(repeated);
    char *text = malloc(length * TIMES + strlen(end) + 1);
    assert_non_null(text);
    for (size_t k = 0; k < TIMES; k++)
        memcpy(text + length * k, repeated, length);
    strcpy(text + length * TIMES, end);
    expect(text, expected);
    free(text);
}

static void test_long_texts(void **state) {
    (void)state;
    expect_soon("1+", "1", "has too many terms");
    expect_soon("1*", "1", "has too many factors");
    expect_soon("floor(", "", "is not a number");
    expect_soon("floor(1)*", "1", "has too many factors");
    expect_soon("d/", "d", "has too many factors");
    expect_soon("pi", "", "has pi twice in a product");
    expect_soon("9", "", "is too large or too small: over 4096 bits");
    expect_soon("0.0e", "", "is not a number");
    expect_soon("-", "1", "is not a number");
    expect_soon("max-len", "", "is not a number");

    /* the largest numbers that a term may hold before it is reduced */
    enum { TERMS = 8, FACTORS = 16, DIGITS = 1200 };
    char *text = calloc(TERMS * FACTORS, DIGITS + 10), *at = text;
    assert_non_null(text);
    for (int k = 0; k < TERMS * FACTORS; k++) {
        *at++ = k == 0 ? '+' : k % FACTORS == 0 ? '+' : k % 2 ? '/' : '*';
        memset(at, '7', DIGITS);
        strcpy(at + DIGITS, "e9000");
        at += DIGITS + 5;
    }
    expect(text, "8");
    free(text);
}

/* All of it takes a tenth of a second. A parser that looked at a text of 10^6 terms once for each of them would take
 * hours: the limit ends that. */
int main(void) {
    const struct rlimit seconds = {100, 100};
    setrlimit(RLIMIT_CPU, &seconds);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_errors),
        cmocka_unit_test(test_rational), cmocka_unit_test(test_back),
        cmocka_unit_test(test_products), cmocka_unit_test(test_long_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
