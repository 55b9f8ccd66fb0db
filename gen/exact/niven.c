#include "exact/niven.h"
#include "base/integer.h"

#include <stdlib.h>

/* Let u = over/under and a = m/n, both in lowest terms. u^a is rational iff over and under are n-th
 * powers: its n-th power is u^m, which is in lowest terms too, and over^m is an n-th power only if
 * over is, since m and n have no common factor. */
void power_init(struct power *w, const mpq_t base, const mpq_t exponent) {
    mpz_inits(w->over, w->under, w->power, (mpz_ptr)NULL);
    mpz_abs(w->power, mpq_numref(exponent));
    if (mpz_fits_uint_p(mpq_denref(exponent))) {
        unsigned n = (unsigned)integer_get_unsigned(mpq_denref(exponent));
        bool over = mpz_root(w->over, mpq_numref(base), n);
        bool under = mpz_root(w->under, mpq_denref(base), n);
        w->rational = over && under;
    } else { /* among numbers of 4096 bits only 1 is such a high power */
        w->rational = mpq_cmp_ui(base, 1, 1) == 0;
        mpz_set_ui(w->over, 1);
        mpz_set_ui(w->under, 1);
    }
    if (mpq_sgn(exponent) < 0)
        mpz_swap(w->over, w->under);
}

void power_clear(struct power *w) {
    mpz_clears(w->over, w->under, w->power, (mpz_ptr)NULL);
}

/* Let p = pi * x/y and w = (over/under)^power. Then p*w = k*pi/12 iff 12x * over^power is a multiple of
 * D = y * under^power. k mod 24 is their quotient mod 24, so over^power is needed only mod 24*D. */
bool niven_angle(const struct number *p, const struct power *w, unsigned *k) {
    *k = 0;
    if (mpq_sgn(p->rational) != 0)
        return false;
    if (mpq_sgn(p->pi) == 0)
        return true;
    if (!w->rational)
        return false;
    mpz_t twelvefold, d, quotient;
    mpz_inits(twelvefold, d, quotient, (mpz_ptr)NULL);
    mpz_mul_ui(twelvefold, mpq_numref(p->pi), NIVEN_TURN / 2);

    /* over and under have no common factor, so under^power must divide 12x, and has no more bits. */
    size_t room = mpz_sizeinbase(twelvefold, 2), least = mpz_sizeinbase(w->under, 2) - 1;
    bool multiple = least == 0 || integer_compare(w->power, (int64_t)(room / least)) <= 0;
    if (multiple) {
        integer_raise(d, w->under, w->power);
        mpz_mul(d, d, mpq_denref(p->pi));
        mpz_mul_ui(quotient, d, NIVEN_TURN);
        mpz_powm(quotient, w->over, w->power, quotient);
        mpz_mul(quotient, quotient, twelvefold);
        multiple = mpz_divisible_p(quotient, d);
    }
    if (multiple) {
        mpz_divexact(quotient, quotient, d);
        *k = (unsigned)mpz_fdiv_ui(quotient, NIVEN_TURN);
    }
    mpz_clears(twelvefold, d, quotient, (mpz_ptr)NULL);
    return multiple;
}

bool niven_root(const mpq_t square, mpq_t root) {
    if (!mpz_perfect_square_p(mpq_numref(square)) || !mpz_perfect_square_p(mpq_denref(square)))
        return false;
    mpz_sqrt(mpq_numref(root), mpq_numref(square));
    mpz_sqrt(mpq_denref(root), mpq_denref(square));
    return true;
}

bool niven_sine(unsigned k, const mpq_t square, mpq_t sine) {
    enum { IRRATIONAL = 5 };
    /* 4 * sin^2, at k*pi/12 for k < 12 */
    static const unsigned fourfold[NIVEN_TURN / 2] = {0, IRRATIONAL, 1, 2, 3, IRRATIONAL,
                                                      4, IRRATIONAL, 3, 2, 1, IRRATIONAL};
    k %= NIVEN_TURN;
    unsigned quarters = fourfold[k % (NIVEN_TURN / 2)];
    if (quarters == IRRATIONAL)
        return false;
    mpq_t product;
    mpq_init(product);
    rational_set(product, quarters, 4);
    mpq_mul(product, product, square);
    bool rational = niven_root(product, sine);
    if (rational && k > NIVEN_TURN / 2)
        mpq_neg(sine, sine);
    mpq_clear(product);
    return rational;
}
