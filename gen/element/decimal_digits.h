/* From numbers of binary64 to digits as text: what texts_decimal_f32.c and texts_decimal_f64.c share.
 *
 * All loops of these files are plain, each simple enough for compilers to make vectors of it. Choices are made by masks,
 * since a branch, or what a compiler may turn into one, keeps a loop scalar. The functions are inlined into those that
 * are compiled for an instruction set. They are given constants: `fma` (is fma() one instruction?) and `fewest` (the
 * fewest digits, not all). */
#ifndef POSENC_DECIMAL_DIGITS_H
#define POSENC_DECIMAL_DIGITS_H

#include "base/arithmetic.h"
#include "element/entry_texts.h"

#include <string.h>

/* Digits go to memory as the bytes of integers, the first one lowest. */
#if ARITHMETIC_BINARY64 && defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define DECIMAL_DIGITS 1

#define DIGITS_INLINE static inline __attribute__((always_inline))

#if defined FP_FAST_FMA || defined __FP_FAST_FMA
#define BASELINE_FMA 1
#else
#define BASELINE_FMA 0
#endif

/* Texts of eight bytes, the first one lowest: "-0.00000", "0.000000", "00000000". */
#define MINUS_ZERO_POINT UINT64_C(0x30303030302e302d)
#define ZERO_POINT UINT64_C(0x3030303030302e30)
#define ZEROS UINT64_C(0x3030303030303030)

/* A sum with it, for |x| <= 2^51, is rounded to an integer, whose low bits are those of the sum. */
#define SHIFT 0x1.8p52

DIGITS_INLINE double number_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The integer nearest to x, ties to even, for |x| <= 2^51. */
DIGITS_INLINE double nearest(double x) {
    return x + SHIFT - SHIFT;
}

/* yes ? a : b */
DIGITS_INLINE double either(bool yes, double a, double b) {
    const uint64_t mask = -(uint64_t)yes, b_bits = bits_of_double(b);
    return number_of(b_bits ^ ((bits_of_double(a) ^ b_bits) & mask));
}

/* c - a * b, where that and a * b are exact. */
DIGITS_INLINE double less(double c, double a, double b, bool fma) {
    return fma ? __builtin_fma(-a, b, c) : c - a * b;
}

/* y / d, and the remainder, for an integer y and d = 10^4 or 10^8, where y / d < 10^4. With y = q * d + r,
 *     (y - (d - 1) / 2) / d = q + (r + 1/2) / d - 1/2
 * is at most q + 1/2 and at least q - 1/2, by 1/2 / d >= 5e-9 each. It is computed from an exact difference, a rounded
 * 1 / d and a rounded product, so it is wrong by less than 10^4 * 2^-51 < 5e-12, and is rounded to q. */
DIGITS_INLINE uint64_t divide(double y, double d, bool fma, double *rest) {
    const double shifted = (y - (d - 1) / 2) * (1 / d) + SHIFT;
    *rest = less(y, shifted - SHIFT, d, fma);
    return bits_of_double(shifted) & UINT16_MAX;
}

/* Eight digits as two integers below 10^4, the first one in the low half. */
DIGITS_INLINE uint64_t halves_of(double eight, bool fma) {
    double low;
    const uint64_t high = divide(eight, 1e4, fma, &low);
    return bits_of_double(low + SHIFT) << 32 | high;
}

/* Makes four digits of each number below 10^4, the first one lowest. Quotients are right: 5243 / 2^19 > 1 / 100 and
 * 103 / 2^10 > 1 / 10 by less than what brings 9999 / 100 or 99 / 10 to the next integer. */
DIGITS_INLINE void make_digits(size_t n, uint32_t *restrict four) {
    for (size_t k = 0; k < n; k++) {
        const uint32_t hundreds = four[k] * 5243 >> 19;
        const uint32_t two = hundreds + ((four[k] - 100 * hundreds) << 16);
        const uint32_t tens = (two * 103 >> 10) & 0x000f000f; /* of both halves */
        four[k] = tens + ((two - 10 * tens) << 8);
    }
}

/* The text of an entry that the loops can't make. */
static inline void make_other(const struct text_maker *maker, const void *entries, size_t k,
                              struct entry_texts *texts) {
    char text[LITERAL_MAX];
    const uint64_t bits = element_load(maker->type, entries, k);
    texts->length[k] = (uint8_t)element_literal(maker->type, maker->literal, bits, text);
    memcpy(texts->slots + k * maker->slot, text, maker->slot);
}

/* A maker for each literal, compiled for an instruction set: what `make` makes of constants. */
struct decimal_makers {
    make_texts *all, *fewest;
};

#define DECIMAL_MAKERS(set, fma)                                                            \
    static void all_##set(const struct text_maker *maker, const void *entries, size_t n,    \
                          struct entry_texts *texts) {                                      \
        make(maker, entries, n, false, (fma), texts);                                       \
    }                                                                                       \
    static void fewest_##set(const struct text_maker *maker, const void *entries, size_t n, \
                             struct entry_texts *texts) {                                   \
        make(maker, entries, n, true, (fma), texts);                                        \
    }

#else
#define DECIMAL_DIGITS 0
#endif
#endif
