#include "element/texts_hex.h"
#include "base/die.h"
#include "element/words_of_text.h"

#include <string.h>

/* What follows the digits of all elements with the same exponent, "p-12", as a word. Its last byte is the length, at
 * most 6. A row of the maker's table, by the exponent's field. */
struct exponent {
    char text[WORD];
};
enum { LENGTH = WORD - 1 };

static struct exponent exponent_of(const struct element *type, uint64_t field) {
    struct exponent row = {{0}};
    char text[LITERAL_MAX];
    const uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    size_t length = element_literal(type, LITERAL_HEX, field > 0 ? field * hidden : 1, text);
    const char *from = memchr(text, 'p', length);
    row.text[LENGTH] = (char)(text + length - from);
    memcpy(row.text, from, (size_t)row.text[LENGTH]);
    return row;
}

/* "-0x1." or "0x1.", the digits without zeros at the end, and the exponent. Each part is put whole, and the next one
 * overwrites what is too much of it. That may be 19 bytes, more than a slot of 16, so slots must be filled in order: the
 * next text overwrites the rest, and after the last slot there is room. */
WORD_INLINE uint8_t put_hex(unsigned width, int precision, const struct exponent *table,
                            uint64_t bits, char *to) {
    static const char begin[2][2][WORD] = {{"0x0.", "0x1."}, {"-0x0.", "-0x1."}},
                      zero[2][WORD] = {"0x0p+0", "-0x0p+0"};
    const uint64_t sign = bits >> (width - 1), magnitude = bits ^ sign << (width - 1),
                   field = magnitude >> (precision - 1), fraction = magnitude << (65 - precision);
    if (magnitude == 0) {
        memcpy(to, zero[sign], WORD);
        return (uint8_t)(6 + sign);
    }
    memcpy(to, begin[sign][field > 0], WORD);
    char *at = to + sign + 3 + (fraction != 0);
    put_word(at, word_of_32_bits(fraction >> 32));
    if (precision > 33)
        put_word(at + WORD, word_of_32_bits(fraction & UINT32_MAX));
    at += fraction ? 16 - __builtin_ctzll(fraction) / 4 : 0;
    memcpy(at, table[field].text, WORD);
    return (uint8_t)(at - to + table[field].text[LENGTH]);
}

#define HEX(name, width, precision, slot)                                                    \
    static void name(const struct text_maker *maker, const void *entries, size_t n,          \
                     struct entry_texts *texts) {                                            \
        const uint##width##_t *from = entries;                                               \
        for (size_t k = 0; k < n; k++)                                                       \
            texts->length[k] =                                                               \
                put_hex(width, precision, maker->table, from[k], texts->slots + k * (slot)); \
    }
HEX(hex_f32, 32, 24, 16)
HEX(hex_f64, 64, 53, 32)
HEX(hex_f16, 16, 11, 16)
HEX(hex_bf16, 16, 8, 16)

bool texts_hex_choose(struct text_maker *maker, uint64_t entries) {
    const struct element *type = maker->type;
    if (type->fixed || (maker->literal != LITERAL_HEX && maker->literal != LITERAL_NATIVE))
        return false;
    const uint64_t fields =
        (element_sign(type) >> (type->precision - 1)) - 1; /* of finite numbers */
    if (entries < 4 * fields)                              /* the table would take longer */
        return false;
    struct exponent *table = die_malloc(fields * sizeof *table);
    for (uint64_t field = 0; field < fields; field++)
        table[field] = exponent_of(type, field);
    maker->table = table;
    maker->slot = type->bytes == 8 ? 32 : 16;
    maker->make = type->bytes == 8        ? hex_f64
                  : type->bytes == 4      ? hex_f32
                  : type->precision == 11 ? hex_f16
                                          : hex_bf16;
    return true;
}
