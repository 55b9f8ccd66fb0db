/* Fractions in an interval. Both ends belong to it, and are above 0. */
#ifndef POSENC_FRACTIONS_H
#define POSENC_FRACTIONS_H

#include <stdbool.h>

#include <gmp.h>

/* The fraction with the smallest denominator, and of these that with the smallest numerator. */
void fraction_simplest(mpq_t x, const mpq_t low, const mpq_t high);

/* The least fraction with this denominator, reduced. False if there is none. */
bool fraction_with_denominator(mpq_t x, const mpq_t low, const mpq_t high, const mpz_t under);

#endif
