/* SPDX-License-Identifier: MIT */
#include "pipelines/rounded.h"
#include "base/die.h"
#include "base/exact_sum.h"
#include "base/integer.h"
#include "exact/enclosure.h"

#include <mpfr.h>
#include <stdlib.h>

/* MPFR rounds its results towards 0 to 64 bits, and says whether they are exact. That is the expansion from which
 * element_round rounds to any format, so nothing is rounded twice. */

double rounded_value(enum rounded_type format, uint64_t bits) {
    const struct element *type = &elements[format];
    int exponent;
    const double significand = (double)element_significand(type, bits, &exponent);
    double x = ldexp(significand, exponent);
    if (exponent + type->precision - 1 > 1 - type->emin)
        x = element_is_infinite(type, bits) ? INFINITY : NAN;
    return bits & element_sign(type) ? -x : x;
}

/* Rounds y to the format; MPFR rounded y towards 0 with this ternary value. */
static double take(enum rounded_type format, mpfr_srcptr y, int ternary) {
    if (mpfr_nan_p(y) || mpfr_inf_p(y))
        return mpfr_get_d(y, MPFR_RNDN);
    return rounded_value(format, element_round(&elements[format], expansion_of(y, ternary != 0)));
}

typedef int function(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

static double apply(enum rounded_type format, function *f, double x) {
    MPFR_DECL_INIT(from, 53);
    MPFR_DECL_INIT(to, 64);
    mpfr_set_d(from, x, MPFR_RNDN);
    const int ternary = f(to, from, MPFR_RNDZ);
    return take(format, to, ternary);
}

double rounded_exp(enum rounded_type format, double x) {
    return apply(format, mpfr_exp, x);
}

double rounded_log(enum rounded_type format, double x) {
    return apply(format, mpfr_log, x);
}

double rounded_pow(enum rounded_type format, double x, double y) {
    MPFR_DECL_INIT(base, 53);
    MPFR_DECL_INIT(exponent, 53);
    MPFR_DECL_INIT(power, 64);
    mpfr_set_d(base, x, MPFR_RNDN);
    mpfr_set_d(exponent, y, MPFR_RNDN);
    const int ternary = mpfr_pow(power, base, exponent, MPFR_RNDZ);
    return take(format, power, ternary);
}

/* A quotient of doubles is rounded once, and so within a unit of the exact one: if all numbers so near are rounded to the
 * same number of the format, that is the exact one's too. */
static bool quotient_decides(enum rounded_type format, const mpq_t q, double *nearest) {
    const double unit = 0x1p-52;
    if (mpz_sizeinbase(mpq_numref(q), 2) > DBL_MANT_DIG ||
        mpz_sizeinbase(mpq_denref(q), 2) > DBL_MANT_DIG)
        return false;
    const double quotient = mpz_get_d(mpq_numref(q)) / mpz_get_d(mpq_denref(q));
    *nearest = rounded(format, quotient);
    return format == ROUND_F64 ||
           rounded(format, quotient * (1 - unit)) == rounded(format, quotient * (1 + unit));
}

double rounded_rational(enum rounded_type format, const mpq_t q) {
    double nearest;
    if (quotient_decides(format, q, &nearest))
        return nearest;
    return rounded_value(format, element_round(&elements[format], expansion_of_rational(q)));
}

/* A number with pi in it is irrational, so at some level both ends of its enclosure are rounded to the same number. */
double rounded_number(enum rounded_type format, const struct number *number) {
    if (mpq_sgn(number->pi) == 0)
        return rounded_rational(format, number->rational);
    struct position *position = position_new();
    position_set(position, number);
    double low, high;
    int level = 0;
    do {
        const struct interval *x = position_at(position, level++);
        low = take(format, x->lo, 0);
        high = take(format, x->hi, 0);
    } while (low != high);
    position_free(position);
    return low;
}

/* With 128 bits, ends that are 2^-110 apart leave room for the rounding of `low`, of 2^-107. An enclosure may need more
 * bits where terms cancel; the levels go up to 8192 bits, and no known number needs more. */
enum { PAIR_LEVELS = 8, PAIR_WIDTH = -110 };
struct double_double rounded_pair(const struct exact_parts *number) {
    MPFR_DECL_INIT(width, 64);
    MPFR_DECL_INIT(limit, 64);
    for (int level = 1; level < PAIR_LEVELS; level++) {
        const struct interval *x = number->position    ? position_at(number->position, level)
                                   : number->frequency ? frequency_at(number->frequency, level)
                                                       : amplitude_at(number->amplitude, level);
        mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
        mpfr_mul_2si(limit, x->lo, PAIR_WIDTH, MPFR_RNDZ);
        if (mpfr_cmpabs(width, limit) > 0)
            continue;
        struct double_double pair = double_double_of(x->lo);
        if (number->amplitude && !number->position && !number->frequency &&
            amplitude_is_negative(number->amplitude))
            pair = (struct double_double){-pair.high, -pair.low};
        return pair;
    }
    return (struct double_double){NAN, NAN};
}

/* With step = pi/128, x = k * step + r, |r| <= R = 0.0123, S = sin(k * step) and C = cos(k * step):
 *
 *     sin x = S + C*r + C*(sin r - r) + S*(cos r - 1)        and cos x is sin(x + 64 * step)
 *
 * S and C are double-double numbers from a table, S + C*r is computed in double-double, and the rest in double, where
 * r^2/2 < 2^-13. Notation: u = 2^-53; an operation of doubles errs by at most u times its result.
 *
 * The reduction. |k| < 2^30.4, and step = STEP_1 + STEP_2 + STEP_3 to within 2^-109. STEP_1 and STEP_2 have 22 bits, so
 * k * STEP_1 and k * STEP_2 are exact. x - k * STEP_1 is exact too: it is a multiple of the last bit of x, since that of
 * STEP_1, 2^-27, is higher for x < SINES_LIMIT; and it is at most R + k * 2^-28, which is below 2^53 such bits for x of
 * at least step/2, where k > 0. The product with STEP_3, at most |k| * 2^-50.1, errs by |k| * 2^-103.1, and the low parts by
 * far less. With k = 0 nothing is rounded.
 *
 * The series. r^2 is computed as rh * rh, with a relative error of 3u. The polynomial for (cos r - 1)/r^2 errs by 1.1u, its
 * product with r^2 by u: 5.1u together, which is 2.6u * r^2. That for sin r - r errs by 7.4u together, 1.3u * |r|^3.
 * Their products with S and C, without the low parts of these, and the sum add 3.1u: 1.6u * |S| r^2 and 0.6u * |C r^3|.
 * Three more sums of that size add 1.5u * |S| r^2 and 0.5u * |C r^3|. Altogether u * (5.7 |S| r^2 + 2.4 |C r^3|), and
 * SINES_SERIES has room for the rounding of the bound itself. Cut off are r^10/10! and r^11/11!, far less.
 *
 * The rest is at most u^2 * (4.5 |S| + 15.5 |C r|): the table's entries, and roundings of low parts; the test of
 * sines_decided adds 2u^2 * |sin x|. With k > 0, |S| and |x| are at most some |k| * step, and SINES_REDUCTION has room for
 * it. With k = 0 the table is exact, and all of it is 3u^2 * |sin x|: that is SINES_REST.
 *
 * For float, nearly always the same in double alone is enough. The two roundings of r err by 2u * |r| + |k| * 2^-102.1; C,
 * its product with r, the next sums and the test's make that 7u * |r|; S, the last sum and the test add 3u * |S|, and the
 * series errs by far less. SINES_COARSE has room for the rounding of the test.
 *
 * (tests/exact/proofs/sines.gappa) */

#define STEP_1 0x1.921fb8p-6
#define STEP_2 (-0x1.5dde9p-29)
#define STEP_3 (-0x1.cf72cece675d2p-51)
#define STEPS_PER_UNIT 0x1.45f306dc9c883p+5
#define SINES_REDUCTION 0x1p-103 /* times |k|; in double alone, twice that */
#define SINES_SERIES 0x1p-53     /* times 6 |S| r^2 + 3 |r^3| */
#define SINES_REST 0x1p-104      /* times |sin x| */
#define SINES_COARSE 0x1p-51     /* times |S| + 2 |r|, and the error of r */

enum { TURN = 256, QUARTER = TURN / 4 };

/* A double-double number, and the halves of `high` (exact_upper). */
struct halved {
    double high, low, top, bottom;
};

static inline struct halved halved(double high, double low) {
    const double top = exact_upper(high);
    return (struct halved){high, low, top, high - top};
}

/* What rounding takes from the product p of the high parts: x.high * y.high - p, exactly. */
static inline double cut_off(const struct halved *x, const struct halved *y, double p) {
    return exact_rest(p, x->top, x->bottom, y->top, y->bottom);
}

/* sin(k * step) */
struct sines {
    struct halved at[TURN];
};

struct sines *sines_new(void) {
    struct sines *sines = die_malloc(sizeof *sines);
    MPFR_DECL_INIT(x, 256);
    MPFR_DECL_INIT(y, 256);
    for (int k = 0; k <= QUARTER; k++) {
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_d(x, x, 2.0 * k / TURN, MPFR_RNDN);
        mpfr_sin(y, x, MPFR_RNDN);
        double high = k == QUARTER ? 1 : mpfr_get_d(y, MPFR_RNDN);
        mpfr_sub_d(y, y, high, MPFR_RNDN);
        double low = k == QUARTER ? 0 : mpfr_get_d(y, MPFR_RNDN);
        struct halved plus = halved(high, low), minus = halved(-high, -low);
        sines->at[k] = sines->at[TURN / 2 - k] = plus;
        sines->at[TURN / 2 + k] = sines->at[(TURN - k) % TURN] = minus;
    }
    sines->at[0] = sines->at[TURN / 2] = halved(0, 0);
    return sines;
}

void sines_free(struct sines *sines) {
    free(sines);
}

/* x + y exactly */
static inline struct double_double two_sum(double x, double y) {
    double low, high = exact_sum(x, y, &low);
    return (struct double_double){high, low};
}

/* The same for |x| >= |y|. */
static inline struct double_double ordered_sum(double x, double y) {
    double high = x + y;
    return (struct double_double){high, y - (high - x)};
}

/* Shares of 2^-106: 1 for either product of a high and a low part, 2 for their sum, 3 for that with what is cut of the
 * high parts' product, and 1 for the product of the low parts, which is left out
 * (tests/exact/proofs/pair_product.gappa). */
struct double_double pair_product(struct double_double x, struct double_double y) {
    const struct halved a = halved(x.high, x.low), b = halved(y.high, y.low);
    double p = x.high * y.high;
    return ordered_sum(p, cut_off(&a, &b, p) + (x.high * y.low + x.low * y.high));
}

/* k, and its index in the table */
static inline double step_of(double x, unsigned *index) {
    const double magic = 0x1.8p52;
    double shifted = x * STEPS_PER_UNIT + magic;
    *index = (unsigned)(bits_of_double(shifted) % TURN);
    return shifted - magic;
}

/* sin r - r and cos r - 1 */
static inline double sine_series(double r, double r2) {
    return r * r2 * (-1.0 / 6 + r2 * (1.0 / 120 + r2 * (-1.0 / 5040 + r2 * (1.0 / 362880))));
}

static inline double cosine_series(double r2) {
    return r2 * (-0.5 + r2 * (1.0 / 24 + r2 * (-1.0 / 720 + r2 * (1.0 / 40320))));
}

/* r, and what the series has of it */
struct residue {
    struct halved r;
    double square, sine, cosine;
    double error; /* of r */
};

static inline struct residue reduce(double x, double x_low, double error, unsigned *index) {
    double k = step_of(x, index);
    struct double_double a = two_sum(x - k * STEP_1, -(k * STEP_2));
    struct double_double b = two_sum(a.high, -(k * STEP_3));
    struct double_double r = two_sum(b.high, a.low + b.low + x_low);
    double r2 = r.high * r.high;
    return (struct residue){.r = halved(r.high, r.low),
                            .square = r2,
                            .sine = sine_series(r.high, r2),
                            .cosine = cosine_series(r2),
                            .error = fabs(k) * SINES_REDUCTION + error};
}

static inline struct sine combine(const struct halved *s, const struct halved *c,
                                  const struct residue *residue) {
    const struct halved *r = &residue->r;
    double p = c->high * r->high;
    double series = c->high * residue->sine + s->high * residue->cosine;
    struct double_double h = two_sum(s->high, p);
    double low = (cut_off(c, r, p) + c->high * r->low + c->low * r->high) + (s->low + series);
    struct double_double v = ordered_sum(h.high, h.low + low);
    double error = SINES_SERIES * (residue->square * (6 * fabs(s->high) + 3 * fabs(r->high))) +
                   SINES_REST * fabs(v.high) + residue->error;
    return (struct sine){v.high, v.low, error};
}

void sines_enclose(const struct sines *sines, double high, double low, double error,
                   struct sine pair[2]) {
    unsigned k;
    struct residue r = reduce(high, low, error, &k);
    const struct halved *at = sines->at;
    pair[SINE] = combine(&at[k], &at[(k + QUARTER) % TURN], &r);
    pair[COSINE] = combine(&at[(k + QUARTER) % TURN], &at[(k + 2 * QUARTER) % TURN], &r);
}

/* The sums for double err by at most u * (|low| + error), which SINES_REST has room for. */
bool sines_decided(enum rounded_type format, const struct sine *v, double *to) {
    if (format == ROUND_F32) {
        double radius = 0x1p-52 * fabs(v->high) + v->error;
        *to = rounded_float(v->high + radius);
        return *to == rounded_float(v->high - radius);
    }
    double below = v->high + (v->low - v->error), above = v->high + (v->low + v->error);
    *to = above;
    return below == above;
}

static bool in_range(double x) {
#if ARITHMETIC_BINARY64
    return fabs(x) < SINES_LIMIT && fabs(x) >= SINES_LEAST;
#else
    (void)x;
    return false;
#endif
}

bool sines_between(const struct sines *sines, double x, double low[2], double high[2]) {
    if (!in_range(x))
        return false;
    unsigned index;
    double k = step_of(x, &index);
    double r = (x - k * STEP_1 - k * STEP_2) - k * STEP_3, r2 = r * r;
    double sine = sine_series(r, r2), cosine = cosine_series(r2);
    double error = 2 * SINES_COARSE * fabs(r) + fabs(k) * (2 * SINES_REDUCTION);
    for (int f = SINE; f <= COSINE; f++, index += QUARTER) {
        double s = sines->at[index % TURN].high, c = sines->at[(index + QUARTER) % TURN].high;
        double v = s + (c * r + (c * sine + s * cosine));
        double radius = error + SINES_COARSE * fabs(s);
        low[f] = v - radius;
        high[f] = v + radius;
    }
    return true;
}

/* The sine and the cosine as floats, if double is enough. */
static bool round_coarse(const struct sines *sines, double x, double pair[2]) {
    double low[2], high[2];
    if (!sines_between(sines, x, low, high))
        return false;
    pair[SINE] = rounded_float(low[SINE]);
    pair[COSINE] = rounded_float(low[COSINE]);
    return pair[SINE] == rounded_float(high[SINE]) && pair[COSINE] == rounded_float(high[COSINE]);
}

void sines_round(const struct sines *sines, enum rounded_type format, double x, double pair[2]) {
    bool decided = format == ROUND_F32 && round_coarse(sines, x, pair);
    if (!decided && in_range(x)) {
        struct sine v[2];
        sines_enclose(sines, x, 0, 0, v);
        decided = sines_decided(format, &v[SINE], &pair[SINE]) &&
                  sines_decided(format, &v[COSINE], &pair[COSINE]);
    }
    if (!decided) {
        pair[SINE] = apply(format, mpfr_sin, x);
        pair[COSINE] = apply(format, mpfr_cos, x);
    }
}
