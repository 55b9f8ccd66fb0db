#include "element/entry_texts.h"
#include "element/texts_decimal.h"
#include "element/texts_words.h"

#include <stdlib.h>
#include <string.h>

/* Any type, any literal. A literal may write up to LITERAL_MAX bytes, so the next one is written after it. */
static void make_any(const struct text_maker *maker, const void *entries, size_t n,
                     struct entry_texts *texts) {
    static const char least[] = "-2147483647-1";
    char *slot = texts->slots;
    for (size_t k = 0; k < n; k++, slot += ENTRY_SLOT) {
        uint64_t bits = element_load(maker->type, entries, k);
        texts->length[k] = (uint8_t)element_literal(maker->type, maker->literal, bits, slot);
        if (maker->least_as_difference && bits == UINT32_C(1) << 31) {
            memcpy(slot, least, sizeof least);
            texts->length[k] = sizeof least - 1;
        }
    }
}

struct text_maker text_maker_choose(const struct element *type, enum literal literal,
                                    bool least_as_difference, uint64_t entries,
                                    enum instructions best) {
    struct text_maker maker = {make_any, ENTRY_SLOT, type, literal, least_as_difference, 0, NULL};
    if (!texts_words_choose(&maker, best) && !texts_hex_choose(&maker, entries))
        texts_decimal_choose(&maker, best);
    return maker;
}

void text_maker_free(struct text_maker *maker) {
    free(maker->table);
    maker->table = NULL;
}
