/* SPDX-License-Identifier: MIT */
#include "values/exact_value.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/enclosure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct exact_value {
    enum exact_kind kind;
    struct exact_parts parts;
    struct ziv *ziv;
    bool rational;
    mpq_t q;                /* the number, if it is rational */
    int level;              /* of y, or -1 */
    struct interval y, at;  /* the number; times * y + plus */
    struct interval factor; /* room */
};

/* ziv.c says which sines, cosines and frequencies are rational, and why all others are decided. An angle p*w is
 * rational if p and w are, and so is its quotient by pi if p is a multiple of pi. */

void affine_init(struct affine *affine) {
    mpq_inits(affine->times, affine->plus, (mpq_ptr)NULL);
    mpq_set_ui(affine->times, 1, 1);
}

void affine_clear(struct affine *affine) {
    mpq_clears(affine->times, affine->plus, (mpq_ptr)NULL);
}

struct exact_value *exact_value_new(void) {
    struct exact_value *value = die_malloc(sizeof *value);
    *value = (struct exact_value){.kind = EXACT_ZERO, .rational = true, .level = -1};
    value->ziv = ziv_new();
    mpq_init(value->q);
    interval_init(&value->y, level_bits(0));
    interval_init(&value->at, level_bits(0));
    interval_init(&value->factor, level_bits(0));
    return value;
}

void exact_value_free(struct exact_value *value) {
    if (!value)
        return;
    interval_clear(&value->y);
    interval_clear(&value->at);
    interval_clear(&value->factor);
    mpq_clear(value->q);
    ziv_free(value->ziv);
    free(value);
}

/* --- what is rational */

/* Is A times the sine or the cosine of the angle known to be rational? Then sets q. */
static bool rational_sine(const struct exact_value *value, mpq_t q) {
    unsigned k;
    const struct exact_parts *parts = &value->parts;
    return frequency_angle(parts->frequency, &parts->position->p, &k) &&
           amplitude_times_sine(parts->amplitude,
                                k + (value->kind == EXACT_COSINE ? NIVEN_TURN / 4 : 0), q);
}

/* The same for the angle, in radians or in quarter turns. */
static bool rational_angle(const struct exact_value *value, bool quarters, mpq_t q) {
    const struct number *p = &value->parts.position->p;
    mpq_srcptr part = quarters ? p->pi : p->rational, other = quarters ? p->rational : p->pi;
    mpq_set_ui(q, 0, 1); /* at position 0, whatever the frequency is */
    if (mpq_sgn(other) != 0 ||
        (mpq_sgn(part) != 0 && !rational_frequency(value->parts.frequency, NULL, q)))
        return false;
    mpq_mul(q, q, part);
    if (quarters)
        mpq_mul_2exp(q, q, 1);
    return true;
}

static bool rational_reduced(const struct exact_value *value, mpq_t q) {
    if (mpz_sgn(value->parts.quarters) == 0 && rational_angle(value, false, q))
        return true;
    if (!rational_angle(value, true, q) || mpz_cmp_ui(mpq_denref(q), 1) != 0 ||
        mpz_cmp(mpq_numref(q), value->parts.quarters) != 0)
        return false;
    mpq_set_ui(q, 0, 1);
    return true;
}

static bool rational_left(const struct exact_value *value, mpq_t q) {
    mpq_t quarters;
    if (!rational_angle(value, true, q))
        return false;
    mpq_init(quarters);
    mpq_set_z(quarters, value->parts.quarters);
    mpq_sub(quarters, q, quarters);
    mpq_div(q, quarters, q);
    mpq_clear(quarters);
    return true;
}

static bool find_rational(const struct exact_value *value, mpq_t q) {
    switch (value->kind) {
    case EXACT_ZERO:
        mpq_set_ui(q, 0, 1);
        return true;
    case EXACT_SINE:
    case EXACT_COSINE:
        return rational_sine(value, q);
    case EXACT_FREQUENCY:
        return rational_frequency(value->parts.frequency, value->parts.amplitude, q);
    case EXACT_ANGLE:
        return rational_angle(value, false, q);
    case EXACT_QUARTERS:
        return rational_angle(value, true, q);
    case EXACT_REDUCED:
        return rational_reduced(value, q);
    case EXACT_LEFT:
        return rational_left(value, q);
    }
    return false;
}

void exact_value_set(struct exact_value *value, enum exact_kind kind,
                     const struct exact_parts *parts) {
    value->kind = kind;
    value->parts = *parts;
    value->level = -1;
    value->rational = find_rational(value, value->q);
}

bool exact_value_rational(struct exact_value *value, mpq_t q) {
    if (value->rational)
        mpq_set(q, value->q);
    return value->rational;
}

/* --- enclosures */

static void enclose_angle(struct exact_value *value, int level) {
    const struct exact_parts *parts = &value->parts;
    struct interval *y = &value->y, *half_pi = &value->factor;
    interval_multiply(y, position_at(parts->position, level),
                      frequency_at(parts->frequency, level));
    if (value->kind == EXACT_ANGLE)
        return;
    interval_precision(half_pi, level_bits(level));
    interval_set_pi(half_pi);
    interval_divide_integer(half_pi, 2);
    if (value->kind == EXACT_QUARTERS) {
        interval_divide(y, y, half_pi);
        return;
    }
    mpq_t quarters;
    mpq_init(quarters);
    mpq_set_z(quarters, parts->quarters);
    interval_multiply_rational(half_pi, quarters);
    if (value->kind == EXACT_REDUCED) {
        interval_subtract(y, y, half_pi);
    } else { /* 1 - quarters * pi/2 / x, both positive or negative */
        if (mpz_sgn(parts->quarters) < 0) {
            interval_negate(y);
            interval_negate(half_pi);
        }
        interval_divide(half_pi, half_pi, y);
        interval_negate(half_pi);
        interval_add_integer(half_pi, 1);
        interval_set(y, half_pi);
    }
    mpq_clear(quarters);
}

static void enclose(struct exact_value *value, int level) {
    const struct exact_parts *parts = &value->parts;
    if (value->level == level)
        return;
    value->level = level;
    interval_precision(&value->y, level_bits(level));
    if (value->kind == EXACT_SINE || value->kind == EXACT_COSINE)
        interval_set(&value->y, &ziv_enclose(value->ziv, parts->position, parts->frequency,
                                             parts->amplitude, level)[value->kind == EXACT_COSINE]);
    else if (value->kind != EXACT_FREQUENCY)
        enclose_angle(value, level);
    else
        interval_multiply(&value->y, frequency_at(parts->frequency, level),
                          amplitude_at(parts->amplitude, level));
    if (value->kind == EXACT_FREQUENCY && amplitude_is_negative(parts->amplitude))
        interval_negate(&value->y);
}

/* How many bits the angle has before its point; a sine depends on them. */
static long whole_bits(const struct exact_value *value) {
    if (value->rational || value->kind == EXACT_FREQUENCY)
        return 0;
    long bits = value->parts.position->exponent + frequency_log2(value->parts.frequency);
    return bits > 0 ? bits : 0;
}

/* q = times * y + plus, for a number y that is rational. */
static void rational_affine(const struct exact_value *value, const struct affine *affine, mpq_t q) {
    mpq_set(q, value->q);
    if (affine) {
        mpq_mul(q, q, affine->times);
        mpq_add(q, q, affine->plus);
    }
}

/* Makes value->at an enclosure of times * y + plus. */
static void enclose_affine(struct exact_value *value, const struct affine *affine, int level) {
    interval_precision(&value->at, level_bits(level));
    if (value->rational) {
        mpq_t q;
        mpq_init(q);
        rational_affine(value, affine, q);
        interval_set_rational(&value->at, q);
        mpq_clear(q);
        return;
    }
    enclose(value, level);
    interval_set(&value->at, &value->y);
    if (affine) {
        interval_multiply_rational(&value->at, affine->times);
        interval_add_rational(&value->at, affine->plus);
    }
}

/* Answers a question about an enclosure; returns false if its two ends have different answers. */
typedef bool enclosure_answer(struct interval *, void *answer);

/* Encloses the number ever more tightly, from at least `bits` bits on, until both ends have the same answer: rounding,
 * floor and log2 are monotonic. A tie of binary numbers and an integer are rationals with few bits, so an enclosure
 * with that many bits equals them. */
static bool ask(struct exact_value *value, const struct affine *affine, long bits,
                enclosure_answer *enclosed, void *answer) {
    enum { GUARD = 16 };
    bits += whole_bits(value) + GUARD;
    const int64_t most = ZIV_CAP > 4 * bits ? ZIV_CAP : 4 * bits;
    bool decided = false;
    int level = value->level > 0 ? value->level : 0;
    while (level_bits(level) < bits)
        level++;
    for (int first = level; !decided && (level == first || level_bits(level) <= most); level++) {
        enclose_affine(value, affine, level);
        decided = enclosed(&value->at, answer);
    }
    return decided;
}

/* --- digits */

void exact_digits_clear(struct exact_digits *digits) {
    free(digits->digits);
    digits->digits = NULL;
}

/* The integer nearest to |q| * 10^places, ties to even; *exact becomes whether it is that number. */
static void scale_nearest(mpz_t scaled, const mpq_t q, long places, bool *exact) {
    mpz_t over, under, rest;
    mpz_inits(over, under, rest, (mpz_ptr)NULL);
    mpz_abs(over, mpq_numref(q));
    mpz_set(under, mpq_denref(q));
    integer_power(rest, 10, (unsigned)labs(places));
    mpz_mul(places > 0 ? over : under, places > 0 ? over : under, rest);
    mpz_fdiv_qr(scaled, rest, over, under);
    *exact = mpz_sgn(rest) == 0;
    mpz_mul_2exp(rest, rest, 1);
    int half = mpz_cmp(rest, under);
    if (half > 0 || (half == 0 && mpz_odd_p(scaled)))
        mpz_add_ui(scaled, scaled, 1);
    mpz_clears(over, under, rest, (mpz_ptr)NULL);
}

void exact_digits_of(const mpq_t q, size_t count, struct exact_digits *digits) {
    *digits = (struct exact_digits){.negative = mpq_sgn(q) < 0, .exact = true, .wanted = count};
    if (mpq_sgn(q) == 0) {
        digits->digits = text_format("%s", "");
        return;
    }
    /* |q| < 10^exponent, for the least such exponent or one or two more */
    long exponent =
        (long)mpz_sizeinbase(mpq_numref(q), 10) - (long)mpz_sizeinbase(mpq_denref(q), 10) + 2;
    mpz_t scaled, least;
    mpz_inits(scaled, least, (mpz_ptr)NULL);
    integer_power(least, 10, (unsigned)count - 1);
    for (;; exponent--) {
        scale_nearest(scaled, q, (long)count - exponent, &digits->exact);
        if (mpz_cmp(scaled, least) >= 0)
            break;
    }
    char *text = mpz_get_str(die_malloc(mpz_sizeinbase(scaled, 10) + 2), 10, scaled);
    size_t length = strlen(text);
    digits->exponent =
        exponent + (long)(length - count); /* one more if it was rounded up to 10^count */
    text[length < count ? length : count] = 0;
    for (length = strlen(text); digits->exact && text[length - 1] == '0';)
        text[--length] = 0;
    digits->digits = text;
    mpz_clears(scaled, least, (mpz_ptr)NULL);
}

static bool digits_of_enclosure(struct interval *x, void *answer) {
    struct exact_digits *digits = answer;
    mpfr_exp_t below, above;
    if (!mpfr_regular_p(x->lo) || !mpfr_regular_p(x->hi) ||
        mpfr_signbit(x->lo) != mpfr_signbit(x->hi))
        return false;
    char *low = mpfr_get_str(NULL, &below, 10, digits->wanted, x->lo, MPFR_RNDN);
    char *high = mpfr_get_str(NULL, &above, 10, digits->wanted, x->hi, MPFR_RNDN);
    bool same = below == above && strcmp(low, high) == 0;
    if (same) {
        digits->negative = *low == '-';
        digits->exponent = below;
        digits->digits = text_format("%s", low + digits->negative);
    }
    mpfr_free_str(low);
    mpfr_free_str(high);
    return same;
}

bool exact_value_digits(struct exact_value *value, const struct affine *affine, size_t count,
                        struct exact_digits *digits) {
    if (value->rational) { /* it may be a decimal tie */
        mpq_t q;
        mpq_init(q);
        rational_affine(value, affine, q);
        exact_digits_of(q, count, digits);
        mpq_clear(q);
        return true;
    }
    *digits = (struct exact_digits){.wanted = count};
    return ask(value, affine, (long)((double)count * 3.33), digits_of_enclosure, digits);
}

/* --- other questions */

static bool double_of_enclosure(struct interval *x, void *answer) {
    *(double *)answer = mpfr_get_d(x->lo, MPFR_RNDN);
    return *(double *)answer == mpfr_get_d(x->hi, MPFR_RNDN);
}

bool exact_value_double(struct exact_value *value, const struct affine *affine, double *nearest) {
    return ask(value, affine, 53, double_of_enclosure, nearest);
}

static bool floor_of_enclosure(struct interval *x, void *answer) {
    interval_floor(x);
    bool decided = mpfr_number_p(x->lo) && mpfr_equal_p(x->lo, x->hi);
    if (decided)
        mpfr_get_z((mpz_ptr)answer, x->lo, MPFR_RNDN);
    return decided;
}

bool exact_value_floor(struct exact_value *value, const struct affine *affine, mpz_t floor) {
    return ask(value, affine, 0, floor_of_enclosure, floor);
}

static bool log2_of_enclosure(struct interval *x, void *answer) {
    bool decided = interval_sign(x) != 0 && mpfr_get_exp(x->lo) == mpfr_get_exp(x->hi);
    if (decided)
        *(int64_t *)answer = mpfr_get_exp(x->lo) - 1;
    return decided;
}

bool exact_value_log2(struct exact_value *value, const struct affine *affine, int64_t *log2) {
    return ask(value, affine, 0, log2_of_enclosure, log2);
}

/* --- elements */

void element_value(const struct element *type, uint64_t bits, mpq_t value) {
    int exponent = -type->fraction;
    if (type->fixed) {
        rational_set(value, 2 * (element_integer(type, bits) - type->zero_point) - type->half, 2);
    } else {
        uint64_t significand = element_significand(type, bits, &exponent);
        mpq_set_ui(value, 0, 1);
        integer_set_unsigned(mpq_numref(value), significand);
        if (bits & element_sign(type))
            mpq_neg(value, value);
    }
    element_shift(value, exponent);
}

int element_ulp(const struct element *type, uint64_t bits) {
    int exponent = -type->fraction;
    if (!type->fixed)
        element_significand(type, bits, &exponent);
    return exponent;
}
