/* SPDX-License-Identifier: MIT */
/* The numbers of texts; texts that are refused, and why. */
#include "number_setup.h"

static void test_values(void **state) {
    (void)state;
    static const struct {
        const char *text, *rational, *pi;
    } rows[] = {
        {"0", "0", "0"},
        {"-0", "0", "0"},
        {"10000", "10000", "0"},
        {"+7", "7", "0"},
        {"-7", "-7", "0"},
        {"007", "7", "0"},
        {"0.1", "1/10", "0"},
        {".5", "1/2", "0"},
        {"5.", "5", "0"},
        {"-0.50", "-1/2", "0"},
        {"5e5", "500000", "0"},
        {"5E+5", "500000", "0"},
        {"2.5e-3", "1/400", "0"},
        {"1e0", "1", "0"},
        {"0e99999999999999999999", "0", "0"},
        {"7/3", "7/3", "0"},
        {"6/4", "3/2", "0"},
        {"1/-2", "-1/2", "0"},
        {"-1/-2", "1/2", "0"},
        {"1e3/1.5", "2000/3", "0"},
        {"1e-2/1e-4", "100", "0"},
        {"pi", "0", "1"},
        {"+pi", "0", "1"},
        {"-pi", "0", "-1"},
        {"2pi", "0", "2"},
        {"-3/7pi", "0", "-3/7"},
        {"2pi/50", "0", "1/25"},
        {"pi/-4", "0", "-1/4"},
        {"0pi", "0", "0"},
        {"0.5pi/1e3", "0", "1/2000"},
        {"2/3pi/5", "0", "2/15"},
        {"1e3pi", "0", "1000"},
        {"32/8/0.5", "8", "0"},
        {"2.5*0.25", "5/8", "0"},
        {"1/2*3", "3/2", "0"},
        {"1/2/3", "1/6", "0"},
        {"2*-3", "-6", "0"},
        {"-2*-3/-4", "-3/2", "0"},
        {"0x10*0.5e1", "80", "0"},
        {"0*1e999", "0", "0"},
        {"1e2000/1e1999", "10", "0"},
        {"1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*2", "2", "0"},
        {"2*pi/50", "0", "1/25"},
        {"pi*2", "0", "2"},
        {"2*3pi", "0", "6"},
        {"1/2*pi", "0", "1/2"},
        {"1/2pi", "0", "1/2"},
        {"pi/2/3", "0", "1/6"},
        {"pi/2*3", "0", "3/2"},
        {"-2*-pi", "0", "2"},
        {"0*pi", "0", "0"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_null(expression_parse(&x, rows[k].text, NULL));
        expect_q(x.rational, rows[k].rational);
        expect_q(x.pi, rows[k].pi);
        if (!strstr(rows[k].text, "pi")) {
            assert_null(rational_parse(y.rational, rows[k].text));
            expect_q(y.rational, rows[k].rational);
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char no[] = "is not a number", zero[] = "divides by zero";
    static const char large[] = "is too large or too small: over 4096 bits";
    static const char many[] = "has too many factors";
    static const struct {
        const char *text, *wrong;
    } rows[] = {
        {"", no},
        {" ", no},
        {" 1", no},
        {"1 ", no},
        {"-", no},
        {".", no},
        {"-.", no},
        {"+-1", no},
        {"--1", no},
        {"1.2.3", no},
        {"1,5", no},
        {"1e", no},
        {"1e+", no},
        {"e5", no},
        {"1e5.5", no},
        {"0x", no},
        {"0xg", no},
        {"nan", no},
        {"inf", no},
        {"-infinity", no},
        {"1/", no},
        {"/2", no},
        {"1//2", no},
        {"1e999x", no},
        {"1/0", zero},
        {"0/0", zero},
        {"1/0.00", zero},
        {"1/-0", zero},
        {"1/0e9", zero},
        {"1e999999999", large},
        {"-1e999999999", large},
        {"1e-999999999", large},
        {"1e99999999999999999999999", large},
        {"1e1234", large},
        {"1e-1234", large},
        {"1/1e1234", large},
        {"0.1e-9999", large},
        {"*2", no},
        {"2*", no},
        {"2**3", no},
        {"2*/3", no},
        {"2* 3", no},
        {"2*+-3", no},
        {"2(3)", no},
        {"2*3/0*4", zero},
        {"1e1000*1e1000", large},
        {"1e-1000/1e1000", large},
        {"1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1", many},
    };
    static const char under[] = "has pi in a denominator", twice[] = "has pi twice in a product";
    static const struct {
        const char *text, *wrong;
    } with_pi[] = {
        {"pi2", no},         {"pi pi", no},        {"p", no},         {"PI", no},
        {"xpi", no},         {"--pi", no},         {"2 pi", no},      {"pi/", no},
        {"pi/x", no},        {"2epi", no},         {"pi*", no},       {"pi/0", zero},
        {"1/0pi", zero},     {"pi/pi", under},     {"1/pi", under},   {"2*3/-pi", under},
        {"pi*pi", twice},    {"pipi", twice},      {"2pi*pi", twice}, {"2pi/3pi", twice},
        {"1e1234pi", large}, {"pi/1e1234", large},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_string_equal(rational_parse(x.rational, rows[k].text), rows[k].wrong);
        assert_string_equal(expression_parse(&x, rows[k].text, NULL), rows[k].wrong);
    }
    for (size_t k = 0; k < sizeof with_pi / sizeof *with_pi; k++) {
        assert_non_null(rational_parse(x.rational, with_pi[k].text));
        assert_string_equal(expression_parse(&x, with_pi[k].text, NULL), with_pi[k].wrong);
    }
    static const char *const not_alone[] = {"pi", "2pi/3", "1+1",     "1-2",   "1+pi",
                                            "d",  "n",     "max-len", "exp(2)"};
    for (size_t k = 0; k < sizeof not_alone / sizeof *not_alone; k++)
        assert_string_equal(rational_parse(x.rational, not_alone[k]), no);
}

static void test_4096_bits_are_the_limit(void **state) {
    (void)state;
    mpz_t z;
    mpz_init_set_ui(z, 1);
    mpz_mul_2exp(z, z, NUMBER_BITS);
    static const char *const around[][2] = {
        {"", ""}, {"-", ""}, {"1/", ""}, {"", "pi"}, {"pi/", ""}};
    for (int over = 0; over <= 1; over++, mpz_add_ui(z, z, 1)) {
        if (over == 0)
            mpz_sub_ui(z, z, 1); /* 2^4096 - 1, then 2^4096 */
        char *digits = mpz_get_str(NULL, 10, z);
        for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
            char text[2000];
            snprintf(text, sizeof text, "%s%s%s", around[k][0], digits, around[k][1]);
            assert_true((expression_parse(&x, text, NULL) != NULL) == (over == 1));
        }
        free(digits);
    }
    mpz_clear(z);
    assert_null(rational_parse(x.rational, "1e1233"));
    assert_null(rational_parse(x.rational, "1e-1233"));
    assert_null(rational_parse(x.rational, "1e9999/1e9999"));
}

static void test_long_texts(void **state) {
    (void)state;
    enum { LENGTH = 1000000 };
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    memset(text, '0', LENGTH);
    text[LENGTH] = 0;
    assert_non_null(rational_parse(x.rational, text)); /* too long, be it zero */
    text[LENGTH - 1] = 'i';
    text[LENGTH - 2] = 'p';
    assert_non_null(expression_parse(&x, text, NULL));
    memset(text, '9', 15000);
    text[15000] = 0;
    assert_non_null(rational_parse(x.rational, text));
    memset(text, '0', 14999);
    assert_null(rational_parse(x.rational, text));
    expect_q(x.rational, "9");
    free(text);
}

/* ln x / ln y, in lowest terms; NULL: it is no rational number. */
static void test_logarithms(void **state) {
    (void)state;
    static const struct {
        const char *x, *y, *quotient;
    } rows[] = {
        {"8", "8", "1"},
        {"512", "65536", "9/16"},
        {"65536", "512", "16/9"},
        {"1000", "10", "3"},
        {"9/4", "27/8", "2/3"},
        {"6", "36", "1/2"},
        {"1e30", "1e12", "5/2"},
        {"32", "4096", "5/12"},
        {"8", "1000", NULL},
        {"32", "1000", NULL},
        {"6", "12", NULL},
        {"4/3", "15/2", NULL},
        {"1000001/1000000", "1e6", NULL},
        {"18446744073709551617", "18446744073709551616", NULL},
    };
    mpq_t quotient;
    mpq_init(quotient);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_null(rational_parse(x.rational, rows[k].x));
        assert_null(rational_parse(y.rational, rows[k].y));
        bool rational = rational_logarithm(quotient, x.rational, y.rational);
        assert_int_equal(rational, rows[k].quotient != NULL);
        if (rational)
            expect_q(quotient, rows[k].quotient);
    }
    mpq_clear(quotient);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_4096_bits_are_the_limit),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_logarithms),
    };
    return cmocka_run_group_tests(tests, open_numbers, close_numbers);
}
