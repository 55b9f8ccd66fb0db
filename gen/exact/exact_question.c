/* Each question encloses the number ever more tightly, until both ends have the same answer: rounding, floor and log2 are
 * monotonic. A number that is rational is answered with integers, since it may be a tie, where no enclosure is tight
 * enough. */
#include "exact/exact_question.h"
#include "base/die.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

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

void exact_digits_of(const mpq_t q, size_t count, struct exact_digits *digits) {
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
    bool decided = exact_value_answer(value, affine, q);
    if (decided)
        exact_digits_of(q, count, digits);
    mpq_clear(q);
    const long bits = (long)((double)count * 3.33);
    for (int level = -1; !decided;) {
        if (!exact_value_enclose(value, affine, bits, &level))
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
    bool decided = exact_value_answer(value, affine, q);
    if (decided)
        *nearest = nearest_double(q);
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!exact_value_enclose(value, affine, 53, &level))
            return false;
        *nearest = mpfr_get_d(value->at.lo, MPFR_RNDN);
        decided = *nearest == mpfr_get_d(value->at.hi, MPFR_RNDN);
    }
    return true;
}

bool exact_value_floor(struct exact_value *value, const struct affine *affine, mpz_t floor) {
    mpq_t q;
    mpq_init(q);
    bool decided = exact_value_answer(value, affine, q);
    if (decided)
        mpz_fdiv_q(floor, mpq_numref(q), mpq_denref(q));
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!exact_value_enclose(value, affine, 0, &level))
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
    bool decided = exact_value_answer(value, affine, q);
    if (decided)
        *log2 = log2_of(q);
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!exact_value_enclose(value, affine, 0, &level))
            return false;
        decided = interval_sign(&value->at) != 0 &&
                  mpfr_get_exp(value->at.lo) == mpfr_get_exp(value->at.hi);
        if (decided)
            *log2 = mpfr_get_exp(value->at.lo) - 1;
    }
    return true;
}
