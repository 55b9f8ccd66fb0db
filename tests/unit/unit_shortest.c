/* SPDX-License-Identifier: MIT */
/* shortest() against strtod, strtof and the first of printf's %.0e, %.1e, ... that reads back; as
 * the engine has it and with the portable product. */
#define INTEGER_PORTABLE

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"
#include "element/texts.h"

#define decimal portable_decimal
#define shortest portable_shortest
#include "element/decimal.c"
#undef decimal
#undef shortest

struct type {
    const char *name;
    int width, precision, emin;
};
static const struct type f16 = {"f16", 16, 11, -14}, bf16 = {"bf16", 16, 8, -126},
                         f32 = {"f32", 32, 24, -126}, f64 = {"f64", 64, 53, -1022};

/* A finite number of a type. */
struct number {
    bool negative;
    uint64_t significand;
    int exponent;
    double value; /* exact */
};

static bool take_apart(const struct type *type, uint64_t bits, struct number *x) {
    uint64_t hidden = UINT64_C(1) << (type->precision - 1), sign = UINT64_C(1) << (type->width - 1);
    uint64_t field = bits % sign / hidden;
    x->negative = bits & sign;
    x->significand = bits % hidden + (field ? hidden : 0);
    x->exponent = type->emin - (type->precision - 1) + (field ? (int)field - 1 : 0);
    x->value = ldexp((double)x->significand, x->exponent) * (x->negative ? -1 : 1);
    return field != sign / hidden - 1;
}

/* value as rounded to the type, ties to even: rint's product and quotient are exact. */
static double narrowed(const struct type *type, double value) {
    int exponent;
    if (type->precision == 53 || value == 0)
        return value;
    frexp(value, &exponent);
    exponent = (exponent > type->emin ? exponent : type->emin + 1) - type->precision;
    return ldexp(rint(ldexp(value, -exponent)), exponent);
}

/* Does the text read back through double, and for f32 also directly? */
static bool reads_back(const struct type *type, const char *text, double value) {
    return narrowed(type, strtod(text, NULL)) == value &&
           (type->precision != 24 || (double)strtof(text, NULL) == value);
}

/* Significant digits, without zeros at either end. */
static int count_digits(const char *text) {
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        } else if (*text == '0')
            zeros += count > 0;
    return count;
}

/* number = -?(0|[1-9][0-9]*)[.][0-9]+|-?[0-9]([.][0-9]+)?e[+-][0-9][0-9]+ */
static void assert_form(const char *text) {
    const char *digits = "0123456789", *at = text + (*text == '-');
    size_t whole = strspn(at, digits), fraction = 0;
    assert_in_range(whole, 1, 17);
    assert_true(whole == 1 || *at != '0');
    at += whole;
    if (*at == '.') {
        fraction = strspn(++at, digits);
        assert_in_range(fraction, 1, 20);
        at += fraction;
    }
    if (*at != 'e') {
        assert_true(fraction > 0 && *at == 0);
        return;
    }
    assert_true(whole == 1 && (at[1] == '-' || at[1] == '+'));
    assert_true(strspn(at + 2, digits) >= 2 && at[2 + strspn(at + 2, digits)] == 0);
}

static void write_both(const struct type *type, struct number x, char text[DECIMAL_MAX]) {
    char portable[DECIMAL_MAX];
    size_t length = shortest(x.negative, x.significand, x.exponent, type->precision, text);
    assert_in_range(length, 3, DECIMAL_MAX - 1);
    assert_int_equal(
        portable_shortest(x.negative, x.significand, x.exponent, type->precision, portable),
        length);
    assert_memory_equal(text, portable, length);
    text[length] = 0;
}

/* printf's text is at a tie, or becomes one as a binary64: readers may take either of two numbers. */
static void assert_at_end(const struct type *type, struct number x, const char *text) {
    bool power = (x.significand & (x.significand - 1)) == 0, end;
    if (type->precision < 53) {
        double distance = fabs(strtod(text, NULL) - x.value), half = ldexp(0.5, x.exponent);
        end = distance == half || (power && distance == half / 2);
    } else
        end = x.significand % 2 == 0;
    end &= fabs(x.value) >= ldexp(1, type->precision); /* below that, ends have more digits */
    if (!end)
        fail_msg("%s %a: %s for another text", type->name, x.value, text);
}

/* Checks the text of a number and returns whether printf's first that reads back is another, which
 * it may be only at an end, where it is shorter or nearer. If it is longer, the number is a power
 * of two: the nearest with that number of digits is below it and too far, the next one above will do. */
static bool check(const struct type *type, uint64_t bits) {
    char text[DECIMAL_MAX], other[DECIMAL_MAX];
    struct number x;
    if (!take_apart(type, bits, &x))
        return false;
    write_both(type, x, text);
    assert_form(text);
    if (!reads_back(type, text, x.value) || (text[0] == '-') != x.negative)
        fail_msg("%s %a: %s", type->name, x.value, text);
    if (x.significand == 0)
        return false;

    int places = 0;
    do
        sprintf(other, "%.*e", places++, x.value);
    while (!reads_back(type, other, x.value));
    int count = count_digits(text), least = count_digits(other);
    if (count < least) {
        assert_int_equal(x.significand & (x.significand - 1), 0);
        return false;
    }
    if (count == least && strtod(text, NULL) == strtod(other, NULL))
        return false;
    assert_at_end(type, x, other);
    return true;
}

static void known_texts(void **state) {
    (void)state;
    static const struct {
        const struct type *type;
        uint64_t bits;
        const char *text;
    } rows[] = {
        {&f32, 0, "0.0"},
        {&f32, 0x80000000, "-0.0"},
        {&f32, 0x3f800000, "1.0"},
        {&f32, 0x3f576aa4, "0.84147096"},
        {&f32, 0x3dcccccd, "0.1"},
        {&f32, 0x3727c5ac, "1e-05"},
        {&f32, 0x38d1b717, "0.0001"},
        {&f32, 0xb8d1b716, "-9.999999e-05"},
        {&f32, 1, "1e-45"},
        {&f32, 7, "1e-44"}, /* 9.8e-45 */
        {&f32, 0x7f7fffff, "3.4028235e+38"},
        {&f32, 0x15ae43fd, "7.0385307e-26"}, /* 7.038531e-26 is its neighbour's as a binary64 */
        {&f32, 0x4c800000, "67108864.0"},
        {&f32, 0x4e6e6b28, "1e+09"},
        {&f16, 0x2e66, "0.1"}, /* from below: 0.09998 */
        {&f16, 0x068e, "0.0001"},
        {&f16, 0x0400, "6.104e-05"}, /* the least normal number */
        {&f16, 0x3c01, "1.001"},
        {&f16, 0x5c01, "256.2"}, /* 256.25: a tie */
        {&f16, 0x6c04, "4112.0"},
        {&f16, 0x7bff, "65500.0"},
        {&bf16, 0x3dcd, "0.1"},
        {&bf16, 0x7f7f, "3.39e+38"},
        {&bf16, 0x0001, "9e-41"}, /* 1e-40 has no fewer digits */
        {&f64, 0, "0.0"},
        {&f64, 0x3ff0000000000000, "1.0"},
        {&f64, 0x3fb999999999999a, "0.1"},
        {&f64, 0x3fd3333333333334, "0.30000000000000004"},
        {&f64, 1, "5e-324"},
        {&f64, 0xffefffffffffffff, "-1.7976931348623157e+308"},
        {&f64, 0x44b52d02c7e14af6, "9.999999999999999e+22"}, /* 1e+23 is a tie */
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char text[DECIMAL_MAX];
        struct number x;
        take_apart(rows[k].type, rows[k].bits, &x);
        write_both(rows[k].type, x, text);
        assert_string_equal(text, rows[k].text);
    }
}

static unsigned all_bits(const struct type *type) {
    unsigned count = 0;
    for (uint64_t bits = 0; bits < UINT64_C(1) << type->width; bits++)
        count += check(type, bits);
    print_message("%s: %u at an end\n", type->name, count);
    return count;
}

static void all_of_16_bits(void **state) {
    (void)state;
    assert_in_range(all_bits(&f16), 1, 0x10000 / 50);
    assert_in_range(all_bits(&bf16), 1, 0x10000 / 50);
}

/* Powers of two and ten and what is next to them, subnormals, random significands. */
static unsigned sweep(const struct type *type, int random_count) {
    unsigned count = 0;
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    uint64_t infinity = (UINT64_C(1) << (type->width - 1)) - hidden;
    for (uint64_t power = 0; power < infinity; power += hidden)
        for (uint64_t bits = power < 4 ? 0 : power - 4; bits <= power + 4; bits++)
            count += check(type, bits);
    for (int p = -323; p <= 308; p++) {
        char text[16];
        sprintf(text, "1e%d", p);
        float narrow = strtof(text, NULL);
        double wide = strtod(text, NULL);
        uint32_t low;
        uint64_t bits;
        memcpy(&low, &narrow, sizeof low);
        memcpy(&bits, &wide, sizeof bits);
        bits = type->width == 32 ? low : bits;
        for (uint64_t b = bits < 9 ? 0 : bits - 9; b <= bits + 9 && b < infinity; b++)
            count += check(type, b);
    }
    for (uint64_t one = 1; one < hidden; one *= 2) /* subnormals */
        for (int n = 0; n < 50; n++)
            count += check(type, one + chance() % one);
    for (int n = 0; n < random_count; n++)
        count += check(type, chance() >> (64 - type->width));
    print_message("%s: %u at an end\n", type->name, count);
    return count;
}

static void many_f32(void **state) {
    (void)state;
    assert_in_range(sweep(&f32, 300000), 1, 300000 / 200);
}

static void many_f64(void **state) {
    (void)state;
    assert_in_range(sweep(&f64, 200000), 1, 200000 / 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),
        cmocka_unit_test(all_of_16_bits),
        cmocka_unit_test(many_f32),
        cmocka_unit_test(many_f64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
