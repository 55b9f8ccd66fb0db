/* The angles at which A * sin x can be rational, decided with integers.
 *
 * If x/pi is rational, the only rational values of cos 2x are 0, +-1/2 and +-1 (I. Niven, Irrational
 * Numbers, Carus Monographs 11 (1956), corollary 3.12, doi:10.5948/9781614440116). So the only rational
 * values of sin^2 x = (1 - cos 2x) / 2 are 0, 1/4, 1/2, 3/4 and 1, at multiples of pi/6 and of pi/4.
 * If A^2 is rational, A * sin x = +-sqrt(A^2 * sin^2 x) can be rational only at these angles, and it is
 * if A^2 * sin^2 x is a square. */
#ifndef POSENC_NIVEN_H
#define POSENC_NIVEN_H

#include "element/element.h"
#include "exact/number.h"

/* base^exponent. If it is rational, it equals (over/under)^power, in lowest terms and with power >= 0. */
struct power {
    bool rational;
    mpz_t over, under, power;
};

/* base > 0 */
void power_init(struct power *, const mpq_t base, const mpq_t exponent);
void power_clear(struct power *);

/* Is p*w, for the power w, a multiple k * 2pi/NIVEN_TURNS? If so, *turn becomes k mod NIVEN_TURNS. True for p = 0
 * too. */
enum { NIVEN_TURNS = 24 };
bool niven_angle(const struct number *p, const struct power *w, unsigned *turn);

/* Is the root of square >= 0 rational? Then sets it. */
bool niven_rational_root(const mpq_t square, mpq_t root);

/* Is sqrt(square) times the sine of turn * 2pi/NIVEN_TURNS rational? Then sets that product. */
bool niven_rational_sine(unsigned turn, const mpq_t square, mpq_t sine);

/* The same as expansions. The root is negated if `negative`. */
bool niven_root(const mpq_t square, bool negative, struct expansion *v);
bool niven_sine(unsigned turn, const mpq_t square, struct expansion *sine);

#endif
