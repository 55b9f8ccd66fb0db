/* SPDX-License-Identifier: MIT */
/* Decimal texts of a block of numbers, in a few loops through the block: find 9 or 17 digits as integers; make text
 * of these; put it after the text's beginning.
 *
 * All loops are plain, each simple enough for compilers to make vectors of it. Choices are made by masks, since a
 * branch, or what a compiler may turn into one, keeps a loop scalar. The functions are inlined into those that are
 * compiled for an instruction set. They are given constants: `fma` (is fma() one instruction?) and `fewest` (the
 * fewest digits, not all). */
#include "element/texts.h"

#include <math.h>
#include <string.h>

#if defined FP_FAST_FMA || defined __FP_FAST_FMA
#define BASELINE_FMA 1
#else
#define BASELINE_FMA 0
#endif

/* Texts of eight bytes, the first one lowest: "-0.00000", "0.000000", "00000000". */
#define MINUS_ZERO_POINT UINT64_C(0x30303030302e302d)
#define ZERO_POINT UINT64_C(0x3030303030302e30)
#define ZEROS UINT64_C(0x3030303030303030)

/* x + SHIFT, for |x| <= 2^51, is rounded to an integer, whose low bits are those of the sum. */
#define SHIFT 0x1.8p52

/* The integer nearest to x, ties to even, for |x| <= 2^51. */
WORD_INLINE double nearest(double x) {
    return x + SHIFT - SHIFT;
}

/* yes ? a : b */
WORD_INLINE double either(bool yes, double a, double b) {
    const uint64_t mask = -(uint64_t)yes, b_bits = bits_of_double(b);
    return double_of_bits(b_bits ^ ((bits_of_double(a) ^ b_bits) & mask));
}

/* c - a * b, where that and a * b are exact. */
WORD_INLINE double less(double c, double a, double b, bool fma) {
    return fma ? __builtin_fma(-a, b, c) : c - a * b;
}

/* y / d, and the remainder, for an integer y and d = 10^4 or 10^8, where y / d < 10^4. With y = q * d + r,
 *     (y - (d - 1) / 2) / d = q + (r + 1/2) / d - 1/2
 * is at most q + 1/2 and at least q - 1/2, by 1/2 / d >= 5e-9 each. It is computed from an exact difference, a rounded
 * 1 / d and a rounded product, so it is wrong by less than 10^4 * 2^-51 < 5e-12, and is rounded to q. */
WORD_INLINE uint64_t divide(double y, double d, bool fma, double *rest) {
    const double shifted = (y - (d - 1) / 2) * (1 / d) + SHIFT;
    *rest = less(y, shifted - SHIFT, d, fma);
    return bits_of_double(shifted) & UINT16_MAX;
}

/* Eight digits as two integers below 10^4, the first one in the low half. */
WORD_INLINE uint64_t halves_of(double eight, bool fma) {
    double low;
    const uint64_t high = divide(eight, 1e4, fma, &low);
    return bits_of_double(low + SHIFT) << 32 | high;
}

WORD_INLINE void make_digits(size_t n, uint32_t *restrict four) {
    for (size_t k = 0; k < n; k++)
        four[k] = digits_of_fours_32(four[k]);
}

/* --- numbers of at most 24 bits, widened to binary32 */

enum { SLOT = 16, ONE = 0x3f800000 };

/* The numbers that depend on the type. */
struct scale {
    enum literal literal;
    int precision;
    /* Powers of ten: `most` has as many digits as texts may have, and 10^9 = most * rest. */
    double most, rest;
    /* The least binary32 numbers whose texts are not below 0.1, 0.01, 0.001 and 0.0001. */
    int32_t tens[4];
    int32_t powers; /* numbers in which these bits are 0 are left to element_literal */
};

/* With the fewest digits, the numbers nearest to 0.1, 0.01... have exactly these texts.
 *
 * The numbers below a power of two are twice as dense as those above. The loops don't know that, and yet find the right
 * text of all powers of two from 2^-13 to 1/2, except 2^-6 and 2^-7 of f16. unit_texts_decimal.c tries all. */
static const struct scale scales[] = {
    {LITERAL_DECIMAL, 24, 1e9, 1, {0x3dcccccd, 0x3c23d70b, 0x3a83126f, 0x38d1b718}, INT32_MAX},
    {LITERAL_SHORTEST, 24, 1e9, 1, {0x3dcccccd, 0x3c23d70a, 0x3a83126f, 0x38d1b717}, INT32_MAX},
    {LITERAL_SHORTEST, 11, 1e5, 1e4, {0x3dccc000, 0x3c23e000, 0x3a832000, 0x38d1c000}, 0x7fffff},
    {LITERAL_SHORTEST, 8, 1e4, 1e5, {0x3dcd0000, 0x3c240000, 0x3a830000, 0x38d20000}, INT32_MAX},
};

/* Narrow numbers have the digits of the binary32 that they equal. */
static const struct scale *scale_of(const struct text_maker *maker) {
    const struct scale *scale = scales;
    while (scale->literal != maker->literal ||
           (scale->literal == LITERAL_SHORTEST && scale->precision != maker->type->precision))
        scale++;
    return scale;
}

/* The state of a block between two steps. */
struct block_f32 {
    alignas(64) float magnitude[ENTRY_BLOCK], tens[ENTRY_BLOCK]; /* |x|, 1 to 1000 */
    alignas(64) float half[ENTRY_BLOCK];                         /* u / 2, for the fewest digits */
    alignas(64) uint32_t place[ENTRY_BLOCK]; /* 8 times the bytes before the first digit, 2 to 6 */
    alignas(64) uint32_t begin[ENTRY_BLOCK]; /* four bytes, and what follows are zeros */
    alignas(64) uint64_t first[ENTRY_BLOCK];
    alignas(64) union {
        uint64_t eight[ENTRY_BLOCK];
        uint32_t four[2 * ENTRY_BLOCK]; /* 0 to 9999, then its digits */
    } digits;
};

/* The bits of numbers as binary32. 0 and subnormal numbers of binary16 become others below 1e-4. */
WORD_INLINE const uint32_t *widen(const struct element *type, const void *entries, size_t n,
                                  uint32_t room[ENTRY_BLOCK]) {
    const uint16_t *from = entries;
    if (type->precision == 24)
        return entries;
    if (type->precision == 8)
        for (size_t k = 0; k < n; k++)
            room[k] = (uint32_t)from[k] << 16;
    else
        for (size_t k = 0; k < n; k++)
            room[k] = (from[k] & UINT32_C(0x8000)) << 16 |
                      ((from[k] & UINT32_C(0x7fff)) + (112 << 10)) << 13;
    return room;
}

/* 1 if element_literal must print it: it is not 0 and not in [1e-4, 1]. */
WORD_INLINE uint32_t is_other_f32(const struct scale *scale, uint32_t number) {
    const int32_t magnitude = (int32_t)(number & INT32_MAX);
    const int32_t beyond =
        (magnitude < scale->tens[3]) | (magnitude > ONE) | ((magnitude & scale->powers) == 0);
    return (uint32_t)(beyond & (magnitude != 0) & (magnitude != ONE));
}

/* Prepares what later steps need; returns true if some numbers are left to element_literal. 0 and 1 get the digits of
 * 0, and no zeros before them. */
WORD_INLINE bool prepare(const struct scale *scale, const uint32_t *restrict numbers, size_t n,
                         bool fewest, struct block_f32 *restrict to) {
    const int32_t ten = 0x41200000, hundred = 0x42c80000, thousand = 0x447a0000;
    const uint32_t zero = (uint32_t)ZERO_POINT, minus_zero = (uint32_t)MINUS_ZERO_POINT;
    const struct scale by = *scale;
    uint32_t others = 0;
    for (size_t k = 0; k < n; k++) {
        others |= is_other_f32(&by, numbers[k]);
        int32_t magnitude = (int32_t)(numbers[k] & INT32_MAX);
        const uint32_t negative = numbers[k] >> 31, one = magnitude == ONE;
        magnitude &= (int32_t)one - 1;
        const int32_t below0 = magnitude < by.tens[0], below1 = magnitude < by.tens[1],
                      below2 = magnitude < by.tens[2];
        const int32_t tens = ONE ^ (-below0 & (ONE ^ ten)) ^ (-below1 & (ten ^ hundred)) ^
                             (-below2 & (hundred ^ thousand));
        const int32_t zeros = (below0 + below1 + below2) & -(magnitude != 0);
        memcpy(&to->magnitude[k], &magnitude, sizeof magnitude);
        memcpy(&to->tens[k], &tens, sizeof tens);
        to->place[k] = 16 + 8 * negative + 8 * (uint32_t)zeros;
        to->begin[k] = ((negative - 1) & (zero ^ one)) | (-negative & (minus_zero ^ one << 8));
        if (fewest) {
            const int32_t half = (magnitude & 0x7f800000) - (by.precision << 23);
            memcpy(&to->half[k], &half, sizeof half);
        }
    }
    return others != 0;
}

/* All digits: let k be such that y = |x| * 10^k has nine, 9 <= k <= 12. With |x| = m * 2^e and m < 2^24, y is m * 5^k *
 * 2^(e + k), and m * 5^k < 2^24 * 5^12 < 2^52: it is exact. So nearest() is the only rounding, ties to even as printf
 * does it. It never gives 10^9, since no binary32 number is close enough below a power of ten (unit_decimal.c tries the
 * nearest).
 *
 * The fewest digits of a number x of 24 bits or fewer, m * u with 2^(bits - 1) <= m < 2^bits: what is nearer to x
 * than u / 2 reads back as x, and nothing else does, unless x is a power of two (see scales); ends are not taken
 * (texts.h). Let y have as many digits as the type may need: 9, 5 or 4. It is exact, and so is h = 10^k * u / 2.
 * The text's number is the multiple of 10^z that is nearest to y, for the greatest z for which that is nearer than h.
 * As h = y / m / 2 < 10^9 / 2^24 < 60 (or 10^5 / 2^11, 10^4 / 2^8), no more than one multiple of 1000 is so near, and
 * it is the multiple of 10^4, 10^5... too if one of these is. So z = 0 to 3 are enough; h > 10^8 / 2^25 > 1 / 2, so
 * z = 0 always is near enough. The number never has a digit more: that would read back as 0.1, 0.01..., which are
 * not below themselves.
 *
 * nearest(y * c), where c is 10^-z rounded, is the integer nearest to y / 10^z if that may be near enough, for z =
 * 1, 2: y is a multiple of g = 2^k * u, m * 5^k < 2^51.9 times. If y / 10^z isn't midway between integers, it is g
 * / 10^z away from being so, more than 1.07 * 2^-52 of it, and the product has a relative error below (2^-54 +
 * 2^-53) * (1 + 2^-53). If it is, it is a number of binary64; c is off by 2^-54 of itself or less, which is less
 * than half the unit in the last place of any number. So the product is rounded to y / 10^z, and that to even.
 * (10^-1 is off by 2^-54 of itself, 10^-2 by 2^-55.4.) For z = 3, what is nearly midway is 500 away.
 *
 * decimal.c moves the ends at y +- h inwards by a margin, 2^(bits - 53) * h. That makes no difference: since g <
 * 1, y's distance from an integer is a multiple of g, and h = 5^k * g / 2 is none. They differ by g / 2 or more,
 * and the margin is 5^k * 2^(bits - 54) * g < g / 4, with 5^k < 2^28, 2^19 and 2^17 for 24, 11 and 8 bits. */
WORD_INLINE void find_digits_f32(const struct scale *scale, size_t n, bool fewest, bool fma,
                                 struct block_f32 *to) {
    const double most = scale->most, rest = scale->rest;
    for (size_t k = 0; k < n; k++) {
        const double power = (double)to->tens[k] * most, y = (double)to->magnitude[k] * power;
        double nine = nearest(y), eight;
        if (fewest) {
            const double h = (double)to->half[k] * power;
            const double off1 = less(y, nearest(y * 1e-1), 10, fma),
                         off2 = less(y, nearest(y * 1e-2), 100, fma),
                         off3 = less(y, nearest(y * 1e-3), 1000, fma);
            double off = either(fabs(off1) < h, off1, y - nine);
            off = either(fabs(off2) < h, off2, off);
            off = either(fabs(off3) < h, off3, off);
            nine = (y - off) * rest;
        }
        to->first[k] = divide(nine, 1e8, fma, &eight);
        to->digits.eight[k] = halves_of(eight, fma);
    }
}

WORD_INLINE void put_texts_f32(size_t n, const struct block_f32 *from, struct entry_texts *texts) {
    for (size_t k = 0; k < n; k++) { /* without the zeros at the end, which are the topmost bytes */
        const int zeros = (__builtin_clzll(2 * from->digits.eight[k] + 1) + 1) / 8;
        texts->length[k] = (uint8_t)(from->place[k] / 8 + 9 - (uint32_t)zeros);
    }
    for (size_t k = 0; k < n; k++) {
        const uint64_t at = from->place[k], eight = from->digits.eight[k],
                       begin = ZEROS << 32 | from->begin[k];
        texts->words[2 * k] = begin | from->first[k] << at | eight << (at + 8);
        texts->words[2 * k + 1] = ZEROS | eight >> (56 - at);
    }
}

WORD_INLINE void make_f32(const struct text_maker *maker, const void *entries, size_t n,
                          bool fewest, bool fma, struct entry_texts *texts) {
    const struct scale *scale = scale_of(maker);
    uint32_t room[ENTRY_BLOCK];
    const uint32_t *numbers = widen(maker->type, entries, n, room);
    struct block_f32 block;
    const bool others = prepare(scale, numbers, n, fewest, &block);
    find_digits_f32(scale, n, fewest, fma, &block);
    make_digits(2 * n, block.digits.four);
    put_texts_f32(n, &block, texts);
    for (size_t k = 0; others && k < n; k++)
        if (is_other_f32(scale, numbers[k]))
            make_single(maker, entries, k, texts);
}

/* --- numbers of binary64 */

/* A block between two steps. */
struct block_f64 {
    alignas(64) uint64_t begin[ENTRY_BLOCK],
        length[ENTRY_BLOCK]; /* the text up to the first digit */
    alignas(64) union {
        uint64_t eight[2 * ENTRY_BLOCK];
        uint32_t four[4 * ENTRY_BLOCK]; /* 0 to 9999, then its digits */
    } digits;
};

/* 1 if element_literal must print it: it isn't in [1e-4, 1), or its last eight digits are 0. */
WORD_INLINE uint64_t is_other_f64(uint64_t number, uint64_t last) {
    const int64_t least = INT64_C(0x3f1a36e2eb1c432d), one = INT64_C(0x3ff0000000000000);
    const int64_t magnitude = (int64_t)(number & INT64_MAX), digits = (int64_t)last;
    const int64_t below = magnitude < least, above = magnitude >= one, ends_in_zeros = digits == 0;
    return (uint64_t)(below | above | ends_in_zeros);
}

/* Digits of a number x of 53 bits: all 17, or the fewest.
 *
 * y = x * 10^k, k = 17 to 20, is high + low exactly: 10^20 is a binary64, and the rest of its product is one too. y
 * is at least 10^16 > 2^53, so `high` is even and |low| <= 8. Near y / 10^8 is the integer `upper`, and `lower` =
 * high - upper * 10^8 is exact too: even, and at most 10^8 / 2 and what the product's error adds. y rounded to 17
 * digits, ties to even as printf does, is upper * 10^8 + lower + nearest(low). It never is 10^17, nor is the
 * shortest number: that would read back as 0.1, 0.01..., which are not below themselves.
 *
 * The fewest digits are found as those of 24 bits, with m * u = x, 2^52 <= m, h < 10^17 / 2^53 < 12, and h >
 * 10^16 / 2^54 > 1 / 2. So multiples of 100 are the last level. All differences from y are exact: they are multiples
 * of 2^k * u >= 2^-46, and below 64. Only the multiple of 10 may be near enough and nearly midway, that is at 5 + 10 *
 * i from `upper` * 10^8. If the rounded y is just there, the sign of the fraction decides, which is moved to +-1/4;
 * then nearest() is given a tie, or what is 0.025 away from one. As there, nothing is at a distance of h, since 5^k is
 * odd and 2^k * u < 1. */
WORD_INLINE void find_digits_f64(const uint64_t *restrict numbers, size_t n, bool fewest, bool fma,
                                 struct block_f64 *restrict to) {
    const uint64_t tens[] = {bits_of_double(1e17), bits_of_double(1e18), bits_of_double(1e19),
                             bits_of_double(1e20)};
    for (size_t k = 0; k < n; k++) {
        const uint64_t magnitude = numbers[k] & INT64_MAX, negative = numbers[k] >> 63;
        const double x = double_of_bits(magnitude);
        const uint64_t below0 = x < 1e-1, below1 = x < 1e-2, below2 = x < 1e-3;
        const double power =
            double_of_bits(tens[0] ^ (-below0 & (tens[0] ^ tens[1])) ^
                           (-below1 & (tens[1] ^ tens[2])) ^ (-below2 & (tens[2] ^ tens[3])));
        const double high = x * power, low = fma ? __builtin_fma(x, power, -high) : 0;
        const double rounded = nearest(low), fraction = low - rounded;
        double upper = nearest(high * 1e-8), lower = less(high, upper, 1e8, fma) + rounded, eight;
        if (fewest) {
            const uint64_t exponent = magnitude & UINT64_C(0x7ff0000000000000);
            const double h = double_of_bits(exponent - (UINT64_C(53) << 52)) * power;
            double side = fraction * 0x1p44;
            side = side < 0.25 ? side : 0.25;
            side = side > -0.25 ? side : -0.25;
            const double ten = nearest((lower + side) * 1e-1) * 10,
                         hundred = nearest(lower * 1e-2) * 100;
            const double ten_off = (lower - ten) + fraction,
                         hundred_off = (lower - hundred) + fraction;
            lower = either(fabs(ten_off) < h, ten, lower);
            lower = either(fabs(hundred_off) < h, hundred, lower);
        }
        const bool borrows = lower < 0;
        upper -= either(borrows, 1, 0);
        lower += either(borrows, 1e8, 0);
        const uint64_t first = divide(upper, 1e8, fma, &eight);
        to->digits.eight[2 * k] = halves_of(eight, fma);
        to->digits.eight[2 * k + 1] = halves_of(lower, fma);
        to->length[k] = 3 + negative + below0 + below1 + below2;
        to->begin[k] = (negative ? MINUS_ZERO_POINT : ZERO_POINT) | first
                                                                        << (8 * to->length[k] - 8);
    }
}

WORD_INLINE void put_texts_f64(size_t n, const struct block_f64 *from, struct entry_texts *texts) {
    char *slot = texts->slots;
    for (size_t k = 0; k < n; k++, slot += ENTRY_SLOT) {
        const uint64_t last = from->digits.eight[2 * k + 1], length = from->length[k];
        const uint64_t digits[2] = {from->digits.eight[2 * k] | ZEROS, last | ZEROS};
        memcpy(slot, &from->begin[k], sizeof from->begin[k]);
        memcpy(slot + length, digits, sizeof digits);
        texts->length[k] = (uint8_t)(length + 16 - (unsigned)__builtin_clzll(last | 1) / 8);
    }
}

WORD_INLINE void make_f64(const struct text_maker *maker, const uint64_t *numbers, size_t n,
                          bool fewest, bool fma, struct entry_texts *texts) {
    struct block_f64 block;
    find_digits_f64(numbers, n, fewest, fma, &block);
    make_digits(4 * n, block.digits.four);
    put_texts_f64(n, &block, texts);
    uint64_t others = 0;
    for (size_t k = 0; k < n; k++)
        others |= is_other_f64(numbers[k], block.digits.eight[2 * k + 1]);
    for (size_t k = 0; others && k < n; k++)
        if (is_other_f64(numbers[k], block.digits.eight[2 * k + 1]))
            make_single(maker, numbers, k, texts);
}

/* --- makers */

#define FMA_baseline BASELINE_FMA
#define FMA_avx2 true
#define FMA_avx512 true
#define MAKER(name, type, fewest, set)                                                       \
    INSTRUCTIONS_FOR_##set static void name##_##type##_##set(const struct text_maker *maker, \
                                                             const void *entries, size_t n,  \
                                                             struct entry_texts *texts) {    \
        make_##type(maker, entries, n, fewest, FMA_##set, texts);                            \
    }
#define MAKERS(set)               \
    MAKER(all, f32, false, set)   \
    MAKER(fewest, f32, true, set) \
    MAKER(all, f64, false, set) MAKER(fewest, f64, true, set)
INSTRUCTIONS_EACH(MAKERS)

#define ROW(set)                             \
    {                                        \
        {all_f32_##set, fewest_f32_##set}, { \
            all_f64_##set, fewest_f64_##set  \
        }                                    \
    }
/* By the instruction set, f32 or f64, all digits or the fewest. */
static make_texts *const makers[][2][2] = {INSTRUCTIONS_LIST(ROW)};

bool texts_decimal_choose(struct text_maker *maker, enum instructions best) {
    const bool fewest = maker->literal == LITERAL_SHORTEST, wide = maker->type->precision == 53;
    /* digits go to memory as the bytes of integers, the first one lowest */
    if (!ARITHMETIC_BINARY64 || !least_byte_first())
        return false;
    if ((wide && best == INSTRUCTIONS_BASELINE && !BASELINE_FMA) || !arithmetic_rounds_to_nearest())
        return false;
    maker->make = makers[best][wide][fewest];
    maker->slot = wide ? ENTRY_SLOT : SLOT;
    return true;
}
