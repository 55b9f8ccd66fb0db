#include "scaling.h"
#include "die.h"
#include "real.intervals.h"

#include <stdlib.h>
#include <string.h>

/* The keys of a rule, in their canonical order. A key without a default must be given. */
enum key { FACTOR, ORIGINAL_LENGTH, LOW, HIGH, BETA_FAST, BETA_SLOW, TRUNCATE, ATTENTION, KEYS };

static const char *const key_names[KEYS] = {"factor",    "original",  "low",      "high",
                                            "beta-fast", "beta-slow", "truncate", "attention"};

static const struct rule_row {
    const char *name;
    bool file;
    const char *given[KEYS]; /* a default, "" for none that is needed, NULL for no such key */
    bool optional[KEYS];
} rules[] = {
    [RULE_NONE] = {.name = "none"},
    [RULE_LINEAR] = {"linear", false, {[FACTOR] = ""}, {false}},
    [RULE_NTK] = {"ntk", false, {[FACTOR] = ""}, {false}},
    [RULE_YARN] = {"yarn",
                   false,
                   {[FACTOR] = "",
                    [ORIGINAL_LENGTH] = "",
                    [BETA_FAST] = "32",
                    [BETA_SLOW] = "1",
                    [TRUNCATE] = "yes",
                    [ATTENTION] = ""},
                   {[ATTENTION] = true}},
    [RULE_LLAMA3] = {"llama3",
                     false,
                     {[FACTOR] = "", [ORIGINAL_LENGTH] = "", [LOW] = "1", [HIGH] = "4"},
                     {false}},
    [RULE_LONGROPE] = {"longrope",
                       true,
                       {[FACTOR] = "", [ORIGINAL_LENGTH] = ""},
                       {[FACTOR] = true, [ORIGINAL_LENGTH] = true}},
};
enum { RULES = sizeof rules / sizeof rules[0] };

void scaling_init(struct scaling *scaling) {
    memset(scaling, 0, sizeof *scaling);
    mpq_inits(scaling->factor, scaling->original, scaling->low, scaling->high, scaling->attention,
              scaling->base, scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
}

void scaling_clear(struct scaling *scaling) {
    mpq_clears(scaling->factor, scaling->original, scaling->low, scaling->high, scaling->attention,
               scaling->base, scaling->ramp_low, scaling->ramp_high, (mpq_ptr)NULL);
    list_free(&scaling->factors);
}

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
static char *find_ramp(struct scaling *scaling, const char *text) {
    if (!whole_correction(scaling, scaling->high, false, scaling->ramp_low) ||
        !whole_correction(scaling, scaling->low, true, scaling->ramp_high))
        return die_sprintf("scaling '%.60s': the ramp's ends are undecided", text);
    if (mpq_equal(scaling->ramp_low, scaling->ramp_high)) {
        mpq_t little;
        mpq_init(little);
        mpq_set_ui(little, 1, 1000);
        mpq_add(scaling->ramp_high, scaling->ramp_high, little);
        mpq_clear(little);
    }
    return NULL;
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

/* s = 1 - ramp = (high - i) / (high - low) of truncate=no, where ends that are equal, both being at their
 * bounds, are a thousandth apart */
static void yarn_share(const struct scaling *scaling, uint64_t i, struct interval *s) {
    struct interval low, width;
    interval_init(&low, mpfr_get_prec(s->lo));
    interval_init(&width, mpfr_get_prec(s->lo));
    correction(scaling, scaling->high, &low);
    correction(scaling, scaling->low, s);
    within(scaling, false, &low);
    within(scaling, true, s);
    if (mpfr_equal_p(s->lo, s->hi) && mpfr_equal_p(low.lo, low.hi) && mpfr_equal_p(low.lo, s->lo)) {
        mpq_t little;
        mpq_init(little);
        mpq_set_ui(little, 1, 1000);
        mpfr_add_q(s->lo, s->lo, little, MPFR_RNDD);
        mpfr_add_q(s->hi, s->hi, little, MPFR_RNDU);
        mpq_clear(little);
    }
    mpfr_set(width.lo, s->lo, MPFR_RNDN);
    mpfr_set(width.hi, s->hi, MPFR_RNDN);
    subtract(&width, &low);
    mpfr_sub_ui(s->lo, s->lo, i, MPFR_RNDD);
    mpfr_sub_ui(s->hi, s->hi, i, MPFR_RNDU);
    if (mpfr_sgn(width.hi) < 0) {
        negate(s);
        negate(&width);
    }
    if (mpfr_sgn(width.lo) > 0) {
        divide(s, &width);
    } else { /* its sign is not known yet: s is anything */
        mpfr_set_ui(s->lo, 0, MPFR_RNDN);
        mpfr_set_ui(s->hi, 1, MPFR_RNDN);
    }
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

real_factor *scaling_amplitude(const struct scaling *scaling, mpq_t square) {
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

void scaling_apply(const struct scaling *scaling, uint64_t i, struct base *factor,
                   struct recipe *recipe) {
    recipe->context = scaling;
    recipe->index = i;
    switch (scaling->rule) {
    case RULE_LINEAR:
        mpq_div(recipe->ratio, recipe->ratio, scaling->factor);
        break;
    case RULE_NTK: /* (factor^(d/(d-2)))^(-2i/d) */
        recipe->base[1] = factor;
        mpz_set_ui(mpq_numref(recipe->power[1]), 2 * i);
        mpz_set_ui(mpq_denref(recipe->power[1]), scaling->d_model - 2);
        mpq_canonicalize(recipe->power[1]);
        mpq_neg(recipe->power[1], recipe->power[1]);
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

/* --- words */

static char *set_key(struct scaling *scaling, const char *whole, int key, const char *value) {
    mpq_ptr const to[KEYS] = {[FACTOR] = scaling->factor,
                              [ORIGINAL_LENGTH] = scaling->original,
                              [LOW] = scaling->low,
                              [HIGH] = scaling->high,
                              [BETA_FAST] = scaling->high,
                              [BETA_SLOW] = scaling->low,
                              [ATTENTION] = scaling->attention,
                              [TRUNCATE] = NULL};
    if (key == TRUNCATE) {
        scaling->truncate = strcmp(value, "yes") == 0;
        return scaling->truncate || strcmp(value, "no") == 0
                   ? NULL
                   : die_sprintf("scaling '%.60s': truncate '%.20s' is none of yes, no", whole,
                                 value);
    }
    const char *wrong = rational_parse(to[key], value);
    if (!wrong && mpq_sgn(to[key]) <= 0)
        wrong = "must be positive";
    if (!wrong && key == FACTOR && mpq_cmp_ui(to[key], 1, 1) < 0)
        wrong = "must be at least 1";
    return wrong
               ? die_sprintf("scaling '%.60s': %s '%.40s' %s", whole, key_names[key], value, wrong)
               : NULL;
}

/* The value of a key in "KEY=VALUE,...", as a new text; NULL where it isn't there. */
static char *value_of(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; *at;) {
        size_t end = strcspn(at, ",");
        if (strncmp(at, name, length) == 0 && at[length] == '=' && end > length)
            return die_sprintf("%.*s", (int)(end - length - 1), at + length + 1);
        at += end + (at[end] == ',');
    }
    return NULL;
}

/* Are the keys of the list all of this rule, and none there twice? */
static char *check_keys(const struct rule_row *rule, const char *whole, const char *list) {
    bool seen[KEYS] = {false};
    for (const char *at = list; *at;) {
        size_t end = strcspn(at, ","), name = strcspn(at, "=,");
        int key = 0;
        while (key < KEYS && !(rule->given[key] && strlen(key_names[key]) == name &&
                               strncmp(at, key_names[key], name) == 0))
            key++;
        if (key == KEYS || at[name] != '=')
            return die_sprintf("scaling '%.60s': '%.*s' is no KEY=VALUE of %s", whole,
                               end < 40 ? (int)end : 40, at, rule->name);
        if (seen[key])
            return die_sprintf("scaling '%.60s': %s is there twice", whole, key_names[key]);
        seen[key] = true;
        at += end + (at[end] == ',');
    }
    return NULL;
}

static char *read_keys(struct scaling *scaling, const struct rule_row *rule, const char *whole,
                       const char *list, char **canonical) {
    char *wrong = check_keys(rule, whole, list);
    for (int key = 0; key < KEYS && !wrong; key++) {
        const char *unsaid = rule->given[key];
        char *value = unsaid ? value_of(list, key_names[key]) : NULL;
        if (unsaid && !value && !*unsaid && !rule->optional[key])
            wrong = die_sprintf("scaling '%.60s': %s needs %s=", whole, rule->name, key_names[key]);
        else if (value || (unsaid && *unsaid))
            wrong = set_key(scaling, whole, key, value ? value : unsaid);
        if (!wrong && value && strcmp(value, unsaid) != 0) {
            bool first = (*canonical)[strlen(*canonical) - 1] == ':';
            char *longer =
                die_sprintf("%s%s%s=%s", *canonical, first ? "" : ",", key_names[key], value);
            free(*canonical);
            *canonical = longer;
        }
        free(value);
    }
    return wrong;
}

static char *check(struct scaling *scaling, const char *text) {
    if (scaling->rule == RULE_NTK && scaling->d_model < 3)
        return die_sprintf("scaling 'ntk': d-model must be above 2");
    if ((scaling->rule == RULE_LLAMA3 || scaling->rule == RULE_YARN) &&
        mpq_cmp(scaling->low, scaling->high) >= 0)
        return die_sprintf("scaling '%.60s': %s must be below %s", text,
                           scaling->rule == RULE_YARN ? "beta-slow" : "low",
                           scaling->rule == RULE_YARN ? "beta-fast" : "high");
    if (scaling->rule == RULE_LONGROPE &&
        (mpq_sgn(scaling->factor) != 0) != (mpq_sgn(scaling->original) != 0))
        return die_sprintf("scaling '%.60s': longrope's amplitude needs factor and original", text);
    if (scaling->rule == RULE_LONGROPE && mpq_sgn(scaling->original) != 0 &&
        mpq_cmp_ui(scaling->original, 1, 1) <= 0)
        return die_sprintf("scaling '%.60s': original must be above 1", text);
    if (scaling->rule == RULE_YARN && mpq_cmp_ui(scaling->base, 1, 1) <= 0)
        return die_sprintf("scaling '%.60s': yarn needs a base above 1", text);
    return scaling->rule == RULE_YARN && scaling->truncate ? find_ramp(scaling, text) : NULL;
}

char *scaling_parse(struct scaling *scaling, const char *text, uint64_t d_model, const mpq_t base,
                    char **canonical) {
    size_t name = strcspn(text, ":");
    scaling->d_model = d_model;
    mpq_set(scaling->base, base);
    scaling->rule = 0;
    while (scaling->rule < RULES && !(strlen(rules[scaling->rule].name) == name &&
                                      strncmp(text, rules[scaling->rule].name, name) == 0))
        scaling->rule++;
    if (scaling->rule == RULES || (scaling->rule == RULE_NONE) != (text[name] == 0))
        return die_sprintf("scaling '%.60s' is none of none, linear:..., ntk:..., yarn:..., "
                           "llama3:..., longrope:FILE",
                           text);
    if (scaling->rule == RULE_NONE) {
        *canonical = die_sprintf("none");
        return NULL;
    }
    const struct rule_row *rule = &rules[scaling->rule];
    const char *list = text + name + 1;
    char *wrong = NULL;
    *canonical = die_sprintf("%s:", rule->name);
    if (rule->file) {
        size_t length = strcspn(list, ",");
        char *path = die_sprintf("%.*s", (int)length, list);
        const char *slash = strrchr(path, '/');
        scaling->factors = list_read(path);
        free(*canonical);
        *canonical = die_sprintf("%s:%s", rule->name, slash ? slash + 1 : path);
        free(path);
        list += length + (list[length] == ',');
    }
    wrong = read_keys(scaling, rule, text, list, canonical);
    if (!wrong)
        wrong = check(scaling, text);
    if (wrong) {
        free(*canonical);
        *canonical = NULL;
    }
    return wrong;
}
