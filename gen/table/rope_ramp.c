#include "table/rope_ramp.h"
#include "base/integer.h"

/* --- the ends of yarn's ramp */

/* c(beta) of rope_ramp.h: ln(original/(2*beta)) - ln(pi) is its logarithm */
static void correction(const struct scaling *scaling, enum rope_value beta, struct interval *c) {
    struct interval *other = interval_new(interval_bits(c));
    mpq_t q;
    mpq_init(q);
    mpq_div(q, scaling->value[ROPE_ORIGINAL], scaling->value[beta]);
    mpq_div_2exp(q, q, 1);
    interval_set_rational(c, q);
    interval_log(c);
    interval_set_pi(other);
    interval_log(other);
    interval_subtract(c, c, other);
    interval_set_rational(other, scaling->base);
    interval_log(other);
    interval_divide(c, c, other);
    rational_set(q, (int64_t)scaling->d_model, 2);
    interval_multiply_rational(c, q);
    mpq_clear(q);
    interval_free(other);
}

/* c(beta-fast), but at least 0. */
static void low_end(const struct scaling *scaling, bool whole, struct interval *c) {
    correction(scaling, ROPE_BETA_FAST, c);
    if (whole)
        interval_floor(c);
    interval_max(c, 0);
}

/* c(beta-slow), but at most d - 1. */
static void high_end(const struct scaling *scaling, bool whole, struct interval *c) {
    correction(scaling, ROPE_BETA_SLOW, c);
    if (whole)
        interval_ceil(c);
    interval_min(c, (int64_t)scaling->d_model - 1);
}

/* Rounds an end to a whole number; returns false if it can't be told from an integer. */
static bool whole_end(const struct scaling *scaling,
                      void (*end)(const struct scaling *, bool whole, struct interval *),
                      mpq_t whole) {
    enum { MOST = 1 << 16 };
    bool decided = false;
    for (long bits = 64; bits <= MOST && !decided; bits *= 2) {
        struct interval *c = interval_new(bits);
        end(scaling, true, c);
        decided = interval_exact(c, whole);
        interval_free(c);
    }
    return decided;
}

/* Between equal ends the published ramp is a thousandth wide. For whole ends and pairs, every width up to 1 is the same
 * step. */
bool rope_yarn_ends(struct scaling *scaling) {
    if (!whole_end(scaling, low_end, scaling->ramp_low) ||
        !whole_end(scaling, high_end, scaling->ramp_high))
        return false;
    mpz_ptr high = mpq_numref(scaling->ramp_high);
    if (mpq_equal(scaling->ramp_low, scaling->ramp_high))
        mpz_add_ui(high, high, 1);
    return true;
}

/* --- rational ramps */

/* ratio * (1 - ramp * (1 - 1/factor)) */
static void apply_rational(const struct scaling *scaling, uint64_t i, mpq_t ratio) {
    mpq_t ramp, width, rest;
    mpq_inits(ramp, width, rest, (mpq_ptr)NULL);
    rational_set(ramp, (int64_t)i, 1);
    mpq_sub(ramp, ramp, scaling->ramp_low);
    mpq_sub(width, scaling->ramp_high, scaling->ramp_low);
    mpq_div(ramp, ramp, width);
    if (mpq_sgn(ramp) < 0)
        mpq_set_ui(ramp, 0, 1);
    if (mpq_cmp_ui(ramp, 1, 1) > 0)
        mpq_set_ui(ramp, 1, 1);
    mpq_inv(width, scaling->value[ROPE_FACTOR]);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(width, rest, width);
    mpq_mul(ramp, ramp, width);
    mpq_sub(rest, rest, ramp);
    mpq_mul(ratio, ratio, rest);
    mpq_clears(ramp, width, rest, (mpq_ptr)NULL);
}

/* --- real ramps
 *
 * A share s says how much of w stays: w * (1/factor + s * (1 - 1/factor)), for s clamped to [0, 1]. */

typedef void share_function(const struct scaling *, uint64_t i, const struct interval *w,
                            struct interval *s);

/* Are the ends one number? Either both betas are, and c(beta) is between 0 and d - 1, or both ends are at one bound.
 * c(beta) is neither 0 nor d - 1 itself, since pi would be a root of a rational: some precision tells. */
static bool ends_meet(const struct scaling *scaling, const struct interval *low,
                      const struct interval *width) {
    bool one = mpq_equal(scaling->value[ROPE_BETA_FAST], scaling->value[ROPE_BETA_SLOW]);
    bool inside = interval_sign(low) > 0 && interval_at_most(low, (int64_t)scaling->d_model - 1);
    return (one && inside) || (interval_at_least(width, 0) && interval_at_most(width, 0));
}

/* For truncate=no: s = 1 - ramp, ramp = (i - low) / (high - low). If the ends are equal, the ramp is a thousandth
 * wide. For i = low = 0 the ramp is exactly 0. */
static void yarn_share(const struct scaling *scaling, uint64_t i, const struct interval *w,
                       struct interval *s) {
    long bits = interval_bits(s);
    struct interval *low = interval_new(bits), *width = interval_new(bits);
    (void)w;
    low_end(scaling, false, low);
    high_end(scaling, false, width);
    interval_subtract(width, width, low);
    if (ends_meet(scaling, low, width)) {
        interval_set_integer(width, 1);
        interval_divide_integer(width, 1000);
    }
    interval_set_integer(s, (int64_t)i);
    interval_subtract(s, s, low);
    if (interval_sign(width) < 0) {
        interval_negate(s);
        interval_negate(width);
    }
    if (interval_sign(width) > 0) {
        interval_divide(s, s, width);
        interval_negate(s);
        interval_add_integer(s, 1);
    } else { /* the sign isn't known at this precision, and so nothing is known about s */
        interval_set_range(s, 0, 1);
    }
    interval_free(low);
    interval_free(width);
}

/* s = (original * w / (2 * pi) - low) / (high - low). If low and high are equal, s is 0 below them and 1 above: the
 * number of turns isn't rational. */
static void llama3_share(const struct scaling *scaling, uint64_t i, const struct interval *w,
                         struct interval *s) {
    struct interval *pi = interval_new(interval_bits(s));
    mpq_t q;
    (void)i;
    mpq_init(q);
    interval_set(s, w);
    mpq_div_2exp(q, scaling->value[ROPE_ORIGINAL], 1);
    interval_multiply_rational(s, q);
    interval_set_pi(pi);
    interval_divide(s, s, pi);
    mpq_neg(q, scaling->value[ROPE_LOW]);
    interval_add_rational(s, q);
    mpq_sub(q, scaling->value[ROPE_HIGH], scaling->value[ROPE_LOW]);
    if (mpq_sgn(q) != 0) {
        mpq_inv(q, q);
        interval_multiply_rational(s, q);
    } else if (interval_sign(s) != 0) {
        interval_set_integer(s, interval_sign(s) > 0);
    } else { /* not known at this precision */
        interval_set_range(s, 0, 1);
    }
    mpq_clear(q);
    interval_free(pi);
}

/* x *= 1/factor + s * (1 - 1/factor) */
static void blend(const struct scaling *scaling, uint64_t i, share_function *share,
                  struct interval *x) {
    struct interval *s = interval_new(interval_bits(x));
    mpq_t inverse, rest;
    mpq_inits(inverse, rest, (mpq_ptr)NULL);
    mpq_inv(inverse, scaling->value[ROPE_FACTOR]);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, inverse);
    share(scaling, i, x, s);
    interval_max(s, 0);
    interval_min(s, 1);
    interval_multiply_rational(s, rest);
    interval_add_rational(s, inverse);
    interval_multiply(x, x, s);
    mpq_clears(inverse, rest, (mpq_ptr)NULL);
    interval_free(s);
}

static void yarn_blend(const void *context, uint64_t i, struct interval *x) {
    blend(context, i, yarn_share, x);
}

static void llama3_blend(const void *context, uint64_t i, struct interval *x) {
    blend(context, i, llama3_share, x);
}

/* For s <= 0, w is divided by the factor, exactly; for s >= 1 it stays as it is. 256 bits decide which, except for
 * contrived inputs, which the cap of Ziv's loop covers. */
static void apply_real(const struct scaling *scaling, uint64_t i, share_function *share,
                       real_factor *factor, struct recipe *recipe) {
    enum { LEVEL = 2 };
    struct interval *s = interval_new(level_bits(LEVEL));
    struct frequency *w = frequency_new(recipe);
    share(scaling, i, frequency_at(w, LEVEL), s);
    if (interval_at_most(s, 0))
        mpq_div(recipe->ratio, recipe->ratio, scaling->value[ROPE_FACTOR]);
    else if (!interval_at_least(s, 1))
        recipe->factor = factor;
    frequency_free(w);
    interval_free(s);
}

void rope_apply_yarn(const struct scaling *scaling, uint64_t i, struct base *factor,
                     struct recipe *recipe) {
    (void)factor;
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) != 0)
        apply_rational(scaling, i, recipe->ratio);
    else
        apply_real(scaling, i, yarn_share, yarn_blend, recipe);
}

void rope_apply_llama3(const struct scaling *scaling, uint64_t i, struct base *factor,
                       struct recipe *recipe) {
    (void)factor;
    (void)i;
    apply_real(scaling, i, llama3_share, llama3_blend, recipe);
}
