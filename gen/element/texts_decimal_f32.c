/* Decimal texts of a block of numbers of at most 24 bits, widened to binary32, in a few loops through the block: find
 * nine digits as integers; make text of these; put it after the text's beginning. */
#include "element/decimal_digits.h"
#include "element/texts_decimal.h"

#include <math.h>

#if DECIMAL_DIGITS

enum { SLOT = 16, ONE = 0x3f800000 };

/* What the texts of a type need. */
struct scale {
    enum literal literal;
    int precision;
    /* Powers of ten: `most` has as many digits as texts may have, and 10^9 = most * rest. */
    double most, rest;
    /* The least binary32 numbers whose texts are not below 0.1, 0.01, 0.001 and 0.0001. */
    int32_t tens[4];
    int32_t powers; /* numbers in which these bits are 0 are left to element_literal */
};

/* Of those with the fewest digits, the numbers nearest to 0.1, 0.01... have just these texts.
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

/* A block between two steps. */
struct block {
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
DIGITS_INLINE const uint32_t *widen(const struct element *type, const void *entries, size_t n,
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

/* Is a number left to element_literal? 1 or 0. Those are that aren't in [1e-4, 1], except 0. */
DIGITS_INLINE uint32_t is_other(const struct scale *scale, uint32_t number) {
    const int32_t magnitude = (int32_t)(number & INT32_MAX);
    const int32_t beyond =
        (magnitude < scale->tens[3]) | (magnitude > ONE) | ((magnitude & scale->powers) == 0);
    return (uint32_t)(beyond & (magnitude != 0) & (magnitude != ONE));
}

/* What the steps after it need to know of numbers; true if some of them are others. 0 and 1 have the digits of 0, and
 * no zeros before them. */
DIGITS_INLINE bool prepare(const struct scale *scale, const uint32_t *restrict numbers, size_t n,
                           bool fewest, struct block *restrict to) {
    const int32_t ten = 0x41200000, hundred = 0x42c80000, thousand = 0x447a0000;
    const uint32_t zero = (uint32_t)ZERO_POINT, minus_zero = (uint32_t)MINUS_ZERO_POINT;
    const struct scale by = *scale;
    uint32_t others = 0;
    for (size_t k = 0; k < n; k++) {
        others |= is_other(&by, numbers[k]);
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
 * (shortest.h). Let y have as many digits as the type may need: 9, 5 or 4. It is exact, and so is h = 10^k * u / 2.
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
 * shortest.c moves the ends at y +- h inwards by a margin, 2^(bits - 53) * h. That makes no difference: since g <
 * 1, y's distance from an integer is a multiple of g, and h = 5^k * g / 2 is none. They differ by g / 2 or more,
 * and the margin is 5^k * 2^(bits - 54) * g < g / 4, with 5^k < 2^28, 2^19 and 2^17 for 24, 11 and 8 bits. */
DIGITS_INLINE void find_digits(const struct scale *scale, size_t n, bool fewest, bool fma,
                               struct block *to) {
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

DIGITS_INLINE void put_texts(size_t n, const struct block *from, struct entry_texts *texts) {
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

DIGITS_INLINE void make(const struct text_maker *maker, const void *entries, size_t n, bool fewest,
                        bool fma, struct entry_texts *texts) {
    const struct scale *scale = scale_of(maker);
    uint32_t room[ENTRY_BLOCK];
    const uint32_t *numbers = widen(maker->type, entries, n, room);
    struct block block;
    const bool others = prepare(scale, numbers, n, fewest, &block);
    find_digits(scale, n, fewest, fma, &block);
    make_digits(2 * n, block.digits.four);
    put_texts(n, &block, texts);
    for (size_t k = 0; others && k < n; k++)
        if (is_other(scale, numbers[k]))
            make_other(maker, entries, k, texts);
}

DECIMAL_MAKERS(baseline, BASELINE_FMA)
#include "element/decimal_makers.h"

bool texts_decimal_f32_choose(struct text_maker *maker, enum instructions best) {
    const bool fewest = maker->literal == LITERAL_SHORTEST;
    if (maker->type->fixed || maker->type->precision > 24 ||
        (!fewest && maker->literal != LITERAL_DECIMAL) || !arithmetic_rounds_to_nearest())
        return false;
    maker->make = fewest ? makers[best].fewest : makers[best].all;
    maker->slot = SLOT;
    return true;
}

#else

bool texts_decimal_f32_choose(struct text_maker *maker, enum instructions best) {
    (void)maker;
    (void)best;
    return false;
}

#endif
