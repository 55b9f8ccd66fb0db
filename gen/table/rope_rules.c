#include "table/rope_rules.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/niven.h"
#include "table/rope_amplitude.h"
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

/* With attention the amplitude needs nothing else. */
static char *check_longrope(struct scaling *scaling) {
    mpq_srcptr factor = scaling->value[ROPE_FACTOR], original = scaling->value[ROPE_ORIGINAL];
    if ((mpq_sgn(factor) != 0) != (mpq_sgn(original) != 0))
        return text_format("longrope's amplitude needs factor and original");
    if (mpq_sgn(original) != 0 && mpq_cmp_ui(original, 1, 1) <= 0)
        return text_format("original must be above 1");
    return NULL;
}

/* --- ntk, dynamic */

static char *fit_ntk(struct scaling *scaling) {
    return scaling->d_model < 3
               ? text_format("d-model '%llu' must be above 2", (unsigned long long)scaling->d_model)
               : NULL;
}

static char *check_ntk(struct scaling *scaling) {
    mpq_set(scaling->stretch, scaling->value[ROPE_FACTOR]);
    return NULL;
}

/* factor * length/original - (factor - 1); 1 up to the original length */
static char *check_dynamic(struct scaling *scaling) {
    mpq_srcptr factor = scaling->value[ROPE_FACTOR];
    mpq_t more;
    mpq_init(more);
    mpq_set_ui(scaling->stretch, 1, 1);
    mpq_div(more, scaling->value[ROPE_LENGTH], scaling->value[ROPE_ORIGINAL]);
    mpq_sub(more, more, scaling->stretch);
    mpq_mul(more, more, factor);
    if (mpq_sgn(more) > 0)
        mpq_add(scaling->stretch, scaling->stretch, more);
    mpq_clear(more);
    return NULL;
}

/* w * (factor^(d/(d-2)))^(-2i/d). The power of the factor, factor^(-2i/(d-2)), may be rational. */
static void apply_ntk(const struct scaling *scaling, uint64_t i, struct base *factor,
                      struct recipe *recipe) {
    struct power w;
    mpq_t e;
    mpq_init(e);
    rational_set(e, -2 * (int64_t)i, (int64_t)scaling->d_model - 2);
    power_init(&w, scaling->stretch, e);
    if (!w.rational) {
        recipe->base[1] = factor;
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

/* --- yarn, llama3: their frequencies are in rope_ramp.c */

static char *check_yarn(struct scaling *scaling) {
    const mpq_t *value = (const mpq_t *)scaling->value;
    if (mpq_cmp(value[ROPE_BETA_SLOW], value[ROPE_BETA_FAST]) > 0)
        return text_format("beta-slow must not be above beta-fast");
    if (mpq_sgn(value[ROPE_MSCALE_ALL_DIM]) != 0 && mpq_sgn(value[ROPE_MSCALE]) == 0)
        return text_format("mscale-all-dim needs mscale");
    if (mpq_cmp_ui(scaling->base, 1, 1) <= 0)
        return text_format("yarn needs a base above 1");
    return NULL;
}

static char *fit_yarn(struct scaling *scaling) {
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) != 0 && !rope_yarn_ends(scaling))
        return text_format("the ramp's ends are undecided");
    return NULL;
}

static char *check_llama3(struct scaling *scaling) {
    bool above = mpq_cmp(scaling->value[ROPE_LOW], scaling->value[ROPE_HIGH]) > 0;
    return above ? text_format("low must not be above high") : NULL;
}

/* --- proportional */

/* The first floor(share * d/2) pairs turn. */
static char *fit_proportional(struct scaling *scaling) {
    mpq_t pairs;
    mpz_t whole;
    mpq_init(pairs);
    mpz_init(whole);
    rational_set(pairs, (int64_t)scaling->d_model, 2);
    mpq_mul(pairs, pairs, scaling->value[ROPE_SHARE]);
    mpz_set_q(whole, pairs);
    scaling->turning = integer_get_unsigned(whole);
    mpq_clear(pairs);
    mpz_clear(whole);
    return NULL;
}

static void apply_proportional(const struct scaling *scaling, uint64_t i, struct base *factor,
                               struct recipe *recipe) {
    if (i < scaling->turning)
        apply_linear(scaling, i, factor, recipe);
    else
        mpq_set_ui(recipe->ratio, 0, 1);
}

/* --- the rules */

#define FACTOR_KEY \
    { "factor", NULL, "F", ROPE_FACTOR, ROPE_POSITIVE }
#define ORIGINAL_KEY \
    { "original", NULL, "L", ROPE_ORIGINAL, ROPE_POSITIVE }
#define AXES_KEY \
    { "axes", "", "AXES", ROPE_AXES, ROPE_LETTERS }

const struct rope_rule rope_rules[] = {
    {.name = "none"},
    {
        .name = "linear",
        .keys = {FACTOR_KEY, AXES_KEY},
        .formula = "w/F",
        .source = "S. Chen et al. (2023), doi:10.48550/arXiv.2306.15595",
        .apply = apply_linear,
    },
    {
        .name = "ntk",
        .pair_spacing_only = true,
        .keys = {FACTOR_KEY, AXES_KEY},
        .formula = "base * F^(d/(d-2)) in place of base",
        .source = "bloc97, NTK-aware scaled RoPE (2023)",
        .check = check_ntk,
        .fit = fit_ntk,
        .apply = apply_ntk,
    },
    {
        .name = "dynamic",
        .pair_spacing_only = true,
        .keys = {FACTOR_KEY, ORIGINAL_KEY, {"length", NULL, "N", ROPE_LENGTH, ROPE_POSITIVE}},
        .formula = "base * (F*N/L - (F-1))^(d/(d-2)) in place of base, for N above L",
        .source = "emozilla, dynamically scaled RoPE (2023)",
        .check = check_dynamic,
        .fit = fit_ntk,
        .apply = apply_ntk,
    },
    {
        .name = "yarn",
        .real = true,
        .pair_spacing_only = true,
        .keys = {FACTOR_KEY,
                 ORIGINAL_KEY,
                 {"beta-fast", "32", NULL, ROPE_BETA_FAST, ROPE_POSITIVE},
                 {"beta-slow", "1", NULL, ROPE_BETA_SLOW, ROPE_POSITIVE},
                 {"truncate", "yes", NULL, ROPE_TRUNCATE, ROPE_YES_NO},
                 {"attention", "", "A", ROPE_ATTENTION, ROPE_POSITIVE},
                 {"mscale", "", "M", ROPE_MSCALE, ROPE_POSITIVE},
                 {"mscale-all-dim", "", "D", ROPE_MSCALE_ALL_DIM, ROPE_POSITIVE}},
        .formula = "w * (1 - ramp + ramp/F); ramp rises from 0 to 1 with i from c(beta-fast) to "
                   "c(beta-slow), where\n"
                   "c(beta) = d * ln(L/(2*pi*beta)) / (2 * ln base), rounded outwards unless "
                   "truncate=no, the first at least 0, the second at most d-1.\n"
                   "Equal ends are a thousandth apart.",
        .help = "Entries are multiplied by A; else by\n"
                "(1 + M*ln(F)/10) / (1 + D*ln(F)/10), without mscale-all-dim by 1 + M*ln(F)/10; "
                "M is 1 if it isn't given. Not for F up to 1.\n"
                "The base must be above 1.",
        .source = "B. Peng et al. (2023), doi:10.48550/arXiv.2309.00071",
        .check = check_yarn,
        .fit = fit_yarn,
        .apply = rope_apply_yarn,
        .amplitude = rope_yarn_amplitude,
    },
    {
        .name = "llama3",
        .real = true,
        .keys = {FACTOR_KEY,
                 ORIGINAL_KEY,
                 {"low", "1", NULL, ROPE_LOW, ROPE_POSITIVE},
                 {"high", "4", NULL, ROPE_HIGH, ROPE_POSITIVE}},
        .formula = "w * ((1-s)/F + s); s rises from 0 to 1 with L*w/(2*pi) from low to high",
        .source = "A. Grattafiori et al. (2024), doi:10.48550/arXiv.2407.21783",
        .check = check_llama3,
        .apply = rope_apply_llama3,
    },
    {
        .name = "longrope",
        .file = true,
        .keys = {{"factor", "", "F", ROPE_FACTOR, ROPE_POSITIVE},
                 {"original", "", "L", ROPE_ORIGINAL, ROPE_POSITIVE},
                 {"attention", "", "A", ROPE_ATTENTION, ROPE_POSITIVE}},
        .formula = "w / F_i, one factor a line of the file.",
        .help = "With F and L, entries are multiplied by sqrt(1 + ln F/ln L), or by A. F and L go "
                "together; for F up to 1 entries stay.",
        .source = "Y. Ding et al. (2024), doi:10.48550/arXiv.2402.13753",
        .check = check_longrope,
        .apply = apply_longrope,
        .amplitude = rope_longrope_amplitude,
    },
    {
        .name = "proportional",
        .pair_spacing_only = true,
        .keys = {{"share", NULL, "S", ROPE_SHARE, ROPE_SHARE_OF_1},
                 {"factor", "1", NULL, ROPE_FACTOR, ROPE_POSITIVE}},
        .formula = "w/F for the first floor(S*d/2) pairs, 0 for the others: these don't turn",
        .source = "huggingface/transformers, modeling_rope_utils.py (2026)",
        .fit = fit_proportional,
        .apply = apply_proportional,
    },
    {.name = NULL},
};
