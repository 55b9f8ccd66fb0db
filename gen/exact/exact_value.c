/* ziv.c tells which sines, cosines and frequencies are rational, and why all others are decided. An angle p*w is rational if
 * p and w are, and so is its quotient by pi if p is a multiple of pi. */
#include "exact/exact_value.h"
#include "base/die.h"
#include "exact/enclosure.h"
#include "exact/exact_question.h"
#include "exact/ziv.h"

#include <stdlib.h>

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

bool exact_value_enclose(struct exact_value *value, const struct affine *affine, long bits,
                         int *level) {
    enum { GUARD = 16 };
    bits += whole_bits(value) + GUARD;
    if (*level >= 0) {
        ++*level;
        if (level_bits(*level) > ZIV_CAP && level_bits(*level) > 4 * bits)
            return false;
    } else {
        *level = value->level > 0 ? value->level : 0;
        while (level_bits(*level) < bits)
            ++*level;
    }
    enclose(value, *level);
    interval_precision(&value->at, level_bits(*level));
    interval_set(&value->at, &value->y);
    interval_multiply_rational(&value->at, affine->times);
    interval_add_rational(&value->at, affine->plus);
    return true;
}

bool exact_value_answer(const struct exact_value *value, const struct affine *affine, mpq_t q) {
    if (!value->rational)
        return false;
    mpq_mul(q, value->q, affine->times);
    mpq_add(q, q, affine->plus);
    return true;
}
