/* SPDX-License-Identifier: MIT */
#include "exact/interval.h"
#include "base/die.h"
#include "exact/enclosure.h"

#include <stdlib.h>
#include <string.h>

void interval_init(struct interval *x, mpfr_prec_t bits) {
    mpfr_inits2(bits, x->lo, x->hi, (mpfr_ptr)NULL);
}

void interval_clear(struct interval *x) {
    mpfr_clears(x->lo, x->hi, (mpfr_ptr)NULL);
}

void interval_precision(struct interval *x, mpfr_prec_t bits) {
    mpfr_set_prec(x->lo, bits);
    mpfr_set_prec(x->hi, bits);
}

struct interval *interval_new(long bits) {
    struct interval *x = die_malloc(sizeof *x);
    interval_init(x, bits);
    return x;
}

void interval_free(struct interval *x) {
    if (!x)
        return;
    interval_clear(x);
    free(x);
}

long interval_bits(const struct interval *x) {
    return (long)mpfr_get_prec(x->lo);
}

/* --- the enclosures of a number */

bool enclosures_have(struct enclosures *cache, int level, struct interval **x) {
    if (level >= cache->count) {
        size_t count = (size_t)level + 1;
        cache->level = die_realloc(cache->level, count * sizeof *cache->level);
        for (; cache->count <= level; cache->count++)
            cache->level[cache->count] = NULL;
    }
    const bool made = cache->level[level];
    if (!made)
        cache->level[level] = interval_new(level_bits(level));
    *x = cache->level[level];
    return made;
}

void enclosures_free(struct enclosures *cache) {
    for (int k = 0; k < cache->count; k++)
        interval_free(cache->level[k]);
    free(cache->level);
    *cache = (struct enclosures){NULL, 0};
}

/* Compares x with n. mpfr_cmp_si can't, since it takes a long. */
static int compare(mpfr_srcptr x, int64_t n) {
    MPFR_DECL_INIT(y, 64);
    mpfr_set_sj(y, n, MPFR_RNDN);
    return mpfr_cmp(x, y);
}

/* --- values */

void interval_set(struct interval *x, const struct interval *y) {
    mpfr_set(x->lo, y->lo, MPFR_RNDD);
    mpfr_set(x->hi, y->hi, MPFR_RNDU);
}

void interval_set_integer(struct interval *x, int64_t n) {
    interval_set_range(x, n, n);
}

void interval_set_range(struct interval *x, int64_t low, int64_t high) {
    mpfr_set_sj(x->lo, low, MPFR_RNDD);
    mpfr_set_sj(x->hi, high, MPFR_RNDU);
}

void interval_set_rational(struct interval *x, const mpq_t q) {
    mpfr_set_q(x->lo, q, MPFR_RNDD);
    mpfr_set_q(x->hi, q, MPFR_RNDU);
}

void interval_set_pi(struct interval *x) {
    mpfr_const_pi(x->lo, MPFR_RNDD);
    mpfr_const_pi(x->hi, MPFR_RNDU);
}

/* --- arithmetic */

void interval_add(struct interval *x, const struct interval *y, const struct interval *z) {
    mpfr_add(x->lo, y->lo, z->lo, MPFR_RNDD);
    mpfr_add(x->hi, y->hi, z->hi, MPFR_RNDU);
}

void interval_subtract(struct interval *x, const struct interval *y, const struct interval *z) {
    mpfr_sub(x->lo, y->lo, z->hi, MPFR_RNDD);
    mpfr_sub(x->hi, y->hi, z->lo, MPFR_RNDU);
}

void interval_multiply(struct interval *x, const struct interval *y, const struct interval *z) {
    mpfr_mul(x->lo, y->lo, mpfr_signbit(y->lo) ? z->hi : z->lo, MPFR_RNDD);
    mpfr_mul(x->hi, y->hi, mpfr_signbit(y->hi) ? z->lo : z->hi, MPFR_RNDU);
}

void interval_divide(struct interval *x, const struct interval *y, const struct interval *z) {
    mpfr_div(x->lo, y->lo, mpfr_signbit(y->lo) ? z->lo : z->hi, MPFR_RNDD);
    mpfr_div(x->hi, y->hi, mpfr_signbit(y->hi) ? z->hi : z->lo, MPFR_RNDU);
}

void interval_add_integer(struct interval *x, int n) {
    mpfr_add_si(x->lo, x->lo, n, MPFR_RNDD);
    mpfr_add_si(x->hi, x->hi, n, MPFR_RNDU);
}

void interval_add_rational(struct interval *x, const mpq_t q) {
    mpfr_add_q(x->lo, x->lo, q, MPFR_RNDD);
    mpfr_add_q(x->hi, x->hi, q, MPFR_RNDU);
}

void interval_multiply_rational(struct interval *x, const mpq_t q) {
    if (mpq_sgn(q) < 0)
        mpfr_swap(x->lo, x->hi);
    mpfr_mul_q(x->lo, x->lo, q, MPFR_RNDD);
    mpfr_mul_q(x->hi, x->hi, q, MPFR_RNDU);
}

void interval_divide_integer(struct interval *x, int n) {
    mpfr_div_si(x->lo, x->lo, n, MPFR_RNDD);
    mpfr_div_si(x->hi, x->hi, n, MPFR_RNDU);
}

void interval_negate(struct interval *x) {
    mpfr_swap(x->lo, x->hi);
    mpfr_neg(x->lo, x->lo, MPFR_RNDD);
    mpfr_neg(x->hi, x->hi, MPFR_RNDU);
}

/* These functions are increasing. exp 0 is exactly 1, and log 1 is exactly 0. */
void interval_exp(struct interval *x) {
    mpfr_exp(x->lo, x->lo, MPFR_RNDD);
    mpfr_exp(x->hi, x->hi, MPFR_RNDU);
}

void interval_log(struct interval *x) {
    mpfr_log(x->lo, x->lo, MPFR_RNDD);
    mpfr_log(x->hi, x->hi, MPFR_RNDU);
}

void interval_sqrt(struct interval *x) {
    mpfr_sqrt(x->lo, x->lo, MPFR_RNDD);
    mpfr_sqrt(x->hi, x->hi, MPFR_RNDU);
}

void interval_floor(struct interval *x) {
    mpfr_rint(x->lo, x->lo, MPFR_RNDD);
    mpfr_rint(x->hi, x->hi, MPFR_RNDD);
}

void interval_ceil(struct interval *x) {
    mpfr_rint(x->lo, x->lo, MPFR_RNDU);
    mpfr_rint(x->hi, x->hi, MPFR_RNDU);
}

void interval_clamp(struct interval *x, int64_t least, int64_t most) {
    mpfr_ptr const ends[] = {x->lo, x->hi};
    for (int k = 0; k < 2; k++) {
        if (compare(ends[k], least) < 0)
            mpfr_set_sj(ends[k], least, k == 0 ? MPFR_RNDD : MPFR_RNDU);
        if (compare(ends[k], most) > 0)
            mpfr_set_sj(ends[k], most, k == 0 ? MPFR_RNDD : MPFR_RNDU);
    }
}

/* --- questions */

bool interval_at_least(const struct interval *x, int64_t n) {
    return !mpfr_nan_p(x->lo) && compare(x->lo, n) >= 0;
}

bool interval_at_most(const struct interval *x, int64_t n) {
    return !mpfr_nan_p(x->hi) && compare(x->hi, n) <= 0;
}

int interval_sign(const struct interval *x) {
    return mpfr_sgn(x->lo) > 0 ? 1 : mpfr_sgn(x->hi) < 0 ? -1 : 0;
}

bool interval_exact(const struct interval *x, mpq_t q) {
    if (!mpfr_equal_p(x->lo, x->hi) || !mpfr_number_p(x->lo))
        return false;
    mpfr_get_q(q, x->lo);
    return true;
}

bool interval_cut(const struct interval *x, long bits, uint64_t limb[], size_t count) {
    MPFR_DECL_INIT(width, 64);
    mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
    if (!mpfr_number_p(x->lo) || !mpfr_number_p(x->hi) || mpfr_sgn(x->lo) < 0 ||
        mpfr_cmp_si_2exp(width, 1, -bits) > 0)
        return false;
    mpfr_t scaled;
    mpz_t integer;
    mpfr_init2(scaled, mpfr_get_prec(x->lo));
    mpz_init(integer);
    mpfr_mul_2si(scaled, x->lo, bits, MPFR_RNDD);
    mpfr_get_z(integer, scaled, MPFR_RNDD);
    const bool cut = mpz_sizeinbase(integer, 2) <= 64 * count;
    memset(limb, 0, count * sizeof *limb);
    if (cut)
        mpz_export(limb, NULL, -1, sizeof *limb, 0, 0, integer);
    mpz_clear(integer);
    mpfr_clear(scaled);
    return cut;
}
