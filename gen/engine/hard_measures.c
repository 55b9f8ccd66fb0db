/* The lower bounds. As a function of the size |v|, the distance from a midpoint is continuous also at powers of two, where
 * units change, since it is 1/2 there on both sides; and at 0 and at the ends of fixed point. So it changes by at most
 * error / unit, for the smallest unit within `error` of the value. That is the unit of high + low, or half of it, if `error`
 * reaches below the binade: it reaches no further if high is at least 8 errors. If it is less, a normal float has more than
 * 2^4 units to an error, and the bound says nothing.
 *
 * With r the distance of the angle from the nearest multiple of pi/2, the quotient of the two values is tan r. That function
 * is convex and 1 at pi/4, so r >= pi/4 * tan r. (tests/exact/proofs/hardest.gappa has the roundings of both.) */
#include "engine/hard_measures.h"
#include "base/integer.h"
#include "base/text.h"
#include "element/element_value.h"
#include "exact/rounded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t hard_units(const struct element *type, bool negative) {
    if (!type->fixed)
        return INT64_MAX;
    return negative ? type->zero_point - (int64_t)type->lowest
                    : (int64_t)type->highest - type->zero_point;
}

bool hard_midpoint(const struct element *type, struct exact_value *value, mpq_t midpoint,
                   long *unit) {
    struct affine affine;
    int64_t log2 = 0;
    double near = 0;
    affine_init(&affine);
    bool decided = exact_value_double(value, &affine, &near) &&
                   (type->fixed || exact_value_log2(value, &affine, &log2));
    *unit = type->fixed ? -type->fraction
                        : (log2 > type->emin ? (long)log2 : type->emin) - (type->precision - 1);
    if (signbit(near))
        mpq_neg(affine.times, affine.times);
    element_shift(affine.times, -*unit);
    decided = decided && exact_value_floor(value, &affine, mpq_numref(midpoint));
    int64_t most = hard_units(type, signbit(near));
    if (type->fixed && integer_compare(mpq_numref(midpoint), most) >= 0)
        integer_set(mpq_numref(midpoint), most - 1);
    mpz_mul_ui(mpq_numref(midpoint), mpq_numref(midpoint), 2);
    mpz_add_ui(mpq_numref(midpoint), mpq_numref(midpoint), 1);
    mpz_set_ui(mpq_denref(midpoint), 2);
    element_shift(midpoint, *unit);
    if (signbit(near))
        mpq_neg(midpoint, midpoint);
    affine_clear(&affine);
    return decided;
}

/* Is it an element or a midpoint? Then rounding it takes no bits beyond its own. */
static bool is_exact(const struct element *type, struct exact_value *value, uint64_t bits) {
    mpq_t q, element;
    mpq_inits(q, element, (mpq_ptr)NULL);
    bool exact = exact_value_rational(value, q);
    if (exact && mpq_sgn(q) != 0) {
        long unit;
        element_value(type, bits, element);
        exact = mpq_equal(q, element);
        exact = exact || (hard_midpoint(type, value, element, &unit) && mpq_equal(q, element));
    }
    mpq_clears(q, element, (mpq_ptr)NULL);
    return exact;
}

bool hard_to_round(const struct element *type, struct exact_value *value, uint64_t bits,
                   double *measure) {
    struct affine affine;
    long unit;
    *measure = -1;
    if (is_exact(type, value, bits))
        return true;
    affine_init(&affine);
    bool decided = hard_midpoint(type, value, affine.plus, &unit);
    element_shift(affine.times, -unit);
    element_shift(affine.plus, -unit);
    mpq_neg(affine.plus, affine.plus);
    decided = decided && exact_value_double(value, &affine, measure);
    *measure = fabs(*measure);
    affine_clear(&affine);
    return decided;
}

bool hard_quarters(struct exact_entries *entries, mpz_t quarters) {
    struct affine half;
    affine_init(&half);
    mpq_set_ui(half.plus, 1, 2);
    bool decided =
        exact_value_floor(exact_entries_angle(entries, EXACT_QUARTERS, NULL), &half, quarters);
    affine_clear(&half);
    return decided;
}

bool hard_to_reduce(struct exact_entries *entries, enum function function, double *measure) {
    struct affine itself;
    mpz_t quarters;
    mpz_init(quarters);
    affine_init(&itself);
    *measure = -1;
    bool decided = hard_quarters(entries, quarters);
    bool near_zero = mpz_odd_p(quarters) == (function == CHANNEL_COSINE);
    if (decided && near_zero && mpz_sgn(quarters) != 0) {
        decided = exact_value_double(exact_entries_angle(entries, EXACT_LEFT, quarters), &itself,
                                     measure);
        *measure = *measure == 0 ? -1 : fabs(*measure);
    }
    affine_clear(&itself);
    mpz_clear(quarters);
    return decided;
}

/* Folds quarter turns q of a function to those of a sine within [-1, 1]. */
static void fold(mpq_t q, enum function function) {
    mpq_t turn;
    mpq_init(turn);
    if (function == CHANNEL_COSINE)
        mpz_add(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_mul_ui(mpq_numref(turn), mpq_denref(q), 4);
    mpz_fdiv_r(mpq_numref(q), mpq_numref(q), mpq_numref(turn));
    mpq_canonicalize(q);
    if (mpq_cmp_ui(q, 1, 1) > 0) { /* sin x = sin(2 - x) */
        mpq_set_ui(turn, 2, 1);
        mpq_sub(q, turn, q);
        if (mpq_cmp_si(q, -1, 1) < 0) { /* beyond 3 quarters */
            mpq_set_si(turn, -2, 1);
            mpq_sub(q, turn, q);
        }
    }
    mpq_clear(turn);
}

char *hard_name(struct exact_entries *entries, enum function function, bool folded) {
    struct exact_value *value = exact_entries_value(entries);
    struct affine itself;
    struct exact_digits digits;
    double near = 0;
    uint64_t bits;
    char *name = NULL;
    mpq_t q;
    mpq_init(q);
    affine_init(&itself);
    bool angle = function != CHANNEL_FREQUENCY, decided = exact_value_double(value, &itself, &near);
    bool rational = folded && exact_value_rational(value, q);
    if (!rational && folded && angle &&
        exact_value_rational(exact_entries_angle(entries, EXACT_QUARTERS, NULL), q)) {
        fold(q, function);
        rational = true;
    }
    memcpy(&bits, &near, sizeof bits);
    if (decided && rational) {
        char *number = mpq_get_str(NULL, 10, q);
        name = text_format("%" PRIx64 " %s", bits, number);
        free(number);
    } else if (decided &&
               exact_value_digits(angle ? exact_entries_angle(entries, EXACT_ANGLE, NULL) : value,
                                  &itself, HARD_DIGITS, &digits)) {
        bool negative = digits.negative && function != CHANNEL_COSINE;
        name = text_format("%" PRIx64 " %d %s%s %" PRId64, bits, (int)function, negative ? "-" : "",
                           digits.digits, digits.exponent);
        exact_digits_clear(&digits);
    }
    affine_clear(&itself);
    mpq_clear(q);
    return name;
}

struct hard_bounds hard_bounds_of(const struct element *type, double error) {
    return (struct hard_bounds){type, error, (double)hard_units(type, false),
                                (double)hard_units(type, true)};
}

/* floor(log2 v) of a number just below x > 0, or of x. */
static int binade_of(double x, bool below) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)((bits - below) >> 52) - 1023;
}

double hard_to_round_bound(const struct hard_bounds *bounds, double high, double low) {
    static const double integers = 0x1p52; /* from here on there are no others */
    const struct element *type = bounds->type;
    const double size = fabs(high), more = high < 0 ? -low : low;
    int unit = -type->fraction;
    if (!type->fixed) {
        if (size < 8 * bounds->error)
            return 0;
        const int binade = binade_of(size, more < 0);
        unit = (binade > type->emin ? binade : type->emin) - (type->precision - 1);
    }
    const double scale = power_of_2(-unit), units = size * scale, past = more * scale;
    const double most = high < 0 ? bounds->below : bounds->above, error = 2 * bounds->error * scale;
    if (units >= most) {
        const double beyond = (units - (most - 0.5)) + past;
        return beyond - (error + HARD_ROUNDING * beyond);
    }
    const double integer = units < integers ? (units + integers) - integers : units;
    return fabs(0.5 - fabs((units - integer) + past)) - (error + HARD_ROUNDING);
}

double hard_to_reduce_bound(const struct hard_bounds *bounds, double small, double large,
                            double angle) {
    const double over = fabs(small) - bounds->error, under = fabs(large) + bounds->error;
    if (angle < HARD_EIGHTH || over > under)
        return INFINITY;
    return angle < INFINITY ? HARD_EIGHTH * over / (under * angle) : 0;
}
