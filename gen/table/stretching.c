#include "table/stretching.h"
#include "exact/interval.h"

/* --- intervals */

static void subtract(struct interval *x, const struct interval *y) {
    mpfr_sub(x->lo, x->lo, y->hi, MPFR_RNDD);
    mpfr_sub(x->hi, x->hi, y->lo, MPFR_RNDU);
}

/* x / y for y > 0 */
static void divide(struct interval *x, const struct interval *y) {
    mpfr_div(x->lo, x->lo, mpfr_sgn(x->lo) < 0 ? y->lo : y->hi, MPFR_RNDD);
    mpfr_div(x->hi, x->hi, mpfr_sgn(x->hi) < 0 ? y->hi : y->lo, MPFR_RNDU);
}

static void set_rational(struct interval *x, const mpq_t q) {
    mpfr_set_q(x->lo, q, MPFR_RNDD);
    mpfr_set_q(x->hi, q, MPFR_RNDU);
}

static void subtract_rational(struct interval *x, const mpq_t q) {
    mpfr_sub_q(x->lo, x->lo, q, MPFR_RNDD);
    mpfr_sub_q(x->hi, x->hi, q, MPFR_RNDU);
}

/* q > 0 */
static void multiply_rational(struct interval *x, const mpq_t q) {
    mpfr_mul_q(x->lo, x->lo, q, MPFR_RNDD);
    mpfr_mul_q(x->hi, x->hi, q, MPFR_RNDU);
}

static void set_logarithm(struct interval *x, const mpq_t q) {
    set_rational(x, q);
    mpfr_log(x->lo, x->lo, MPFR_RNDD);
    mpfr_log(x->hi, x->hi, MPFR_RNDU);
}

static void set_two_pi(struct interval *x) {
    mpfr_const_pi(x->lo, MPFR_RNDD);
    mpfr_const_pi(x->hi, MPFR_RNDU);
    mpfr_mul_2ui(x->lo, x->lo, 1, MPFR_RNDD);
    mpfr_mul_2ui(x->hi, x->hi, 1, MPFR_RNDU);
}

/* to [0, 1] */
static void clamp(struct interval *x) {
    mpfr_ptr const ends[] = {x->lo, x->hi};
    for (int k = 0; k < 2; k++) {
        if (mpfr_sgn(ends[k]) < 0)
            mpfr_set_zero(ends[k], 1);
        if (mpfr_cmp_ui(ends[k], 1) > 0)
            mpfr_set_ui(ends[k], 1, MPFR_RNDN);
    }
}

/* --- yarn */

/* The lower end of the ramp is at least 0, the upper one at most d - 1. */
static void within(const struct scaling *scaling, bool upper, struct interval *c) {
    mpfr_ptr const ends[] = {c->lo, c->hi};
    for (int k = 0; k < 2; k++) {
        if (!upper && mpfr_sgn(ends[k]) < 0)
            mpfr_set_zero(ends[k], 1);
        if (upper && mpfr_cmp_ui(ends[k], scaling->d_model - 1) > 0)
            mpfr_set_ui(ends[k], scaling->d_model - 1, MPFR_RNDN);
    }
}

/* c(beta) of scaling.h */
static void correction(const struct scaling *scaling, const mpq_t beta, struct interval *c) {
    struct interval other;
    mpq_t ratio;
    mpq_init(ratio);
    interval_init(&other, mpfr_get_prec(c->lo));
    mpq_div(ratio, scaling->original, beta);
    set_logarithm(c, ratio);
    set_two_pi(&other);
    mpfr_log(other.lo, other.lo, MPFR_RNDD);
    mpfr_log(other.hi, other.hi, MPFR_RNDU);
    subtract(c, &other);
    set_logarithm(&other, scaling->base);
    divide(c, &other);
    mpq_set_ui(ratio, scaling->d_model, 2);
    mpq_canonicalize(ratio);
    multiply_rational(c, ratio);
    interval_clear(&other);
    mpq_clear(ratio);
}

/* c(beta) rounded down and at least 0, or up and at most d - 1; false where its enclosures never leave an
 * integer. */
static bool whole_correction(const struct scaling *scaling, const mpq_t beta, bool up,
                             mpq_t whole) {
    enum { MOST = 1 << 16 };
    struct interval c;
    bool decided = false;
    for (long bits = 64; bits <= MOST && !decided; bits *= 2) {
        interval_init(&c, bits);
        correction(scaling, beta, &c);
        mpfr_rint(c.lo, c.lo, up ? MPFR_RNDU : MPFR_RNDD);
        mpfr_rint(c.hi, c.hi, up ? MPFR_RNDU : MPFR_RNDD);
        within(scaling, up, &c);
        decided = mpfr_equal_p(c.lo, c.hi);
        mpfr_get_q(whole, c.lo);
        interval_clear(&c);
    }
    return decided;
}

/* With equal ends the ramp is a thousandth wide, as in the published code. */
bool stretching_ramp(struct scaling *scaling) {
    if (!whole_correction(scaling, scaling->high, false, scaling->ramp_low) ||
        !whole_correction(scaling, scaling->low, true, scaling->ramp_high))
        return false;
    if (mpq_equal(scaling->ramp_low, scaling->ramp_high)) {
        mpq_t little;
        mpq_init(little);
        mpq_set_ui(little, 1, 1000);
        mpq_add(scaling->ramp_high, scaling->ramp_high, little);
        mpq_clear(little);
    }
    return true;
}

/* 1 - ramp * (1 - 1/factor) for a ramp that is rational */
static void apply_ramp(const struct scaling *scaling, uint64_t i, mpq_t ratio) {
    mpq_t ramp, width, rest;
    mpq_inits(ramp, width, rest, (mpq_ptr)NULL);
    mpq_set_ui(ramp, i, 1);
    mpq_sub(ramp, ramp, scaling->ramp_low);
    mpq_sub(width, scaling->ramp_high, scaling->ramp_low);
    mpq_div(ramp, ramp, width);
    if (mpq_sgn(ramp) < 0)
        mpq_set_ui(ramp, 0, 1);
    if (mpq_cmp_ui(ramp, 1, 1) > 0)
        mpq_set_ui(ramp, 1, 1);
    mpq_inv(width, scaling->factor);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(width, rest, width);
    mpq_mul(ramp, ramp, width);
    mpq_sub(rest, rest, ramp);
    mpq_mul(ratio, ratio, rest);
    mpq_clears(ramp, width, rest, (mpq_ptr)NULL);
}

/* x *= 1/factor + s * (1 - 1/factor), which rises with s in [0, 1] */
static void blend(const struct scaling *scaling, struct interval *s, struct interval *x) {
    mpq_t inverse, rest;
    mpq_inits(inverse, rest, (mpq_ptr)NULL);
    mpq_inv(inverse, scaling->factor);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, inverse);
    clamp(s);
    multiply_rational(s, rest);
    mpfr_add_q(s->lo, s->lo, inverse, MPFR_RNDD);
    mpfr_add_q(s->hi, s->hi, inverse, MPFR_RNDU);
    interval_mul(x, x, s);
    mpq_clears(inverse, rest, (mpq_ptr)NULL);
}

/* x = -x */
static void negate(struct interval *x) {
    mpfr_swap(x->lo, x->hi);
    mpfr_neg(x->lo, x->lo, MPFR_RNDN);
    mpfr_neg(x->hi, x->hi, MPFR_RNDN);
}

/* s = 1 - ramp, ramp = (i - low) / (high - low), of truncate=no, where ends that are equal, both being at
 * their bounds, are a thousandth apart. For i = low = 0 the ramp is exactly 0. */
static void yarn_share(const struct scaling *scaling, uint64_t i, struct interval *s) {
    struct interval low, width;
    interval_init(&low, mpfr_get_prec(s->lo));
    interval_init(&width, mpfr_get_prec(s->lo));
    correction(scaling, scaling->high, &low);
    correction(scaling, scaling->low, &width);
    within(scaling, false, &low);
    within(scaling, true, &width);
    subtract(&width, &low);
    if (mpfr_zero_p(width.lo) && mpfr_zero_p(width.hi)) {
        mpq_t little;
        mpq_init(little);
        mpq_set_ui(little, 1, 1000);
        set_rational(&width, little);
        mpq_clear(little);
    }
    mpfr_set_ui(s->lo, i, MPFR_RNDD);
    mpfr_set_ui(s->hi, i, MPFR_RNDU);
    subtract(s, &low);
    if (mpfr_sgn(width.hi) < 0) {
        negate(s);
        negate(&width);
    }
    if (mpfr_sgn(width.lo) > 0) {
        divide(s, &width);
    } else { /* its sign is not known yet: the ramp is anything */
        mpfr_set_ui(s->lo, 0, MPFR_RNDN);
        mpfr_set_ui(s->hi, 1, MPFR_RNDN);
    }
    negate(s);
    mpfr_add_ui(s->lo, s->lo, 1, MPFR_RNDD);
    mpfr_add_ui(s->hi, s->hi, 1, MPFR_RNDU);
    interval_clear(&low);
    interval_clear(&width);
}

/* --- llama3 */

/* s = (original * w / (2 * pi) - low) / (high - low) */
static void llama3_share(const struct scaling *scaling, const struct interval *w,
                         struct interval *s) {
    struct interval two_pi;
    mpq_t width;
    mpq_init(width);
    interval_init(&two_pi, mpfr_get_prec(s->lo));
    mpfr_set(s->lo, w->lo, MPFR_RNDD);
    mpfr_set(s->hi, w->hi, MPFR_RNDU);
    multiply_rational(s, scaling->original);
    set_two_pi(&two_pi);
    divide(s, &two_pi);
    subtract_rational(s, scaling->low);
    mpq_sub(width, scaling->high, scaling->low);
    mpq_inv(width, width);
    multiply_rational(s, width);
    interval_clear(&two_pi);
    mpq_clear(width);
}

static void share(const struct scaling *scaling, uint64_t i, const struct interval *w,
                  struct interval *s) {
    if (scaling->rule == RULE_YARN)
        yarn_share(scaling, i, s);
    else
        llama3_share(scaling, w, s);
}

static void share_factor(const void *context, uint64_t i, long bits, struct interval *x) {
    struct interval s;
    interval_init(&s, bits);
    share(context, i, x, &s);
    blend(context, &s, x);
    interval_clear(&s);
}

/* Where s is 0 or beyond, or 1 or beyond, w is divided by the factor, or stays: that is exact. Whether it is
 * so 256 bits tell but for the strangest of inputs, for which the loop's cap is. */
static void apply_share(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    enum { LEVEL = 2 };
    struct interval s;
    interval_init(&s, level_bits(LEVEL));
    struct frequency *w = frequency_new(recipe);
    share(scaling, i, frequency_at(w, LEVEL), &s);
    if (mpfr_sgn(s.hi) <= 0)
        mpq_div(recipe->ratio, recipe->ratio, scaling->factor);
    else if (mpfr_cmp_ui(s.lo, 1) < 0)
        recipe->factor = share_factor;
    frequency_free(w);
    interval_clear(&s);
}

/* --- amplitudes */

static void yarn_amplitude(const void *context, uint64_t i, long bits, struct interval *x) {
    const struct scaling *scaling = context;
    struct interval y;
    (void)i;
    interval_init(&y, bits);
    set_logarithm(&y, scaling->factor);
    mpfr_div_ui(y.lo, y.lo, 10, MPFR_RNDD);
    mpfr_div_ui(y.hi, y.hi, 10, MPFR_RNDU);
    mpfr_add_ui(y.lo, y.lo, 1, MPFR_RNDD);
    mpfr_add_ui(y.hi, y.hi, 1, MPFR_RNDU);
    interval_mul(x, x, &y);
    interval_clear(&y);
}

static void longrope_amplitude(const void *context, uint64_t i, long bits, struct interval *x) {
    const struct scaling *scaling = context;
    struct interval y, original;
    (void)i;
    interval_init(&y, bits);
    interval_init(&original, bits);
    set_logarithm(&y, scaling->factor);
    set_logarithm(&original, scaling->original);
    divide(&y, &original);
    mpfr_add_ui(y.lo, y.lo, 1, MPFR_RNDD);
    mpfr_add_ui(y.hi, y.hi, 1, MPFR_RNDU);
    mpfr_sqrt(y.lo, y.lo, MPFR_RNDD);
    mpfr_sqrt(y.hi, y.hi, MPFR_RNDU);
    interval_mul(x, x, &y);
    interval_clear(&y);
    interval_clear(&original);
}

real_factor *stretching_amplitude(const struct scaling *scaling, mpq_t square) {
    bool stretched = mpq_cmp_ui(scaling->factor, 1, 1) > 0;
    if (scaling->rule == RULE_YARN && mpq_sgn(scaling->attention) != 0) {
        mpq_mul(square, square, scaling->attention);
        mpq_mul(square, square, scaling->attention);
        return NULL;
    }
    if (scaling->rule == RULE_YARN && stretched)
        return yarn_amplitude;
    bool given = mpq_sgn(scaling->original) != 0;
    return scaling->rule == RULE_LONGROPE && given && stretched ? longrope_amplitude : NULL;
}

/* w * (factor^(d/(d-2)))^(-2i/d), where the power may be rational. */
static void apply_ntk(const struct scaling *scaling, uint64_t i, struct base *factor,
                      struct recipe *recipe) {
    struct power w;
    mpq_t e;
    mpq_init(e);
    mpz_set_ui(mpq_numref(e), 2 * i);
    mpz_set_ui(mpq_denref(e), scaling->d_model - 2);
    mpq_canonicalize(e);
    mpq_neg(e, e);
    power_init(&w, scaling->factor, e);
    if (!w.rational) {
        recipe->base[1] = factor;
        mpq_set(recipe->power[1], e);
    } else {
        mpq_t q;
        mpq_init(q);
        mpz_pow_ui(mpq_numref(q), w.over, mpz_get_ui(w.power));
        mpz_pow_ui(mpq_denref(q), w.under, mpz_get_ui(w.power));
        mpq_mul(recipe->ratio, recipe->ratio, q);
        mpq_clear(q);
    }
    power_clear(&w);
    mpq_clear(e);
}

void stretching_apply(const struct scaling *scaling, uint64_t i, struct base *factor,
                      struct recipe *recipe) {
    recipe->context = scaling;
    recipe->index = i;
    switch (scaling->rule) {
    case RULE_LINEAR:
        mpq_div(recipe->ratio, recipe->ratio, scaling->factor);
        break;
    case RULE_NTK:
        apply_ntk(scaling, i, factor, recipe);
        break;
    case RULE_YARN:
        if (scaling->truncate)
            apply_ramp(scaling, i, recipe->ratio);
        else
            apply_share(scaling, i, recipe);
        break;
    case RULE_LLAMA3:
        apply_share(scaling, i, recipe);
        break;
    case RULE_LONGROPE:
        mpq_div(recipe->ratio, recipe->ratio, scaling->factors.value[i]);
        break;
    default:
        break;
    }
}
