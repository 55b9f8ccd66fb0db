/* texts_scaled.c, with every instruction set that this CPU has, against element_literal, which unit_decimal.c and
 * unit_shortest.c hold against printf and strtod. tests/verify tries every f32. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "element/texts_scaled.h"
#include "element_rows.h"

/* Elements whose texts a maker is to make, at most ENTRY_BLOCK. */
struct block {
    struct text_maker maker;
    uint64_t entries[ENTRY_BLOCK];
    size_t n;
};

static unsigned long compared;

static void flush(struct block *block) {
    static struct entry_texts texts;
    const struct element *type = block->maker.type;
    block->maker.make(&block->maker, block->entries, block->n, &texts);
    for (size_t k = 0; k < block->n; k++) {
        char expected[LITERAL_MAX];
        uint64_t bits = element_load(type, block->entries, k);
        size_t length = element_literal(type, block->maker.literal, bits, expected);
        const char *text = texts.slots + k * block->maker.slot;
        assert_in_range(length, 1, block->maker.slot);
        if (texts.length[k] != length || memcmp(text, expected, length) != 0)
            fail_msg("%s %llx: %.*s, not %s", type->name, (unsigned long long)bits,
                     (int)texts.length[k], text, expected);
        compared++;
    }
    block->n = 0;
}

/* Adds a finite number of the type and its negative. */
static void add(struct block *block, uint64_t bits) {
    uint64_t sign = element_sign(block->maker.type);
    for (int negative = 0; negative < 2; negative++) {
        element_store(block->maker.type, block->entries, block->n,
                      (bits & ~sign) | (negative ? sign : 0));
        if (++block->n == ENTRY_BLOCK)
            flush(block);
    }
}

/* The bits of the type's number that is nearest to a positive double. */
static uint64_t nearest(const struct element *type, double value) {
    struct expansion v = {.exponent = 0};
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    v.significand = (bits << 11) | UINT64_C(1) << 63;
    v.exponent = (int64_t)(bits >> 52) - 1023 - 63;
    return element_round(type, v);
}

static void add_around(struct block *block, double value, unsigned around) {
    uint64_t bits = nearest(block->maker.type, value);
    for (uint64_t b = bits - around; b != bits + around + 1; b++)
        add(block, b);
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13; /* xorshift64 (G. Marsaglia, doi:10.18637/jss.v008.i14) */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void all_of_16_bits(struct block *block) {
    uint64_t infinity = nearest(block->maker.type, 0x1p1000);
    for (uint64_t bits = 0; bits < infinity; bits++)
        add(block, bits);
}

/* Powers of two and ten and what is next to them, multiples of powers of ten and of two, random numbers. */
static void a_sample(struct block *block, unsigned count) {
    uint64_t random = 88172645463325252, zero = 0;
    add(block, zero);
    for (int p = -160; p <= 120; p++)
        add_around(block, p < 0 ? 1 / (double)(UINT64_C(1) << -p / 4) : (double)p, 3);
    for (int digits = 1; digits <= 17; digits++) {
        double ten = 1;
        for (int d = 0; d < digits; d++)
            ten *= 10;
        for (unsigned n = 0; n < count / 32; n++)
            add_around(block, (double)(next_random(&random) % (uint64_t)ten + 1) / ten, 1);
    }
    for (int bits = 1; bits <= 52; bits++)
        for (unsigned n = 0; n < count / 128; n++)
            add_around(block,
                       (double)((next_random(&random) >> (64 - bits)) + 1) /
                           (double)(UINT64_C(1) << bits),
                       1);
    for (unsigned n = 0; n < count; n++) {
        double uniform = (double)((next_random(&random) >> 11) + 1) * 0x1p-53;
        add_around(block, uniform, 0);
        add_around(block, uniform / (double)(1 + n % 5000), 0);
    }
}

/* Every set has the makers of narrow types. Those of f64 need fma(). */
static unsigned try_all(const char *type, enum literal literal, unsigned count) {
    unsigned sets = 0;
    for (unsigned set = 0; set <= instructions_best(); set++) {
        struct block block = {.maker = {.type = element_row(type), .literal = literal}};
        if (!texts_scaled_choose(&block.maker, (enum instructions)set))
            continue;
        sets++;
        if (block.maker.type->bytes == 2)
            all_of_16_bits(&block);
        else
            a_sample(&block, count);
        flush(&block);
    }
    print_message("%s: %u sets, %lu texts\n", type, sets, compared);
    return sets;
}

/* On big-endian machines, and where doubles aren't rounded to double, there are none. */
static bool there_are_any(void) {
    struct text_maker maker = {.type = element_row("f32"), .literal = LITERAL_SHORTEST};
    return texts_scaled_choose(&maker, INSTRUCTIONS_BASELINE);
}

static void test_shortest_16_bits(void **state) {
    (void)state;
    unsigned sets = there_are_any() ? instructions_best() + 1 : 0;
    assert_int_equal(try_all("f16", LITERAL_SHORTEST, 0), sets);
    assert_int_equal(try_all("bf16", LITERAL_SHORTEST, 0), sets);
}

static void test_shortest_f32(void **state) {
    (void)state;
    assert_int_equal(try_all("f32", LITERAL_SHORTEST, 100000),
                     there_are_any() ? instructions_best() + 1 : 0);
}

static void test_f64(void **state) {
    (void)state;
    unsigned least = there_are_any() ? instructions_best() : 0;
    assert_in_range(try_all("f64", LITERAL_DECIMAL, 50000), least, least + 1);
    assert_in_range(try_all("f64", LITERAL_SHORTEST, 50000), least, least + 1);
}

/* Powers of two, whose neighbours aren't equally far away. */
static void test_powers_of_two(void **state) {
    (void)state;
    for (unsigned set = 0; set <= instructions_best(); set++)
        for (size_t k = 0; k < ELEMENT_ROWS; k++) {
            struct block block = {.maker = {.type = &element_rows[k], .literal = LITERAL_SHORTEST}};
            if (!texts_scaled_choose(&block.maker, (enum instructions)set))
                continue;
            for (double power = 1; power > 1e-5; power /= 2)
                add(&block, nearest(block.maker.type, power));
            flush(&block);
        }
}

/* A block may have any number of entries; a sanitizer sees what is read after the last. */
static void test_short_blocks(void **state) {
    (void)state;
    static struct entry_texts texts;
    struct text_maker maker = {.type = element_row("f32"), .literal = LITERAL_SHORTEST};
    for (size_t n = 1; n <= ENTRY_BLOCK && texts_scaled_choose(&maker, instructions_best()); n++) {
        char expected[LITERAL_MAX];
        float *entries = malloc(n * sizeof *entries);
        for (size_t k = 0; k < n; k++)
            entries[k] = (float)(k + 1) / 259;
        maker.make(&maker, entries, n, &texts);
        for (size_t k = 0; k < n; k++) {
            uint64_t bits = element_load(maker.type, entries, k);
            size_t length = element_literal(maker.type, LITERAL_SHORTEST, bits, expected);
            assert_int_equal(texts.length[k], length);
            assert_memory_equal(texts.slots + k * maker.slot, expected, length);
        }
        free(entries);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shortest_16_bits),
        cmocka_unit_test(test_shortest_f32),
        cmocka_unit_test(test_f64),
        cmocka_unit_test(test_powers_of_two),
        cmocka_unit_test(test_short_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
