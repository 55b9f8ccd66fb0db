/* SPDX-License-Identifier: MIT */
/* Frequencies: recipes from which enclosures of real numbers w are made, to any precision.
 *
 *     w = ratio * base[0]^power[0] * base[1]^power[1] * factor, or 1/factor if only the quotient is wanted
 *
 * Ratio and powers are exact rationals; the ratio may be 0. A base is a rational. Only the ends of
 * enclosures are rounded. */
#ifndef POSENC_FREQUENCY_H
#define POSENC_FREQUENCY_H

#include "exact/interval.h"
#include "exact/number.h"

#include <stdbool.h>
#include <stdint.h>

struct base;
struct frequency;

/* A base that many frequencies share. It keeps the enclosures of its logarithm, so a thread needs its own. */
struct base *base_new(const mpq_t value); /* value > 0 */
void base_free(struct base *);

/* Multiplies the enclosure x by a real number above 0, which `context` and `index` determine. */
typedef void real_factor(const void *context, uint64_t index, struct interval *x);

/* The parts of w. A base that is NULL counts as 1, and so does a factor. The bases and `context` must outlive the
 * frequency. */
struct recipe {
    struct base *base[2];
    mpq_t power[2], ratio;
    real_factor *factor;
    bool quotient; /* the real number is 1/factor */
    const void *context;
    uint64_t index;
};
void recipe_init(struct recipe *); /* w = 1 */
void recipe_clear(struct recipe *);

/* Copies the recipe. */
struct frequency *frequency_new(const struct recipe *);
void frequency_free(struct frequency *);

/* How many bits the ends of an enclosure have, by its level: 64, 128, 256... */
static inline long level_bits(int level) {
    return 64L << level;
}

/* An enclosure of w, which stays valid as long as the frequency. */
const struct interval *frequency_at(struct frequency *, int level);

/* A k with w < 2^k, the least that 64 bits prove; LONG_MAX if w is too large for MPFR. An angle with k bits before
 * the point needs more than k bits of precision. */
long frequency_log2(struct frequency *);

/* The real numbers in an entry, A * sin(p*w) or A * cos(p*w).
 *
 *     p = a + b*pi        a position; a and b are rational
 *     w                   a frequency (frequency.h)
 *     A = +-sqrt(square)  an amplitude; square > 0 is rational; a scaling rule may multiply it by a factor
 *
 * Nothing is rounded here: these are recipes for enclosures of any precision. */

struct position;
struct amplitude;

/* A position without a value; position_set gives it one, any number of times. */
struct position *position_new(void);
void position_set(struct position *, const struct number *value);
void position_free(struct position *);

/* The sign of x: -1, 0 or 1. */
int real_sign(const struct number *x);

/* The sign of x - y. */
int real_compare(const struct number *x, const struct number *y);

/* The amplitude sqrt(square), or -sqrt(square), times the factor for index 0 unless that is NULL. `context` must outlive
 * it. */
struct amplitude *amplitude_new(const mpq_t square, bool negative, real_factor *factor,
                                const void *context);
void amplitude_free(struct amplitude *);

/* An enclosure of |A|, which stays valid as long as the amplitude. */
const struct interval *amplitude_at(struct amplitude *, int level);

/* A k with |A| <= 2^k. If the amplitude has no factor, 2^k < 4|A| too. */
long amplitude_log2(struct amplitude *);
bool amplitude_is_negative(const struct amplitude *);

/* The angles at which A * sin x can be rational, decided with integers.
 *
 * If x/pi is rational, the only rational values of cos 2x are 0, +-1/2 and +-1 (I. Niven, Irrational
 * Numbers, Carus Monographs 11 (1956), corollary 3.12, doi:10.5948/9781614440116). So the only rational
 * values of sin^2 x = (1 - cos 2x) / 2 are 0, 1/4, 1/2, 3/4 and 1, at multiples of pi/6 and of pi/4.
 * If A^2 is rational, A * sin x = +-sqrt(A^2 * sin^2 x) can be rational only at these angles, and it is
 * if A^2 * sin^2 x is a square. */

/* base^exponent. If it is rational, it equals (over/under)^power, in lowest terms and with power >= 0. */
struct power {
    bool rational;
    mpz_t over, under, power;
};

/* base > 0 */
void power_init(struct power *, const mpq_t base, const mpq_t exponent);
void power_clear(struct power *);

/* Is p*w, for a power w, a multiple of 2pi/NIVEN_TURN? If so, *k is the multiplier, modulo a whole turn. True for p = 0
 * too. */
enum { NIVEN_TURN = 24 };
bool niven_angle(const struct number *p, const struct power *w, unsigned *k);

/* Is sqrt(square) times the sine of k * 2pi/NIVEN_TURN rational? Then sets that product. */
bool niven_sine(unsigned k, const mpq_t square, mpq_t sine);

#endif
