/* How many bits say a number, as a measure of how simple it is. */
#ifndef POSENC_NUMBER_BITS_H
#define POSENC_NUMBER_BITS_H

#include <gmp.h>

/* Those of the number's shortest form: digits without trailing zeros and the exponent of ten, an exponent of two, or
 * a fraction. More than NUMBER_BITS_MANY are only known to be that many. q > 0. */
enum { NUMBER_BITS_MANY = 56 };
long rational_bits(const mpq_t q);

/* The same for k + 10^-places. */
long guarded_bits(const mpz_t k, unsigned long places);

#endif
