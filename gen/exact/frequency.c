/* SPDX-License-Identifier: MIT */
#include "exact/frequency.h"
#include "base/die.h"
#include "base/integer.h"
#include "exact/enclosure.h"

#include <limits.h>
#include <stdlib.h>

/* --- positions */

/* A k with 2^(k-2) < |q| < 2^k; a very small one if q is 0. */
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
    enclosures_free(&p->cache);
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

const struct interval *position_at(struct position *p, int level) {
    struct interval *x;
    if (enclosures_have(&p->cache, level, &x))
        return x;
    interval_set_rational(x, p->p.rational);
    if (mpq_sgn(p->p.pi) != 0) {
        struct interval pi;
        interval_init(&pi, level_bits(level));
        interval_set_pi(&pi);
        interval_multiply_rational(&pi, p->p.pi);
        interval_add(x, x, &pi);
        interval_clear(&pi);
    }
    return x;
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
    number_subtract(&difference, x, y);
    int sign = real_sign(&difference);
    number_clear(&difference);
    return sign;
}

/* --- amplitudes */

struct amplitude *amplitude_new(const mpq_t square, bool negative, real_factor *factor,
                                const void *context) {
    struct amplitude *amplitude = die_malloc(sizeof *amplitude);
    *amplitude = (struct amplitude){.negative = negative, .factor = factor, .context = context};
    mpq_init(amplitude->square);
    mpq_set_ui(amplitude->square, 1, 1);
    if (square)
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
    struct interval *x;
    if (enclosures_have(&amplitude->cache, level, &x))
        return x;
    interval_set_rational(x, amplitude->square);
    interval_sqrt(x);
    if (amplitude->factor)
        amplitude->factor(amplitude->context, 0, x);
    return x;
}

bool amplitude_is_negative(const struct amplitude *amplitude) {
    return amplitude->negative;
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

/* --- rational powers, and the angles of Niven */

/* Let u = over/under and a = m/n, both in lowest terms. u^a is rational iff over and under are n-th
 * powers: its n-th power is u^m, which is in lowest terms too, and over^m is an n-th power only if
 * over is, since m and n have no common factor. */
void power_init(struct power *w, const mpq_t base, const mpq_t exponent) {
    mpz_inits(w->over, w->under, w->power, (mpz_ptr)NULL);
    mpz_abs(w->power, mpq_numref(exponent));
    if (mpz_fits_uint_p(mpq_denref(exponent))) {
        unsigned n = (unsigned)integer_get_unsigned(mpq_denref(exponent));
        bool over = mpz_root(w->over, mpq_numref(base), n);
        bool under = mpz_root(w->under, mpq_denref(base), n);
        w->rational = over && under;
    } else { /* among numbers of 4096 bits only 1 is such a high power */
        w->rational = mpq_cmp_ui(base, 1, 1) == 0;
        mpz_set_ui(w->over, 1);
        mpz_set_ui(w->under, 1);
    }
    if (mpq_sgn(exponent) < 0)
        mpz_swap(w->over, w->under);
}

void power_clear(struct power *w) {
    mpz_clears(w->over, w->under, w->power, (mpz_ptr)NULL);
}

/* Let p = pi * x/y and w = (over/under)^power. Then p*w = k*pi/12 iff 12x * over^power is a multiple of
 * D = y * under^power. k mod 24 is their quotient mod 24, so over^power is needed only mod 24*D. */
bool niven_angle(const struct number *p, const struct power *w, unsigned *k) {
    *k = 0;
    if (mpq_sgn(p->rational) != 0)
        return false;
    if (mpq_sgn(p->pi) == 0)
        return true;
    if (!w->rational)
        return false;
    mpz_t twelvefold, d, quotient;
    mpz_inits(twelvefold, d, quotient, (mpz_ptr)NULL);
    mpz_mul_ui(twelvefold, mpq_numref(p->pi), NIVEN_TURN / 2);

    /* over and under have no common factor, so under^power must divide 12x, and has no more bits. */
    size_t room = mpz_sizeinbase(twelvefold, 2), least = mpz_sizeinbase(w->under, 2) - 1;
    bool multiple = least == 0 || integer_compare(w->power, (int64_t)(room / least)) <= 0;
    if (multiple) {
        integer_raise(d, w->under, w->power);
        mpz_mul(d, d, mpq_denref(p->pi));
        mpz_mul_ui(quotient, d, NIVEN_TURN);
        mpz_powm(quotient, w->over, w->power, quotient);
        mpz_mul(quotient, quotient, twelvefold);
        multiple = mpz_divisible_p(quotient, d);
    }
    if (multiple) {
        mpz_divexact(quotient, quotient, d);
        *k = (unsigned)mpz_fdiv_ui(quotient, NIVEN_TURN);
    }
    mpz_clears(twelvefold, d, quotient, (mpz_ptr)NULL);
    return multiple;
}

/* Is the root of square >= 0 rational? Then sets it to that number. */
static bool niven_root(const mpq_t square, mpq_t root) {
    if (!mpz_perfect_square_p(mpq_numref(square)) || !mpz_perfect_square_p(mpq_denref(square)))
        return false;
    mpz_sqrt(mpq_numref(root), mpq_numref(square));
    mpz_sqrt(mpq_denref(root), mpq_denref(square));
    return true;
}

bool niven_sine(unsigned k, const mpq_t square, mpq_t sine) {
    enum { IRRATIONAL = 5 };
    /* 4 * sin^2, at k*pi/12 for k < 12 */
    static const unsigned fourfold[NIVEN_TURN / 2] = {0, IRRATIONAL, 1, 2, 3, IRRATIONAL,
                                                      4, IRRATIONAL, 3, 2, 1, IRRATIONAL};
    k %= NIVEN_TURN;
    unsigned quarters = fourfold[k % (NIVEN_TURN / 2)];
    if (quarters == IRRATIONAL)
        return false;
    mpq_t product;
    mpq_init(product);
    rational_set(product, quarters, 4);
    mpq_mul(product, product, square);
    bool rational = niven_root(product, sine);
    if (rational && k > NIVEN_TURN / 2)
        mpq_neg(sine, sine);
    mpq_clear(product);
    return rational;
}

/* --- bases and recipes */

struct base {
    mpq_t value;
    struct enclosures logarithm;
};

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
    enclosures_free(&base->logarithm);
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

/* --- frequencies */

/* base^power */
static void set_power(struct power *w, const struct base *base, const mpq_t power) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    power_init(w, base ? base->value : one, power);
    mpq_clear(one);
}

struct frequency *frequency_new(const struct recipe *recipe) {
    struct frequency *w = die_malloc(sizeof *w);
    *w = (struct frequency){.recipe = *recipe};
    mpq_inits(w->recipe.power[0], w->recipe.power[1], w->recipe.ratio, (mpq_ptr)NULL);
    mpq_set(w->recipe.power[0], recipe->power[0]);
    mpq_set(w->recipe.power[1], recipe->power[1]);
    mpq_set(w->recipe.ratio, recipe->ratio);
    w->closed_form = !recipe->factor && (!recipe->base[1] || mpq_sgn(recipe->power[1]) == 0);
    set_power(&w->as_power, recipe->base[0], recipe->power[0]);
    return w;
}

void frequency_free(struct frequency *w) {
    if (!w)
        return;
    enclosures_free(&w->cache);
    power_clear(&w->as_power);
    recipe_clear(&w->recipe);
    free(w);
}

/* --- enclosures */

static const struct interval *logarithm_at(struct base *base, int level) {
    struct interval *x;
    if (enclosures_have(&base->logarithm, level, &x))
        return x;
    interval_set_rational(x, base->value);
    interval_log(x);
    return x;
}

/* x *= base^power, as exp(power * log(base)) */
static void times_power(struct interval *x, struct base *base, const mpq_t power, int level) {
    if (!base || mpq_sgn(power) == 0)
        return;
    const struct interval *logarithm = logarithm_at(base, level);
    struct interval y;
    interval_init(&y, level_bits(level));
    interval_set(&y, logarithm);
    interval_multiply_rational(&y, power);
    interval_exp(&y);
    interval_multiply(x, x, &y);
    interval_clear(&y);
}

/* x *= factor, or x becomes 1/factor */
static void times_factor(struct interval *x, const struct recipe *recipe, int level) {
    struct interval whole;
    if (!recipe->quotient) {
        recipe->factor(recipe->context, recipe->index, x);
        return;
    }
    interval_init(&whole, level_bits(level));
    interval_set(&whole, x);
    recipe->factor(recipe->context, recipe->index, x);
    interval_divide(&whole, &whole, x);
    interval_set(x, &whole);
    interval_clear(&whole);
}

const struct interval *frequency_at(struct frequency *w, int level) {
    const struct recipe *recipe = &w->recipe;
    struct interval *x;
    if (enclosures_have(&w->cache, level, &x))
        return x;
    interval_set_rational(x, recipe->ratio);
    times_power(x, recipe->base[0], recipe->power[0], level);
    times_power(x, recipe->base[1], recipe->power[1], level);
    if (recipe->factor)
        times_factor(x, recipe, level);
    return x;
}

long frequency_log2(struct frequency *w) {
    mpfr_srcptr hi = frequency_at(w, 0)->hi;
    if (mpfr_zero_p(hi))
        return 0;
    return mpfr_regular_p(hi) ? (long)mpfr_get_exp(hi) : LONG_MAX;
}

/* --- what theorems say */

bool frequency_angle(const struct frequency *w, const struct number *p, unsigned *k) {
    bool zero = (mpq_sgn(p->rational) == 0 && mpq_sgn(p->pi) == 0) || mpq_sgn(w->recipe.ratio) == 0;
    *k = 0;
    if (zero || !w->closed_form || mpq_sgn(p->rational) != 0)
        return zero;
    struct number x;
    number_init(&x);
    mpq_mul(x.rational, p->rational, w->recipe.ratio);
    mpq_mul(x.pi, p->pi, w->recipe.ratio);
    bool multiple = niven_angle(&x, &w->as_power, k);
    number_clear(&x);
    return multiple;
}

/* The square of A, if it is known to be rational: a scaling rule's factor may be exact, as log 1 is. */
static bool amplitude_square(struct amplitude *amplitude, mpq_t square) {
    mpq_set(square, amplitude->square);
    if (!amplitude->factor)
        return true;
    bool exact = interval_exact(amplitude_at(amplitude, 0), square);
    mpq_mul(square, square, square);
    return exact;
}

bool amplitude_times_sine(struct amplitude *amplitude, unsigned k, mpq_t q) {
    mpq_t square;
    mpq_init(square);
    bool rational = k % (NIVEN_TURN / 2) == 0 || amplitude_square(amplitude, square);
    rational = rational && niven_sine(k, square, q);
    if (rational && amplitude->negative)
        mpq_neg(q, q);
    mpq_clear(square);
    return rational;
}

/* Sets w^2 if it is known to be rational, and small enough that w could be a number of an element type.
 *
 * A number of an element type, or midway between two, has few bits. If w^2 has more than SQUARE_BITS, w isn't such a number,
 * or it is a power of two beyond all types. */
static bool frequency_square(const struct frequency *w, mpq_t square) {
    enum { SQUARE_BITS = 1 << 24 };
    if (!w->closed_form)
        return false;
    mpq_t twice;
    mpq_init(twice);
    mpq_mul_2exp(twice, w->recipe.power[0], 1);
    struct power power;
    set_power(&power, w->recipe.base[0], twice);
    size_t over = mpz_sizeinbase(power.over, 2), under = mpz_sizeinbase(power.under, 2);
    bool rational =
        power.rational &&
        integer_compare(power.power, (int64_t)(SQUARE_BITS / (over > under ? over : under))) <= 0;
    if (rational) {
        integer_raise(mpq_numref(square), power.over, power.power);
        integer_raise(mpq_denref(square), power.under, power.power);
        mpq_mul(square, square, w->recipe.ratio);
        mpq_mul(square, square, w->recipe.ratio);
    }
    power_clear(&power);
    mpq_clear(twice);
    return rational;
}

bool rational_frequency(struct frequency *w, struct amplitude *amplitude, mpq_t q) {
    mpq_t square;
    mpq_init(square);
    bool rational = frequency_square(w, square);
    if (!rational && interval_exact(frequency_at(w, 0), q)) {
        mpq_mul(square, q, q);
        rational = true;
    }
    if (rational && amplitude) {
        rational = amplitude_square(amplitude, q);
        mpq_mul(square, square, q);
    }
    rational = rational && niven_root(square, q);
    if (rational && amplitude && amplitude->negative)
        mpq_neg(q, q);
    mpq_clear(square);
    return rational;
}

bool frequency_covered(const struct frequency *w, const struct number *p) {
    return !w->recipe.factor && (w->closed_form || mpq_sgn(p->rational) != 0);
}

bool frequency_covered_itself(const struct frequency *w) {
    return w->closed_form;
}
