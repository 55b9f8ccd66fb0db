/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "pipelines/pipeline_steps.h"

#include <stdlib.h>

static const double two_pi = 6.283185307179586;

/* w / factor, or 1 / (factor * base^e) if w was computed as 1 / base^e */
static double divided(enum rounded_type f, double factor, struct unscaled unscaled) {
    factor = rounded(f, factor);
    return isnan(unscaled.power) ? rounded(f, unscaled.w / factor)
                                 : rounded(f, 1 / rounded(f, factor * unscaled.power));
}

static double linear(const struct pipeline_scaling *rule, enum rounded_type f, uint64_t i,
                     struct unscaled unscaled) {
    (void)i;
    return rounded(f, unscaled.w / rounded(f, rule->factor));
}

static double longrope(const struct pipeline_scaling *rule, enum rounded_type f, uint64_t i,
                       struct unscaled unscaled) {
    return divided(f, rounded_rational(ROUND_F64, rule->scaling->factors.value[i]), unscaled);
}

static double proportional(const struct pipeline_scaling *rule, enum rounded_type f, uint64_t i,
                           struct unscaled unscaled) {
    return i < rule->scaling->turning ? linear(rule, f, i, unscaled) : 0;
}

/* With ramp = (i - low) / (high - low), cut to [0, 1]: w/factor * ramp + w * (1 - ramp). Programs compute 1 - ramp first,
 * and then the ramp from that. */
static double yarn(const struct pipeline_scaling *rule, enum rounded_type f, uint64_t i,
                   struct unscaled unscaled) {
    double low = rounded(f, rule->low), width = rounded(f, rule->high - rule->low);
    double ramp = rounded(f, rounded(f, (double)i - low) / width);
    double kept = rounded(f, 1 - (ramp < 0 ? 0 : ramp > 1 ? 1 : ramp));
    return rounded(f, rounded(f, divided(f, rule->factor, unscaled) * rounded(f, 1 - kept)) +
                          rounded(f, unscaled.w * kept));
}

/* In PyTorch, a number divided by a tensor is the tensor's reciprocal times the number. */
static double over(enum rounded_type f, double number, double x) {
    return rounded(f, rounded(f, 1 / x) * rounded(f, number));
}

/* s = (original / wavelength - low) / (high - low); between the bounds (1-s) * w / factor + s * w */
static double llama3(const struct pipeline_scaling *rule, enum rounded_type f, uint64_t i,
                     struct unscaled unscaled) {
    (void)i;
    const double w = unscaled.w, length = over(f, two_pi, w), factor = rounded(f, rule->factor);
    if (length < rounded(f, rule->original / rule->high))
        return w;
    if (length > rounded(f, rule->original / rule->low))
        return rounded(f, w / factor);
    double s = rounded(f, over(f, rule->original, length) - rounded(f, rule->low));
    s = rounded(f, s / rounded(f, rule->high - rule->low));
    double scaled = rounded(f, rounded(f, rounded(f, 1 - s) * w) / factor);
    return rounded(f, scaled + rounded(f, s * w));
}

/* Rules without a function here change the base, or nothing. */
static pipeline_rule *const rules[RULES] = {[RULE_LINEAR] = linear,
                                            [RULE_LLAMA3] = llama3,
                                            [RULE_YARN] = yarn,
                                            [RULE_LONGROPE] = longrope,
                                            [RULE_PROPORTIONAL] = proportional};

static pipeline_rule *rule_of(const struct scaling *scaling) {
    return rules[scaling->rule - scaling_rules];
}

bool pipeline_scales(const struct scaling *scaling) {
    return rule_of(scaling) != NULL;
}

static double value_of(const struct scaling *scaling, enum rope_value value) {
    return rounded_rational(ROUND_F64, scaling->value[value]);
}

/* Where yarn's ramp begins or ends: d * log(original / (beta * 2 * pi)) / (2 * log(base)), in double. */
static double end_of_ramp(const struct pipeline_scaling *rule, double beta, double base) {
    return (double)rule->scaling->d_model *
           rounded_log(ROUND_F64, rule->original / (beta * 2 * (two_pi / 2))) /
           (2 * rounded_log(ROUND_F64, base));
}

static void set_ramp(struct pipeline_scaling *rule, double base) {
    const struct scaling *scaling = rule->scaling;
    double low = end_of_ramp(rule, value_of(scaling, ROPE_BETA_FAST), base),
           high = end_of_ramp(rule, value_of(scaling, ROPE_BETA_SLOW), base),
           last = (double)scaling->d_model - 1;
    if (mpq_sgn(scaling->value[ROPE_TRUNCATE]) != 0) {
        low = floor(low);
        high = ceil(high);
    }
    rule->low = low > 0 ? low : 0;
    rule->high = high < last ? high : last;
    if (rule->low == rule->high)
        rule->high += 0.001;
}

static struct pipeline_scaling pipeline_scaling_of(const struct scaling *scaling, double base) {
    struct pipeline_scaling rule = {.scaling = scaling,
                                    .rule = rule_of(scaling),
                                    .factor = value_of(scaling, ROPE_FACTOR),
                                    .original = value_of(scaling, ROPE_ORIGINAL),
                                    .low = value_of(scaling, ROPE_LOW),
                                    .high = value_of(scaling, ROPE_HIGH)};
    if (rule.rule == yarn)
        set_ramp(&rule, base);
    return rule;
}

static struct program_base base_of(double base) {
    return (struct program_base){base, rounded_log(ROUND_F64, base)};
}

static void set_base(struct frequency_list *list, const struct frequencies *frequencies) {
    const struct scaling *scaling = &frequencies->scaling;
    list->plain = base_of(rounded_rational(ROUND_F64, frequencies->base));
    list->used = list->plain;
    if (mpq_sgn(scaling->raised) != 0) { /* ntk and dynamic: times raised^(d/(d-2)) */
        const double d = (double)scaling->d_model,
                     raised = rounded_rational(ROUND_F64, scaling->raised);
        list->used = base_of(list->plain.base * rounded_pow(ROUND_F64, raised, d / (d - 2)));
    }
    list->scaling = pipeline_scaling_of(scaling, list->used.base);
}

void frequency_list_init(struct frequency_list *list, const struct table *table) {
    *list = (struct frequency_list){.table = table,
                                    .bases = frequencies_bases(&table->frequencies),
                                    .count = table->frequency_count,
                                    .step = table->frequencies.spacing == SPACING_PAIR ? 2 : 1};
    set_base(list, table->shared ? &table->shared->frequencies : &table->frequencies);
    list->exact = die_malloc(list->count * sizeof *list->exact);
    list->pair = die_malloc(list->count * sizeof *list->pair);
    list->times = die_malloc(list->count * sizeof *list->times);
    mpq_t divisor;
    mpq_init(divisor);
    for (uint64_t k = 0; k < list->count; k++) {
        list->exact[k] = table_frequency(table, &list->bases, k);
        list->pair[k] = rounded_pair(&(struct exact_parts){.frequency = list->exact[k]});
        list->times[k] = table_exponent(table, k, divisor) / (uint64_t)list->step;
    }
    list->divisor = rounded_rational(ROUND_F64, divisor);
    mpq_clear(divisor);
}

void frequency_list_clear(struct frequency_list *list) {
    for (uint64_t k = 0; k < list->count; k++)
        frequency_free(list->exact[k]);
    free(list->exact);
    free(list->pair);
    free(list->times);
    bases_free(&list->bases);
}

/* w rounded once, without the amplitude. */
static double round_exact(enum rounded_type format, struct frequency *w, struct ziv *ziv) {
    struct amplitude *one = amplitude_new(NULL, false, NULL, NULL);
    uint64_t bits;
    bool decided = ziv_frequency(ziv, w, one, &elements[format], &bits);
    amplitude_free(one);
    return decided ? rounded_value(format, bits) : NAN;
}

/* A product or quotient of two numbers of a format is rounded once: of floats, the product is exact in double, and the
 * quotient in double has more than twice as many bits, which makes its second rounding innocuous (S. Figueroa, When is
 * double rounding innocuous?, SIGNUM Newsletter 30 (1995), doi:10.1145/221332.221334). */
static struct unscaled by_method(const struct program_base *of, enum method method,
                                 enum rounded_type f, double index, double divisor) {
    const double base = rounded(f, of->base), minus_log = -of->logarithm;
    double e = rounded(f, rounded(f, index) / rounded(f, divisor));
    switch (method) {
    case METHOD_EXP:
        e = rounded(f, rounded(f, index) * rounded(f, minus_log / divisor));
        return (struct unscaled){rounded_exp(f, e), NAN};
    case METHOD_EXP_LATE:
        e = rounded(f, rounded(f, index) * rounded(f, minus_log));
        return (struct unscaled){rounded_exp(f, rounded(f, e / rounded(f, divisor))), NAN};
    case METHOD_1_OVER_POW:
        e = rounded_pow(f, base, e);
        return (struct unscaled){rounded(f, 1 / e), e};
    case METHOD_OVER_POW:
        return (struct unscaled){rounded_pow(f, base, e), NAN};
    default: /* METHOD_POW, METHOD_ITERATED */
        return (struct unscaled){rounded_pow(f, base, -e), NAN};
    }
}

double pipeline_frequency(const struct frequency_list *list, enum method method, int format,
                          struct ziv *ziv, uint64_t k) {
    if (format == ROUND_NOT)
        return NAN;
    if (method == METHOD_EXACT)
        return round_exact((enum rounded_type)format, list->exact[k], ziv);
    const enum rounded_type f = (enum rounded_type)format;
    const double index = list->step * (method == METHOD_ITERATED ? 1 : (double)list->times[k]);
    struct unscaled unscaled = by_method(&list->used, method, f, index, list->divisor);
    const struct pipeline_scaling *scaling = &list->scaling;
    const double w =
        scaling->rule ? scaling->rule(scaling, f, list->times[k], unscaled) : unscaled.w;
    if (list->table->component != COMPONENT_FACTOR)
        return w;
    return rounded(f, by_method(&list->plain, method, f, index, list->divisor).w / w);
}
