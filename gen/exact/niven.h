/* The angles at which A * sin x can be rational, decided with integers.
 *
 * If x/pi is rational, the only rational values of cos 2x are 0, +-1/2 and +-1 (I. Niven, Irrational
 * Numbers, Carus Monographs 11 (1956), corollary 3.12, doi:10.5948/9781614440116). So the only rational
 * values of sin^2 x = (1 - cos 2x) / 2 are 0, 1/4, 1/2, 3/4 and 1, at multiples of pi/6 and of pi/4.
 * If A^2 is rational, A * sin x = +-sqrt(A^2 * sin^2 x) can be rational only at these angles, and it is
 * if A^2 * sin^2 x is a square. */
#ifndef POSENC_NIVEN_H
#define POSENC_NIVEN_H

#include "exact/number.h"

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

/* Is the root of square >= 0 rational? Then sets it to that number. */
bool niven_root(const mpq_t square, mpq_t root);

/* Is sqrt(square) times the sine of k * 2pi/NIVEN_TURN rational? Then sets that product. */
bool niven_sine(unsigned k, const mpq_t square, mpq_t sine);

#endif
