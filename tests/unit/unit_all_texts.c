/* Makers of texts: of every element of 8 or 16 bits, and of those of 32 and 64 bits beside powers of 2 and 10, every
 * instruction set's maker writes what element_literal writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "element/entry_texts.h"
#include "element_rows.h"

enum { MOST = 1 << 16, SAMPLE = 1 << 13 };

static uint64_t state_of_chance = 88172645463325252;

static uint64_t chance(void) {
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return state_of_chance;
}

static void expect_text(const struct text_maker *maker, uint64_t bits, const char *text,
                        size_t length) {
    char expected[LITERAL_MAX];
    element_literal(maker->type, maker->literal, bits, expected);
    if (length != strlen(expected) || memcmp(text, expected, length) != 0)
        fail_msg("%s %llx: %.*s, not %s", maker->type->name, (unsigned long long)bits, (int)length,
                 text, expected);
}

/* All elements, by blocks of all sizes. */
static void expect_texts(const struct text_maker *maker, const char *elements_, size_t count) {
    static struct entry_texts texts;
    for (size_t k = 0, n = 1; k < count; k += n, n = 1 + (n + 100) % ENTRY_BLOCK) {
        n = n < count - k ? n : count - k;
        const char *from = elements_ + k * maker->type->bytes;
        maker->make(maker, from, n, &texts);
        for (size_t i = 0; i < n; i++)
            expect_text(maker, element_load(maker->type, from, i), texts.slots + i * maker->slot,
                        texts.length[i]);
    }
}

static void try(const struct element *type, enum literal literal, const void *entries,
                size_t count) {
    for (int best = 0; best <= (int)instructions_best(); best++) {
        struct text_maker maker =
            text_maker_choose(type, literal, false, count, (enum instructions)best);
        expect_texts(&maker, entries, count);
        text_maker_free(&maker);
    }
}

/* Every element of 8 or 16 bits that has a literal. */
static size_t all_of(const struct element *type, void *entries) {
    size_t count = 0;
    const uint64_t infinity =
        type->fixed ? UINT64_MAX : UINT64_C(0x8000) - (UINT64_C(1) << (type->precision - 1));
    for (uint64_t bits = 0; bits < UINT64_C(1) << 8 * type->bytes; bits++)
        if (bits % 0x8000 < infinity)
            element_store(type, entries, count++, bits);
    return count;
}

/* Finite elements of 32 or 64 bits: powers of 2 and of 10, their neighbours, and others of all magnitudes. */
static size_t some_of(const struct element *type, void *entries) {
    const unsigned width = 8 * type->bytes;
    size_t count = 0;
    uint64_t power = 1;
    while (count < SAMPLE) {
        uint64_t bits = chance() >> (64 - width) >> chance() % width;
        if (count < 3 * 84)
            bits = (count < 3 * 64 ? UINT64_C(1) << count / 3 : power) + count % 3 - 1;
        if (count >= 3 * 64 && count % 3 == 2)
            power *= 10;
        if (chance() % 2)
            bits = -bits;
        bits &= UINT64_MAX >> (64 - width);
        if (!type->fixed && (bits & (element_sign(type) - 1)) >=
                                element_sign(type) - (UINT64_C(1) << (type->precision - 1)))
            bits ^= element_sign(type) / 2;
        element_store(type, entries, count++, bits);
    }
    return count;
}

static void test_all_types(void **state) {
    (void)state;
    static const enum literal literals[] = {LITERAL_DECIMAL, LITERAL_BITS, LITERAL_HEX,
                                            LITERAL_SHORTEST, LITERAL_NATIVE};
    static uint64_t entries[MOST];
    for (size_t k = 0; k < element_count; k++) {
        const struct element *type = &elements[k];
        const size_t count = type->bytes <= 2 ? all_of(type, entries) : some_of(type, entries);
        const size_t of_fixed = 2; /* integers are the same in all other literals */
        for (size_t i = 0; i < (type->fixed ? of_fixed : sizeof literals / sizeof *literals); i++)
            try(type, literals[i], entries, count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
