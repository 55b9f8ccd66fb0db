#include "niven.h"

#include <stdlib.h>

/* u^a with u = over/under and a = m/n, both in lowest terms, is rational iff over and under are
 * n-th powers: its n-th power is u^m, in lowest terms too, and over^m is an n-th power only if over
 * is, since m and n have no common factor. */
void power_init(struct power *w, const mpq_t base, const mpq_t exponent) {
    mpz_inits(w->over, w->under, w->power, (mpz_ptr)NULL);
    mpz_abs(w->power, mpq_numref(exponent));
    if (mpz_fits_ulong_p(mpq_denref(exponent))) {
        unsigned long n = mpz_get_ui(mpq_denref(exponent));
        bool over = mpz_root(w->over, mpq_numref(base), n);
        bool under = mpz_root(w->under, mpq_denref(base), n);
        w->rational = over && under;
    } else { /* no number of 4096 bits is so high a power, but 1 */
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

/* With p = pi * x/y and w = (over/under)^power, p*w = k*pi/6 asks whether 6x * over^power is a
 * multiple of D = y * under^power; and k mod 12 is their quotient mod 12, so that over^power is
 * needed only mod 12*D. */
bool niven_angle(const struct number *p, const struct power *w, unsigned *twelfth) {
    *twelfth = 0;
    if (mpq_sgn(p->rational) != 0)
        return false;
    if (mpq_sgn(p->pi) == 0)
        return true;
    if (!w->rational)
        return false;
    mpz_t sixfold, d, quotient;
    mpz_inits(sixfold, d, quotient, (mpz_ptr)NULL);
    mpz_mul_ui(sixfold, mpq_numref(p->pi), 6);

    /* over and under have no common factor, so under^power must divide 6x and be no longer than
     * that. */
    size_t room = mpz_sizeinbase(sixfold, 2), least = mpz_sizeinbase(w->under, 2) - 1;
    bool multiple = least == 0 || mpz_cmp_ui(w->power, room / least) <= 0;
    if (multiple) {
        mpz_pow_ui(d, w->under, least ? mpz_get_ui(w->power) : 0);
        mpz_mul(d, d, mpq_denref(p->pi));
        mpz_mul_ui(quotient, d, 12);
        mpz_powm(quotient, w->over, w->power, quotient);
        mpz_mul(quotient, quotient, sixfold);
        multiple = mpz_divisible_p(quotient, d);
    }
    if (multiple) {
        mpz_divexact(quotient, quotient, d);
        *twelfth = (unsigned)mpz_fdiv_ui(quotient, 12);
    }
    mpz_clears(sixfold, d, quotient, (mpz_ptr)NULL);
    return multiple;
}

bool niven_sine(unsigned twelfth, struct expansion *sine) {
    enum { IRRATIONAL = 3 };
    static const int twice[12] = {0, 1,  IRRATIONAL, 2,  IRRATIONAL, 1,
                                  0, -1, IRRATIONAL, -2, IRRATIONAL, -1};
    int value = twice[twelfth % 12];
    *sine = (struct expansion){.negative = value < 0,
                               .significand = value ? UINT64_C(1) << 63 : 0,
                               .exponent = abs(value) == 2 ? -63 : -64};
    return value != IRRATIONAL;
}
