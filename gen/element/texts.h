/* SPDX-License-Identifier: MIT */
/* Declarations that the files for literals share. */
#ifndef POSENC_TEXTS_H
#define POSENC_TEXTS_H

#include "base/integer.h"
#include "element/literal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- decimal literals of single numbers, with integers and without printf
 *
 * A number is +-significand * 2^exponent, of a type of `precision` bits: binary64 (53), binary32 (24), bfloat16 (8) or
 * binary16 (11). The significand is below 2^precision, and below 2^(precision - 1) only if the number is subnormal or 0.
 *
 * One multiplication is enough from 2^-60 to 2^29, and for binary64 from 2^-34 to 2^56. Other numbers are left to GMP,
 * some twenty to forty times slower.
 *
 * Each function returns the length of its text, and puts a NUL after it. Bytes beyond that may be overwritten, up to 16
 * in all, or up to DECIMAL_MAX for a binary64. */

/* The length of the longest text is 24: -1.2345678901234567e-308. Of other types it is 15: -1.23456789e-38. */
enum { DECIMAL_MAX = 32 };

/* Writes the text that printf gives for %.17g, or %.9g if the type isn't binary64, in the C locale, with ".0" added if it
 * has neither point nor exponent ("0.0", "-0.0", "1.0", but "1e-05"). */
size_t decimal(bool negative, uint64_t significand, int exponent, int precision,
               char text[DECIMAL_MAX]);

/* Writes a decimal that reads back as the same number: of those with the fewest digits the nearest, and at a tie the one
 * with an even last digit. The form is that of `decimal`, which JSON accepts too. There are at most 9 digits, or 17 for a
 * binary64.
 *
 * A reader may read a binary64 first and round that, as readers of JSON do. Each rounding must be to
 * nearest, but ties may go either way. So a shorter text that is a tie is not taken: the binary16 4112
 * is 4112.0, although 4110 reads back as 4112 if ties go to even; the binary64 next to 10^23 is
 * 9.999999999999999e+22. No number below 2^precision has such a text. */
size_t shortest(bool negative, uint64_t significand, int exponent, int precision,
                char text[DECIMAL_MAX]);

/* --- makers */

/* Makes the text of entry k by element_literal, which writes to no other slot. */
static inline void make_single(const struct text_maker *maker, const void *entries, size_t k,
                               struct entry_texts *texts) {
    const uint64_t bits = element_load(maker->type, entries, k);
    texts->length[k] =
        (uint8_t)element_literal(maker->type, maker->literal, bits, texts->slots + k * maker->slot);
}

/* Makers of decimal texts of floating-point numbers with vectors: LITERAL_DECIMAL and LITERAL_SHORTEST. Numbers of
 * [1e-4, 1), positive or negative, are fast; most others are left to element_literal.
 *
 * Gives `maker`, whose type and literal are set, a faster `make` and its slot. Returns false if there is none: for
 * another type or literal, because this machine's arithmetic isn't as IEEE 754 says, or because f64 needs fused
 * multiply-add. */
bool texts_decimal_choose(struct text_maker *maker, enum instructions best);

/* --- eight characters as an integer, the first one in its lowest bits */

#define WORD_INLINE static inline __attribute__((always_inline))

enum { WORD = 8 };

#define EACH_BYTE UINT64_C(0x0101010101010101)

WORD_INLINE void put_word(char *to, uint64_t word) {
    if (!least_byte_first())
        word = __builtin_bswap64(word);
    memcpy(to, &word, WORD);
}

/* Eight digits from as many numbers below 16, one a byte. */
WORD_INLINE uint64_t word_of_nibbles(uint64_t numbers) {
    const uint64_t letters = (numbers + 6 * EACH_BYTE) >> 4 & EACH_BYTE;
    return numbers + '0' * EACH_BYTE + letters * ('a' - '0' - 10);
}

/* The digits of 8, 16 or 32 bits, each with the lower half after the upper one. */
WORD_INLINE uint64_t word_of_8_bits(uint64_t bits) {
    return word_of_nibbles((bits >> 4 & 0x000f000f000f000f) | (bits & 0x000f000f000f000f) << 8);
}

WORD_INLINE uint64_t word_of_16_bits(uint64_t bits) {
    return word_of_8_bits((bits >> 8 & 0x000000ff000000ff) | (bits & 0x000000ff000000ff) << 16);
}

WORD_INLINE uint64_t word_of_32_bits(uint64_t bits) {
    return word_of_16_bits(bits >> 16 | (bits & 0xffff) << 32);
}

/* The four digits of each number below 10^4 in an integer of `width` bits, one a byte, the first one lowest: two
 * halves, then four parts. 5243 is above 2^19 / 10^2 and 103 above 2^10 / 10 by less than 0.7: no quotient is too
 * large by 10^-2 or 10^-1, and none comes out as the next integer. `each` has a 1 for each number. */
#define DIGITS_OF_FOURS(width, each)                                                      \
    WORD_INLINE uint##width##_t digits_of_fours_##width(uint##width##_t fours) {          \
        const uint##width##_t hundreds = (fours * 5243 >> 19) & ((each)*0x1fff),          \
                              pairs = hundreds | (fours - hundreds * 100) << 16,          \
                              tens = (pairs * 103 >> 10) & ((each)*UINT32_C(0x000f000f)); \
        return tens | (pairs - tens * 10) << 8;                                           \
    }
DIGITS_OF_FOURS(32, UINT32_C(1))
DIGITS_OF_FOURS(64, UINT64_C(0x0000000100000001))
#undef DIGITS_OF_FOURS

/* The eight digits of a number below 10^8. The factor is above 2^45 / 10^4 by less than 0.2, so the quotient is too
 * large by less than 10^-4. */
WORD_INLINE uint64_t word_of_number(uint64_t number) {
    const uint64_t high = number * 3518437209 >> 45;
    return digits_of_fours_64(high | (number - high * 10000) << 32);
}

#endif
