/* Literals against printf and strtof: what a compiler reads is what was meant, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

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
    assert_int_equal(length, 10);
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
    uint64_t seed = 1;
    for (int k = 0; k < 100000; k++) {
        seed = seed * UINT64_C(6364136223846793005) + 1; /* Knuth's MMIX generator */
        uint64_t narrow = seed >> 32, wide = seed;
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
        {0x00000000, "0.0", "0x0p+0", "0x00000000"},
        {0x80000000, "-0.0", "-0x0p+0", "0x80000000"},
        {0x3f800000, "1.0", "0x1p+0", "0x3f800000"},
        {0xbf000000, "-0.5", "-0x1p-1", "0xbf000000"},
        {0x3f576aa4, "0.841470957", "0x1.aed548p-1", "0x3f576aa4"},
        {0x00000001, "1.40129846e-45", "0x0.000002p-126", "0x00000001"},
        {0x00400000, "5.87747175e-39", "0x0.8p-126", "0x00400000"},
        {0x7f7fffff, "3.40282347e+38", "0x1.fffffep+127", "0x7f7fffff"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_random_patterns),
        cmocka_unit_test(test_spelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
