#include "exact/real.h"
#include "base/die.h"
#include "exact/enclosure.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* --- positions */

/* A k with 2^(k-2) < |q| < 2^k; far below any other if q is 0. */
static int rational_exponent(const mpq_t q) {
    size_t over = mpz_sizeinbase(mpq_numref(q), 2), under = mpz_sizeinbase(mpq_denref(q), 2);
    return mpq_sgn(q) ? (int)over - (int)under + 1 : INT_MIN / 2;
}

struct position *position_new(void) {
    struct position *p = die_malloc(sizeof *p);
    *p = (struct position){0};
    number_init(&p->p);
    return p;
}

void position_set(struct position *p, const struct number *value) {
    enclosures_clear(&p->cache);
    number_set(&p->p, value);
    int rational = rational_exponent(value->rational), pi = rational_exponent(value->pi) + 2;
    p->exponent = (rational > pi ? rational : pi) + 1;
}

void position_free(struct position *p) {
    if (!p)
        return;
    enclosures_free(&p->cache);
    number_clear(&p->p);
    free(p);
}

bool position_is_zero(const struct position *p) {
    return mpq_sgn(p->p.rational) == 0 && mpq_sgn(p->p.pi) == 0;
}

static void enclose_position(const struct position *p, struct interval *x) {
    interval_set_rational(x, p->p.rational);
    if (mpq_sgn(p->p.pi) == 0)
        return;
    struct interval pi;
    interval_init(&pi, mpfr_get_prec(x->lo));
    interval_set_pi(&pi);
    interval_multiply_rational(&pi, p->p.pi);
    interval_add(x, x, &pi);
    interval_clear(&pi);
}

const struct interval *position_at(struct position *p, int level) {
    struct enclosure *y = enclosures_at(&p->cache, level);
    if (!y->made)
        enclose_position(p, &y->x);
    y->made = true;
    return &y->x;
}

int real_sign(const struct number *x) {
    if (mpq_sgn(x->pi) == 0 || mpq_sgn(x->rational) == 0)
        return mpq_sgn(x->pi) + mpq_sgn(x->rational);
    struct position p = {.exponent = 0}; /* pi is irrational, so x is not 0, and the loop ends */
    p.p = *x;
    int sign = 0;
    for (int level = 0; sign == 0; level++)
        sign = interval_sign(position_at(&p, level));
    enclosures_free(&p.cache);
    return sign;
}

int real_compare(const struct number *x, const struct number *y) {
    struct number difference;
    number_init(&difference);
    mpq_sub(difference.rational, x->rational, y->rational);
    mpq_sub(difference.pi, x->pi, y->pi);
    int sign = real_sign(&difference);
    number_clear(&difference);
    return sign;
}

/* A rational part and one with pi may cancel: more bits bring the ends to the same double, or to neighbours. */
double real_near(const struct number *x) {
    struct position p = {.exponent = 0};
    p.p = *x;
    double low, high;
    int level = 0;
    do {
        const struct interval *y = position_at(&p, level++);
        low = mpfr_get_d(y->lo, MPFR_RNDN);
        high = mpfr_get_d(y->hi, MPFR_RNDN);
    } while (low < high && nextafter(low, high) < high);
    enclosures_free(&p.cache);
    return low;
}

/* --- amplitudes */

struct amplitude *amplitude_new(const mpq_t square, real_factor *factor, const void *context) {
    struct amplitude *amplitude = die_malloc(sizeof *amplitude);
    *amplitude = (struct amplitude){.factor = factor, .context = context};
    mpq_init(amplitude->square);
    mpq_set(amplitude->square, square);
    return amplitude;
}

void amplitude_free(struct amplitude *amplitude) {
    if (!amplitude)
        return;
    enclosures_free(&amplitude->cache);
    mpq_clear(amplitude->square);
    free(amplitude);
}

const struct interval *amplitude_at(struct amplitude *amplitude, int level) {
    struct enclosure *y = enclosures_at(&amplitude->cache, level);
    if (!y->made) {
        interval_set_rational(&y->x, amplitude->square);
        interval_sqrt(&y->x);
        if (amplitude->factor)
            amplitude->factor(amplitude->context, 0, &y->x);
        y->made = true;
    }
    return &y->x;
}

long amplitude_log2(struct amplitude *amplitude) {
    mpq_srcptr square = amplitude->square;
    if (amplitude->factor)
        return (long)mpfr_get_exp(amplitude_at(amplitude, 0)->hi);
    if (mpq_cmp_ui(square, 1, 1) == 0)
        return 0;
    int twice = rational_exponent(square); /* square < 2^twice <= 4 * square */
    return twice > 0 ? (twice + 1) / 2 : -(-twice / 2);
}
