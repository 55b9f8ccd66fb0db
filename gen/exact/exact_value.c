/* Each question encloses the number ever more tightly, until both ends have the same answer: rounding, floor and log2 are
 * monotonic. A number that is rational is answered with integers, since it may be a tie, where no enclosure is tight
 * enough. ziv.c tells which sines, cosines and frequencies are rational, and why all others are decided. An angle p*w is
 * rational if p and w are, and so is its quotient by pi if p is a multiple of pi. */
#include "exact/exact_value.h"
#include "base/die.h"
#include "exact/enclosure.h"
#include "exact/ziv.h"

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

/* The square of A, if it is known to be rational: a scaling rule's factor may be exact, as log 1 is. */
static bool amplitude_squared(struct amplitude *amplitude, mpq_t square) {
    mpq_set(square, amplitude->square);
    if (!amplitude->factor)
        return true;
    bool exact = interval_exact(amplitude_at(amplitude, 0), square);
    mpq_mul(square, square, square);
    return exact;
}

static bool rational_sine(const struct exact_value *value, mpq_t q) {
    unsigned turn;
    const struct exact_parts *parts = &value->parts;
    if (!frequency_angle(parts->frequency, &parts->position->p, &turn))
        return false;
    turn += value->kind == EXACT_COSINE ? NIVEN_TURNS / 4 : 0;
    mpq_t square;
    mpq_init(square);
    bool rational = turn % (NIVEN_TURNS / 2) == 0 || amplitude_squared(parts->amplitude, square);
    rational = rational && niven_rational_sine(turn, square, q);
    mpq_clear(square);
    return rational;
}

/* w, times A if that isn't NULL */
static bool rational_frequency(struct frequency *w, struct amplitude *amplitude, mpq_t q) {
    mpq_t square;
    mpq_init(square);
    bool rational = frequency_square(w, square);
    if (!rational && interval_exact(frequency_at(w, 0), q)) {
        mpq_mul(square, q, q);
        rational = true;
    }
    if (rational && amplitude) {
        rational = amplitude_squared(amplitude, q);
        mpq_mul(square, square, q);
    }
    rational = rational && niven_rational_root(square, q);
    mpq_clear(square);
    return rational;
}

/* The angle, or in quarter turns. */
static bool rational_angle(const struct exact_value *value, bool quarters, mpq_t q) {
    const struct number *p = &value->parts.position->p;
    mpq_srcptr part = quarters ? p->pi : p->rational, other = quarters ? p->rational : p->pi;
    if (mpq_sgn(other) != 0 || !rational_frequency(value->parts.frequency, NULL, q))
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

static void set_half_pi(struct interval *x, long bits) {
    mpq_t half;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    interval_precision(x, bits);
    interval_set_pi(x);
    interval_multiply_rational(x, half);
    mpq_clear(half);
}

static void enclose_angle(struct exact_value *value, int level) {
    const struct exact_parts *parts = &value->parts;
    struct interval *y = &value->y, *half_pi = &value->factor;
    interval_multiply(y, position_at(parts->position, level),
                      frequency_at(parts->frequency, level));
    if (value->kind == EXACT_ANGLE)
        return;
    set_half_pi(half_pi, level_bits(level));
    if (value->kind == EXACT_QUARTERS) {
        interval_divide(y, y, half_pi);
        return;
    }
    mpq_t quarters;
    mpq_init(quarters);
    mpq_set_z(quarters, parts->quarters);
    interval_multiply_rational(half_pi, quarters);
    interval_subtract(y, y, half_pi);
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
    else if (value->kind == EXACT_FREQUENCY)
        interval_multiply(&value->y, frequency_at(parts->frequency, level),
                          amplitude_at(parts->amplitude, level));
    else
        enclose_angle(value, level);
}

/* Bits before the point of the angle, on which a sine depends. */
static long whole_bits(const struct exact_value *value) {
    if (value->kind == EXACT_FREQUENCY)
        return 0;
    long bits = value->parts.position->exponent + frequency_log2(value->parts.frequency);
    return bits > 0 ? bits : 0;
}

/* Makes value->at the enclosure at the first level that may answer with `bits` bits, if *level is -1, and then at the
 * next. Returns false if there is none. */
static bool enclose_next(struct exact_value *value, const struct affine *affine, long bits,
                         int *level) {
    enum { GUARD = 16 };
    bits += whole_bits(value) + GUARD;
    if (*level < 0) {
        *level = value->level > 0 ? value->level : 0;
        while (level_bits(*level) < bits)
            ++*level;
    } else {
        ++*level;
    }
    if (level_bits(*level) > ZIV_CAP && level_bits(*level) > 4 * bits)
        return false;
    enclose(value, *level);
    interval_precision(&value->at, level_bits(*level));
    interval_set(&value->at, &value->y);
    interval_multiply_rational(&value->at, affine->times);
    interval_add_rational(&value->at, affine->plus);
    return true;
}

/* times * y + plus, if it is rational */
static bool answer_rational(const struct exact_value *value, const struct affine *affine, mpq_t q) {
    if (!value->rational)
        return false;
    mpq_mul(q, value->q, affine->times);
    mpq_add(q, q, affine->plus);
    return true;
}

/* --- digits */

void exact_digits_clear(struct exact_digits *digits) {
    free(digits->digits);
    digits->digits = NULL;
}

/* The integer nearest to over/under, ties to even; *exact becomes whether it is the quotient. */
static void divide_nearest(mpz_t quotient, const mpz_t over, const mpz_t under, bool *exact) {
    mpz_t rest;
    mpz_init(rest);
    mpz_fdiv_qr(quotient, rest, over, under);
    *exact = mpz_sgn(rest) == 0;
    mpz_mul_2exp(rest, rest, 1);
    int half = mpz_cmp(rest, under);
    if (half > 0 || (half == 0 && mpz_odd_p(quotient)))
        mpz_add_ui(quotient, quotient, 1);
    mpz_clear(rest);
}

/* |q| * 10^places, rounded */
static void scale_nearest(mpz_t scaled, const mpq_t q, long places, bool *exact) {
    mpz_t over, power;
    mpz_inits(over, power, (mpz_ptr)NULL);
    mpz_abs(over, mpq_numref(q));
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(places));
    if (places > 0)
        mpz_mul(over, over, power);
    else
        mpz_mul(power, power, mpq_denref(q));
    divide_nearest(scaled, over, places > 0 ? mpq_denref(q) : power, exact);
    mpz_clears(over, power, (mpz_ptr)NULL);
}

static void rational_digits(const mpq_t q, size_t count, struct exact_digits *digits) {
    *digits = (struct exact_digits){.negative = mpq_sgn(q) < 0, .exact = true};
    if (mpq_sgn(q) == 0) {
        digits->digits = text_format("%s", "");
        return;
    }
    /* |q| < 10^exponent, for the least such exponent or one or two more */
    long exponent =
        (long)mpz_sizeinbase(mpq_numref(q), 10) - (long)mpz_sizeinbase(mpq_denref(q), 10) + 2;
    mpz_t scaled, least;
    mpz_inits(scaled, least, (mpz_ptr)NULL);
    mpz_ui_pow_ui(least, 10, (unsigned long)count - 1);
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

static bool same_digits(const struct interval *x, size_t count, struct exact_digits *digits) {
    mpfr_exp_t below, above;
    if (!mpfr_regular_p(x->lo) || !mpfr_regular_p(x->hi) ||
        mpfr_signbit(x->lo) != mpfr_signbit(x->hi))
        return false;
    char *low = mpfr_get_str(NULL, &below, 10, count, x->lo, MPFR_RNDN);
    char *high = mpfr_get_str(NULL, &above, 10, count, x->hi, MPFR_RNDN);
    bool same = below == above && strcmp(low, high) == 0;
    if (same) {
        bool negative = *low == '-';
        *digits = (struct exact_digits){.negative = negative, .exponent = below};
        digits->digits = text_format("%s", low + negative);
    }
    mpfr_free_str(low);
    mpfr_free_str(high);
    return same;
}

bool exact_value_digits(struct exact_value *value, const struct affine *affine, size_t count,
                        struct exact_digits *digits) {
    mpq_t q;
    mpq_init(q);
    bool decided = answer_rational(value, affine, q);
    if (decided)
        rational_digits(q, count, digits);
    mpq_clear(q);
    const long bits = (long)((double)count * 3.33);
    for (int level = -1; !decided;) {
        if (!enclose_next(value, affine, bits, &level))
            return false;
        decided = same_digits(&value->at, count, digits);
    }
    return true;
}

/* --- other questions */

static double nearest_double(const mpq_t q) {
    mpfr_t x;
    mpfr_init2(x, 53);
    mpfr_set_q(x, q, MPFR_RNDN);
    double nearest = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clear(x);
    return nearest;
}

bool exact_value_double(struct exact_value *value, const struct affine *affine, double *nearest) {
    mpq_t q;
    mpq_init(q);
    bool decided = answer_rational(value, affine, q);
    if (decided)
        *nearest = nearest_double(q);
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!enclose_next(value, affine, 53, &level))
            return false;
        *nearest = mpfr_get_d(value->at.lo, MPFR_RNDN);
        decided = *nearest == mpfr_get_d(value->at.hi, MPFR_RNDN);
    }
    return true;
}

bool exact_value_floor(struct exact_value *value, const struct affine *affine, mpz_t floor) {
    mpq_t q;
    mpq_init(q);
    bool decided = answer_rational(value, affine, q);
    if (decided)
        mpz_fdiv_q(floor, mpq_numref(q), mpq_denref(q));
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!enclose_next(value, affine, 0, &level))
            return false;
        interval_floor(&value->at);
        decided = mpfr_number_p(value->at.lo) && mpfr_equal_p(value->at.lo, value->at.hi);
        if (decided)
            mpfr_get_z(floor, value->at.lo, MPFR_RNDN);
    }
    return true;
}

/* floor(log2 |q|) */
static int64_t log2_of(const mpq_t q) {
    int64_t log2 = (int64_t)mpz_sizeinbase(mpq_numref(q), 2) -
                   (int64_t)mpz_sizeinbase(mpq_denref(q), 2); /* or 1 less */
    mpz_t over, under;
    mpz_init(over);
    mpz_init_set(under, mpq_denref(q));
    mpz_abs(over, mpq_numref(q));
    mpz_mul_2exp(log2 < 0 ? over : under, log2 < 0 ? over : under,
                 (mp_bitcnt_t)(log2 < 0 ? -log2 : log2));
    log2 -= mpz_cmp(over, under) < 0;
    mpz_clear(over);
    mpz_clear(under);
    return log2;
}

bool exact_value_log2(struct exact_value *value, const struct affine *affine, int64_t *log2) {
    mpq_t q;
    mpq_init(q);
    bool decided = answer_rational(value, affine, q);
    if (decided)
        *log2 = log2_of(q);
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!enclose_next(value, affine, 0, &level))
            return false;
        decided = interval_sign(&value->at) != 0 &&
                  mpfr_get_exp(value->at.lo) == mpfr_get_exp(value->at.hi);
        if (decided)
            *log2 = mpfr_get_exp(value->at.lo) - 1;
    }
    return true;
}
