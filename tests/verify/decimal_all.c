/* SPDX-License-Identifier: MIT */
/* decimal_all f32: every binary32 of [-1, 1], element_literal and the makers of all instruction sets against printf.
 * decimal_all words: the same numbers in hexadecimal, and the bits of those above 0 as integers, by the best set's makers.
 * decimal_all f64 [COUNT]: COUNT binary64 of [-1, 1], 10^9 if not given: of eight, four are uniform,
 * three have uniform bits in [2^-34, 1), one has uniform bits in [0, 1].
 * One process a processor; exits 1 if one of them saw a difference, which it prints. On two cores f32 takes some
 * twenty minutes, words and f64 ten each.
 *
 * verify_decimal.sh links it. */
#include "element/literal.h"
#include "in_processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };
#define F32_ONE UINT64_C(0x3f800000)
#define F64_ONE UINT64_C(0x3ff0000000000000)

static uint64_t f64_count = 1000000000;

/* Holds text against printf's of a value >= 0, with a minus before it if negative. */
static void compare(char *expected, size_t expected_length, int negative, const char *text,
                    size_t length, uint64_t bits) {
    if (length == expected_length + (size_t)negative && (!negative || text[0] == '-') &&
        memcmp(text + negative, expected, expected_length) == 0)
        return;
    printf("%016llx: %.*s, printf %s%.*s\n", (unsigned long long)bits, (int)length, text,
           negative ? "-" : "", (int)expected_length, expected);
    exit(1);
}

static size_t with_point(char *text, int length) {
    text[length] = 0;
    if (strpbrk(text, ".e"))
        return (size_t)length;
    strcpy(text + length, ".0");
    return (size_t)length + 2;
}

static size_t literal_of(const struct element *type, uint64_t bits, char text[LITERAL_MAX]) {
    return element_literal(type, LITERAL_DECIMAL, bits, text);
}

/* Two entries, a number and its negative, follow each other. */
static void f32_block(uint64_t block) {
    enum { MOST = INSTRUCTIONS_AVX512 };
    static struct text_maker makers[MOST + 1];
    static struct entry_texts texts[MOST + 1];
    static const uint32_t sign = UINT32_C(1) << 31;
    for (enum instructions set = 0; set <= instructions_best(); set++)
        if (!makers[set].make)
            makers[set] = text_maker_choose(elements, LITERAL_DECIMAL, false, set);
    for (uint64_t bits = block * BLOCK; bits < (block + 1) * BLOCK && bits <= F32_ONE; bits++) {
        const unsigned at = bits * 2 % ENTRY_BLOCK;
        uint32_t pattern = (uint32_t)bits, entries[ENTRY_BLOCK];
        for (uint32_t k = 0; at == 0 && k < ENTRY_BLOCK; k++)
            entries[k] = (pattern + k / 2) | (k % 2 == 0 ? 0 : sign);
        float value;
        char expected[64], text[LITERAL_MAX];
        memcpy(&value, &pattern, sizeof value);
        size_t length = with_point(expected, sprintf(expected, "%.9g", (double)value));
        compare(expected, length, 0, text, literal_of(elements, pattern, text), bits);
        compare(expected, length, 1, text, literal_of(elements, pattern | sign, text),
                pattern | sign);
        for (enum instructions set = 0; set <= instructions_best(); set++) {
            if (at == 0)
                makers[set].make(&makers[set], entries, ENTRY_BLOCK, &texts[set]);
            for (unsigned k = at; k < at + 2; k++)
                compare(expected, length, k % 2 == 1, texts[set].slots + k * makers[set].slot,
                        texts[set].length[k], pattern | (k % 2 == 1 ? sign : 0));
        }
    }
}

/* As %a of a double, but subnormal floats keep the least exponent. */
static int expect_hex(uint32_t pattern, char *text) {
    const uint32_t magnitude = pattern & (UINT32_MAX >> 1);
    float value;
    memcpy(&value, &pattern, sizeof value);
    if (magnitude == 0 || magnitude >> 23 > 0)
        return sprintf(text, "%a", (double)value);
    int length = sprintf(text, "%s0x0.%06x", pattern > magnitude ? "-" : "", magnitude << 1);
    while (text[length - 1] == '0')
        length--;
    return length + sprintf(text + length, "p-126");
}

static int expect_integer(uint32_t pattern, char *text) {
    return sprintf(text, "%d", (int32_t)pattern);
}

/* Holds a maker's texts of ENTRY_BLOCK elements with successive bits. */
static void hold_maker(const struct text_maker *maker, int (*expect)(uint32_t, char *),
                       uint32_t first) {
    static struct entry_texts texts;
    uint32_t entries[ENTRY_BLOCK];
    for (uint32_t k = 0; k < ENTRY_BLOCK; k++)
        entries[k] = first + k;
    maker->make(maker, entries, ENTRY_BLOCK, &texts);
    for (unsigned k = 0; k < ENTRY_BLOCK; k++) {
        char expected[64];
        const int length = expect(entries[k], expected);
        compare(expected, (size_t)length, 0, texts.slots + k * maker->slot, texts.length[k],
                entries[k]);
    }
}

static struct text_maker maker_of(const char *type, enum literal literal) {
    const struct element *element = elements;
    while (strcmp(element->name, type) != 0)
        element++;
    return text_maker_choose(element, literal, false, instructions_best());
}

static void words_block(uint64_t block) {
    static struct text_maker hex, integers;
    if (!hex.make) {
        hex = maker_of("f32", LITERAL_HEX);
        integers = maker_of("q31", LITERAL_DECIMAL);
    }
    for (uint64_t bits = block * BLOCK; bits < (block + 1) * BLOCK; bits += ENTRY_BLOCK) {
        hold_maker(&hex, expect_hex, (uint32_t)bits);
        hold_maker(&hex, expect_hex, (uint32_t)bits | UINT32_C(1) << 31);
        hold_maker(&integers, expect_integer, (uint32_t)bits);
    }
}

/* splitmix64 (G. Steele, D. Lea, C. Flood, doi:10.1145/2660193.2660195) */
static uint64_t scramble(uint64_t n) {
    n *= UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ (n >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ (n >> 27)) * UINT64_C(0x94d049bb133111eb);
    return n ^ (n >> 31);
}

static void f64_block(uint64_t block) {
    for (uint64_t n = block * BLOCK; n < (block + 1) * BLOCK && n < f64_count; n++) {
        uint64_t random = scramble(n + 1), bits;
        double value = (double)(random >> 11) * 0x1p-53;
        char expected[64], text[LITERAL_MAX];
        if (n % 8 < 4)
            memcpy(&bits, &value, sizeof bits);
        else if (n % 8 < 7)
            bits = F64_ONE - 1 - random % (UINT64_C(34) << 52);
        else
            bits = random % (F64_ONE + 1);
        memcpy(&value, &bits, sizeof value);
        size_t length = with_point(expected, sprintf(expected, "%.17g", value));
        uint64_t negative = scramble(random) & 1;
        bits |= negative << 63;
        compare(expected, length, (int)negative, text, literal_of(elements + 1, bits, text), bits);
    }
}

int main(int count, char **arguments) {
    if (count < 2)
        return 2;
    int f64 = strcmp(arguments[1], "f64") == 0, words = strcmp(arguments[1], "words") == 0;
    if (count > 2)
        f64_count = strtoull(arguments[2], NULL, 10);
    uint64_t blocks = ((f64 ? f64_count - 1 : F32_ONE) / BLOCK) + 1;
    return in_processes(0, blocks, 1, f64 ? f64_block : words ? words_block : f32_block);
}
