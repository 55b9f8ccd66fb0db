/* SPDX-License-Identifier: MIT */
/* Texts of blocks of entries: every maker, of every instruction set that this CPU has, gives the literals that
 * element_literal gives, for blocks of every length, for every element of 8 or 16 bits, and beside powers of 2 and 10. */
#include "chance.h"
#include "element/element.h"
#include "element_rows.h"
#include "text_makers.h"

/* Any element, with a magnitude of [2^-16, 2) more often than not; half of these have only few bits. */
static uint64_t random_element(const struct element *type) {
    uint64_t all = UINT64_MAX >> (64 - 8 * type->bytes), bits = chance() & all;
    if (type->fixed)
        return bits;
    const uint64_t hidden = UINT64_C(1) << (type->precision - 1), random = chance();
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
        bits = chance() & (element_sign(type) - 1) & all;
    return bits;
}

static void check_lengths(const struct text_makers *makers) {
    const struct element *type = makers->of[0].type;
    uint64_t bits[ENTRY_BLOCK];
    for (size_t n = 1; n <= ENTRY_BLOCK; n += n < 40 ? 1 : 27) {
        for (size_t k = 0; k < n; k++)
            bits[k] = random_element(type);
        check_block(makers, bits, n);
    }
    /* the ends, and what is next to them */
    const uint64_t sign = element_sign(type);
    for (uint64_t k = 0; k < 64; k++)
        bits[k] = k < 16 ? k : k < 32 ? sign + k % 16 : random_element(type);
    for (uint64_t k = 0; type->fixed && k < 16; k++)
        bits[32 + k] = (sign - 1 - k) & (2 * sign - 1), bits[48 + k] = 2 * sign - 1 - k;
    check_block(makers, bits, 64);
}

/* Every element of 8 or 16 bits that has a literal. */
static void check_all(const struct text_makers *makers) {
    const struct element *type = makers->of[0].type;
    uint64_t block[ENTRY_BLOCK], n = 0;
    const uint64_t all = UINT64_C(1) << 8 * type->bytes,
                   infinity = type->fixed ? all : all / 2 - (UINT64_C(1) << (type->precision - 1));
    for (uint64_t bits = 0; bits < all; bits++) {
        if (type->fixed || bits % (all / 2) < infinity)
            block[n++] = bits;
        if (n == ENTRY_BLOCK || bits == all - 1)
            check_block(makers, block, n), n = 0;
    }
}

/* Elements of 32 or 64 bits: powers of 2 and of 10, their neighbours, and others of all magnitudes. */
static void check_some(const struct text_makers *makers) {
    const struct element *type = makers->of[0].type;
    const unsigned width = 8 * type->bytes;
    const uint64_t sign = element_sign(type), all = sign | (sign - 1);
    uint64_t block[ENTRY_BLOCK], ten = 1;
    for (size_t k = 0; k < 32 * ENTRY_BLOCK; k++) {
        uint64_t bits = chance() >> (64 - width) >> chance() % width;
        if (k < 3 * 64)
            bits = (UINT64_C(1) << k / 3) + k % 3 - 1;
        else if (k < 3 * (64 + 20))
            bits = ten + k % 3 - 1, ten *= k % 3 == 2 ? 10 : 1;
        bits = (chance() % 2 ? -bits : bits) & all;
        if (!type->fixed && (bits & (sign - 1)) >= sign - (UINT64_C(1) << (type->precision - 1)))
            bits ^= sign / 2; /* or it isn't finite */
        block[k % ENTRY_BLOCK] = bits;
        if ((k + 1) % ENTRY_BLOCK == 0)
            check_block(makers, block, ENTRY_BLOCK);
    }
}

static void check_literal(const struct element *type, enum literal literal) {
    for (int apart = 0; apart <= (literal == LITERAL_DECIMAL && type->lowest == INT32_MIN);
         apart++) {
        struct text_makers makers = text_makers_choose(type, literal, apart);
        check_lengths(&makers);
        (type->bytes <= 2 ? check_all : check_some)(&makers);
        text_makers_free(&makers);
    }
}

/* Integers are the same in all literals except LITERAL_BITS. */
static void test_literals(void **state) {
    (void)state;
    static const enum literal literals[] = {LITERAL_DECIMAL, LITERAL_BITS, LITERAL_HEX,
                                            LITERAL_SHORTEST, LITERAL_NATIVE};
    const size_t of_fixed = 2;
    for (size_t t = 0; t < ELEMENTS; t++)
        for (size_t l = 0; l < (elements[t].fixed ? of_fixed : sizeof literals / sizeof *literals);
             l++)
            check_literal(&elements[t], literals[l]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_literals)};
    return cmocka_run_group_tests_name("entry_texts", tests, NULL, NULL);
}
