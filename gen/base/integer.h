/* SPDX-License-Identifier: MIT */
/* Integers of 64 bits, to and from GMP's numbers. GMP's own functions take long, which has 32 bits on many machines: it
 * would cut larger values without a word. So they are used with constants only, which `make layers` checks. */
#ifndef POSENC_INTEGER_H
#define POSENC_INTEGER_H

#include <fenv.h>
#include <float.h>
#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Properties of this machine's arithmetic that code relies on, and numbers as bits. */

/* 1: doubles are of binary64, and each operation is rounded once. Excess precision (x87) would round twice. */
#if FLT_EVAL_METHOD == 0 && FLT_RADIX == 2 && DBL_MANT_DIG == 53
#define ARITHMETIC_BINARY64 1
#else
#define ARITHMETIC_BINARY64 0
#endif

/* Is it rounded to nearest? The environment of a process may say otherwise. */
static inline bool arithmetic_rounds_to_nearest(void) {
    return fegetround() == FE_TONEAREST;
}

/* Is the least significant byte of an integer the first one in memory? */
static inline bool least_byte_first(void) {
    const uint16_t probe = 1;
    return *(const unsigned char *)&probe == 1;
}

/* The number in `count` bytes, at most 8, the lowest first. */
static inline uint64_t integer_of_bytes(const unsigned char *bytes, size_t count) {
    uint64_t number = 0;
    for (size_t k = 0; k < count; k++)
        number |= (uint64_t)bytes[k] << 8 * k;
    return number;
}

/* a * b = high * 2^64 + *low; returns high. */
static inline uint64_t integer_multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined __SIZEOF_INT128__ && !defined INTEGER_PORTABLE
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);      /* <= (2^32 - 1)^2 + 2^32 - 1 < 2^64 */
    uint64_t other = a0 * b1 + (middle & UINT32_MAX); /* likewise */
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

static inline uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline void integer_set_unsigned(mpz_t z, uint64_t n) {
    mpz_import(z, 1, -1, sizeof n, 0, 0, &n);
}

static inline void integer_set(mpz_t z, int64_t n) {
    integer_set_unsigned(z, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
    if (n < 0)
        mpz_neg(z, z);
}

/* |z|, which must be below 2^64. A limb has 32 bits, or 64: then limb 1 is 0. */
static inline uint64_t integer_get_unsigned(const mpz_t z) {
    return mpz_getlimbn(z, 0) | (uint64_t)mpz_getlimbn(z, 1) << 32;
}

/* z, which must be in range. */
static inline int64_t integer_get(const mpz_t z) {
    uint64_t n = integer_get_unsigned(z);
    return mpz_sgn(z) < 0 ? -(int64_t)(n - 1) - 1 : (int64_t)n;
}

/* Below 0, 0 or above 0, as z is below n, equal to it, or above. */
static inline int integer_compare(const mpz_t z, int64_t n) {
    mpz_t other;
    mpz_init(other);
    integer_set(other, n);
    int sign = mpz_cmp(z, other);
    mpz_clear(other);
    return sign;
}

/* base^n */
static inline void integer_power(mpz_t power, uint64_t base, unsigned n) {
    integer_set_unsigned(power, base);
    mpz_pow_ui(power, power, n);
}

/* base^n, for n >= 0. Unless base is 0, 1 or -1, n has to be small enough for the power to be stored. mpz_get_ui cuts n only
 * where 0, 1 or -1 is raised, and leaves its parity. */
static inline void integer_raise(mpz_t power, const mpz_t base, const mpz_t n) {
    mpz_pow_ui(power, base, mpz_get_ui(n));
}

/* q = over/under, in lowest terms; under > 0 */
static inline void rational_set(mpq_t q, int64_t over, int64_t under) {
    integer_set(mpq_numref(q), over);
    integer_set(mpq_denref(q), under);
    if (under != 1)
        mpq_canonicalize(q);
}

#endif
