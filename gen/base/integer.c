#include "base/integer.h"

void integer_set(mpz_t z, int64_t n) {
    integer_set_unsigned(z, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
    if (n < 0)
        mpz_neg(z, z);
}

void integer_set_unsigned(mpz_t z, uint64_t n) {
    mpz_import(z, 1, -1, sizeof n, 0, 0, &n);
}

int64_t integer_get(const mpz_t z) {
    uint64_t n = integer_get_unsigned(z);
    return mpz_sgn(z) < 0 ? -(int64_t)(n - 1) - 1 : (int64_t)n;
}

/* A limb has 32 bits, or 64: then limb 1 is 0. */
uint64_t integer_get_unsigned(const mpz_t z) {
    return mpz_getlimbn(z, 0) | (uint64_t)mpz_getlimbn(z, 1) << 32;
}

int integer_compare(const mpz_t z, int64_t n) {
    mpz_t other;
    mpz_init(other);
    integer_set(other, n);
    int sign = mpz_cmp(z, other);
    mpz_clear(other);
    return sign;
}

void integer_power(mpz_t power, uint64_t base, unsigned n) {
    integer_set_unsigned(power, base);
    mpz_pow_ui(power, power, n);
}

/* mpz_get_ui cuts n only where 0, 1 or -1 is raised, and leaves its parity. */
void integer_raise(mpz_t power, const mpz_t base, const mpz_t n) {
    mpz_pow_ui(power, base, mpz_get_ui(n));
}

void rational_set(mpq_t q, int64_t over, int64_t under) {
    integer_set(mpq_numref(q), over);
    integer_set(mpq_denref(q), under);
    if (under != 1)
        mpq_canonicalize(q);
}
