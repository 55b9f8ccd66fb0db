/* Texts of blocks of entries: every maker, of every instruction set that this CPU has, gives the literals that
 * element_literal gives, for blocks of every length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "element/element_value.h"
#include "element/entry_texts.h"
#include "element_rows.h"

static uint64_t next_random(void) {
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Any element, with a magnitude of [2^-16, 2) more often than not; half of these have only few bits. */
static uint64_t random_element(const struct element *type) {
    uint64_t all = UINT64_MAX >> (64 - 8 * type->bytes), bits = next_random() & all;
    if (type->fixed)
        return bits;
    const uint64_t hidden = UINT64_C(1) << (type->precision - 1), random = next_random();
    const uint64_t exponent = (element_sign(type) / hidden / 2) - 1; /* the bias */
    if (random % 8 > 0)
        bits =
            (bits & element_sign(type)) | (bits % hidden) | (exponent - random / 8 % 16) * hidden;
    if (random >> 62 == 0)
        bits &= ~(hidden - 1) | hidden >> 1 | hidden >> 3 | hidden >> 5 | hidden >> 6;
    else if (random >> 62 == 1)
        bits &= ~((hidden - 1) >> (random >> 32) % (unsigned)type->precision);
    while (element_is_infinite(type, bits) ||
           (bits & (element_sign(type) - 1)) / hidden > 2 * exponent) /* or not a number */
        bits = next_random() & (element_sign(type) - 1) & all;
    return bits;
}

static size_t expected_text(const struct text_maker *maker, uint64_t bits, char *text) {
    static const char least[] = "-2147483647-1";
    if (maker->least_apart && bits == UINT32_C(1) << 31)
        return (size_t)sprintf(text, "%s", least);
    return element_literal(maker->type, maker->literal, bits, text);
}

/* n elements in memory of their own, so that a sanitizer sees what is read after them. The slots are full of noise. */
static void check_block(const struct text_maker *maker, const uint64_t *bits, size_t n) {
    const struct element *type = maker->type;
    struct entry_texts *texts = aligned_alloc(64, sizeof *texts);
    void *entries = calloc(n, type->bytes);
    memset(texts, '#', sizeof *texts);
    for (size_t k = 0; k < n; k++)
        element_store(type, entries, k, bits[k]);
    maker->make(maker, entries, n, texts);
    for (size_t k = 0; k < n; k++) {
        char expected[LITERAL_MAX];
        size_t length = expected_text(maker, bits[k], expected);
        const char *text = texts->slots + k * maker->slot;
        if (texts->length[k] != length || memcmp(text, expected, length) != 0)
            fail_msg("%s, literal %d, bits %llx: '%.*s' is not '%s'", type->name, maker->literal,
                     (unsigned long long)bits[k], texts->length[k], text, expected);
        assert_true(length <= maker->slot);
    }
    free(entries);
    free(texts);
}

static void check_maker(const struct text_maker *maker) {
    uint64_t bits[ENTRY_BLOCK];
    assert_true(maker->slot == 8 || maker->slot == 16 || maker->slot == 32);
    for (size_t n = 1; n <= ENTRY_BLOCK; n += n < 40 ? 1 : 27) {
        for (size_t k = 0; k < n; k++)
            bits[k] = random_element(maker->type);
        check_block(maker, bits, n);
    }
    /* the ends, and what is next to them */
    const uint64_t sign = element_sign(maker->type);
    for (uint64_t k = 0; k < 64; k++)
        bits[k] = k < 16 ? k : k < 32 ? sign + k % 16 : random_element(maker->type);
    for (uint64_t k = 0; maker->type->fixed && k < 16; k++)
        bits[32 + k] = (sign - 1 - k) & (2 * sign - 1), bits[48 + k] = 2 * sign - 1 - k;
    check_block(maker, bits, 64);
}

static void test_literals(void **state) {
    (void)state;
    static const enum literal literals[] = {LITERAL_DECIMAL, LITERAL_HEX, LITERAL_BITS,
                                            LITERAL_SHORTEST, LITERAL_NATIVE};
    static const uint64_t entries[] = {1, 4096, UINT64_C(1) << 32};
    for (size_t t = 0; t < element_count; t++)
        for (size_t l = 0; l < sizeof literals / sizeof literals[0]; l++)
            for (size_t e = 0; e < sizeof entries / sizeof entries[0]; e++)
                for (enum instructions set = 0; set <= instructions_best(); set++) {
                    const bool apart =
                        e > 0 && literals[l] == LITERAL_DECIMAL && elements[t].lowest == INT32_MIN;
                    struct text_maker maker =
                        text_maker_choose(&elements[t], literals[l], apart, entries[e], set);
                    check_maker(&maker);
                    text_maker_free(&maker);
                }
}

/* binary32 in decimal: what is nearest to powers of ten and to 2^-13 and 2, ties, and every exponent. */
static void test_f32_decimal(void **state) {
    (void)state;
    for (enum instructions set = 0; set <= instructions_best(); set++) {
        struct text_maker maker =
            text_maker_choose(elements, LITERAL_DECIMAL, false, UINT64_C(1) << 32, set);
        uint64_t bits[ENTRY_BLOCK];
        size_t n = 0;
        for (int power = -8; power <= 3; power++) {
            char text[8];
            sprintf(text, "1e%d", power);
            float value = strtof(text, NULL);
            uint32_t middle;
            memcpy(&middle, &value, sizeof middle);
            for (uint32_t b = middle - 10; b <= middle + 10; b++, n++)
                bits[n] = n % 2 == 0 ? b : b | UINT32_C(1) << 31;
        }
        check_block(&maker, bits, n);
        for (uint32_t exponent = 1; exponent < 255; exponent++) {
            for (uint32_t k = 0; k < ENTRY_BLOCK;
                 k++) /* the top or the bottom bits of the fraction */
                bits[k] = exponent << 23 | (k % 2 == 0 ? k / 2 << 16 : UINT32_C(0x7fffff) - k / 2);
            check_block(&maker, bits, ENTRY_BLOCK);
        }
        text_maker_free(&maker);
    }
}

/* binary32 whose nine digits, rounded, carry into the fifth: one in 20000 does. */
static void test_f32_carries(void **state) {
    (void)state;
    uint64_t bits[ENTRY_BLOCK];
    size_t n = 0;
    for (uint32_t b = 0x3f000000; n < 32; b++) {
        float x;
        memcpy(&x, &b, sizeof x);
        double y = (double)x * 1e9; /* exact */
        if (y - 1e4 * (double)(uint64_t)(y / 1e4) >= 9999.5)
            bits[n++] = b;
    }
    for (enum instructions set = 0; set <= instructions_best(); set++) {
        struct text_maker maker =
            text_maker_choose(elements, LITERAL_DECIMAL, false, UINT64_C(1) << 32, set);
        check_block(&maker, bits, n);
        text_maker_free(&maker);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_literals),
                                       cmocka_unit_test(test_f32_decimal),
                                       cmocka_unit_test(test_f32_carries)};
    return cmocka_run_group_tests_name("entry_texts", tests, NULL, NULL);
}
