/* Eight characters as an integer, the first one in its lowest bits. */
#ifndef POSENC_WORDS_OF_TEXT_H
#define POSENC_WORDS_OF_TEXT_H

#include <stdint.h>
#include <string.h>

#define EACH_BYTE UINT64_C(0x0101010101010101)

static inline __attribute__((always_inline)) void put_word(char *to, uint64_t word) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(to, &word, sizeof word);
}

#endif
