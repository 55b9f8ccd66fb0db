#include "audit/fractions.h"

/* The simplest fraction is a node of the Stern-Brocot tree, and its continued fraction begins as those of both ends
 * do [1]. While low and high have the same whole part k, it is k + 1/y, with y the simplest between the reciprocals
 * of the rests. The matrix (a b; c d) gathers these steps: x = (a y + b)/(c y + d).
 *
 * [1] R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 4.5 and exercise 4.39 */
void fraction_simplest(mpq_t x, const mpq_t low, const mpq_t high) {
    mpq_t from, to, rest;
    mpz_t a, b, c, d, k, next;
    mpq_inits(from, to, rest, NULL);
    mpz_inits(b, c, k, next, NULL);
    mpz_init_set_ui(a, 1);
    mpz_init_set_ui(d, 1);
    mpq_set(from, low);
    mpq_set(to, high);
    for (;;) {
        mpz_cdiv_q(k, mpq_numref(from), mpq_denref(from));
        if (mpz_sgn(k) == 0)
            mpz_set_ui(k, 1);
        mpq_set_z(rest, k);
        if (mpq_cmp(rest, to) <= 0)
            break; /* y = k */
        mpz_sub_ui(k, k, 1);
        mpq_set_z(rest, k);
        mpq_sub(from, from, rest);
        mpq_sub(to, to, rest);
        mpq_inv(rest, to); /* reciprocals exchange the ends */
        mpq_inv(to, from);
        mpq_set(from, rest);
        mpz_set(next, a); /* (a b; c d) = (a b; c d)(k 1; 1 0) */
        mpz_mul(a, a, k);
        mpz_add(a, a, b);
        mpz_set(b, next);
        mpz_set(next, c);
        mpz_mul(c, c, k);
        mpz_add(c, c, d);
        mpz_set(d, next);
    }
    mpz_mul(a, a, k);
    mpz_add(mpq_numref(x), a, b);
    mpz_mul(c, c, k);
    mpz_add(mpq_denref(x), c, d);
    mpq_canonicalize(x);
    mpq_clears(from, to, rest, NULL);
    mpz_clears(a, b, c, d, k, next, NULL);
}

bool fraction_with_denominator(mpq_t x, const mpq_t low, const mpq_t high, const mpz_t under) {
    mpz_mul(mpq_numref(x), mpq_numref(low), under);
    mpz_cdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(low));
    mpz_set(mpq_denref(x), under);
    mpq_canonicalize(x);
    return mpq_cmp(x, high) <= 0;
}
