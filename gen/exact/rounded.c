/* MPFR rounds its results towards 0 to 64 bits, and says whether they are exact. That is the expansion from which
 * element_round rounds to any format, so nothing is rounded twice. */
#include "exact/rounded.h"
#include "base/integer.h"
#include "exact/enclosure.h"

#include <mpfr.h>

double rounded_value(enum rounding format, uint64_t bits) {
    const struct element *type = &elements[format];
    if (format == ROUND_F64) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    int fraction = type->precision - 1;
    uint64_t magnitude = bits & (element_sign(type) - 1), field = magnitude >> fraction;
    uint64_t low = magnitude & ((UINT64_C(1) << fraction) - 1);
    double x;
    if (field == (element_sign(type) >> fraction) - 1)
        x = low ? NAN : INFINITY;
    else if (field == 0)
        x = ldexp((double)low, type->emin - fraction);
    else
        x = ldexp((double)(low + (UINT64_C(1) << fraction)),
                  type->emin - fraction + (int)field - 1);
    return bits & element_sign(type) ? -x : x;
}

/* y, which MPFR rounded towards 0 with this ternary value, as a number of the format. */
static double take(enum rounding format, mpfr_srcptr y, int ternary) {
    if (mpfr_nan_p(y) || mpfr_inf_p(y))
        return mpfr_get_d(y, MPFR_RNDN);
    struct expansion v = {.negative = mpfr_signbit(y), .more = ternary != 0};
    if (!mpfr_zero_p(y)) {
        mpfr_t cut;
        mpz_t integer;
        mpfr_init2(cut, 64);
        mpz_init(integer);
        v.more = mpfr_set(cut, y, MPFR_RNDZ) != 0 || v.more;
        v.exponent = mpfr_get_z_2exp(integer, cut);
        v.significand = integer_get_unsigned(integer);
        mpz_clear(integer);
        mpfr_clear(cut);
    }
    return rounded_value(format, element_round(&elements[format], v));
}

typedef int function(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

static double apply(enum rounding format, function *f, double x) {
    mpfr_t from, to;
    mpfr_init2(from, 53);
    mpfr_init2(to, 64);
    mpfr_set_d(from, x, MPFR_RNDN);
    int ternary = f(to, from, MPFR_RNDZ);
    double y = take(format, to, ternary);
    mpfr_clears(from, to, (mpfr_ptr)NULL);
    return y;
}

double rounded_exp(enum rounding format, double x) {
    return apply(format, mpfr_exp, x);
}

double rounded_log(enum rounding format, double x) {
    return apply(format, mpfr_log, x);
}

void rounded_sines(enum rounding format, double x, double pair[2]) {
    pair[SINE] = apply(format, mpfr_sin, x);
    pair[COSINE] = apply(format, mpfr_cos, x);
}

double rounded_pow(enum rounding format, double x, double y) {
    mpfr_t base, exponent, power;
    mpfr_inits2(53, base, exponent, (mpfr_ptr)NULL);
    mpfr_init2(power, 64);
    mpfr_set_d(base, x, MPFR_RNDN);
    mpfr_set_d(exponent, y, MPFR_RNDN);
    int ternary = mpfr_pow(power, base, exponent, MPFR_RNDZ);
    double z = take(format, power, ternary);
    mpfr_clears(base, exponent, power, (mpfr_ptr)NULL);
    return z;
}

double rounded_rational(enum rounding format, const mpq_t q) {
    mpfr_t x;
    mpfr_init2(x, 64);
    int ternary = mpfr_set_q(x, q, MPFR_RNDZ);
    double y = take(format, x, ternary);
    mpfr_clear(x);
    return y;
}

/* A number with pi in it is irrational, so at some level both ends of its enclosure are rounded to the same. */
double rounded_number(enum rounding format, const struct number *number) {
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
 * bits where terms cancel; the levels tried here have 8192 at last, and such a number isn't met. */
enum { PAIR_LEVELS = 8, PAIR_WIDTH = -110 };
static struct double_double pair_of(const struct interval *at(void *, int), void *number) {
    struct double_double pair = {NAN, NAN};
    mpfr_t width, limit;
    mpfr_inits2(64, width, limit, (mpfr_ptr)NULL);
    for (int level = 1; level < PAIR_LEVELS; level++) {
        const struct interval *x = at(number, level);
        mpfr_sub(width, x->hi, x->lo, MPFR_RNDU);
        mpfr_mul_2si(limit, x->lo, PAIR_WIDTH, MPFR_RNDZ);
        if (mpfr_cmpabs(width, limit) > 0)
            continue;
        pair.high = mpfr_get_d(x->lo, MPFR_RNDN);
        mpfr_t rest;
        mpfr_init2(rest, mpfr_get_prec(x->lo));
        mpfr_sub_d(rest, x->lo, pair.high, MPFR_RNDN);
        pair.low = mpfr_get_d(rest, MPFR_RNDN);
        mpfr_clear(rest);
        break;
    }
    mpfr_clears(width, limit, (mpfr_ptr)NULL);
    return pair;
}

static const struct interval *at_frequency(void *w, int level) {
    return frequency_at(w, level);
}

static const struct interval *at_position(void *p, int level) {
    return position_at(p, level);
}

static const struct interval *at_amplitude(void *a, int level) {
    return amplitude_at(a, level);
}

struct double_double rounded_pair_of_frequency(struct frequency *w) {
    return pair_of(at_frequency, w);
}

struct double_double rounded_pair_of_amplitude(struct amplitude *a) {
    return pair_of(at_amplitude, a);
}

struct double_double rounded_pair_of_number(const struct number *number) {
    struct position *position = position_new();
    position_set(position, number);
    struct double_double pair = pair_of(at_position, position);
    position_free(position);
    return pair;
}
