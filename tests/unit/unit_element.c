/* SPDX-License-Identifier: MIT */
/* element_round against strtof and strtod, which round hexadecimal texts correctly and share
 * nothing with it, and against the neighbours of every value; literals against printf and strtof.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chance.h"
#include "element_rows.h"

static const struct element *const f32 = &element_rows[0], *const f64 = &element_rows[1];

static uint64_t f32_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double f64_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t f64_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void expect_as_strto(struct expansion v) {
    char text[64];
    sprintf(text, "%s0x%" PRIx64 "%sp%" PRId64, v.negative ? "-" : "", v.significand,
            v.more ? ".000001" : "", v.exponent);
    uint64_t wide = f64_bits(strtod(text, NULL)), narrow = f32_bits(strtof(text, NULL));
    if (element_round(f32, v) != narrow || element_round(f64, v) != wide)
        fail_msg("%s: f32 %" PRIx64 ", not %" PRIx64 "; f64 %" PRIx64 ", not %" PRIx64, text,
                 element_round(f32, v), narrow, element_round(f64, v), wide);
}

static void test_random_significands(void **state) {
    (void)state;
    for (int k = 0; k < 200000; k++) {
        struct expansion v = {.negative = k % 2, .more = k / 2 % 2};
        v.significand = chance() | UINT64_C(1) << 63;
        v.exponent = (int64_t)(chance() % 330) - 63 - 160;
        if (k % 3 == 0)
            v.exponent = (int64_t)(chance() % 2200) - 63 - 1100;
        expect_as_strto(v);
    }
}

/* Significands that end in a 1 and zeros, or next to it, at every place where a type may cut. With this seed none is a
 * subnormal number that strtod of glibc before 2.41 rounds wrongly (its bug 30220). */
static void test_near_midpoints(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int64_t lead = -1080; lead <= 1025; lead++) {
        if (lead == -1000 || lead == -120) /* nothing new in between */
            lead += lead == -1000 ? 840 : 240;
        for (int place = 0; place < 63; place++)
            for (int nudge = -1; nudge <= 1; nudge++)
                for (int more = 0; more <= 1; more++) {
                    struct expansion v = {.more = more, .exponent = lead - 63};
                    v.significand = ((chance_from(&seed) >> place | 1) << place) + (uint64_t)nudge;
                    v.significand |= UINT64_C(1) << 63;
                    expect_as_strto(v);
                }
    }
}

static void test_hardware_conversion(void **state) {
    (void)state;
    for (int k = 0; k < 200000; k++) {
        uint64_t pattern = chance();
        if (k % 2) /* into the range of f32 */
            pattern = pattern % (UINT64_C(300) << 52) + (UINT64_C(870) << 52);
        if (k % 5 == 0) /* a midpoint of f32 */
            pattern = (pattern >> 29 << 29) | UINT64_C(1) << 28;
        volatile double value = f64_of(pattern);
        if (!isfinite(value) || value == 0)
            continue;
        volatile float rounded = (float)value;
        int exponent;
        double fraction = frexp(fabs(value), &exponent);
        struct expansion v = {.negative = value < 0,
                              .significand = (uint64_t)ldexp(fraction, 53) << 11,
                              .exponent = exponent - 64};
        assert_int_equal(element_round(f32, v), f32_bits(rounded));
        assert_int_equal(element_round(f64, v), f64_bits(value));
    }
}

/* The value of non-negative bits, by the definition of the format; exact for all types here. */
static double value_of(const struct element *type, uint64_t bits) {
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    int field = (int)(bits / hidden);
    double significand = (double)(bits % hidden + (field ? hidden : 0));
    return ldexp(significand, type->emin + (field ? field - 1 : 0) - (type->precision - 1));
}

static struct expansion expansion_of(double value, int64_t nudge, bool more) {
    int exponent;
    double fraction = frexp(value, &exponent);
    uint64_t significand = (uint64_t)ldexp(fraction, 53) << 11;
    if (significand == UINT64_C(1) << 63 && nudge < 0) /* below a power of two bits weigh half */
        return (struct expansion){false, more, UINT64_MAX, exponent - 65};
    return (struct expansion){false, more, significand + (uint64_t)nudge, exponent - 64};
}

/* Between a value and the next one, numbers below the midpoint are rounded down, and numbers above it up. */
static void expect_neighbours(const struct element *type, uint64_t bits) {
    double middle = (value_of(type, bits) + value_of(type, bits + 1)) / 2;
    assert_int_equal(element_round(type, expansion_of(middle, -1, true)), bits);
    assert_int_equal(element_round(type, expansion_of(middle, 0, false)), bits + bits % 2);
    assert_int_equal(element_round(type, expansion_of(middle, 0, true)), bits + 1);
    assert_int_equal(element_round(type, expansion_of(middle, 1, false)), bits + 1);
    if (bits > 0)
        assert_int_equal(element_round(type, expansion_of(value_of(type, bits), 0, true)), bits);
}

static void test_all_neighbours_of_16_bits(void **state) {
    (void)state;
    for (uint64_t bits = 0; bits < 0x7c00; bits++)
        expect_neighbours(element_row("f16"), bits);
    for (uint64_t bits = 0; bits < 0x7f80; bits++)
        expect_neighbours(element_row("bf16"), bits);
}

static void test_neighbours_of_f32(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 1000; k++) {
        expect_neighbours(f32, k);
        expect_neighbours(f32, 0x007ffe00 + k);
        expect_neighbours(f32, 0x7f7fffff - k);
        expect_neighbours(f32, chance() % 0x7f800000);
    }
}

/* Fixed point: the integer nearest to v * 2^fraction, plus the zero point, of these. */
static const struct fixed {
    const char *name;
    int fraction;
    int64_t lowest, highest, zero_point;
} fixed_types[] = {{"q7", 7, -128, 127, 0},
                   {"q15", 15, -32768, 32767, 0},
                   {"q23", 23, -8388608, 8388607, 0},
                   {"q31", 31, INT64_C(-2147483648), 2147483647, 0},
                   {"s8", 0, -127, 127, 0},
                   {"u8", 0, 0, 255, 0},
                   {"u8", 0, 0, 255, 255},
                   {"i8", 0, -128, 127, -128},
                   {"i8", 0, -128, 127, 77},
                   {"u16", 0, 0, 65535, 32767},
                   {"i16", 0, -32768, 32767, -3}};
enum { FIXED_TYPES = sizeof fixed_types / sizeof *fixed_types };

static struct element type_of(const struct fixed *fixed) {
    struct element type = *element_row(fixed->name);
    type.zero_point = (int32_t)fixed->zero_point;
    return type;
}

/* v and -v round to the zero point plus `magnitude` and its negative, or to the type's ends. */
static void expect_fixed(const struct fixed *fixed, struct expansion v, int64_t magnitude) {
    const struct element type = type_of(fixed);
    uint64_t mask = (UINT64_C(1) << 8 * type.bytes) - 1;
    int64_t up = fixed->zero_point + magnitude, down = fixed->zero_point - magnitude;
    up = up < fixed->highest ? up : fixed->highest;
    down = down > fixed->lowest ? down : fixed->lowest;
    v.negative = false;
    assert_int_equal(element_round(&type, v), (uint64_t)up & mask);
    v.negative = true;
    assert_int_equal(element_round(&type, v), (uint64_t)down & mask);
}

/* The element of an entry without a value. */
static void test_zeros(void **state) {
    (void)state;
    for (int k = 0; k < FIXED_TYPES; k++) {
        const struct element type = type_of(&fixed_types[k]);
        assert_int_equal(element_zero(&type), element_round(&type, (struct expansion){0}));
    }
    assert_int_equal(element_zero(f64), 0);
}

/* n, just below and just above it; the midpoint of n and n + 1, just below and just above it. */
static void expect_fixed_neighbours(const struct fixed *fixed, int64_t n) {
    double middle = ldexp((double)n + 0.5, -fixed->fraction),
           at = ldexp((double)n, -fixed->fraction);
    expect_fixed(fixed, expansion_of(middle, -1, true), n);
    expect_fixed(fixed, expansion_of(middle, 0, false), n + n % 2);
    expect_fixed(fixed, expansion_of(middle, 0, true), n + 1);
    expect_fixed(fixed, expansion_of(middle, 1, false), n + 1);
    if (n == 0)
        return;
    expect_fixed(fixed, expansion_of(at, -1, false), n);
    expect_fixed(fixed, expansion_of(at, 0, false), n);
    expect_fixed(fixed, expansion_of(at, 0, true), n);
}

static void test_neighbours_of_fixed_point(void **state) {
    (void)state;
    for (int k = 0; k < FIXED_TYPES; k++) {
        const struct fixed *fixed = &fixed_types[k];
        for (int64_t n = 0; n < 33000; n++) {
            expect_fixed_neighbours(fixed, n);
            expect_fixed_neighbours(fixed, fixed->highest + 2 - n % fixed->highest);
            expect_fixed_neighbours(fixed, (int64_t)(chance() >> 33));
        }
    }
}

/* Powers of two, from far below the least number of a type to far above the largest. */
static void test_ends_of_fixed_point(void **state) {
    (void)state;
    for (int k = 0; k < FIXED_TYPES; k++) {
        const struct fixed *fixed = &fixed_types[k];
        for (int64_t lead = -150; lead <= 150; lead++) {
            struct expansion v = {.significand = UINT64_C(1) << 63, .exponent = lead - 63};
            int64_t units = lead + fixed->fraction;
            expect_fixed(fixed, v,
                         units < 0    ? 0
                         : units > 40 ? INT64_C(1) << 40
                                      : INT64_C(1) << units);
            v.significand = UINT64_MAX; /* nearly twice that */
            v.more = true;
            expect_fixed(fixed, v,
                         units < -1   ? 0
                         : units > 40 ? INT64_C(1) << 40
                         : units < 0  ? 1
                                      : INT64_C(2) << units);
        }
        struct expansion tiny = {false, true, UINT64_MAX, -(INT64_C(1) << 61)};
        struct expansion huge = {false, false, UINT64_MAX, INT64_C(1) << 61};
        expect_fixed(fixed, (struct expansion){0}, 0);
        expect_fixed(fixed, tiny, 0);
        expect_fixed(fixed, huge, INT64_C(1) << 40);
    }
}

/* Of integers with the zero point 0 or 1/2. */
static void test_roundings(void **state) {
    (void)state;
    static const struct {
        enum rounding rounding;
        bool half;
        double v;
        int64_t integer;
    } rows[] = {{ROUNDING_NEAREST, true, 2, 2},      {ROUNDING_NEAREST, true, 3, 4},
                {ROUNDING_NEAREST, true, -1, 0},     {ROUNDING_NEAREST, true, 2.25, 3},
                {ROUNDING_NEAREST, true, -2.25, -2}, {ROUNDING_ZERO, false, 2.75, 2},
                {ROUNDING_ZERO, false, -2.75, -2},   {ROUNDING_ZERO, false, -3, -3},
                {ROUNDING_ZERO, true, -2.75, -2},    {ROUNDING_ZERO, true, 0.25, 0},
                {ROUNDING_ZERO, true, -0.25, 0},     {ROUNDING_ZERO, true, 0.5, 1},
                {ROUNDING_DOWN, false, 2.75, 2},     {ROUNDING_DOWN, false, -2.25, -3},
                {ROUNDING_DOWN, false, -3, -3},      {ROUNDING_DOWN, true, -2.75, -3},
                {ROUNDING_DOWN, true, -0.5, 0},      {ROUNDING_DOWN, true, -0.75, -1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct element type = *element_row("i16");
        type.rounding = rows[k].rounding;
        type.half = rows[k].half;
        assert_int_equal(
            element_integer(&type, element_round(&type, expansion_of_double(rows[k].v))),
            rows[k].integer);
    }
}

static void test_ends(void **state) {
    (void)state;
    for (int k = 0; k < ELEMENT_ROWS; k++) {
        const struct element *type = &element_rows[k];
        uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
        uint64_t infinity = sign - (UINT64_C(1) << (type->precision - 1));
        struct expansion tiny = {false, true, UINT64_MAX, -(INT64_C(1) << 61)};
        struct expansion huge = {true, false, UINT64_MAX, INT64_C(1) << 61};
        assert_int_equal(element_round(type, (struct expansion){0}), 0);
        assert_int_equal(element_round(type, (struct expansion){.negative = true}), sign);
        assert_int_equal(element_round(type, tiny), 0);
        tiny.negative = true;
        assert_int_equal(element_round(type, tiny), sign);
        assert_int_equal(element_round(type, huge), sign | infinity);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_significands),
        cmocka_unit_test(test_near_midpoints),
        cmocka_unit_test(test_hardware_conversion),
        cmocka_unit_test(test_all_neighbours_of_16_bits),
        cmocka_unit_test(test_neighbours_of_f32),
        cmocka_unit_test(test_neighbours_of_fixed_point),
        cmocka_unit_test(test_ends_of_fixed_point),
        cmocka_unit_test(test_roundings),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
