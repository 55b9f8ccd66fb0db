/* The fewest digits, by three exact products.
 *
 * With u = 2^exponent, every number between x - u / 2 and x + u / 2 reads back as x = significand *
 * u. If x is a power of two, the numbers below it are twice as dense, and the lower end is x - u / 4.
 * decimal.c scales x and both ends by the same power of ten, exactly. What is left is to look among
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
#include "element/shortest.h"

#define INLINE inline __attribute__((always_inline))

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
static INLINE uint64_t choose(struct span span, int last, int *zeros) {
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
 * y < 10^9 or 10^17, the product that decimal_scale bounds is at most 1.5 * 2 * y * 2^spare < 2^64.
 * The margin is a whole number of the lowest of these bits: spread >= 24 - precision. */
static INLINE size_t put_shortest(bool wide, bool negative, uint64_t significand, int exponent,
                                  int spread, int precision, bool dense_below, char *text) {
    int spare = wide ? 5 : 32;
    uint64_t one = UINT64_C(1) << spare, half = one << spread >> 1;
    uint64_t margin = wide ? 0 : UINT64_C(1) << (spare + spread + precision - 54);
    uint64_t middle = significand << spare;
    uint64_t n[3] = {middle - (half >> dense_below) + margin, middle, middle + half - margin};
    bool more[3];
    int zeros, power = decimal_scale(wide, significand, exponent, n, more);
    struct span span = {n[1] / (one / 2), more[1] || n[1] % (one / 2) != 0, n[0] / one + 1,
                        n[2] / one - (!more[2] && n[2] % one == 0)};
    uint64_t number = choose(span, wide ? 16 : 8, &zeros);
    return decimal_put(wide, negative, number, zeros, power, text);
}

size_t shortest(bool negative, uint64_t significand, int exponent, int precision,
                char text[DECIMAL_MAX]) {
    bool wide = precision > 24;
    if (significand == 0)
        return decimal_put(wide, negative, 0, 0, 0, text);

    /* Widened to 24 or 53 bits; the neighbours of x stay where they are. The span of the least normal
     * number could be wider, since the numbers below it are no denser. That costs no digit:
     * unit_shortest tries the least normal numbers of all four types. */
    uint64_t hidden = UINT64_C(1) << (precision - 1);
    bool dense_below = significand == hidden;
    int spread = (wide ? 53 : 24) - precision;
    significand <<= spread;
    for (hidden <<= spread; significand < hidden; significand *= 2)
        spread++;
    exponent -= spread;
    return wide ? put_shortest(true, negative, significand, exponent, spread, precision,
                               dense_below, text)
                : put_shortest(false, negative, significand, exponent, spread, precision,
                               dense_below, text);
}
