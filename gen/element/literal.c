/* SPDX-License-Identifier: MIT */
#include "element/literal.h"
#include "base/die.h"
#include "element/texts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one element */

/* A hexadecimal number as printf's %a writes it, but with a leading 1 unless it is subnormal, and with a point only
 * before digits. */
static size_t hex(bool negative, uint64_t significand, int exponent, int precision, char *text) {
    const uint64_t hidden = UINT64_C(1) << (precision - 1);
    size_t length =
        (size_t)snprintf(text, LITERAL_MAX, "%s0x%d.%013" PRIx64, negative ? "-" : "",
                         significand >= hidden, (significand % hidden) << (53 - precision));
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    exponent = significand ? exponent + precision - 1 : 0;
    return length + (size_t)snprintf(text + length, LITERAL_MAX - length, "p%+d", exponent);
}

size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]) {
    if (literal == LITERAL_BITS)
        return (size_t)snprintf(text, LITERAL_MAX, "%0*" PRIx64, (int)element_digits(type),
                                bits & element_mask(type));
    if (type->fixed)
        return (size_t)snprintf(text, LITERAL_MAX, "%" PRId64, element_integer(type, bits));
    static size_t (*const put[])(bool, uint64_t, int, int, char *) = {[LITERAL_DECIMAL] = decimal,
                                                                      [LITERAL_HEX] = hex,
                                                                      [LITERAL_SHORTEST] = shortest,
                                                                      [LITERAL_NATIVE] = hex};
    int exponent;
    const uint64_t significand = element_significand(type, bits, &exponent);
    return put[literal](bits & element_sign(type), significand, exponent, type->precision, text);
}

/* --- many: any type, any literal */

static void make_singles(const struct text_maker *maker, const void *entries, size_t n,
                         struct entry_texts *texts) {
    for (size_t k = 0; k < n; k++)
        make_single(maker, entries, k, texts);
}

/* --- hexadecimal floating-point numbers */

/* The text after the digits, "p-12", as a word: all elements with the same exponent share it. Its last byte is the
 * length, at most 6. A row of the maker's table, by the exponent's field. */
struct exponent {
    char text[WORD];
};
enum { LENGTH = WORD - 1 };

/* "-0x1." or "0x1.", the digits without trailing zeros, and the exponent. Each part is stored whole, and the next one
 * overwrites its surplus. That may be 19 bytes, more than a slot of 16, so slots must be filled in order: the next text
 * overwrites the rest, and after the last slot there is room. */
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

/* Makes the exponents of all finite numbers; subnormal numbers have that of the least normal one. */
static void choose_hex(struct text_maker *maker) {
    const struct element *type = maker->type;
    const int fields = (int)(element_sign(type) >> (type->precision - 1)) - 1;
    struct exponent *table = die_malloc((unsigned)fields * sizeof *table);
    for (int field = 0; field < fields; field++)
        table[field].text[LENGTH] = (char)snprintf(table[field].text, LENGTH, "p%+d",
                                                   type->emin + (field > 0 ? field - 1 : 0));
    maker->table = table;
    maker->slot = type->bytes == 8 ? 32 : 16;
    maker->make = type->bytes == 8        ? hex_f64
                  : type->bytes == 4      ? hex_f32
                  : type->precision == 11 ? hex_f16
                                          : hex_bf16;
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

/* All makers of an instruction set, for bits and for integers, by the logarithm of an element's bytes. */
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

static void choose_words(struct text_maker *maker, enum instructions best) {
    const unsigned bytes = maker->type->bytes, size = bytes == 8 ? 3 : bytes / 2;
    const bool bits = maker->literal == LITERAL_BITS;
    maker->make = bits ? makers[best].bits[size] : makers[best].integers[size];
    maker->slot = (bits ? 2 * bytes : 3 * bytes) > WORD ? 2 * WORD : WORD;
    maker->length = bits ? 2 * bytes : 0;
}

struct text_maker text_maker_choose(const struct element *type, enum literal literal,
                                    bool least_as_difference, enum instructions best) {
    struct text_maker maker = {make_singles,        ENTRY_SLOT, type, literal,
                               least_as_difference, 0,          NULL};
    const bool whole = element_width(type) == 8 * type->bytes;
    const bool words = literal == LITERAL_BITS ? whole : type->fixed && type->highest <= INT32_MAX;
    if (words)
        choose_words(&maker, best);
    else if (literal == LITERAL_BITS)
        maker.length = element_digits(type);
    else if (type->fixed)
        return maker;
    else if (literal == LITERAL_HEX || literal == LITERAL_NATIVE)
        choose_hex(&maker);
    else
        texts_decimal_choose(&maker, best);
    return maker;
}

static void make_binary(const struct text_maker *maker, const void *entries, size_t n,
                        struct entry_texts *texts) {
    for (size_t k = 0; k < n; k++) {
        const uint64_t bits = element_load(maker->type, entries, k);
        for (unsigned i = 0; i < maker->length; i++)
            texts->slots[k * ENTRY_SLOT + i] = bits >> (maker->length - 1 - i) & 1 ? '1' : '0';
        texts->length[k] = (uint8_t)maker->length;
    }
}

struct text_maker text_maker_binary(const struct element *type) {
    return (struct text_maker){.make = make_binary,
                               .slot = ENTRY_SLOT,
                               .type = type,
                               .literal = LITERAL_BITS,
                               .length = element_width(type)};
}

void text_maker_free(struct text_maker *maker) {
    free(maker->table);
    maker->table = NULL;
}
