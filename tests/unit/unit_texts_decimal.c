/* SPDX-License-Identifier: MIT */
/* Decimal texts of f32 and f64 by vectors, compared with element_literal, which unit_decimal.c and unit_shortest.c
 * compare with printf and strtod. unit_entry_texts.c tries every f16 and bf16, tests/verify every f32. */
#include "text_makers.h"

#include "chance.h"
#include "element/texts.h"
#include "element_rows.h"

/* Elements whose texts are to be made, at most ENTRY_BLOCK. */
struct block {
    struct text_makers makers;
    const struct element *type;
    uint64_t bits[ENTRY_BLOCK];
    size_t n;
};

static struct block block_of(const char *type, enum literal literal) {
    return (struct block){.makers = text_makers_choose(element_row(type), literal, false),
                          .type = element_row(type)};
}

static void flush(struct block *block) {
    check_block(&block->makers, block->bits, block->n);
    block->n = 0;
}

/* Adds a number and its negative. */
static void add(struct block *block, uint64_t bits) {
    for (int negative = 0; negative < 2; negative++)
        block->bits[block->n++] = bits | (negative ? element_sign(block->type) : 0);
    if (block->n == ENTRY_BLOCK)
        flush(block);
}

/* The bits of the type's number that is nearest to a positive double. */
static uint64_t nearest_of(const struct element *type, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const struct expansion v = {.significand = bits << 11 | UINT64_C(1) << 63,
                                .exponent = (int64_t)(bits >> 52) - 1023 - 63};
    return element_round(type, v);
}

static void add_around(struct block *block, double value, unsigned around) {
    uint64_t bits = nearest_of(block->type, value);
    for (uint64_t b = bits - around; b != bits + around + 1; b++)
        add(block, b);
}

/* Powers of two, whose neighbours aren't equally far away, powers of ten, 0, and what is next to them. */
static void powers(struct block *block) {
    add(block, 0);
    for (int exponent = -40; exponent <= 30; exponent++)
        add_around(block,
                   exponent < 0 ? 1 / (double)(UINT64_C(1) << -exponent)
                                : (double)(UINT64_C(1) << exponent),
                   3);
    for (int exponent = -8; exponent <= 3; exponent++) {
        char text[16];
        sprintf(text, "1e%d", exponent);
        add_around(block, strtod(text, NULL), 10);
    }
}

/* Every exponent of f32, with the top or the bottom bits of the fraction. */
static void exponents(struct block *block) {
    for (uint32_t exponent = 110; exponent < 132; exponent++)
        for (uint32_t k = 0; k < 64; k++)
            add(block, exponent << 23 | (k % 2 == 0 ? k / 2 << 18 : UINT32_C(0x7fffff) - k / 2));
}

/* binary32 whose nine digits, rounded, carry into the fifth: one in 20000 does. */
static void carries(struct block *block) {
    for (uint32_t bits = 0x3f000000, found = 0; found < 16; bits++) {
        float x;
        memcpy(&x, &bits, sizeof x);
        const double y = (double)x * 1e9; /* exact */
        if (y - 1e4 * (double)(uint64_t)(y / 1e4) >= 9999.5)
            add(block, bits), found++;
    }
}

/* binary32 from 2^-10 on: half a unit is 58 in the ninth digit, so a multiple of 1000 may be near enough, and yet not be
 * the nearest multiple of 100. */
static void thousands(struct block *block) {
    for (uint32_t bits = 0x3a800000, k = 0; k < 512; k++)
        add(block, bits + k);
}

/* Multiples of powers of ten and of two, and numbers that are uniform in a range. */
static void a_sample(struct block *block, unsigned count) {
    double ten = 1;
    for (int digits = 1; digits <= 17; digits++) {
        ten *= 10;
        for (unsigned n = 0; n < count / 32; n++)
            add_around(block, (double)(chance() % (uint64_t)ten + 1) / ten, 1);
    }
    for (int bits = 1; bits <= 52; bits++)
        for (unsigned n = 0; n < count / 128; n++)
            add_around(block,
                       (double)((chance() >> (64 - bits)) + 1) / (double)(UINT64_C(1) << bits), 1);
    for (unsigned n = 0; n < count; n++) {
        const double uniform = (double)((chance() >> 11) + 1) * 0x1p-53;
        add_around(block, uniform, 0);
        add_around(block, uniform / (double)(1 + n % 5000), 0);
    }
}

static void check(const char *type, enum literal literal) {
    struct block block = block_of(type, literal);
    powers(&block);
    if (block.type->precision == 24)
        exponents(&block), carries(&block), thousands(&block);
    a_sample(&block, 20000);
    flush(&block);
    text_makers_free(&block.makers);
}

static void test_f32(void **state) {
    (void)state;
    check("f32", LITERAL_DECIMAL);
    check("f32", LITERAL_SHORTEST);
}

static void test_f64(void **state) {
    (void)state;
    check("f64", LITERAL_DECIMAL);
    check("f64", LITERAL_SHORTEST);
}

/* If one set has makers, as on little-endian machines whose doubles are rounded to double, all have those of narrow
 * types, and all except perhaps the first those of f64, which need fma(). */
static void test_chosen(void **state) {
    (void)state;
    static const char *const types[] = {"f32", "f16", "bf16", "f64"};
    struct text_maker first = {.type = element_row("f32"), .literal = LITERAL_DECIMAL};
    const bool any = texts_decimal_choose(&first, INSTRUCTIONS_BASELINE);
    for (unsigned k = 0; k < 2 * sizeof types / sizeof *types; k++)
        for (enum instructions set = 0; set <= instructions_best(); set++) {
            struct text_maker maker = {.type = element_row(types[k / 2]),
                                       .literal = k % 2 ? LITERAL_SHORTEST : LITERAL_DECIMAL};
            const bool wide = maker.type->precision == 53;
            const bool chosen = texts_decimal_choose(&maker, set);
            assert_true(chosen == any || (wide && set == INSTRUCTIONS_BASELINE));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_f32), cmocka_unit_test(test_f64),
                                       cmocka_unit_test(test_chosen)};
    return cmocka_run_group_tests_name("texts_decimal", tests, NULL, NULL);
}
