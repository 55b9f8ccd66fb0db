#include "audit/number_bits.h"

/* What a sign that isn't a digit counts, in bits. */
enum { BITS_POINT = 1, BITS_SLASH = 2, BITS_POWER = 2 };

static long bits_of(unsigned long n) {
    long bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

static long least(long a, long b) {
    return a < b ? a : b;
}

/* A higher power of two isn't simple as a text. */
enum { POWER_MAX = 64 };

/* z > 0, as digits, as m * 10^e or as 2^e */
static long integer_bits(const mpz_t z) {
    mpz_t m, ten;
    mpz_init(m);
    mpz_init_set_ui(ten, 10);
    unsigned long zeros = mpz_remove(m, z, ten);
    long bits = (long)mpz_sizeinbase(m, 2) + bits_of(zeros);
    if (mpz_popcount(z) == 1 && mpz_scan1(z, 0) <= POWER_MAX)
        bits = least(bits, BITS_POWER + bits_of(mpz_scan1(z, 0)));
    mpz_clear(m);
    mpz_clear(ten);
    return bits;
}

/* q > 0, as m / 10^places; NUMBER_BITS_MANY if it has too many places */
static long decimal_bits(const mpq_t q) {
    mpz_t m;
    mpz_init_set(m, mpq_numref(q));
    unsigned long places = 0;
    for (; places <= NUMBER_BITS_MANY && !mpz_divisible_p(m, mpq_denref(q)); places++)
        mpz_mul_ui(m, m, 10);
    mpz_divexact(m, m, mpq_denref(q));
    long bits = (long)mpz_sizeinbase(m, 2) + BITS_POINT + bits_of(places);
    mpz_clear(m);
    return places <= NUMBER_BITS_MANY ? bits : NUMBER_BITS_MANY;
}

/* Of a fraction the simpler of its two numbers counts twice: a person writes 1/384, but 374450/17 as a decimal. */
long rational_bits(const mpq_t q) {
    if (mpz_cmp_ui(mpq_denref(q), 1) == 0)
        return integer_bits(mpq_numref(q));
    long over = integer_bits(mpq_numref(q)), under = integer_bits(mpq_denref(q));
    return least(over + BITS_SLASH + under + least(over, under), decimal_bits(q));
}

long guarded_bits(const mpz_t k, unsigned long places) {
    return integer_bits(k) + BITS_SLASH + BITS_POINT + bits_of(places);
}
