/* SPDX-License-Identifier: MIT */
#include "base/integer.h"
#include "exact/frequency.h"
#include "table/scaling.h"
#include "words/choice.h"

/* The frequencies of yarn and llama3: each rule keeps w on one side of a ramp, divides it by the factor on the other
 * side, and blends the two on the ramp.
 *
 * The ramp of yarn rises along i, from 0 at low = c(beta-fast) to 1 at high = c(beta-slow), with c(beta) = d *
 * ln(original / (2*pi*beta)) / (2 * ln base). With truncate=yes, low is rounded down, and high is rounded up. Then a
 * low below 0 becomes 0, and a high above d-1 becomes d-1; nothing else is clamped. The ramp of llama3 falls along
 * original * w / (2*pi), from 1 at low to 0 at high. */

/* --- the ends of yarn's ramp */

/* The low end is max(0, c(beta-fast)); the high end is min(d - 1, c(beta-slow)). The logarithm in c(beta) is
 * ln(original/(2*beta)) - ln(pi). */
static void ramp_end(const struct scaling *scaling, bool high, struct interval *c) {
    struct interval *other = interval_new(interval_bits(c));
    mpq_t q;
    mpq_init(q);
    mpq_div(q, scaling->value[ROPE_ORIGINAL],
            scaling->value[high ? ROPE_BETA_SLOW : ROPE_BETA_FAST]);
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
    interval_clamp(c, high ? INT64_MIN : 0, high ? (int64_t)scaling->d_model - 1 : INT64_MAX);
    mpq_clear(q);
    interval_free(other);
}

/* Rounds an end outwards to a whole number. c(beta) isn't whole, since pi would be a root of a rational; so some
 * precision decides. The bounds of an end are whole, so it may be rounded after it is bounded. */
static void whole_end(const struct scaling *scaling, bool high, mpq_t whole) {
    bool decided = false;
    for (long bits = 64; !decided; bits *= 2) {
        struct interval *c = interval_new(bits);
        ramp_end(scaling, high, c);
        (high ? interval_ceil : interval_floor)(c);
        decided = interval_exact(c, whole);
        interval_free(c);
    }
}

/* --- ramps
 *
 * A share s says how much of w stays: w * (1/factor + s * (1 - 1/factor)), for s clamped to [0, 1]. */

/* Sets them to 1/factor and 1 - 1/factor. */
static void set_shares(const struct scaling *scaling, mpq_t inverse, mpq_t rest) {
    mpq_inv(inverse, scaling->value[ROPE_FACTOR]);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, inverse);
}

/* With whole ends, s = (high - i) / (high - low) is rational. */
static void apply_rational(const struct scaling *scaling, uint64_t i, mpq_t ratio) {
    mpq_t s, inverse, rest;
    mpq_inits(s, inverse, rest, (mpq_ptr)NULL);
    rational_set(s, (int64_t)i, 1);
    mpq_sub(s, scaling->ramp_high, s);
    mpq_sub(rest, scaling->ramp_high, scaling->ramp_low);
    mpq_div(s, s, rest);
    if (mpq_sgn(s) < 0)
        mpq_set_ui(s, 0, 1);
    if (mpq_cmp_ui(s, 1, 1) > 0)
        mpq_set_ui(s, 1, 1);
    set_shares(scaling, inverse, rest);
    mpq_mul(s, s, rest);
    mpq_add(s, s, inverse);
    mpq_mul(ratio, ratio, s);
    mpq_clears(s, inverse, rest, (mpq_ptr)NULL);
}

/* Are the ends one number? Either both betas are, and c(beta) is between 0 and d - 1, or both ends are at one bound.
 * c(beta) itself is neither 0 nor d - 1, since pi would be a root of a rational; so some precision decides. */
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
    ramp_end(scaling, false, low);
    ramp_end(scaling, true, width);
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
static void blend(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    struct interval *s = interval_new(interval_bits(x));
    mpq_t inverse, rest;
    mpq_inits(inverse, rest, (mpq_ptr)NULL);
    set_shares(scaling, inverse, rest);
    scaling_functions(scaling)->share(scaling, i, x, s);
    interval_clamp(s, 0, 1);
    interval_multiply_rational(s, rest);
    interval_add_rational(s, inverse);
    interval_multiply(x, x, s);
    mpq_clears(inverse, rest, (mpq_ptr)NULL);
    interval_free(s);
}

/* For s <= 0, w is divided by the factor, exactly; for s >= 1 it stays as it is. 256 bits decide which, except for
 * contrived inputs, which the cap of Ziv's loop covers. */
static void apply_real(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    enum { LEVEL = 2 };
    struct interval *s = interval_new(level_bits(LEVEL));
    struct frequency *w = frequency_new(recipe);
    scaling_functions(scaling)->share(scaling, i, frequency_at(w, LEVEL), s);
    if (interval_at_most(s, 0))
        mpq_div(recipe->ratio, recipe->ratio, scaling->value[ROPE_FACTOR]);
    else if (!interval_at_least(s, 1))
        recipe->factor = blend;
    frequency_free(w);
    interval_free(s);
}

static void apply_yarn(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) != 0)
        apply_rational(scaling, i, recipe->ratio);
    else
        apply_real(scaling, i, recipe);
}

/* --- linear, longrope */

static void apply_linear(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    (void)i;
    mpq_div(recipe->ratio, recipe->ratio, scaling->value[ROPE_FACTOR]);
}

static void apply_longrope(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    mpq_div(recipe->ratio, recipe->ratio, scaling->factors.value[i]);
}

/* With attention given, the amplitude needs no other key. */
static void check_longrope(struct scaling *scaling, struct value *value) {
    mpq_srcptr factor = scaling->value[ROPE_FACTOR], original = scaling->value[ROPE_ORIGINAL];
    if ((mpq_sgn(factor) != 0) != (mpq_sgn(original) != 0))
        value_refuse(value, ": longrope's amplitude needs factor and original");
    if (mpq_sgn(original) != 0 && mpq_cmp_ui(original, 1, 1) <= 0)
        value_refuse(value, ": original must be above 1");
}

/* --- ntk, dynamic */

static void fit_ntk(struct scaling *scaling, struct value *value) {
    if (scaling->d_model < 3)
        value_refuse(value, ": d-model '%d' must be above 2", (int)scaling->d_model);
}

/* ntk raises the factor; dynamic factor * length/original - (factor - 1), or 1 up to the original length. */
static void check_ntk(struct scaling *scaling, struct value *value) {
    mpq_srcptr factor = scaling->value[ROPE_FACTOR], length = scaling->value[ROPE_LENGTH];
    mpq_t more;
    (void)value;
    mpq_set(scaling->raised, factor);
    if (mpq_sgn(length) == 0)
        return;
    mpq_init(more);
    mpq_set_ui(scaling->raised, 1, 1);
    mpq_div(more, length, scaling->value[ROPE_ORIGINAL]);
    mpq_sub(more, more, scaling->raised);
    mpq_mul(more, more, factor);
    if (mpq_sgn(more) > 0)
        mpq_add(scaling->raised, scaling->raised, more);
    mpq_clear(more);
}

/* w * (factor^(d/(d-2)))^(-2i/d). The power of the factor, factor^(-2i/(d-2)), may be rational. */
static void apply_ntk(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    struct power w;
    mpq_t e;
    mpq_init(e);
    rational_set(e, -2 * (int64_t)i, (int64_t)scaling->d_model - 2);
    power_init(&w, scaling->raised, e);
    if (!w.rational) {
        mpq_set(recipe->power[1], e);
    } else {
        mpq_t q;
        mpq_init(q);
        integer_raise(mpq_numref(q), w.over, w.power);
        integer_raise(mpq_denref(q), w.under, w.power);
        mpq_mul(recipe->ratio, recipe->ratio, q);
        mpq_clear(q);
    }
    power_clear(&w);
    mpq_clear(e);
}

/* --- yarn, llama3 */

static void check_yarn(struct scaling *scaling, struct value *value) {
    const mpq_t *given = (const mpq_t *)scaling->value;
    if (mpq_cmp(given[ROPE_BETA_SLOW], given[ROPE_BETA_FAST]) > 0)
        value_refuse(value, ": beta-slow must not be above beta-fast");
    if (mpq_sgn(given[ROPE_MSCALE_ALL_DIM]) != 0 && mpq_sgn(given[ROPE_MSCALE]) == 0)
        value_refuse(value, ": mscale-all-dim needs mscale");
    if (mpq_cmp_ui(scaling->base, 1, 1) <= 0)
        value_refuse(value, ": yarn needs a base above 1");
}

/* Between equal ends the published ramp is a thousandth wide. For whole ends and pairs, every width up to 1 is the same
 * step. */
static void fit_yarn(struct scaling *scaling, struct value *value) {
    (void)value;
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) == 0)
        return;
    whole_end(scaling, false, scaling->ramp_low);
    whole_end(scaling, true, scaling->ramp_high);
    if (mpq_equal(scaling->ramp_low, scaling->ramp_high))
        mpz_add_ui(mpq_numref(scaling->ramp_high), mpq_numref(scaling->ramp_high), 1);
}

static void check_llama3(struct scaling *scaling, struct value *value) {
    if (mpq_cmp(scaling->value[ROPE_LOW], scaling->value[ROPE_HIGH]) > 0)
        value_refuse(value, ": low must not be above high");
}

/* --- proportional */

/* The first floor(share * d/2) pairs turn. */
static void fit_proportional(struct scaling *scaling, struct value *value) {
    mpq_t pairs;
    mpz_t whole;
    (void)value;
    mpq_init(pairs);
    mpz_init(whole);
    rational_set(pairs, (int64_t)scaling->d_model, 2);
    mpq_mul(pairs, pairs, scaling->value[ROPE_SHARE]);
    mpz_set_q(whole, pairs);
    scaling->turning = integer_get_unsigned(whole);
    mpq_clear(pairs);
    mpz_clear(whole);
}

static void apply_proportional(const struct scaling *scaling, uint64_t i, struct recipe *recipe) {
    if (i < scaling->turning)
        apply_linear(scaling, i, recipe);
    else
        mpq_set_ui(recipe->ratio, 0, 1);
}

/* --- what yarn and longrope multiply entries by */

/* Does the key attention, or a factor up to 1, decide the amplitude? The logarithm of a factor 1 is 0, and changes
 * nothing. */
static bool is_decided(const struct scaling *scaling, mpq_t square,
                       struct rope_amplitude *amplitude) {
    mpq_srcptr attention = scaling->value[ROPE_ATTENTION];
    const bool given = mpq_sgn(attention) != 0;
    if (given)
        mpq_mul(square, attention, attention);
    *amplitude =
        (struct rope_amplitude){NULL, given ? ", whose attention multiplies the entries" : ""};
    return given || mpq_cmp_ui(scaling->value[ROPE_FACTOR], 1, 1) <= 0;
}

/* y = 1 + m * ln(factor)/10 */
static void set_mscale(const struct scaling *scaling, const mpq_t m, struct interval *y) {
    interval_set_rational(y, scaling->value[ROPE_FACTOR]);
    interval_log(y);
    interval_divide_integer(y, 10);
    interval_multiply_rational(y, m);
    interval_add_integer(y, 1);
}

static void yarn_factor(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    mpq_srcptr m = scaling->value[ROPE_MSCALE], all = scaling->value[ROPE_MSCALE_ALL_DIM];
    struct interval *y = interval_new(interval_bits(x));
    mpq_t one;
    (void)i;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    set_mscale(scaling, mpq_sgn(m) != 0 ? m : one, y);
    interval_multiply(x, x, y);
    if (mpq_sgn(all) != 0) {
        set_mscale(scaling, all, y);
        interval_divide(x, x, y);
    }
    mpq_clear(one);
    interval_free(y);
}

/* With equal mscales the amplitude is exactly 1. */
static struct rope_amplitude yarn_amplitude(const struct scaling *scaling, mpq_t square) {
    mpq_srcptr m = scaling->value[ROPE_MSCALE], all = scaling->value[ROPE_MSCALE_ALL_DIM];
    struct rope_amplitude amplitude;
    if (is_decided(scaling, square, &amplitude) || (mpq_sgn(m) != 0 && mpq_equal(m, all)))
        return amplitude;
    return (struct rope_amplitude){
        yarn_factor,
        mpq_sgn(all) != 0 ? ", which multiplies the entries by (1 + mscale*ln(factor)/10) / (1 + "
                            "mscale-all-dim*ln(factor)/10)"
        : mpq_sgn(m) != 0 ? ", which multiplies the entries by 1 + mscale*ln(factor)/10"
                          : ", which multiplies the entries by 1 + ln(factor)/10"};
}

/* sqrt(1 + ln(factor)/ln(original)) */
static void longrope_factor(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    long bits = interval_bits(x);
    struct interval *y = interval_new(bits), *original = interval_new(bits);
    (void)i;
    interval_set_rational(y, scaling->value[ROPE_FACTOR]);
    interval_log(y);
    interval_set_rational(original, scaling->value[ROPE_ORIGINAL]);
    interval_log(original);
    interval_divide(y, y, original);
    interval_add_integer(y, 1);
    interval_sqrt(y);
    interval_multiply(x, x, y);
    interval_free(y);
    interval_free(original);
}

/* If factor and original are powers of one number, the logarithms' quotient is rational, and so is the square. */
static struct rope_amplitude longrope_amplitude(const struct scaling *scaling, mpq_t square) {
    struct rope_amplitude amplitude;
    if (is_decided(scaling, square, &amplitude))
        return amplitude;
    const bool rational =
        rational_logarithm(square, scaling->value[ROPE_FACTOR], scaling->value[ROPE_ORIGINAL]);
    if (rational)
        mpz_add(mpq_numref(square), mpq_numref(square), mpq_denref(square));
    else
        mpq_set_ui(square, 1, 1);
    return (struct rope_amplitude){
        rational ? NULL : longrope_factor,
        ", which multiplies the entries by sqrt(1 + ln(factor)/ln(original))"};
}

const struct rope_functions *scaling_functions(const struct scaling *scaling) {
    static const struct rope_functions functions[RULES] = {
        [RULE_LINEAR] = {.apply = apply_linear},
        [RULE_NTK] = {check_ntk, fit_ntk, apply_ntk, NULL, NULL},
        [RULE_DYNAMIC] = {check_ntk, fit_ntk, apply_ntk, NULL, NULL},
        [RULE_YARN] = {check_yarn, fit_yarn, apply_yarn, yarn_share, yarn_amplitude},
        [RULE_LLAMA3] = {check_llama3, NULL, apply_real, llama3_share, NULL},
        [RULE_LONGROPE] = {check_longrope, NULL, apply_longrope, NULL, longrope_amplitude},
        [RULE_PROPORTIONAL] = {.fit = fit_proportional, .apply = apply_proportional},
    };
    return &functions[scaling->rule - scaling_rules];
}
