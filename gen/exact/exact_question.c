/* Each question encloses the number ever more tightly, until both ends have the same answer: rounding, floor and log2 are
 * monotonic. A number that is rational is answered with integers, since it may be a tie, where no enclosure is tight
 * enough. */
#include "exact/exact_question.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

struct question {
    long bits; /* of the enclosure, at least */
    void (*rational)(const mpq_t, void *answer);
    bool (*enclosed)(struct interval *,
                     void *answer); /* false if the ends have different answers */
};

static bool ask(struct exact_value *value, const struct affine *affine,
                const struct question *question, void *answer) {
    mpq_t q;
    mpq_init(q);
    bool decided = exact_value_answer(value, affine, q);
    if (decided)
        question->rational(q, answer);
    mpq_clear(q);
    for (int level = -1; !decided;) {
        if (!exact_value_enclose(value, affine, question->bits, &level))
            return false;
        decided = question->enclosed(&value->at, answer);
    }
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
    integer_power(power, 10, (unsigned)labs(places));
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

struct digits_answer {
    size_t count;
    struct exact_digits *digits;
};

static void digits_of_rational(const mpq_t q, void *answer) {
    const struct digits_answer *to = answer;
    exact_digits_of(q, to->count, to->digits);
}

static bool digits_of_enclosure(struct interval *x, void *answer) {
    const struct digits_answer *to = answer;
    return same_digits(x, to->count, to->digits);
}

bool exact_value_digits(struct exact_value *value, const struct affine *affine, size_t count,
                        struct exact_digits *digits) {
    const struct question question = {(long)((double)count * 3.33), digits_of_rational,
                                      digits_of_enclosure};
    /* cppcheck-suppress ctuuninitvar ; the answer sets them */
    struct digits_answer answer = {count, digits};
    return ask(value, affine, &question, &answer);
}

/* --- other questions */

static void double_of_rational(const mpq_t q, void *answer) {
    mpfr_t x;
    mpfr_init2(x, 53);
    mpfr_set_q(x, q, MPFR_RNDN);
    *(double *)answer = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clear(x);
}

static bool double_of_enclosure(struct interval *x, void *answer) {
    *(double *)answer = mpfr_get_d(x->lo, MPFR_RNDN);
    return *(double *)answer == mpfr_get_d(x->hi, MPFR_RNDN);
}

bool exact_value_double(struct exact_value *value, const struct affine *affine, double *nearest) {
    static const struct question question = {53, double_of_rational, double_of_enclosure};
    return ask(value, affine, &question, nearest);
}

static void floor_of_rational(const mpq_t q, void *answer) {
    mpz_fdiv_q((mpz_ptr)answer, mpq_numref(q), mpq_denref(q));
}

static bool floor_of_enclosure(struct interval *x, void *answer) {
    interval_floor(x);
    bool decided = mpfr_number_p(x->lo) && mpfr_equal_p(x->lo, x->hi);
    if (decided)
        mpfr_get_z((mpz_ptr)answer, x->lo, MPFR_RNDN);
    return decided;
}

bool exact_value_floor(struct exact_value *value, const struct affine *affine, mpz_t floor) {
    static const struct question question = {0, floor_of_rational, floor_of_enclosure};
    return ask(value, affine, &question, floor);
}

/* floor(log2 |q|) */
static void log2_of_rational(const mpq_t q, void *answer) {
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
    *(int64_t *)answer = log2;
}

static bool log2_of_enclosure(struct interval *x, void *answer) {
    bool decided = interval_sign(x) != 0 && mpfr_get_exp(x->lo) == mpfr_get_exp(x->hi);
    if (decided)
        *(int64_t *)answer = mpfr_get_exp(x->lo) - 1;
    return decided;
}

bool exact_value_log2(struct exact_value *value, const struct affine *affine, int64_t *log2) {
    static const struct question question = {0, log2_of_rational, log2_of_enclosure};
    return ask(value, affine, &question, log2);
}
