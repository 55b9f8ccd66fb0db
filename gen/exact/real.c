#include "exact/real.h"
#include "base/die.h"
#include "exact/interval.h"

#include <limits.h>
#include <stdlib.h>

struct base {
    bool exponential;
    mpq_t value; /* or its logarithm, where it is exponential */
    struct enclosures logarithm;
};

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

void interval_mul(struct interval *x, const struct interval *y, const struct interval *z) {
    mpfr_mul(x->lo, y->lo, mpfr_signbit(y->lo) ? z->hi : z->lo, MPFR_RNDD);
    mpfr_mul(x->hi, y->hi, mpfr_signbit(y->hi) ? z->lo : z->hi, MPFR_RNDU);
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
        if (!base->exponential) {
            mpfr_log(y->x.lo, y->x.lo, MPFR_RNDD);
            mpfr_log(y->x.hi, y->x.hi, MPFR_RNDU);
        }
        y->made = true;
    }
    return &y->x;
}

/* base^power = exp(power * log(base)), and exp is increasing; exp 0 is exactly 1 */
static void times_power(struct interval *x, struct base *base, const mpq_t power, int level) {
    if (!base || mpq_sgn(power) == 0)
        return;
    const struct interval *logarithm = logarithm_at(base, level);
    struct interval y;
    interval_init(&y, level_bits(level));
    mpfr_set(y.lo, logarithm->lo, MPFR_RNDD);
    mpfr_set(y.hi, logarithm->hi, MPFR_RNDU);
    interval_mul_q(&y, power);
    mpfr_exp(y.lo, y.lo, MPFR_RNDD);
    mpfr_exp(y.hi, y.hi, MPFR_RNDU);
    interval_mul(x, x, &y);
    interval_clear(&y);
}

const struct interval *frequency_at(struct frequency *w, int level) {
    struct enclosure *y = place(&w->known_at, level);
    if (!y->made) {
        const struct recipe *recipe = &w->recipe;
        interval_set_q(&y->x, recipe->ratio);
        times_power(&y->x, recipe->base[0], recipe->power[0], level);
        times_power(&y->x, recipe->base[1], recipe->power[1], level);
        if (recipe->factor)
            recipe->factor(recipe->context, recipe->index, level_bits(level), &y->x);
        y->made = true;
    }
    return &y->x;
}

const struct interval *position_at(struct position *p, int level) {
    struct enclosure *y = place(&p->known, level);
    if (!y->made)
        enclose_position(p, &y->x);
    y->made = true;
    return &y->x;
}

const struct interval *amplitude_at(struct amplitude *amplitude, int level) {
    struct enclosure *y = place(&amplitude->known, level);
    if (!y->made) {
        interval_set_q(&y->x, amplitude->square);
        mpfr_sqrt(y->x.lo, y->x.lo, MPFR_RNDD);
        mpfr_sqrt(y->x.hi, y->x.hi, MPFR_RNDU);
        if (amplitude->factor)
            amplitude->factor(amplitude->context, 0, level_bits(level), &y->x);
        y->made = true;
    }
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

struct base *base_new_exp(const mpq_t logarithm) {
    struct base *base = base_new(logarithm);
    base->exponential = true;
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

void recipe_init(struct recipe *recipe) {
    *recipe = (struct recipe){.factor = NULL};
    mpq_inits(recipe->power[0], recipe->power[1], recipe->ratio, (mpq_ptr)NULL);
    mpq_set_ui(recipe->ratio, 1, 1);
}

void recipe_clear(struct recipe *recipe) {
    mpq_clears(recipe->power[0], recipe->power[1], recipe->ratio, (mpq_ptr)NULL);
}

/* base^power as a power of a rational; of an exponential only the power 0 is one. */
static void set_power(struct power *w, const struct base *base, const mpq_t power) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    power_init(w, base && !base->exponential ? base->value : one, power);
    mpq_clear(one);
}

struct frequency *frequency_new(const struct recipe *recipe) {
    struct frequency *w = die_malloc(sizeof *w);
    *w = (struct frequency){.known = true};
    recipe_init(&w->recipe);
    mpq_set(w->recipe.ratio, recipe->ratio);
    for (int k = 0; k < 2; k++) {
        w->recipe.base[k] = recipe->base[k];
        mpq_set(w->recipe.power[k], recipe->power[k]);
    }
    w->recipe.factor = recipe->factor;
    w->recipe.context = recipe->context;
    w->recipe.index = recipe->index;
    w->transcendental =
        recipe->base[0] && recipe->base[0]->exponential && mpq_sgn(recipe->power[0]) != 0;
    w->known = !w->transcendental && !recipe->factor &&
               (!recipe->base[1] || mpq_sgn(recipe->power[1]) == 0);
    set_power(&w->as_power, recipe->base[0], recipe->power[0]);
    return w;
}

void frequency_free(struct frequency *w) {
    if (!w)
        return;
    forget(&w->known_at);
    free(w->known_at.level);
    power_clear(&w->as_power);
    recipe_clear(&w->recipe);
    free(w);
}

bool frequency_angle(const struct frequency *w, const struct number *p, unsigned *turn) {
    bool zero = mpq_sgn(p->rational) == 0 && mpq_sgn(p->pi) == 0;
    *turn = 0;
    if (zero || !w->known || mpq_sgn(p->rational) != 0)
        return zero;
    struct number x;
    number_init(&x);
    mpq_mul(x.rational, p->rational, w->recipe.ratio);
    mpq_mul(x.pi, p->pi, w->recipe.ratio);
    bool multiple = niven_angle(&x, &w->as_power, turn);
    number_clear(&x);
    return multiple;
}

/* A number of an element type, or one midway between two, has few bits: where w^2 has more than these it is
 * none, or a power of two that no type holds. */
bool frequency_square(const struct frequency *w, mpq_t square) {
    enum { BITS = 1 << 24 };
    if (!w->known)
        return false;
    mpq_t twice;
    mpq_init(twice);
    mpq_mul_2exp(twice, w->recipe.power[0], 1);
    struct power power;
    set_power(&power, w->recipe.base[0], twice);
    size_t over = mpz_sizeinbase(power.over, 2), under = mpz_sizeinbase(power.under, 2);
    bool rational =
        power.rational && mpz_cmp_ui(power.power, BITS / (over > under ? over : under)) <= 0;
    if (rational) {
        mpz_pow_ui(mpq_numref(square), power.over, mpz_get_ui(power.power));
        mpz_pow_ui(mpq_denref(square), power.under, mpz_get_ui(power.power));
        mpq_mul(square, square, w->recipe.ratio);
        mpq_mul(square, square, w->recipe.ratio);
    }
    power_clear(&power);
    mpq_clear(twice);
    return rational;
}

bool frequency_covered(const struct frequency *w, const struct number *p) {
    return !w->recipe.factor && !w->transcendental && (w->known || mpq_sgn(p->rational) != 0);
}

bool frequency_covered_itself(const struct frequency *w) {
    return w->known || w->transcendental;
}

long frequency_log2(struct frequency *w) {
    mpfr_srcptr hi = frequency_at(w, 0)->hi;
    return mpfr_regular_p(hi) ? (long)mpfr_get_exp(hi) : LONG_MAX;
}

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
    forget(&amplitude->known);
    free(amplitude->known.level);
    mpq_clear(amplitude->square);
    free(amplitude);
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

int real_sign(const struct number *x) {
    if (mpq_sgn(x->pi) == 0 || mpq_sgn(x->rational) == 0)
        return mpq_sgn(x->pi) + mpq_sgn(x->rational);
    struct position p = {.exponent = 0}; /* pi is irrational: x is not 0, and this ends */
    p.p = *x;
    int sign = 0;
    for (int level = 0; sign == 0; level++) {
        const struct interval *y = position_at(&p, level);
        sign = mpfr_sgn(y->lo) > 0 ? 1 : mpfr_sgn(y->hi) < 0 ? -1 : 0;
    }
    forget(&p.known);
    free(p.known.level);
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
