/* Correct rounding by Ziv's strategy [1]: enclose, round both ends of the enclosure, and where they
 * differ enclose more tightly.
 *
 * Why the loop ends. It fails to only on a value that is a number of the element type or midway
 * between two, and all of those are rational. With x = p*w, p = a + b*pi and w = base^(-e) algebraic:
 *   p = 0                    sin = 0 and cos = 1, recognised.
 *   b = 0                    x is algebraic and not 0: sin x and cos x are transcendental
 *                            (Hermite-Lindemann [2, theorem 9.11]).
 *   a and b not 0            exp(i*x) = exp(i*a*w) * (-1)^(b*w) is transcendental (Baker [3, theorem 2.3]).
 *   a = 0, b*w irrational    exp(i*x) = (-1)^(b*w) is transcendental (Gelfond-Schneider [2, theorem 10.1]).
 *   a = 0, b*w rational      sin x and cos x are rational only as 0, +-1/2 and +-1 (Niven [2, corollary
 *                            3.12]): recognised from b*w itself, with integers (niven.h).
 * Sin x and cos x are algebraic where exp(i*x) is, and only there. No cap is needed, and none is set.
 *
 * [1] A. Ziv, Fast evaluation of elementary mathematical functions with correctly rounded last bit,
 *     ACM TOMS 17 (1991), doi:10.1145/114697.116813
 * [2] I. Niven, Irrational Numbers, Carus Monographs 11 (1956), doi:10.5948/9781614440116
 * [3] A. Baker, Transcendental Number Theory (1975), doi:10.1017/CBO9780511565977 */
#include "real.h"
#include "die.h"
#include "niven.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

struct interval {
    mpfr_t lo, hi;
};

/* Enclosures of one real number, each made when first asked for. Level k has 64 << k bits. */
struct enclosures {
    struct enclosure {
        bool made;
        struct interval x;
    } * level;
    int count;
};

static mpfr_prec_t level_bits(int level) {
    return (mpfr_prec_t)64 << level;
}

struct position {
    struct number p;
    int exponent; /* |p| < 2^exponent, not far above it */
    struct enclosures known;
};

struct base {
    mpq_t value;
    struct enclosures logarithm;
};

struct frequency {
    struct base *base;
    mpq_t minus_e;
    struct power as_power;
    struct enclosures known;
};

struct ziv {
    struct interval angle, value[2]; /* x, and its sine and cosine */
    mpfr_t width, radius;            /* of x; of the enclosure of one value */
    mpz_t integer;
};

static void interval_init(struct interval *x, mpfr_prec_t bits) {
    mpfr_inits2(bits, x->lo, x->hi, (mpfr_ptr)NULL);
}

static void interval_clear(struct interval *x) {
    mpfr_clears(x->lo, x->hi, (mpfr_ptr)NULL);
}

static void interval_precision(struct interval *x, mpfr_prec_t bits) {
    mpfr_set_prec(x->lo, bits);
    mpfr_set_prec(x->hi, bits);
}

static void interval_swap(struct interval *x) {
    mpfr_swap(x->lo, x->hi);
}

static void interval_set_q(struct interval *x, const mpq_t q) {
    mpfr_set_q(x->lo, q, MPFR_RNDD);
    mpfr_set_q(x->hi, q, MPFR_RNDU);
}

static void interval_mul_q(struct interval *x, const mpq_t q) {
    if (mpq_sgn(q) < 0)
        interval_swap(x);
    mpfr_mul_q(x->lo, x->lo, q, MPFR_RNDD);
    mpfr_mul_q(x->hi, x->hi, q, MPFR_RNDU);
}

/* x = p * w for w >= 0 */
static void interval_mul(struct interval *x, const struct interval *p, const struct interval *w) {
    mpfr_mul(x->lo, p->lo, mpfr_signbit(p->lo) ? w->hi : w->lo, MPFR_RNDD);
    mpfr_mul(x->hi, p->hi, mpfr_signbit(p->hi) ? w->lo : w->hi, MPFR_RNDU);
}

static void enclose_position(const struct position *p, struct interval *x) {
    interval_set_q(x, p->p.rational);
    if (mpq_sgn(p->p.pi) == 0)
        return;
    struct interval pi;
    interval_init(&pi, mpfr_get_prec(x->lo));
    mpfr_const_pi(pi.lo, MPFR_RNDD);
    mpfr_const_pi(pi.hi, MPFR_RNDU);
    interval_mul_q(&pi, p->p.pi);
    mpfr_add(x->lo, x->lo, pi.lo, MPFR_RNDD);
    mpfr_add(x->hi, x->hi, pi.hi, MPFR_RNDU);
    interval_clear(&pi);
}

/* The place of a level's enclosure. Where it is new it is not made yet, but has that level's precision. */
static struct enclosure *place(struct enclosures *known, int level) {
    if (level >= known->count) {
        size_t count = (size_t)level + 1;
        known->level = die_realloc(known->level, count * sizeof *known->level);
        for (; known->count <= level; known->count++)
            known->level[known->count].made = false;
    }
    struct enclosure *enclosure = &known->level[level];
    if (!enclosure->made)
        interval_init(&enclosure->x, level_bits(level));
    return enclosure;
}

/* log is increasing; log 1 is exactly 0 */
static const struct interval *logarithm_at(struct base *base, int level) {
    struct enclosure *y = place(&base->logarithm, level);
    if (!y->made) {
        interval_set_q(&y->x, base->value);
        mpfr_log(y->x.lo, y->x.lo, MPFR_RNDD);
        mpfr_log(y->x.hi, y->x.hi, MPFR_RNDU);
        y->made = true;
    }
    return &y->x;
}

/* base^(-e) = exp(-e * log(base)), and exp is increasing; exp 0 is exactly 1 */
static const struct interval *frequency_at(struct frequency *w, int level) {
    struct enclosure *y = place(&w->known, level);
    if (!y->made) {
        const struct interval *logarithm = logarithm_at(w->base, level);
        mpfr_set(y->x.lo, logarithm->lo, MPFR_RNDD);
        mpfr_set(y->x.hi, logarithm->hi, MPFR_RNDU);
        interval_mul_q(&y->x, w->minus_e);
        mpfr_exp(y->x.lo, y->x.lo, MPFR_RNDD);
        mpfr_exp(y->x.hi, y->x.hi, MPFR_RNDU);
        y->made = true;
    }
    return &y->x;
}

static const struct interval *position_at(struct position *p, int level) {
    struct enclosure *y = place(&p->known, level);
    if (!y->made)
        enclose_position(p, &y->x);
    y->made = true;
    return &y->x;
}

static void forget(struct enclosures *known) {
    for (int k = 0; k < known->count; k++)
        if (known->level[k].made)
            interval_clear(&known->level[k].x);
    known->count = 0;
}

struct position *position_new(void) {
    struct position *p = die_malloc(sizeof *p);
    *p = (struct position){0};
    number_init(&p->p);
    return p;
}

static int rational_exponent(const mpq_t q) {
    size_t over = mpz_sizeinbase(mpq_numref(q), 2), under = mpz_sizeinbase(mpq_denref(q), 2);
    return mpq_sgn(q) ? (int)over - (int)under + 1 : INT_MIN / 2;
}

void position_set(struct position *p, const struct number *value) {
    forget(&p->known);
    mpq_set(p->p.rational, value->rational);
    mpq_set(p->p.pi, value->pi);
    int rational = rational_exponent(value->rational), pi = rational_exponent(value->pi) + 2;
    p->exponent = (rational > pi ? rational : pi) + 1;
}

void position_free(struct position *p) {
    if (!p)
        return;
    forget(&p->known);
    free(p->known.level);
    number_clear(&p->p);
    free(p);
}

struct base *base_new(const mpq_t value) {
    struct base *base = die_malloc(sizeof *base);
    *base = (struct base){0};
    mpq_init(base->value);
    mpq_set(base->value, value);
    return base;
}

void base_free(struct base *base) {
    if (!base)
        return;
    forget(&base->logarithm);
    free(base->logarithm.level);
    mpq_clear(base->value);
    free(base);
}

struct frequency *frequency_new(struct base *base, const mpq_t e) {
    struct frequency *w = die_malloc(sizeof *w);
    *w = (struct frequency){.base = base};
    mpq_init(w->minus_e);
    mpq_neg(w->minus_e, e);
    power_init(&w->as_power, base->value, w->minus_e);
    return w;
}

void frequency_free(struct frequency *w) {
    if (!w)
        return;
    forget(&w->known);
    free(w->known.level);
    power_clear(&w->as_power);
    mpq_clear(w->minus_e);
    free(w);
}

long frequency_log2(struct frequency *w) {
    mpfr_srcptr hi = frequency_at(w, 0)->hi;
    return mpfr_regular_p(hi) ? (long)mpfr_get_exp(hi) : LONG_MAX;
}

struct ziv *ziv_new(void) {
    struct ziv *z = die_malloc(sizeof *z);
    interval_init(&z->angle, 64);
    interval_init(&z->value[SINE], 64);
    interval_init(&z->value[COSINE], 64);
    mpfr_inits2(64, z->width, z->radius, (mpfr_ptr)NULL);
    mpz_init(z->integer);
    return z;
}

void ziv_free(struct ziv *z) {
    if (!z)
        return;
    interval_clear(&z->angle);
    interval_clear(&z->value[SINE]);
    interval_clear(&z->value[COSINE]);
    mpfr_clears(z->width, z->radius, (mpfr_ptr)NULL);
    mpz_clear(z->integer);
    free(z);
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); /* the thread's constants */
}

/* y.lo is sin or cos of x.lo, rounded to nearest. Both functions change by no more than their
 * argument, so [y.lo - r, y.lo + r] encloses them over all of x, with r = width of x + half an ulp
 * of y.lo. */
static void widen(struct interval *y, mpfr_srcptr width, mpfr_ptr radius) {
    mpfr_set(radius, width, MPFR_RNDU);
    if (!mpfr_zero_p(y->lo)) {
        mpfr_set_ui_2exp(y->hi, 1, mpfr_get_exp(y->lo) - mpfr_get_prec(y->lo) - 1, MPFR_RNDU);
        mpfr_add(radius, radius, y->hi, MPFR_RNDU);
    }
    mpfr_add(y->hi, y->lo, radius, MPFR_RNDU);
    mpfr_sub(y->lo, y->lo, radius, MPFR_RNDD);
}

/* Encloses x = p*w, sin x and cos x with numbers of 64 << level bits. */
static void enclose(struct ziv *z, struct position *p, struct frequency *w, int level) {
    mpfr_prec_t bits = level_bits(level);
    struct interval *x = &z->angle, *sine = &z->value[SINE], *cosine = &z->value[COSINE];
    interval_precision(x, bits);
    interval_precision(sine, bits);
    interval_precision(cosine, bits);

    interval_mul(x, position_at(p, level), frequency_at(w, level));
    mpfr_sub(z->width, x->hi, x->lo, MPFR_RNDU);
    mpfr_sin_cos(sine->lo, cosine->lo, x->lo, MPFR_RNDN);
    widen(sine, z->width, z->radius);
    widen(cosine, z->width, z->radius);

    /* Below 3 the sine has its angle's sign. That decides angles so small that MPFR knows no more
     * of them than that they lie between 0 and its least number. */
    if (!mpfr_signbit(x->lo) && mpfr_cmp_ui(x->hi, 3) < 0 && mpfr_signbit(sine->lo))
        mpfr_set_zero(sine->lo, +1);
    if (mpfr_signbit(x->hi) && mpfr_cmp_si(x->lo, -3) > 0 && !mpfr_signbit(sine->hi))
        mpfr_set_zero(sine->hi, -1);
}

static struct expansion expand(mpfr_srcptr y, mpz_ptr integer) {
    struct expansion v = {.negative = mpfr_signbit(y)};
    if (mpfr_zero_p(y))
        return v;
    v.exponent = mpfr_get_z_2exp(integer, y);
    mpz_abs(integer, integer);
    size_t bits = mpz_sizeinbase(integer, 2);
    if (bits > 64) {
        v.more = mpz_scan1(integer, 0) < bits - 64;
        mpz_tdiv_q_2exp(integer, integer, bits - 64);
    } else {
        mpz_mul_2exp(integer, integer, 64 - bits);
    }
    v.exponent += (int64_t)bits - 64;
    mpz_export(&v.significand, NULL, -1, sizeof v.significand, 0, 0, integer);
    return v;
}

/* The rounding test: rounding is monotonic, so where the ends agree all that lies between them
 * does. */
static bool decided(const struct interval *y, const struct element *type, mpz_ptr integer,
                    uint64_t *bits) {
    *bits = element_round(type, expand(y->lo, integer));
    return element_round(type, expand(y->hi, integer)) == *bits;
}

/* 64 bits leave 64 - 8 - precision - (bits of x before the point) for the rounding test to fail in.
 */
static int first_level(const struct position *p, struct frequency *w, const struct element *type) {
    long whole = p->exponent + frequency_log2(w);
    long bits = type->precision + 8 + (whole > 0 ? whole : 0);
    int level = 0;
    while (level_bits(level) < bits)
        level++;
    return level;
}

void real_sincos(struct ziv *z, struct position *p, struct frequency *w, const struct element *type,
                 uint64_t bits[2]) {
    bool done[2] = {false, false};
    unsigned twelfth;
    if (niven_angle(&p->p, &w->as_power, &twelfth)) {
        struct expansion v;
        done[SINE] = niven_sine(twelfth, &v);
        bits[SINE] = element_round(type, v);
        done[COSINE] = niven_sine(twelfth + 3, &v);
        bits[COSINE] = element_round(type, v);
    }
    for (int level = first_level(p, w, type); !done[SINE] || !done[COSINE]; level++) {
        enclose(z, p, w, level);
        for (int f = SINE; f <= COSINE; f++)
            done[f] = done[f] || decided(&z->value[f], type, z->integer, &bits[f]);
    }
}

/* Within 2^-105: the value is above y = value.lo by no more than twice the radius, 2^-107 + 2^-127;
 * y - high is exact, and rounding it to 53 bits errs by 2^-106 at most. */
void real_double_double(struct ziv *z, struct position *p, struct frequency *w,
                        struct double_double value[2]) {
    int level = 1;
    do
        enclose(z, p, w, level++);
    while (mpfr_cmp_si_2exp(z->width, 1, -108) > 0);
    for (int f = SINE; f <= COSINE; f++) {
        mpfr_ptr y = z->value[f].lo;
        value[f].high = mpfr_get_d(y, MPFR_RNDN);
        mpfr_sub_d(y, y, value[f].high, MPFR_RNDN);
        value[f].low = mpfr_get_d(y, MPFR_RNDN);
#ifdef POSENC_SHRINK
        value[f] = (struct double_double){ldexp(rint(ldexp(value[f].high, 50)), -50), 0};
#endif
    }
}
