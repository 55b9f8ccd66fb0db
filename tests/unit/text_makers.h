/* SPDX-License-Identifier: MIT */
/* Compares the makers of texts of every instruction set of this CPU with element_literal. */
#ifndef POSENC_TEXT_MAKERS_H
#define POSENC_TEXT_MAKERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "element/literal.h"

enum { SETS = INSTRUCTIONS_AVX512 + 1 };

/* By enum instructions. */
struct text_makers {
    struct text_maker of[SETS];
};

static struct text_makers text_makers_choose(const struct element *type, enum literal literal,
                                             bool least_as_difference) {
    struct text_makers makers = {0};
    for (enum instructions set = 0; set <= instructions_best(); set++)
        makers.of[set] = text_maker_choose(type, literal, least_as_difference, set);
    return makers;
}

static void text_makers_free(struct text_makers *makers) {
    for (enum instructions set = 0; set <= instructions_best(); set++)
        text_maker_free(&makers->of[set]);
}

static size_t expected_text(const struct text_maker *maker, uint64_t bits, char *text) {
    static const char least[] = "-2147483647-1";
    if (maker->least_as_difference && bits == UINT32_C(1) << 31)
        return (size_t)sprintf(text, "%s", least);
    return element_literal(maker->type, maker->literal, bits, text);
}

static void expect_texts(const struct text_maker *maker, const struct entry_texts *texts,
                         const uint64_t *bits, size_t n, char (*expected)[LITERAL_MAX],
                         const size_t *length) {
    assert_true(maker->slot == 8 || maker->slot == 16 || maker->slot == 32);
    for (size_t k = 0; k < n; k++) {
        const char *text = texts->slots + k * maker->slot;
        assert_true(length[k] <= maker->slot);
        if (texts->length[k] != length[k] || memcmp(text, expected[k], length[k]) != 0)
            fail_msg("%s, literal %d, bits %llx: '%.*s' is not '%s'", maker->type->name,
                     maker->literal, (unsigned long long)bits[k], texts->length[k], text,
                     expected[k]);
    }
}

/* Compares the texts of a block with the expected ones. Its elements are allocated separately, so that a sanitizer
 * notices reads beyond them. The slots are filled with noise before. */
static void check_block(const struct text_makers *makers, const uint64_t *bits, size_t n) {
    static struct entry_texts texts;
    char expected[ENTRY_BLOCK][LITERAL_MAX];
    size_t length[ENTRY_BLOCK];
    const struct element *type = makers->of[0].type;
    void *entries = calloc(n, type->bytes);
    for (size_t k = 0; k < n; k++) {
        element_store(type, entries, k, bits[k]);
        length[k] = expected_text(&makers->of[0], bits[k], expected[k]);
    }
    for (enum instructions set = 0; set <= instructions_best(); set++) {
        memset(&texts, '#', sizeof texts);
        makers->of[set].make(&makers->of[set], entries, n, &texts);
        expect_texts(&makers->of[set], &texts, bits, n, expected, length);
    }
    free(entries);
}

#endif
