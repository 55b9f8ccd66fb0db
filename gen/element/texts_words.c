#include "element/texts_words.h"
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

/* "-0x1." or "0x1.", the digits without zeros at the end, and the exponent. Each part is put whole, and the next
 * one overwrites what is too much of it. That may be 19 bytes, more than a slot of 16, so slots must be filled in
 * order: the next text overwrites the rest, and after the last slot there is room. */
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

/* --- bits and integers
 *
 * A text is made as words of eight characters, the first one in the lowest bits. Nothing branches on an entry, so
 * compilers take many at once, in the functions of each instruction set into which these are inlined. */

#define BITS(width)                                                                              \
    WORD_INLINE void bits_##width(const struct text_maker *maker, const void *entries, size_t n, \
                                  struct entry_texts *texts) {                                   \
        const uint##width##_t *from = entries;                                                   \
        (void)maker;                                                                             \
        memset(texts->length, (width) / 4, n);                                                   \
        for (size_t k = 0; k < n; k++)                                                           \
            put_word(texts->slots + k * WORD, word_of_##width##_bits(from[k]));                  \
    }
BITS(8)
BITS(16)
BITS(32)
#undef BITS

WORD_INLINE void bits_64(const struct text_maker *maker, const void *entries, size_t n,
                         struct entry_texts *texts) {
    const uint64_t *from = entries;
    (void)maker;
    memset(texts->length, 16, n);
    for (size_t k = 0; k < n; k++) {
        put_word(texts->slots + k * 2 * WORD, word_of_32_bits(from[k] >> 32));
        put_word(texts->slots + k * 2 * WORD + WORD, word_of_32_bits(from[k] & UINT32_MAX));
    }
}

/* An integer: all digits, of which zeros at the start are then dropped, after a sign in place of the last of them.
 * 53687 is below 2^29 / 10^4 by less than 0.1, so the quotient by it is too small by at most 65536 * 0.1 / 2^29 <
 * 0.00002, but that of number + 1 is 0.0001 larger than the number's and no integer. */
WORD_INLINE uint64_t short_integer(int32_t value, uint8_t *length) {
    const uint32_t number = (uint32_t)(value < 0 ? -value : value); /* up to 65535 */
    const uint64_t negative = value < 0, zeros = UINT64_C(0) + (number < 10) + (number < 100) +
                                                 (number < 1000) + (number < 10000);
    const uint32_t first = (number + 1) * 53687 >> 29,
                   rest = digits_of_fours_32(number - first * 10000);
    const uint64_t digits = '0' * (EACH_BYTE >> 16) | (uint64_t)rest << 16 | first << 8;
    *length = (uint8_t)(5 - zeros + negative);
    return digits >> 8 * (zeros + 1 - negative) ^ negative * ('0' ^ '-');
}

#define SHORT_INTEGERS(width)                                                              \
    WORD_INLINE void integers_##width(const struct text_maker *maker, const void *entries, \
                                      size_t n, struct entry_texts *texts) {               \
        const uint##width##_t *from = entries;                                             \
        const int32_t sign = maker->type->lowest < 0 ? 1 << ((width)-1) : 0;               \
        for (size_t k = 0; k < n; k++)                                                     \
            put_word(texts->slots + k * WORD,                                              \
                     short_integer((from[k] ^ sign) - sign, &texts->length[k]));           \
    }
SHORT_INTEGERS(8)
SHORT_INTEGERS(16)
#undef SHORT_INTEGERS

/* 1441151881 is above 2^57 / 10^8 by less than 0.25: for a number of 32 bits the quotient is too large by less than
 * 2^30 / 2^57 < 10^-8. */
WORD_INLINE void integers_32(const struct text_maker *maker, const void *entries, size_t n,
                             struct entry_texts *texts) {
    const int32_t *from = entries;
    (void)maker;
    for (size_t k = 0; k < n; k++) {
        const uint64_t negative = from[k] < 0;
        const uint32_t number = negative ? -(uint32_t)from[k] : (uint32_t)from[k];
        uint64_t zeros = 0;
        for (uint32_t power = 10, i = 1; i < 10; i++, power *= 10)
            zeros += number < power ? 1 : 0;
        const uint64_t first = (uint64_t)number * 1441151881 >> 57, ten = first * 103 >> 10,
                       rest = word_of_number(number - first * 100000000);
        const uint64_t low = '0' * EACH_BYTE | ten << 8 | (first - ten * 10) << 16 | rest << 24,
                       high = '0' * (EACH_BYTE >> 40) | rest >> 40;
        const uint64_t dropped = zeros + 1 - negative, shift = 8 * (dropped % WORD);
        const uint64_t back = 56 - shift; /* and 8 more, as 64 is too much for a shift */
        const uint64_t moved = low >> shift | high << 8 << back;
        put_word(texts->slots + k * 2 * WORD,
                 (dropped < WORD ? moved : high >> shift) ^ negative * ('0' ^ '-'));
        put_word(texts->slots + k * 2 * WORD + WORD, high >> shift);
        texts->length[k] = (uint8_t)(10 - zeros + negative);
    }
    if (maker->least_as_difference)
        for (size_t k = 0; k < n; k++)
            if (from[k] == INT32_MIN) {
                memcpy(texts->slots + k * 2 * WORD, "-2147483647-1", 13);
                texts->length[k] = 13;
            }
}

/* All makers of an instruction set: of bits and of integers, by the logarithm of an element's bytes. */
struct makers {
    make_texts *bits[4], *integers[3];
};

#define MAKER(name, set)                                                            \
    INSTRUCTIONS_FOR_##set static void name##_##set(const struct text_maker *maker, \
                                                    const void *entries, size_t n,  \
                                                    struct entry_texts *texts) {    \
        name(maker, entries, n, texts);                                             \
    }
#define MAKERS(set)     \
    MAKER(bits_8, set)  \
    MAKER(bits_16, set) \
    MAKER(bits_32, set) \
    MAKER(bits_64, set) MAKER(integers_8, set) MAKER(integers_16, set) MAKER(integers_32, set)
INSTRUCTIONS_EACH(MAKERS)

#define ROW(set)                                                       \
    {                                                                  \
        {bits_8_##set, bits_16_##set, bits_32_##set, bits_64_##set}, { \
            integers_8_##set, integers_16_##set, integers_32_##set     \
        }                                                              \
    }
static const struct makers makers[] = {INSTRUCTIONS_LIST(ROW)};

bool texts_words_choose(struct text_maker *maker, enum instructions best) {
    const unsigned bytes = maker->type->bytes, size = bytes == 8 ? 3 : bytes / 2;
    const bool bits = maker->literal == LITERAL_BITS;
    if (!bits && !maker->type->fixed)
        return false;
    maker->make = bits ? makers[best].bits[size] : makers[best].integers[size];
    maker->slot = (bits ? 2 * bytes : 3 * bytes) > WORD ? 2 * WORD : WORD;
    maker->length = bits ? 2 * bytes : 0;
    return true;
}
