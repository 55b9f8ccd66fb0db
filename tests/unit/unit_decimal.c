/* SPDX-License-Identifier: MIT */
/* decimal.c against printf and GMP, as the engine has it and with the portable product. */
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

/* The parts of a finite number. */
struct finite {
    bool negative;
    uint64_t significand;
    int exponent;
};

static struct finite finite_of(uint64_t bits, int width, int precision, int emin) {
    const uint64_t hidden = UINT64_C(1) << (precision - 1), sign = UINT64_C(1) << (width - 1);
    const uint64_t field = bits % sign / hidden;
    return (struct finite){bits & sign, bits % hidden + (field ? hidden : 0),
                           emin - precision + 1 + (field ? (int)field - 1 : 0)};
}

static size_t decimal_f32(uint32_t bits, char text[DECIMAL_MAX]) {
    const struct finite x = finite_of(bits, 32, 24, -126);
    return decimal(x.negative, x.significand, x.exponent, 24, text);
}

static size_t decimal_f64(uint64_t bits, char text[DECIMAL_MAX]) {
    const struct finite x = finite_of(bits, 64, 53, -1022);
    return decimal(x.negative, x.significand, x.exponent, 53, text);
}

static size_t portable_f32(uint32_t bits, char text[DECIMAL_MAX]) {
    const struct finite x = finite_of(bits, 32, 24, -126);
    return portable_decimal(x.negative, x.significand, x.exponent, 24, text);
}

static size_t portable_f64(uint64_t bits, char text[DECIMAL_MAX]) {
    const struct finite x = finite_of(bits, 64, 53, -1022);
    return portable_decimal(x.negative, x.significand, x.exponent, 53, text);
}

/* printf's text with .0 where it has neither point nor exponent. */
static void expected_text(char *text, int digits, double value) {
    sprintf(text, "%.*g", digits, value);
    if (!strpbrk(text, ".e"))
        strcat(text, ".0");
}

static void assert_text(char text[DECIMAL_MAX], size_t length, const char *expected) {
    if (length == strlen(expected) && memcmp(text, expected, length) == 0)
        return;
    assert_in_range(length, 1, DECIMAL_MAX - 1);
    text[length] = 0;
    assert_string_equal(text, expected);
}

#define F32_SIGN (UINT32_C(1) << 31)
#define F64_SIGN (UINT64_C(1) << 63)
#define F32_INFINITY UINT32_C(0x7f800000)
#define F64_INFINITY UINT64_C(0x7ff0000000000000)

/* Both products, of a finite number. */
static void check_f32(uint32_t bits) {
    char expected[64], text[DECIMAL_MAX];
    float value;
    memcpy(&value, &bits, sizeof value);
    if ((bits & ~F32_SIGN) >= F32_INFINITY)
        return;
    expected_text(expected, 9, (double)value);
    assert_text(text, decimal_f32(bits, text), expected);
    assert_text(text, portable_f32(bits, text), expected);
}

static void check_f64(uint64_t bits) {
    char expected[64], text[DECIMAL_MAX];
    double value;
    memcpy(&value, &bits, sizeof value);
    if ((bits & ~F64_SIGN) >= F64_INFINITY)
        return;
    expected_text(expected, 17, value);
    assert_text(text, decimal_f64(bits, text), expected);
    assert_text(text, portable_f64(bits, text), expected);
}

/* value, its negative, and what is up to `around` units beside them */
static void check(double value, unsigned around) {
    float narrow = (float)value;
    uint32_t bits32;
    uint64_t bits64;
    memcpy(&bits32, &narrow, sizeof narrow);
    memcpy(&bits64, &value, sizeof value);
    for (uint32_t b = bits32 - around; b != bits32 + around + 1; b++) {
        check_f32(b);
        check_f32(b ^ F32_SIGN);
    }
    for (uint64_t b = bits64 - around; b != bits64 + around + 1; b++) {
        check_f64(b);
        check_f64(b ^ F64_SIGN);
    }
}

static void mpz_set_u64(mpz_t z, uint64_t value) {
    mpz_import(z, 1, 1, sizeof value, 0, 0, &value);
}

static void tables_are_what_they_say(void **state) {
    (void)state;
    mpz_t power, entry;
    mpz_inits(power, entry, NULL);
    for (unsigned k = 0; k < FIVES; k++) {
        mpz_ui_pow_ui(power, 5, k);
        mpz_mul_2exp(power, power, 64 - mpz_sizeinbase(power, 2));
        mpz_set_u64(entry, fives[k]);
        assert_int_equal(mpz_cmp(power, entry), 0);
        mpz_ui_pow_ui(power, 10, k);
        assert_int_equal(log2_of_ten_to(k), mpz_sizeinbase(power, 2) - 1);
    }
    mpz_clears(power, entry, NULL);
}

static void logarithms_are_right(void **state) {
    (void)state;
    mpq_t two, ten;
    mpq_inits(two, ten, NULL);
    for (int bound = -1074; bound <= 1024; bound++) {
        int p = 1074 - (int)without_log10(1074, bound);
        for (int above = 0; above <= 1; above++) { /* 10^p < 2^bound <= 10^(p + 1) */
            mpq_set_ui(two, 1, 1);
            mpq_set_ui(ten, 1, 1);
            mpz_ui_pow_ui(bound < 0 ? mpq_denref(two) : mpq_numref(two), 2,
                          (unsigned long)abs(bound));
            mpz_ui_pow_ui(p + above < 0 ? mpq_denref(ten) : mpq_numref(ten), 10,
                          (unsigned long)abs(p + above));
            assert_int_equal(mpq_cmp(ten, two) < 0, !above);
        }
        for (unsigned groups = 1; groups <= 2; groups++) /* and so it is seen to be in no table */
            assert_int_equal(without_log10(8 * groups, bound) < FIVES - 1,
                             8 * (int)groups - p >= 0 && 8 * (int)groups - p < FIVES - 1);
    }
    mpq_clears(two, ten, NULL);
}

static void portable_product_is_exact(void **state) {
    (void)state;
    uint64_t low;
    mpz_t a, b, high;
    mpz_inits(a, b, high, NULL);
    for (int n = 0; n < 100000; n++) {
        uint64_t x = chance(), y = chance();
        x |= n % 3 == 1 ? UINT64_C(0xffffffff) << n % 32 : 0; /* carries */
        y |= n % 5 == 1 ? UINT64_MAX << n % 64 : 0;
        mpz_set_u64(a, x);
        mpz_set_u64(b, y);
        mpz_mul(a, a, b);
        mpz_set_u64(high, integer_multiply(x, y, &low));
        mpz_mul_2exp(high, high, 64);
        mpz_set_u64(b, low);
        mpz_add(high, high, b);
        assert_int_equal(mpz_cmp(a, high), 0);
    }
    mpz_clears(a, b, high, NULL);
}

static void check_nine(uint32_t number) {
    char expected[16], text[9];
    sprintf(expected, "%09u", (unsigned)number);
    put_nine(number, text);
    assert_memory_equal(text, expected, 9);
}

static void nine_digits_are_right(void **state) {
    (void)state;
    for (uint32_t n = 0; n < 200000; n++)
        check_nine((uint32_t)(chance() % 1000000000));
    for (uint32_t unit = 1; unit < 1000000000;
         unit *= 10) /* ...999, ...000: the nearest to a carry */
        for (uint32_t n = 1; n < 1000; n++)
            if ((uint64_t)n * unit <= 1000000000) {
                check_nine(n * unit - 1);
                check_nine(n * unit % 1000000000);
            }
}

static void edges(void **state) {
    (void)state;
    char text[DECIMAL_MAX];
    assert_text(text, decimal_f32(0, text), "0.0");
    assert_text(text, decimal_f32(F32_SIGN, text), "-0.0");
    assert_text(text, decimal_f32(0x3f800000, text), "1.0");
    assert_text(text, decimal_f32(0x3727c5ac, text), "9.99999975e-06");
    assert_text(text, decimal_f64(0xbff0000000000000, text), "-1.0");
    assert_text(text, decimal_f64(0x3ee4f8b588e368f1, text), "1.0000000000000001e-05");
    check(0, 1000); /* subnormals and, as the count runs through 0, none but finite ones */
    check(1, 1000);
    check(1e-4, 1000); /* from here on down with an exponent */
    check(1e-5, 1000);
    check_f32(F32_INFINITY - 1);
    check_f64(F64_INFINITY - 1);
    check_f64(F64_SIGN | 1);
}

static void neighbours_of_powers(void **state) {
    (void)state;
    for (int p = -1074; p <= 1023; p++)
        check(ldexp(1, p), 3);
    for (int p = -323; p <= 308; p++) {
        char text[16];
        sprintf(text, "1e%d", p);
        check(strtod(text, NULL), 10);
    }
}

/* x = i / 2^(k + 1), i odd: x * 10^k = i * 5^k / 2 lies midway between two integers. All such x
 * with n digits before that point are tried, or some 10^4 of them. */
static void ties(void **state) {
    (void)state;
    unsigned count = 0;
    for (int n = 9; n <= 17; n += 8)
        for (int k = 0; k < FIVES; k++) {
            double first = ceil(pow(10, n - 1 - k) * ldexp(1, k + 1)), last = 10 * first;
            double step = 2 * ceil((last - first) / 2e4), limit = ldexp(1, n == 9 ? 24 : 53);
            for (double i = first; i < last && i < limit; i += step) {
                double x = ldexp(2 * floor(i / 2) + 1, -k - 1);
                check(x, 0);
                count++;
            }
        }
    assert_true(count > 200000);
}

static void random_numbers(void **state) {
    (void)state;
    for (int n = 0; n < 1000000; n++) {
        uint64_t sign = chance() >> 63, bits64;
        double uniform = (double)(chance() >> 11) * 0x1p-53;
        float narrow = (float)uniform;
        uint32_t bits32;
        memcpy(&bits64, &uniform, sizeof uniform);
        memcpy(&bits32, &narrow, sizeof narrow);
        check_f64(bits64 | sign << 63);
        check_f32(bits32 | (uint32_t)sign << 31);

        /* uniform bits: the logarithm is nearly so; of all magnitudes now and then */
        uint64_t fast = UINT64_C(0x3ff0000000000000) - chance() % (UINT64_C(34) << 52);
        check_f64(fast);
        check_f32((uint32_t)(chance() % 0x1e000000 + 0x21800001));
        if (n % 16 == 0) {
            check_f64(chance() % F64_INFINITY | sign << 63);
            check_f32((uint32_t)(chance() % F32_INFINITY));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_what_they_say),
        cmocka_unit_test(logarithms_are_right),
        cmocka_unit_test(portable_product_is_exact),
        cmocka_unit_test(nine_digits_are_right),
        cmocka_unit_test(edges),
        cmocka_unit_test(neighbours_of_powers),
        cmocka_unit_test(ties),
        cmocka_unit_test(random_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
