/* SPDX-License-Identifier: MIT */
#include "element/texts.h"

#include <stdlib.h>

/* --- digits as text: "0.00012345678", "1.2345678", "123.0", "1.2345678e-05"
 *
 * These functions may write up to DECIMAL_MAX bytes whatever the length that they return. They are inlined, with
 * constants for the number of digits: that makes them a third faster. */

/* A format of numbers. Its texts have at most one digit and `groups` groups of eight. */
struct format {
    int precision;
    unsigned groups;
    uint64_t least; /* 10^(8 * groups), the least number with all of them */
};

static const struct format binary32 = {24, 1, UINT64_C(100000000)};
static const struct format binary64 = {53, 2, UINT64_C(10000000000000000)};

/* Writes a number below 10^9 as nine digits. The factor is at most 2^57 / 10^8 + 0.25, so number / 10^8 comes out
 * too large by less than 10^9 * 0.25 / 2^57 < 10^-8. */
static inline void put_nine(uint32_t number, char *text) {
    const uint32_t first = (uint32_t)(number * UINT64_C(1441151881) >> 57);
    text[0] = (char)('0' + first);
    put_word(text + 1, word_of_number(number - first * 100000000) | '0' * EACH_BYTE);
}

/* Writes all digits of a number above 0, and returns how many there are up to the last that is not 0. `zeros` is a
 * lower bound of the number of zeros at the end; it is negative if no bound is known. */
WORD_INLINE size_t put_digits(const struct format *format, uint64_t number, int zeros, char *text) {
    if (zeros < 0)
        zeros = number % 10 == 0; /* one number in ten, so a branch would be mispredicted */
    size_t last = 8 * (size_t)format->groups - (size_t)zeros;
    if (format->groups == 2) /* the leading 0 is overwritten */
        put_nine((uint32_t)(number % 100000000), text + 8);
    put_nine((uint32_t)(format->groups == 2 ? number / 100000000 : number), text);
    while (text[last] == '0')
        last--;
    return last + 1;
}

/* Writes d.ddd... * 10^power, for the number dddd..., and returns the length of the text. It has an exponent, or its
 * point is among the digits: power is not -4 to -1. */
static size_t put(const struct format *format, bool negative, uint64_t number, int zeros, int power,
                  char *text) {
    text += negative;
    bool fixed = power >= 0 && power <= 8 * (int)format->groups;
    size_t whole = fixed ? (size_t)power + 1 : 1;
    size_t length = put_digits(format, number, zeros, text + 1) + 1;
    text[0] = text[1];
    if (whole > 1)
        memmove(text + 1, text + 2, whole - 1);
    text[whole] = '.';
    if (fixed) {
        if (length <= whole + 1) {
            text[whole + 1] = '0';
            length = whole + 2;
        }
    } else {
        unsigned size = (unsigned)(power < 0 ? -power : power);
        length -= length == 2;
        text[length++] = 'e';
        text[length++] = power < 0 ? '-' : '+';
        if (size >= 100)
            text[length++] = (char)('0' + size / 100);
        text[length++] = (char)('0' + size / 10 % 10);
        text[length++] = (char)('0' + size % 10);
    }
    text[length] = 0;
    return negative + length;
}

/* The same for any power. The number may have been rounded up to 10 * least. */
WORD_INLINE size_t put_number(const struct format *format, bool negative, uint64_t number,
                              int zeros, int power, char *text) {
    if (number == 10 * format->least) {
        number = format->least;
        zeros = -1;
        power++;
    }
    text[0] = '-';
    if (power < -4 || power >= 0)
        return put(format, negative, number, zeros, power, text);
    static const char start[8] = {'0', '.', '0', '0', '0', '0', '0', '0'};
    size_t before = (size_t)(1 - power); /* 0.000ddd to 0.ddd */
    text += negative;
    memcpy(text, start, sizeof start);
    const size_t length = before + put_digits(format, number, zeros, text + before);
    text[length] = 0;
    return negative + length;
}

static size_t put_zero(bool negative, char *text) {
    static const char zero[2][5] = {"0.0", "-0.0"};
    memcpy(text, zero[negative], sizeof zero[negative]);
    return 3 + negative;
}

/* A fixed number of decimal digits, by one exact product.
 *
 * The first n digits of x = significand * 2^exponent are the integer nearest to
 *     y = x * 10^k = significand * 5^k * 2^(exponent + k),  k = n - 1 - floor(log10 x),
 * ties to even as printf rounds them. Ryu printf [2], Schubfach [3] and Dragonbox [4] also multiply
 * by tabulated powers. They want the shortest digits, or any number of digits of any x, so they cut
 * their powers, and a proof or a search shows that no digit is wrong. Here the digits are few and x
 * is near 1. Up to k = 27, 5^k itself fits 64 bits: nothing is cut, and the product's bits below
 * the point say which way to round, ties included. All other k are left to integers of any size, as
 * in [1].
 *
 * [1] G. L. Steele, J. L. White, How to print floating-point numbers accurately, PLDI (1990),
 *     doi:10.1145/93542.93559
 * [2] U. Adams, Ryu revisited: printf floating point conversion, OOPSLA (2019), doi:10.1145/3360595
 * [3] R. Giulietti, The Schubfach way to render doubles (2020)
 * [4] J. Jeon, Dragonbox: a new floating-point binary-to-decimal conversion algorithm (2020) */

/* fives[k] = 5^k * 2^(63 - floor(log2 5^k)): the top bit is set, and nothing is cut. */
static const uint64_t fives[] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, /* 0 */
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000, /* 4 */
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000, /* 8 */
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000, /* 12 */
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000, /* 16 */
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, /* 20 */
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a, /* 24 */
};
enum { FIVES = sizeof fives / sizeof fives[0] };

/* n - p for the greatest p with 10^p < 2^bound, |bound| <= 1074. It is reduced modulo 2^14, so a negative one is
 * beyond the end of every table. */
static inline unsigned without_log10(unsigned n, int bound) {
    return (((n + 1) << 18) - (unsigned)bound * 78913) >> 18;
}

/* floor(log2 10^k), k < FIVES */
static inline int log2_of_ten_to(unsigned k) {
    return (int)(k * 425 >> 7);
}

/* floor(n * factor), which must be below 2^64; *more becomes true if it is less than the product. */
static uint64_t floor_of(uint64_t n, const mpq_t factor, bool *more) {
    mpz_t product, rest;
    mpz_inits(product, rest, NULL);
    integer_set_unsigned(product, n);
    mpz_mul(product, product, mpq_numref(factor));
    mpz_tdiv_qr(product, rest, product, mpq_denref(factor));
    const uint64_t floor = integer_get_unsigned(product);
    *more = mpz_sgn(rest) != 0;
    mpz_clears(product, rest, NULL);
    return floor;
}

/* What scale_all does, for any k: factor = 2^exponent * 10^k. */
static int scale_by_division(const struct format *format, int exponent, unsigned bits, size_t count,
                             const uint64_t from[], uint64_t n[], bool more[]) {
    int power = 1074 - (int)without_log10(1074, exponent + format->precision),
        k = 8 * (int)format->groups - power;
    mpq_t factor;
    mpq_init(factor);
    rational_set(factor, 1, 1);
    integer_power(k < 0 ? mpq_denref(factor) : mpq_numref(factor), 10, (unsigned)abs(k));
    element_shift(factor, exponent);
    for (; floor_of(from[count / 2], factor, &more[0]) < format->least << bits; power--)
        mpz_mul_ui(mpq_numref(factor), mpq_numref(factor), 10);
    for (size_t i = 0; i < count; i++)
        n[i] = floor_of(from[i], factor, &more[i]);
    mpq_clear(factor);
    return power;
}

/* Of x = significand * 2^exponent. k is such that y = x * 10^k has 9 or 17 digits before the point: least <= y < 10 *
 * least. n[i] becomes floor(from[i] * 2^exponent * 10^k), and more[i] becomes true if that is less than the product. The
 * number in the middle of `from` is significand * 2^bits. Returns floor(log10 x). from[i] * 2 * y / significand must be
 * below 2^64.
 *
 * With fives[k], the product is (from[i] << shift) * fives[k] / 2^64. As fives[k] / 2^64 is in [1/2, 1), the shifted
 * significand is in (y, 2 * y], and as 2^(precision - 1) < least, the shift is not negative. The power of two above x
 * leaves two k. With the lower one, which is tried first, y may be below `least`, and the shift may be negative. */
WORD_INLINE int scale_all(const struct format *format, int exponent, unsigned bits, size_t count,
                          const uint64_t from[], uint64_t n[], bool more[]) {
    const unsigned digits = 8 * format->groups;
    unsigned k = without_log10(digits, exponent + format->precision);
    if (k >= FIVES - 1)
        return scale_by_division(format, exponent, bits, count, from, n, more);
    for (;; k++) {
        const int shift = exponent + 1 + log2_of_ten_to(k);
        for (size_t i = 0; shift >= 0 && i < count; i++) {
            uint64_t low;
            n[i] = integer_multiply(from[i] << shift, fives[k], &low);
            more[i] = low != 0;
        }
        if (shift >= 0 && n[count / 2] >= format->least << bits)
            return (int)digits - (int)k;
    }
}

/* Writes y rounded to nearest, ties to even.
 *
 * Nothing rounds up to 1e-4, 0.001, 0.01, 0.1 or 1, since no number of the format is close enough below them: unit_decimal
 * tries the nearest. */
WORD_INLINE size_t put_decimal(const struct format *format, bool negative, uint64_t significand,
                               int exponent, char *text) {
    const uint64_t twice = 2 * significand;
    uint64_t doubled; /* floor(2 * y) */
    bool more;
    const int power = scale_all(format, exponent, 1, 1, &twice, &doubled, &more);
    const uint64_t number = doubled / 2 + (doubled % 2 & (more | doubled / 2 % 2));
    return put_number(format, negative, number, -1, power, text);
}

size_t decimal(bool negative, uint64_t significand, int exponent, int precision,
               char text[DECIMAL_MAX]) {
    const bool wide = precision > 24;
    const uint64_t hidden = UINT64_C(1) << (wide ? 52 : 23);
    if (significand == 0)
        return put_zero(negative, text);
    for (; significand < hidden; significand *= 2)
        exponent--;
    return wide ? put_decimal(&binary64, negative, significand, exponent, text)
                : put_decimal(&binary32, negative, significand, exponent, text);
}

/* The fewest digits, by three exact products.
 *
 * With u = 2^exponent, every number between x - u / 2 and x + u / 2 reads back as x = significand *
 * u. If x is a power of two, the numbers below it are twice as dense, and the lower end is x - u / 4.
 * scale_all scales x and both ends by the same power of ten, exactly. What is left is to look among
 * the integers between the ends for those with the most zeros, as Steele and White's and all later
 * methods do [1, 2].
 *
 * A reader may round to binary64 first. That rounding is monotone, and both ends are numbers of
 * binary64, so at worst it moves a decimal onto an end, and only from within half a unit of binary64:
 * 2^(e - 53) if the end is in (2^e, 2^(e + 1)]. Both ends are below 2^precision * u, so this is at most
 *     margin = 2^(precision - 54) * u,
 * and the ends are moved inwards by the margin. The ends themselves are never taken.
 *
 * [1] G. L. Steele, J. L. White, How to print floating-point numbers accurately, PLDI (1990),
 *     doi:10.1145/93542.93559
 * [2] U. Adams, Ryu: fast float-to-string conversion, PLDI (2018), doi:10.1145/3192366.3192369 */

/* y = x * 10^k, which has 9 or 17 digits, and the integers that read back as x. */
struct span {
    uint64_t doubled; /* floor(2 * y) */
    bool more;        /* 2 * y is not an integer */
    uint64_t least, most;
};

/* Finds the integers of the span with the most zeros, at most `last` of them, which leaves one digit;
 * returns the one nearest to y, ties to even. The span is never empty, since both ends are farther
 * from y than 1/2: u > 10^8 / 2^24 or 10^16 / 2^53 in units of y, and twice that if an end is u / 4
 * away. */
WORD_INLINE uint64_t choose(struct span span, int last, int *zeros) {
    uint64_t ten = 1, most = span.most, below = span.doubled / 2; /* both as floor(... / ten) */
    int z = 0;
    for (; z + 3 <= last && most / 1000 * (1000 * ten) >= span.least; z += 3) {
        ten *= 1000;
        most /= 1000;
        below /= 1000;
    }
    /* Two more zeros at most. No processor can predict how many: branches would make this a fifth slower. */
    const uint64_t belows[] = {below, below / 10, below / 100}, units[] = {1, 10, 100};
    int more = (most / 10 * 10 * ten >= span.least) +
               (most / 100 * 100 * ten >= span.least && z + 2 <= last);
    below = belows[more];
    ten *= units[more];
    *zeros = z + more;

    uint64_t rest = span.doubled - 2 * below * ten; /* of 2 * y; a tie if it equals ten */
    bool up = rest + (span.more | below % 2) > ten;
    up |= below * ten < span.least; /* the lower end may be the nearer one */
    return (below + up) * ten;
}

/* x = significand * 2^exponent, with the top bit of 24 or 53 set, and u = 2^(exponent + spread).
 *
 * The three numbers that are scaled have `spare` bits below the point. Since x + u / 2 <= 1.5 * x, and
 * y < 10^9 or 10^17, the product that scale_all bounds is at most 1.5 * 2 * y * 2^spare < 2^64.
 * The margin is a whole number of the lowest of these bits: spread >= 24 - precision. */
WORD_INLINE size_t put_shortest(const struct format *format, bool negative, uint64_t significand,
                                int exponent, int spread, int precision, bool dense_below,
                                char *text) {
    const bool wide = format->precision > 24;
    const unsigned spare = wide ? 5 : 32;
    uint64_t one = UINT64_C(1) << spare, half = one << spread >> 1;
    uint64_t margin = wide ? 0 : UINT64_C(1) << ((int)spare + spread + precision - 54);
    uint64_t middle = significand << spare, n[3];
    uint64_t from[3] = {middle - (half >> dense_below) + margin, middle, middle + half - margin};
    bool more[3];
    int zeros, power = scale_all(format, exponent, spare, 3, from, n, more);
    struct span span = {n[1] / (one / 2), more[1] || n[1] % (one / 2) != 0, n[0] / one + 1,
                        n[2] / one - (!more[2] && n[2] % one == 0)};
    uint64_t number = choose(span, wide ? 16 : 8, &zeros);
    return put_number(format, negative, number, zeros, power, text);
}

size_t shortest(bool negative, uint64_t significand, int exponent, int precision,
                char text[DECIMAL_MAX]) {
    bool wide = precision > 24;
    if (significand == 0)
        return put_zero(negative, text);

    /* The significand is widened to 24 or 53 bits; the neighbours of x don't change. The span of the least normal
     * number could be wider, since the numbers below it are no denser. That costs no digit: unit_shortest tries the
     * least normal numbers of all four types. */
    uint64_t hidden = UINT64_C(1) << (precision - 1);
    bool dense_below = significand == hidden;
    int spread = (wide ? 53 : 24) - precision;
    significand <<= spread;
    for (hidden <<= spread; significand < hidden; significand *= 2)
        spread++;
    exponent -= spread;
    return wide ? put_shortest(&binary64, negative, significand, exponent, spread, precision,
                               dense_below, text)
                : put_shortest(&binary32, negative, significand, exponent, spread, precision,
                               dense_below, text);
}
