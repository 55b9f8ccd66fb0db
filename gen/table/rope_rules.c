#include "table/rope_rules.h"
#include "base/text.h"
#include "exact/niven.h"
#include "table/rope_ramp.h"

/* --- linear, longrope */

static void apply_linear(const struct scaling *scaling, uint64_t i, struct base *factor,
                         struct recipe *recipe) {
    (void)i;
    (void)factor;
    mpq_div(recipe->ratio, recipe->ratio, scaling->value[ROPE_FACTOR]);
}

static void apply_longrope(const struct scaling *scaling, uint64_t i, struct base *factor,
                           struct recipe *recipe) {
    (void)factor;
    mpq_div(recipe->ratio, recipe->ratio, scaling->factors.value[i]);
}

static char *check_longrope(struct scaling *scaling) {
    mpq_srcptr factor = scaling->value[ROPE_FACTOR], original = scaling->value[ROPE_ORIGINAL];
    if ((mpq_sgn(factor) != 0) != (mpq_sgn(original) != 0))
        return text_format("longrope's amplitude needs factor and original");
    if (mpq_sgn(original) != 0 && mpq_cmp_ui(original, 1, 1) <= 0)
        return text_format("original must be above 1");
    return NULL;
}

/* --- ntk */

static char *check_ntk(struct scaling *scaling) {
    return scaling->d_model < 3
               ? text_format("d-model '%llu' must be above 2", (unsigned long long)scaling->d_model)
               : NULL;
}

/* w * (factor^(d/(d-2)))^(-2i/d). The power of the factor, factor^(-2i/(d-2)), may be rational. */
static void apply_ntk(const struct scaling *scaling, uint64_t i, struct base *factor,
                      struct recipe *recipe) {
    struct power w;
    mpq_t e;
    mpq_init(e);
    mpz_set_ui(mpq_numref(e), 2 * i);
    mpz_set_ui(mpq_denref(e), scaling->d_model - 2);
    mpq_canonicalize(e);
    mpq_neg(e, e);
    power_init(&w, scaling->value[ROPE_FACTOR], e);
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

/* --- yarn, llama3: their frequencies are in rope_ramp.c */

static char *check_yarn(struct scaling *scaling) {
    if (mpq_cmp(scaling->value[ROPE_BETA_SLOW], scaling->value[ROPE_BETA_FAST]) >= 0)
        return text_format("beta-slow must be below beta-fast");
    if (mpq_cmp_ui(scaling->base, 1, 1) <= 0)
        return text_format("yarn needs a base above 1");
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) != 0 && !rope_yarn_ends(scaling))
        return text_format("the ramp's ends are undecided");
    return NULL;
}

static char *check_llama3(struct scaling *scaling) {
    bool below = mpq_cmp(scaling->value[ROPE_LOW], scaling->value[ROPE_HIGH]) < 0;
    return below ? NULL : text_format("low must be below high");
}

/* --- amplitudes */

/* The logarithm of a factor 1 is 0, and changes nothing. */
static bool factor_above_1(const struct scaling *scaling) {
    return mpq_cmp_ui(scaling->value[ROPE_FACTOR], 1, 1) > 0;
}

/* 1 + ln(factor)/10 */
static void yarn_factor(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    struct interval *y = interval_new(interval_bits(x));
    (void)i;
    interval_set_rational(y, scaling->value[ROPE_FACTOR]);
    interval_log(y);
    interval_divide_integer(y, 10);
    interval_add_integer(y, 1);
    interval_multiply(x, x, y);
    interval_free(y);
}

static const struct rope_amplitude *yarn_amplitude(const struct scaling *scaling) {
    static const struct rope_amplitude given = {true, NULL,
                                                ", whose attention multiplies the entries"},
                                       usual = {false, yarn_factor,
                                                ", which multiplies the entries by 1 + "
                                                "ln(factor)/10"};
    return mpq_sgn(scaling->value[ROPE_ATTENTION]) != 0 ? &given
           : factor_above_1(scaling)                    ? &usual
                                                        : NULL;
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

static const struct rope_amplitude *longrope_amplitude(const struct scaling *scaling) {
    static const struct rope_amplitude given = {
        false, longrope_factor,
        ", which multiplies the entries by sqrt(1 + ln(factor)/ln(original))"};
    return factor_above_1(scaling) ? &given : NULL;
}

/* --- the rules */

#define FACTOR_KEY \
    { "factor", NULL, "F", ROPE_FACTOR, ROPE_AT_LEAST_1 }
#define ORIGINAL_KEY \
    { "original", NULL, "L", ROPE_ORIGINAL, ROPE_POSITIVE }

const struct rope_rule rope_rules[] = {
    {.name = "none"},
    {
        .name = "linear",
        .keys = {FACTOR_KEY},
        .help = "w/F",
        .source = "S. Chen et al. (2023), doi:10.48550/arXiv.2306.15595",
        .apply = apply_linear,
    },
    {
        .name = "ntk",
        .pair_spacing_only = true,
        .keys = {FACTOR_KEY},
        .help = "base * F^(d/(d-2)) in place of base",
        .source = "bloc97, NTK-aware scaled RoPE (2023)",
        .check = check_ntk,
        .apply = apply_ntk,
    },
    {
        .name = "yarn",
        .pair_spacing_only = true,
        .keys = {FACTOR_KEY,
                 ORIGINAL_KEY,
                 {"beta-fast", "32", NULL, ROPE_BETA_FAST, ROPE_POSITIVE},
                 {"beta-slow", "1", NULL, ROPE_BETA_SLOW, ROPE_POSITIVE},
                 {"truncate", "yes", NULL, ROPE_TRUNCATE, ROPE_YES_NO},
                 {"attention", "", "A", ROPE_ATTENTION, ROPE_POSITIVE}},
        .help = "w * (1 - ramp + ramp/F); ramp rises from 0 to 1 with i from c(beta-fast) to "
                "c(beta-slow), where\n"
                "c(beta) = d * ln(L/(2*pi*beta)) / (2 * ln base), rounded outwards unless "
                "truncate=no, within [0, d-1].\n"
                "Entries are multiplied by 1 + ln(F)/10, or by A. The base must be above 1.",
        .source = "B. Peng et al. (2023), doi:10.48550/arXiv.2309.00071",
        .check = check_yarn,
        .apply = rope_apply_yarn,
        .amplitude = yarn_amplitude,
    },
    {
        .name = "llama3",
        .keys = {FACTOR_KEY,
                 ORIGINAL_KEY,
                 {"low", "1", NULL, ROPE_LOW, ROPE_POSITIVE},
                 {"high", "4", NULL, ROPE_HIGH, ROPE_POSITIVE}},
        .help = "w * ((1-s)/F + s); s rises from 0 to 1 with L*w/(2*pi) from low to high",
        .source = "A. Grattafiori et al. (2024), doi:10.48550/arXiv.2407.21783",
        .check = check_llama3,
        .apply = rope_apply_llama3,
    },
    {
        .name = "longrope",
        .file = true,
        .keys = {{"factor", "", "F", ROPE_FACTOR, ROPE_AT_LEAST_1},
                 {"original", "", "L", ROPE_ORIGINAL, ROPE_POSITIVE}},
        .help = "w / F_i, one factor a line of the file.\n"
                "With F and L, entries are multiplied by sqrt(1 + ln F/ln L). Neither goes alone.",
        .source = "Y. Ding et al. (2024), doi:10.48550/arXiv.2402.13753",
        .check = check_longrope,
        .apply = apply_longrope,
        .amplitude = longrope_amplitude,
    },
    {.name = NULL},
};
