/* Integers of 64 bits in GMP's numbers, and out of them. GMP's own functions take long, which has 32 bits on many
 * machines: it would cut larger values without a word. So they are used with constants only, which `make layers`
 * checks. */
#ifndef POSENC_INTEGER_H
#define POSENC_INTEGER_H

#include <stdint.h>

#include <gmp.h>

void integer_set(mpz_t z, int64_t n);
void integer_set_unsigned(mpz_t z, uint64_t n);

/* z, which must be in range. */
int64_t integer_get(const mpz_t z);

/* |z|, which must be below 2^64. */
uint64_t integer_get_unsigned(const mpz_t z);

/* Below 0, 0 or above 0, as z is below n, equal to it, or above. */
int integer_compare(const mpz_t z, int64_t n);

void integer_multiply(mpz_t product, const mpz_t z, uint64_t n);

/* base^n */
void integer_power(mpz_t power, uint64_t base, unsigned n);

/* base^n, for n >= 0. Unless base is 0, 1 or -1, n has to be small enough for the power to be stored. */
void integer_raise(mpz_t power, const mpz_t base, const mpz_t n);

/* q = over/under, in lowest terms; under > 0 */
void rational_set(mpq_t q, int64_t over, int64_t under);

#endif
