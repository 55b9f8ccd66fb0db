/* The angles at which A * sin x can be rational, decided with integers.
 *
 * Where x/pi is rational, cos 2x is rational only as 0, +-1/2 and +-1 (I. Niven, Irrational
 * Numbers, Carus Monographs 11 (1956), corollary 3.12, doi:10.5948/9781614440116). So sin^2 x =
 * (1 - cos 2x) / 2 is rational only as 0, 1/4, 1/2, 3/4 and 1, at multiples of pi/6 and of pi/4; and
 * with A^2 rational, A * sin x = +-sqrt(A^2 * sin^2 x) is rational only there, where that is a
 * square. */
#ifndef POSENC_NIVEN_H
#define POSENC_NIVEN_H

#include "element/element.h"
#include "exact/number.h"

/* base^exponent: if it is rational, it is (over/under)^power in lowest terms, with power >= 0. */
struct power {
    bool rational;
    mpz_t over, under, power;
};

/* base > 0 */
void power_init(struct power *, const mpq_t base, const mpq_t exponent);
void power_clear(struct power *);

/* Is p*w a multiple k * 2pi/NIVEN_TURNS, for the power w? Then *turn becomes k mod NIVEN_TURNS. True for p = 0 too. */
enum { NIVEN_TURNS = 24 };
bool niven_angle(const struct number *p, const struct power *w, unsigned *turn);

/* Is the root of square >= 0 rational? Then *v becomes the root, negated if `negative`. */
bool niven_root(const mpq_t square, bool negative, struct expansion *v);

/* Is sqrt(square) times the sine of turn * 2pi/NIVEN_TURNS rational? Then *sine becomes that product. */
bool niven_sine(unsigned turn, const mpq_t square, struct expansion *sine);

#endif
