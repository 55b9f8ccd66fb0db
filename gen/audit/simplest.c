#include "audit/simplest.h"
#include "audit/candidates.h"
#include "audit/fractions.h"
#include "audit/number_bits.h"
#include "base/integer.h"
#include "exact/interval.h"

#include <math.h>
#include <stdlib.h>

/* What pi and exp() count, in bits. */
enum { BITS_PI = 3, BITS_EXP = 5 };

/* --- the kinds of numbers between low and high, both above 0 */

enum { EACH = 12 }; /* of a kind, this many are enough */

/* The multiples of 10^e, or those next to the middle if there are many. Returns whether there is one. */
static bool add_multiples(struct candidates *found, const mpq_t low, const mpq_t high, long e) {
    mpq_t unit, x;
    mpz_t first, last;
    mpq_inits(unit, x, NULL);
    mpz_inits(first, last, NULL);
    integer_power(e < 0 ? mpq_denref(unit) : mpq_numref(unit), 10, (unsigned)labs(e));
    mpz_set_ui(e < 0 ? mpq_numref(unit) : mpq_denref(unit), 1);
    mpq_div(x, low, unit);
    mpz_cdiv_q(first, mpq_numref(x), mpq_denref(x));
    mpq_div(x, high, unit);
    mpz_fdiv_q(last, mpq_numref(x), mpq_denref(x));
    bool any = mpz_cmp(first, last) <= 0;

    mpz_sub(mpq_numref(x), last, first);
    if (mpz_cmp_ui(mpq_numref(x), EACH) > 0) {
        mpz_fdiv_q_2exp(mpq_numref(x), mpq_numref(x), 1);
        mpz_add(first, first, mpq_numref(x));
        mpz_sub_ui(first, first, EACH / 2);
    }
    for (int k = 0; k < EACH && mpz_cmp(first, last) <= 0; k++) {
        mpq_set_z(x, first);
        mpq_mul(x, x, unit);
        candidates_add(found, x, KIND_RATIONAL, rational_bits(x));
        mpz_add_ui(first, first, 1);
    }
    mpq_clears(unit, x, NULL);
    mpz_clears(first, last, NULL);
    return any;
}

/* The multiples of the largest power of ten that has any, and of the next. */
static void add_decimals(struct candidates *found, const mpq_t low, const mpq_t high) {
    long over = (long)mpz_sizeinbase(mpq_numref(high), 10),
         under = (long)mpz_sizeinbase(mpq_denref(high), 10);
    long e = over - under + 1; /* 10^e > high */
    for (int digits = 0; digits < 18; digits++, e--)
        if (add_multiples(found, low, high, e)) {
            add_multiples(found, low, high, e - 1);
            return;
        }
}

static void add_powers_of_two(struct candidates *found, const mpq_t low, const mpq_t high) {
    long over = (long)mpz_sizeinbase(mpq_numref(high), 2),
         under = (long)mpz_sizeinbase(mpq_denref(high), 2);
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(x, 1, 1);
    long e = over - under + 1; /* 2^e > high */
    if (e < 0)
        mpq_div_2exp(x, x, (unsigned long)-e);
    else
        mpq_mul_2exp(x, x, (unsigned long)e);
    for (int k = 0; k < EACH && mpq_cmp(x, low) >= 0; k++, mpq_div_2exp(x, x, 1))
        if (mpq_cmp(x, high) <= 0)
            candidates_add(found, x, KIND_RATIONAL, rational_bits(x));
    mpq_clear(x);
}

static void add_fractions(struct candidates *found, const mpq_t low, const mpq_t high,
                          enum kind kind) {
    static const long more[] = {[KIND_RATIONAL] = 0, [KIND_PI] = BITS_PI, [KIND_EXP] = BITS_EXP};
    enum { DENOMINATORS = 32 };
    mpq_t x;
    mpz_t under;
    mpq_init(x);
    mpz_init(under);
    fraction_simplest(x, low, high);
    mpz_set(under, mpq_denref(x));
    for (int k = 0; k < DENOMINATORS; k++, mpz_add_ui(under, under, 1))
        if (fraction_with_denominator(x, low, high, under))
            candidates_add(found, x, kind, rational_bits(x) + more[kind]);
    mpq_clear(x);
    mpz_clear(under);
}

/* times/(k + 10^-n), for whole k: code that divides by a size adds 0.000001 to it, lest it be 0. Not if times/k is in
 * the interval too. */
static void add_guarded(struct candidates *found, const mpq_t low, const mpq_t high, enum kind kind,
                        unsigned times) {
    enum { PLACES_MIN = 3, PLACES_MAX = 12 };
    mpq_t x, guard, plain;
    mpz_t k;
    mpq_inits(x, guard, plain, NULL);
    mpz_init(k);
    for (unsigned n = PLACES_MIN; n <= PLACES_MAX; n++) {
        mpq_set_ui(guard, 1, 1);
        integer_power(mpq_denref(guard), 10, n);
        rational_set(x, times, 1); /* k = ceil(times/high - guard) */
        mpq_div(x, x, high);
        mpq_sub(x, x, guard);
        mpz_cdiv_q(k, mpq_numref(x), mpq_denref(x));
        if (mpz_sgn(k) <= 0)
            continue;
        mpq_set_z(x, k);
        mpq_add(guard, guard, x);
        rational_set(x, times, 1);
        mpq_div(x, x, guard);
        rational_set(plain, times, 1);
        mpz_mul(mpq_denref(plain), mpq_denref(plain), k);
        mpq_canonicalize(plain);
        long bits = guarded_bits(k, n) + (long)times + (kind == KIND_PI ? BITS_PI : 0);
        if (mpq_cmp(x, low) >= 0 && mpq_cmp(plain, high) > 0)
            candidates_add(found, x, kind, bits);
    }
    mpq_clears(x, guard, plain, NULL);
    mpz_clear(k);
}

/* Bounds of a real number: below and above are multiples of 2^-BOUND_BITS. False if it is too near to such a
 * multiple. */
enum { BOUND_BITS = 128 };

static bool bounds(struct interval *x, mpq_t below, mpq_t above) {
    mpq_t unit;
    mpq_init(unit);
    mpq_set_ui(unit, 1, 1);
    mpq_mul_2exp(unit, unit, BOUND_BITS);
    interval_multiply_rational(x, unit);
    interval_floor(x);
    bool decided = interval_exact(x, below);
    mpq_set_ui(above, 1, 1);
    mpq_add(above, above, below);
    mpq_div(below, below, unit);
    mpq_div(above, above, unit);
    mpq_clear(unit);
    return decided;
}

/* x*pi is between low and high if x is between the quotients by bounds of pi. */
static void add_multiples_of_pi(struct candidates *found, const mpq_t low, const mpq_t high) {
    struct interval *x = interval_new(4L * BOUND_BITS);
    mpq_t from, to;
    mpq_inits(from, to, NULL);
    interval_set_pi(x);
    if (bounds(x, from, to)) {
        mpq_div(from, low, from);
        mpq_div(to, high, to);
        if (mpq_cmp(from, to) <= 0) {
            add_fractions(found, from, to, KIND_PI);
            add_guarded(found, from, to, KIND_PI, 1);
            add_guarded(found, from, to, KIND_PI, 2);
        }
    }
    mpq_clears(from, to, NULL);
    interval_free(x);
}

/* exp(x) is between low and high if x is between their logarithms. A negative x isn't looked for. */
static void add_exponentials(struct candidates *found, const mpq_t low, const mpq_t high) {
    struct interval *x = interval_new(4L * BOUND_BITS);
    mpq_t from, to, other;
    mpq_inits(from, to, other, NULL);
    interval_set_rational(x, low);
    interval_log(x);
    bool decided = bounds(x, other, from);
    interval_set_rational(x, high);
    interval_log(x);
    decided = bounds(x, to, other) && decided;
    if (decided && mpq_sgn(from) > 0 && mpq_cmp(from, to) <= 0)
        add_fractions(found, from, to, KIND_EXP);
    mpq_clears(from, to, other, NULL);
    interval_free(x);
}

/* Looks between 0 and infinity. */
static void search_positive(struct candidates *found, const mpq_t low, const mpq_t high,
                            unsigned kinds) {
    found->middle = (mpq_get_d(low) + mpq_get_d(high)) / 2;
    add_decimals(found, low, high);
    add_powers_of_two(found, low, high);
    add_fractions(found, low, high, KIND_RATIONAL);
    add_guarded(found, low, high, KIND_RATIONAL, 1);
    if (kinds & SIMPLEST_PI)
        add_multiples_of_pi(found, low, high);
    if (kinds & SIMPLEST_EXP)
        add_exponentials(found, low, high);
}

/* The part of the interval that is above 0; of one that begins at 0, numbers within 1024 of the largest. */
static void search_half(struct candidates *found, double low, double high, unsigned kinds) {
    if (high <= 0)
        return;
    mpq_t from, to;
    mpq_inits(from, to, NULL);
    mpq_set_d(to, high);
    if (low > 0)
        mpq_set_d(from, low);
    else
        mpq_div_2exp(from, to, 10);
    search_positive(found, from, to, kinds);
    mpq_clears(from, to, NULL);
}

size_t simplest_numbers(double low, double high, unsigned kinds, char *texts[SIMPLEST_MAX]) {
    if (!isfinite(low) || !isfinite(high) || !(low <= high))
        return 0;
    struct candidates found = {.list = NULL};
    if (low <= 0 && high >= 0) {
        mpq_t zero;
        mpq_init(zero);
        candidates_add(&found, zero, KIND_RATIONAL, 0);
        mpq_clear(zero);
    }
    search_half(&found, low, high, kinds);
    found.negative = true;
    search_half(&found, -high, -low, kinds & ~(unsigned)SIMPLEST_EXP);
    return candidates_take(&found, texts, SIMPLEST_MAX);
}

char *simplest_number(double low, double high, unsigned kinds) {
    char *texts[SIMPLEST_MAX];
    size_t count = simplest_numbers(low, high, kinds, texts);
    for (size_t k = 1; k < count; k++)
        free(texts[k]);
    return count > 0 ? texts[0] : NULL;
}
