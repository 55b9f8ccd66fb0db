/* SPDX-License-Identifier: MIT */
/* The digest of a file is a polynomial over the field of p = 2^61 - 1 elements,
 *
 *     H = sum of w[j] * r^j,  j = 0, 1, 2...
 *
 * The word w[j] is the seven bytes from 7j on, least significant first; the last word is filled up with zeros. So
 * w[j] < p, and different files of one length have different polynomials. (A file's length is given with its
 * digest.) H is linear in the bytes: pieces add up in any order, and a byte within a word counts as its multiple of
 * a power of 2^8.
 *
 * Two files of n words have the same H if r is a root of their difference, which is a polynomial of degree below n.
 * Of the p - 1 values that r could have, fewer than n are roots, a share of n/2^61 (M. Dietzfelbinger, J. Gil, Y.
 * Matias, N. Pippenger, Polynomial hash functions are reliable, 1992, doi:10.1007/3-540-55719-9_77). r is the first
 * 61 bits of pi's fraction, chosen without regard to any table. Its order, (p - 1)/41, is above the number of words
 * of any file. */
#include "base/digest.h"
#include "base/integer.h"

#include <string.h>

#define PRIME ((UINT64_C(1) << 61) - 1)
#define POINT UINT64_C(0x0487ed5110b4611a)

enum { WORD = 7, SUMS = 4 };

/* x modulo p, or p for 0: at most p if x < 2^62. */
static uint64_t fold(uint64_t x) {
    return (x & PRIME) + (x >> 61);
}

/* a * b modulo p, or p for 0; a, b <= p. */
static uint64_t multiply(uint64_t a, uint64_t b) {
    uint64_t low, high = integer_multiply(a, 8 * b, &low); /* a * b = high * 2^61 + low / 8 */
    return fold(high + (low >> 3));
}

static uint64_t power(uint64_t exponent) {
    uint64_t result = 1;
    for (uint64_t square = POINT; exponent > 0; exponent /= 2, square = multiply(square, square))
        if (exponent % 2 == 1)
            result = multiply(result, square);
    return result;
}

/* integer_of_bytes of WORD bytes; the byte after them must be readable too. */
static uint64_t whole_word(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return least_byte_first() ? word & ((UINT64_C(1) << 8 * WORD) - 1)
                              : integer_of_bytes(bytes, WORD);
}

/* The digest of `count` bytes, as if they began the file, by Horner's rule from the last word down. Four independent
 * sums, each of every fourth word, keep the multiplier busy. */
static uint64_t horner(const unsigned char *bytes, size_t count) {
    size_t words = count > 0 ? (count - 1) / WORD : 0; /* except the last one, which may be short */
    uint64_t stride = power(SUMS),
             part[SUMS] = {integer_of_bytes(bytes + WORD * words, count - WORD * words)};
    while (words % SUMS != 0)
        part[0] = fold(multiply(part[0], POINT) + whole_word(bytes + WORD * --words));
    while (words > 0) {
        words -= SUMS;
        for (size_t k = 0; k < SUMS; k++)
            part[k] = fold(multiply(part[k], stride) + whole_word(bytes + WORD * (words + k)));
    }
    uint64_t sum = part[SUMS - 1];
    for (size_t k = SUMS - 1; k-- > 0;)
        sum = fold(multiply(sum, POINT) + part[k]);
    return sum;
}

uint64_t digest_sum(uint64_t a, uint64_t b) {
    uint64_t sum = fold(a + b);
    return sum == PRIME ? 0 : sum;
}

uint64_t digest_piece(const void *bytes, size_t count, uint64_t offset) {
    size_t before = (size_t)(offset % WORD),
           first = before > 0 ? WORD - before : 0; /* bytes of a word that began earlier */
    if (first > count)
        first = count;
    uint64_t start = integer_of_bytes(bytes, first) << 8 * before;
    uint64_t rest = horner((const unsigned char *)bytes + first, count - first);
    if (before > 0)
        rest = fold(multiply(rest, POINT) + start);
    return digest_sum(multiply(rest, power(offset / WORD)), 0);
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv) */
uint64_t digest_append(uint64_t digest, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t k = 0; k < count; k++)
        digest = (digest ^ at[k]) * UINT64_C(0x100000001b3);
    return digest;
}
