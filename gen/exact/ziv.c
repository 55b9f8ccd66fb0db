/* SPDX-License-Identifier: MIT */
/* Correct rounding by Ziv's strategy [1]: enclose, round both ends of the enclosure, and if they
 * differ, enclose more tightly.
 *
 * Why the loop ends. Only a value that is a number of the element type, or midway between two, could
 * keep it going, and all of those are rational. With x = p*w, p = a + b*pi and w algebraic:
 *   p = 0 or w = 0           sin = 0 and cos = 1, recognised.
 *   b = 0                    x is algebraic and not 0: sin x and cos x are transcendental
 *                            (Hermite-Lindemann [2, theorem 9.11]).
 *   a and b not 0            exp(i*x) = exp(i*a*w) * (-1)^(b*w) is transcendental (Baker [3, theorem 2.3]).
 *   a = 0, b*w irrational    exp(i*x) = (-1)^(b*w) is transcendental (Gelfond-Schneider [2, theorem 10.1]).
 *   a = 0, b*w rational      A * sin x = +-sqrt(A^2 * sin^2 x) is rational only if sin^2 x is, at
 *                            multiples of pi/6 and pi/4: recognised with integers (frequency.h).
 * Sin x and cos x are algebraic if and only if exp(i*x) is; A = sqrt(square) is algebraic and not
 * 0, and so is A times such a number. No cap is needed, and none is set.
 *
 * Some scaling rules make other numbers that no theorem covers: 1/pi in a frequency, a logarithm in an amplitude.
 * If no theorem covers an entry, the loop ends at ZIV_CAP bits, and the entry is undecided.
 *
 * [1] A. Ziv, Fast evaluation of elementary mathematical functions with correctly rounded last bit,
 *     ACM TOMS 17 (1991), doi:10.1145/114697.116813
 * [2] I. Niven, Irrational Numbers, Carus Monographs 11 (1956), doi:10.5948/9781614440116
 * [3] A. Baker, Transcendental Number Theory (1975), doi:10.1017/CBO9780511565977 */
#include "exact/ziv.h"
#include "base/die.h"
#include "base/integer.h"
#include "exact/enclosure.h"

#include <stdlib.h>

#include <mpfr.h>

struct ziv {
    struct interval angle, value[2]; /* x; A * sin x and A * cos x */
    mpq_t rational;
};

struct ziv *ziv_new(void) {
    struct ziv *z = die_malloc(sizeof *z);
    interval_init(&z->angle, 64);
    interval_init(&z->value[SINE], 64);
    interval_init(&z->value[COSINE], 64);
    mpq_init(z->rational);
    return z;
}

void ziv_free(struct ziv *z) {
    if (!z)
        return;
    interval_clear(&z->angle);
    interval_clear(&z->value[SINE]);
    interval_clear(&z->value[COSINE]);
    mpq_clear(z->rational);
    free(z);
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); /* the thread's constants */
}

/* y.lo is sin or cos of x.lo, rounded to nearest. Both functions change by no more than their
 * argument. So with r = width of x + half an ulp of y.lo, [y.lo - r, y.lo + r] encloses their values
 * over all of x. */
static void widen(struct interval *y, mpfr_srcptr width) {
    MPFR_DECL_INIT(radius, 64);
    mpfr_set(radius, width, MPFR_RNDU);
    if (!mpfr_zero_p(y->lo)) {
        mpfr_set_ui_2exp(y->hi, 1, mpfr_get_exp(y->lo) - mpfr_get_prec(y->lo) - 1, MPFR_RNDU);
        mpfr_add(radius, radius, y->hi, MPFR_RNDU);
    }
    mpfr_add(y->hi, y->lo, radius, MPFR_RNDU);
    mpfr_sub(y->lo, y->lo, radius, MPFR_RNDD);
}

const struct interval *ziv_enclose(struct ziv *z, struct position *p, struct frequency *w,
                                   struct amplitude *amplitude, int level) {
    mpfr_prec_t bits = level_bits(level);
    struct interval *x = &z->angle, *sine = &z->value[SINE], *cosine = &z->value[COSINE];
    interval_precision(x, bits);
    interval_precision(sine, bits);
    interval_precision(cosine, bits);

    MPFR_DECL_INIT(width, 64);
    interval_multiply(x, position_at(p, level), frequency_at(w, level));
    mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
    mpfr_sin_cos(sine->lo, cosine->lo, x->lo, MPFR_RNDN);
    widen(sine, width);
    widen(cosine, width);

    /* Below 3 the sine has the sign of its angle. That decides angles below MPFR's least number. */
    if (!mpfr_signbit(x->lo) && mpfr_cmp_ui(x->hi, 3) < 0 && mpfr_signbit(sine->lo))
        mpfr_set_zero(sine->lo, +1);
    if (mpfr_signbit(x->hi) && mpfr_cmp_si(x->lo, -3) > 0 && !mpfr_signbit(sine->hi))
        mpfr_set_zero(sine->hi, -1);

    if (amplitude->factor || mpq_cmp_ui(amplitude->square, 1, 1) != 0) {
        interval_multiply(sine, sine, amplitude_at(amplitude, level));
        interval_multiply(cosine, cosine, amplitude_at(amplitude, level));
    }
    if (amplitude->negative) {
        interval_negate(sine);
        interval_negate(cosine);
    }
    return z->value;
}

struct expansion expansion_of(mpfr_srcptr y, bool more) {
    struct expansion v = {.negative = mpfr_signbit(y), .more = more};
    if (!mpfr_regular_p(y))
        return v;
    MPFR_DECL_INIT(cut, 64);
    v.more |= mpfr_abs(cut, y, MPFR_RNDZ) != 0;
    v.exponent = mpfr_get_exp(cut) - 64;
    mpz_t significand;
    v.significand = integer_get_unsigned(
        mpz_roinit_n(significand, mpfr_custom_get_significand(cut), 64 / GMP_NUMB_BITS));
    return v;
}

struct expansion expansion_of_rational(const mpq_t q) {
    MPFR_DECL_INIT(y, 64);
    const bool more = mpfr_set_q(y, q, MPFR_RNDZ) != 0;
    return expansion_of(y, more);
}

struct double_double double_double_of(mpfr_srcptr y) {
    MPFR_DECL_INIT(rest, 53);
    const double high = mpfr_get_d(y, MPFR_RNDN);
    mpfr_sub_d(rest, y, high, MPFR_RNDN);
    return (struct double_double){high, mpfr_get_d(rest, MPFR_RNDN)};
}

/* The rounding test: rounding is monotonic, so if the ends round to the same bits, every number between them does. */
static bool decided(const struct interval *y, const struct element *type, uint64_t *bits) {
    *bits = element_round(type, expansion_of(y->lo, false));
    return element_round(type, expansion_of(y->hi, false)) == *bits;
}

/* The first level with at least 8 bits for the rounding test, besides the bits of the element type and those of x
 * before its point. */
static int first_level(const struct position *p, struct frequency *w, const struct element *type) {
    long whole = p->exponent + frequency_log2(w);
    long bits =
        (type->fixed ? 8 * (int)type->bytes : type->precision) + 8 + (whole > 0 ? whole : 0);
    int level = 0;
    while (level_bits(level) < bits)
        level++;
    return level;
}

bool ziv_sincos(struct ziv *z, struct position *p, struct frequency *w, struct amplitude *amplitude,
                const struct element *type, uint64_t bits[2]) {
    bool done[2] = {false, false};
    unsigned k;
    bool rational = frequency_angle(w, &p->p, &k);
    for (unsigned f = SINE; rational && f <= COSINE; f++) {
        done[f] = amplitude_times_sine(amplitude, k + f * (NIVEN_TURN / 4), z->rational);
        if (done[f])
            bits[f] = element_round(type, expansion_of_rational(z->rational));
    }
    bool covered = !amplitude->factor && frequency_covered(w, &p->p);
    for (int level = first_level(p, w, type); !done[SINE] || !done[COSINE]; level++) {
        if (!covered && level_bits(level) > ZIV_CAP)
            return false;
        ziv_enclose(z, p, w, amplitude, level);
        for (int f = SINE; f <= COSINE; f++)
            done[f] = done[f] || decided(&z->value[f], type, &bits[f]);
    }
    return true;
}

bool ziv_frequency(struct ziv *z, struct frequency *w, struct amplitude *amplitude,
                   const struct element *type, uint64_t *bits) {
    bool done = rational_frequency(w, amplitude, z->rational);
    if (done)
        *bits = element_round(type, expansion_of_rational(z->rational));
    bool covered = !amplitude->factor && frequency_covered_itself(w);
    for (int level = 0; !done; level++) {
        if (!covered && level_bits(level) > ZIV_CAP)
            return false;
        interval_precision(&z->angle, level_bits(level));
        interval_multiply(&z->angle, frequency_at(w, level), amplitude_at(amplitude, level));
        if (amplitude->negative)
            interval_negate(&z->angle);
        done = decided(&z->angle, type, bits);
    }
    return true;
}

/* For lo <= y <= hi, high + low is lo, except that lo - high, which is exact, is rounded to 53 bits. With k as
 * below, that errs by at most 2^(k - 107), and y is above lo by at most 2^(k + SEED_WIDTH)
 * (tests/exact/proofs/ziv.gappa). */
enum { SEED_WIDTH = -107 };
bool ziv_double_double(struct ziv *z, struct position *p, struct frequency *w,
                       struct amplitude *amplitude, struct double_double value[2]) {
    MPFR_DECL_INIT(sine_width, 64);
    MPFR_DECL_INIT(cosine_width, 64);
    long k = amplitude_log2(amplitude);
    int level = 1;
    bool covered = !amplitude->factor && !w->recipe.factor;
    do {
        if (!covered && level_bits(level) > ZIV_CAP)
            return false;
        ziv_enclose(z, p, w, amplitude, level++);
        mpfr_sub(sine_width, z->value[SINE].hi, z->value[SINE].lo, MPFR_RNDU);
        mpfr_sub(cosine_width, z->value[COSINE].hi, z->value[COSINE].lo, MPFR_RNDU);
    } while (mpfr_cmp_si_2exp(sine_width, 1, k + SEED_WIDTH) > 0 ||
             mpfr_cmp_si_2exp(cosine_width, 1, k + SEED_WIDTH) > 0);
    for (int f = SINE; f <= COSINE; f++)
        value[f] = double_double_of(z->value[f].lo);
    return true;
}
