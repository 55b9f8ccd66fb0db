/* Eight characters as an integer, the first one in its lowest bits. */
#ifndef POSENC_WORDS_OF_TEXT_H
#define POSENC_WORDS_OF_TEXT_H

#include "base/integer.h"

#include <stdint.h>
#include <string.h>

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
