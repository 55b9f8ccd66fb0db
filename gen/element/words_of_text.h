/* Eight characters as an integer, the first one in its lowest bits. */
#ifndef POSENC_WORDS_OF_TEXT_H
#define POSENC_WORDS_OF_TEXT_H

#include <stdint.h>
#include <string.h>

#define WORD_INLINE static inline __attribute__((always_inline))

enum { WORD = 8 };

#define EACH_BYTE UINT64_C(0x0101010101010101)

WORD_INLINE void put_word(char *to, uint64_t word) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
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

/* The eight digits of a number below 10^8, in two halves, then four and eight parts. No factor is above 2^45 / 10^4,
 * 2^20 / 10^2 or 2^10 / 10 by more than 0.6. So no quotient is too large by 10^-4, 10^-2 or 10^-1, and none comes out as
 * the next integer. */
WORD_INLINE uint64_t word_of_number(uint64_t number) {
    const uint64_t high = number * 3518437209 >> 45, halves = high | (number - high * 10000) << 32;
    const uint64_t hundreds = (halves * 10486 >> 20) & 0x0000007f0000007f,
                   pairs = hundreds | (halves - hundreds * 100) << 16;
    const uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
    return tens | (pairs - tens * 10) << 8;
}

#endif
