/* Decimal texts of a block of binary64 numbers, in a few loops through the block: find 17 digits as integers; make text
 * of these; put it after the text's beginning. */
#include "element/decimal_digits.h"
#include "element/texts_decimal.h"

#include <math.h>

#if DECIMAL_DIGITS

/* A block between two steps. */
struct block {
    alignas(64) uint64_t begin[ENTRY_BLOCK],
        length[ENTRY_BLOCK]; /* the text up to the first digit */
    alignas(64) union {
        uint64_t eight[2 * ENTRY_BLOCK];
        uint32_t four[4 * ENTRY_BLOCK]; /* 0 to 9999, then its digits */
    } digits;
};

/* Is a number left to element_literal? 1 or 0. Those are that aren't in [1e-4, 1), or whose last eight digits are 0. */
DIGITS_INLINE uint64_t is_other(uint64_t number, uint64_t last) {
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
 * The fewest digits are found as in texts_decimal_f32.c, with m * u = x, 2^52 <= m, h < 10^17 / 2^53 < 12, and h >
 * 10^16 / 2^54 > 1 / 2. So multiples of 100 are the last level. All differences from y are exact: they are multiples
 * of 2^k * u >= 2^-46, and below 64. Only the multiple of 10 may be near enough and nearly midway, that is at 5 + 10 *
 * i from `upper` * 10^8. If the rounded y is just there, the sign of the fraction decides, which is moved to +-1/4;
 * then nearest() is given a tie, or what is 0.025 away from one. As there, nothing is at a distance of h, since 5^k is
 * odd and 2^k * u < 1. */
DIGITS_INLINE void find_digits(const uint64_t *restrict numbers, size_t n, bool fewest, bool fma,
                               struct block *restrict to) {
    const uint64_t tens[] = {bits_of_double(1e17), bits_of_double(1e18), bits_of_double(1e19),
                             bits_of_double(1e20)};
    for (size_t k = 0; k < n; k++) {
        const uint64_t magnitude = numbers[k] & INT64_MAX, negative = numbers[k] >> 63;
        const double x = number_of(magnitude);
        const uint64_t below0 = x < 1e-1, below1 = x < 1e-2, below2 = x < 1e-3;
        const double power =
            number_of(tens[0] ^ (-below0 & (tens[0] ^ tens[1])) ^ (-below1 & (tens[1] ^ tens[2])) ^
                      (-below2 & (tens[2] ^ tens[3])));
        const double high = x * power, low = __builtin_fma(x, power, -high);
        const double rounded = nearest(low), fraction = low - rounded;
        double upper = nearest(high * 1e-8), lower = less(high, upper, 1e8, fma) + rounded, eight;
        if (fewest) {
            const uint64_t exponent = magnitude & UINT64_C(0x7ff0000000000000);
            const double h = number_of(exponent - (UINT64_C(53) << 52)) * power;
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

DIGITS_INLINE void put_texts(size_t n, const struct block *from, struct entry_texts *texts) {
    char *slot = texts->slots;
    for (size_t k = 0; k < n; k++, slot += ENTRY_SLOT) {
        const uint64_t last = from->digits.eight[2 * k + 1], length = from->length[k];
        const uint64_t digits[2] = {from->digits.eight[2 * k] | ZEROS, last | ZEROS};
        memcpy(slot, &from->begin[k], sizeof from->begin[k]);
        memcpy(slot + length, digits, sizeof digits);
        texts->length[k] = (uint8_t)(length + 16 - (unsigned)__builtin_clzll(last | 1) / 8);
    }
}

DIGITS_INLINE void make(const struct text_maker *maker, const uint64_t *numbers, size_t n,
                        bool fewest, bool fma, struct entry_texts *texts) {
    struct block block;
    find_digits(numbers, n, fewest, fma, &block);
    make_digits(4 * n, block.digits.four);
    put_texts(n, &block, texts);
    uint64_t others = 0;
    for (size_t k = 0; k < n; k++)
        others |= is_other(numbers[k], block.digits.eight[2 * k + 1]);
    for (size_t k = 0; others && k < n; k++)
        if (is_other(numbers[k], block.digits.eight[2 * k + 1]))
            make_other(maker, numbers, k, texts);
}
#if BASELINE_FMA
DECIMAL_MAKERS(baseline, true)
#else
#define all_baseline NULL
#define fewest_baseline NULL
#endif
#include "element/decimal_makers.h"

bool texts_decimal_f64_choose(struct text_maker *maker, enum instructions best) {
    const bool fewest = maker->literal == LITERAL_SHORTEST;
    make_texts *const chosen = fewest ? makers[best].fewest : makers[best].all;
    if (maker->type->precision != 53 || (!fewest && maker->literal != LITERAL_DECIMAL) || !chosen ||
        !arithmetic_rounds_to_nearest())
        return false;
    maker->make = chosen;
    maker->slot = ENTRY_SLOT;
    return true;
}

#else

bool texts_decimal_f64_choose(struct text_maker *maker, enum instructions best) {
    (void)maker;
    (void)best;
    return false;
}

#endif
