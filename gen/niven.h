/* The angles whose sine or cosine is rational: Niven's theorem, decided with integers.
 *
 * Where x/pi is rational, sin x is rational only as 0, +-1/2 and +-1, at multiples of pi/6 (I.
 * Niven, Irrational Numbers, Carus Monographs 11 (1956), corollary 3.12,
 * doi:10.5948/9781614440116). */
#ifndef POSENC_NIVEN_H
#define POSENC_NIVEN_H

#include "element.h"
#include "number.h"

/* base^exponent, where that is rational: (over/under)^power in lowest terms, power >= 0. */
struct power {
    bool rational;
    mpz_t over, under, power;
};

/* base > 0 */
void power_init(struct power *, const mpq_t base, const mpq_t exponent);
void power_clear(struct power *);

/* Is p*w a multiple k*pi/6, for w as a power? Then *twelfth is k mod 12. Also true for p = 0. */
bool niven_angle(const struct number *p, const struct power *w, unsigned *twelfth);

/* Is the sine of twelfth * pi/6 rational? Then it is *sine. */
bool niven_sine(unsigned twelfth, struct expansion *sine);

#endif
