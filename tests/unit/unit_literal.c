/* SPDX-License-Identifier: MIT */
/* Literals, compared with printf and strtof: a compiler reads exactly the intended bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chance.h"
#include "element/literal.h"
#include "element_rows.h"

/* 0, 1, the least and greatest subnormal and normal numbers, and a third. */
static const uint64_t f32_edges[] = {0,          1,          0x007fffff, 0x00400000, 0x00800000,
                                     0x00800001, 0x7f7fffff, 0x3f800000, 0x3f7fffff, 0x3eaaaaab};
static const uint64_t f64_edges[] = {0,
                                     1,
                                     0x000fffffffffffff,
                                     0x0010000000000000,
                                     0x7fefffffffffffff,
                                     0x3ff0000000000000,
                                     0x3fd5555555555555};

static void expect_f32(uint64_t bits) {
    char text[LITERAL_MAX], expected[64];
    uint32_t low = (uint32_t)bits, back;
    float value, read;
    memcpy(&value, &low, sizeof value);

    size_t length = element_literal(elements, LITERAL_DECIMAL, bits, text);
    sprintf(expected, "%.9g", (double)value);
    if (!strpbrk(expected, ".e"))
        strcat(expected, ".0");
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(text));
    read = strtof(text, NULL);
    memcpy(&back, &read, sizeof back);
    assert_int_equal(back, low);
    read = (float)strtod(text, NULL); /* nine digits survive a compiler that reads through double */
    memcpy(&back, &read, sizeof back);
    assert_int_equal(back, low);

    length = element_literal(elements, LITERAL_HEX, bits, text);
    assert_int_equal(length, strlen(text));
    read = strtof(text, NULL);
    memcpy(&back, &read, sizeof back);
    assert_int_equal(back, low);

    length = element_literal(elements, LITERAL_BITS, bits, text);
    assert_int_equal(length, 8);
    assert_int_equal(strspn(text, "0123456789abcdef"), 8);
    assert_int_equal(strtoul(text, NULL, 16), bits);
}

static void expect_f64(uint64_t bits) {
    const struct element *f64 = element_row("f64");
    char text[LITERAL_MAX], expected[64];
    double value, read;
    memcpy(&value, &bits, sizeof value);

    element_literal(f64, LITERAL_DECIMAL, bits, text);
    sprintf(expected, "%.17g", value);
    if (!strpbrk(expected, ".e"))
        strcat(expected, ".0");
    assert_string_equal(text, expected);
    element_literal(f64, LITERAL_HEX, bits, text);
    read = strtod(text, NULL);
    assert_memory_equal(&read, &value, sizeof read);
}

static void test_edges(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof f32_edges / sizeof *f32_edges; k++) {
        expect_f32(f32_edges[k]);
        expect_f32(f32_edges[k] | UINT32_C(1) << 31);
    }
    for (uint64_t field = 0; field < 255; field++)
        expect_f32(field << 23);
    for (size_t k = 0; k < sizeof f64_edges / sizeof *f64_edges; k++) {
        expect_f64(f64_edges[k]);
        expect_f64(f64_edges[k] | UINT64_C(1) << 63);
    }
}

static void test_random_patterns(void **state) {
    (void)state;
    for (int k = 0; k < 100000; k++) {
        const uint64_t wide = chance(), narrow = wide >> 32;
        if ((narrow >> 23) % 256 != 255)
            expect_f32(narrow);
        if ((wide >> 52) % 2048 != 2047)
            expect_f64(wide);
    }
}

static void test_spelling(void **state) {
    (void)state;
    static const struct {
        uint64_t bits;
        const char *decimal, *hex, *pattern;
    } rows[] = {
        {0x00000000, "0.0", "0x0p+0", "00000000"},
        {0x80000000, "-0.0", "-0x0p+0", "80000000"},
        {0x3f800000, "1.0", "0x1p+0", "3f800000"},
        {0xbf000000, "-0.5", "-0x1p-1", "bf000000"},
        {0x3f576aa4, "0.841470957", "0x1.aed548p-1", "3f576aa4"},
        {0x00000001, "1.40129846e-45", "0x0.000002p-126", "00000001"},
        {0x00400000, "5.87747175e-39", "0x0.8p-126", "00400000"},
        {0x7f7fffff, "3.40282347e+38", "0x1.fffffep+127", "7f7fffff"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[LITERAL_MAX];
        element_literal(elements, LITERAL_DECIMAL, rows[k].bits, text);
        assert_string_equal(text, rows[k].decimal);
        element_literal(elements, LITERAL_HEX, rows[k].bits, text);
        assert_string_equal(text, rows[k].hex);
        element_literal(elements, LITERAL_BITS, rows[k].bits, text);
        assert_string_equal(text, rows[k].pattern);
    }
}

/* The value of a finite f16 or bf16, by the definition of the formats. */
static double narrow_value(bool brain, uint64_t bits) {
    int fraction = brain ? 7 : 10, field = (int)(bits >> fraction) & (brain ? 255 : 31);
    double significand = (double)(bits & ((UINT64_C(1) << fraction) - 1));
    int least = (brain ? -126 : -14) - fraction;
    double magnitude = field ? ldexp(significand + ldexp(1, fraction), least + field - 1)
                             : ldexp(significand, least);
    return bits >> 15 ? -magnitude : magnitude;
}

/* Every finite f16 and bf16: its decimal is that of the equal f32, its hex reads back as it. */
static void test_all_of_16_bits(void **state) {
    (void)state;
    for (int brain = 0; brain <= 1; brain++) {
        const struct element *type = element_row(brain ? "bf16" : "f16");
        for (uint64_t bits = 0; bits < 0x10000; bits++) {
            if ((bits & 0x7fff) >= (brain ? 0x7f80 : 0x7c00))
                continue;
            double value = narrow_value(brain, bits);
            char text[LITERAL_MAX], expected[64];
            size_t length = element_literal(type, LITERAL_DECIMAL, bits, text);
            sprintf(expected, "%.9g", value);
            if (!strpbrk(expected, ".e"))
                strcat(expected, ".0");
            assert_string_equal(text, expected);
            assert_int_equal(length, strlen(text));

            length = element_literal(type, LITERAL_HEX, bits, text);
            assert_int_equal(length, strlen(text));
            double read = strtod(text, NULL);
            assert_memory_equal(&read, &value, sizeof read);
            assert_int_equal(element_literal(type, LITERAL_NATIVE, bits, expected), length);
            assert_string_equal(text, expected);

            assert_int_equal(element_literal(type, LITERAL_BITS, bits, text), 4);
            sprintf(expected, "%04x", (unsigned)bits);
            assert_string_equal(text, expected);
        }
    }
}

/* Fixed point as printf has its integers, whatever literal is asked for but bits. */
static void expect_integer(const char *type, int32_t value) {
    static const enum literal integers[] = {LITERAL_DECIMAL, LITERAL_SHORTEST};
    const struct element *row = element_row(type);
    unsigned width = 8 * row->bytes;
    uint64_t bits = (uint32_t)value & (width == 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1);
    char text[LITERAL_MAX], expected[64];
    sprintf(expected, "%ld", (long)value);
    for (size_t k = 0; k < sizeof integers / sizeof *integers; k++) {
        size_t length = element_literal(row, integers[k], bits, text);
        assert_string_equal(text, expected);
        assert_int_equal(length, strlen(text));
    }
    sprintf(expected, "%08lx", (unsigned long)(uint32_t)value);
    assert_int_equal(element_literal(row, LITERAL_BITS, bits, text), width / 4);
    assert_string_equal(text, expected + 8 - width / 4);
}

static void test_integers(void **state) {
    (void)state;
    for (int32_t value = -128; value <= 127; value++) {
        expect_integer("q7", value);
        expect_integer("s8", value);
        expect_integer("i8", value);
        expect_integer("u8", value + 128);
    }
    for (int32_t value = -32768; value <= 32767; value++) {
        expect_integer("q15", value);
        expect_integer("i16", value);
        expect_integer("u16", value + 32768);
    }
    static const int32_t edges[] = {INT32_MIN, INT32_MIN + 1, -1000000000, -999999999, -1, 0,
                                    1,         999999999,     1000000000,  INT32_MAX};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        expect_integer("q31", edges[k]);
    for (int k = 0; k < 100000; k++) {
        const int64_t value = (int64_t)(chance() >> 32) + INT32_MIN;
        expect_integer("q31", (int32_t)(value >> chance_below(32)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),    cmocka_unit_test(test_random_patterns),
        cmocka_unit_test(test_spelling), cmocka_unit_test(test_all_of_16_bits),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
