#include "audit/pipeline_scaling.h"

static const double two_pi = 6.283185307179586;

typedef double rule_function(const struct pipeline_scaling *, enum rounding, uint64_t i,
                             struct unscaled);

/* w / factor; 1 / (factor * base^e) where w is 1/base^e */
static double divided(enum rounding f, double factor, struct unscaled unscaled) {
    factor = rounded(f, factor);
    return isnan(unscaled.power) ? rounded(f, unscaled.w / factor)
                                 : rounded(f, 1 / rounded(f, factor * unscaled.power));
}

static double linear(const struct pipeline_scaling *rule, enum rounding f, uint64_t i,
                     struct unscaled unscaled) {
    (void)i;
    return rounded(f, unscaled.w / rounded(f, rule->factor));
}

static double longrope(const struct pipeline_scaling *rule, enum rounding f, uint64_t i,
                       struct unscaled unscaled) {
    return divided(f, rounded_rational(ROUND_F64, rule->scaling->factors.value[i]), unscaled);
}

static double proportional(const struct pipeline_scaling *rule, enum rounding f, uint64_t i,
                           struct unscaled unscaled) {
    return i < rule->scaling->turning ? linear(rule, f, i, unscaled) : 0;
}

/* ramp = (i - low) / (high - low), from 0 to 1; w/factor * ramp + w * (1 - ramp). It is 1 - ramp that is computed first,
 * and the ramp again from that. */
static double yarn(const struct pipeline_scaling *rule, enum rounding f, uint64_t i,
                   struct unscaled unscaled) {
    double low = rounded(f, rule->low), width = rounded(f, rule->high - rule->low);
    double ramp = rounded(f, rounded(f, (double)i - low) / width);
    double kept = rounded(f, 1 - (ramp < 0 ? 0 : ramp > 1 ? 1 : ramp));
    return rounded(f, rounded(f, divided(f, rule->factor, unscaled) * rounded(f, 1 - kept)) +
                          rounded(f, unscaled.w * kept));
}

/* A number divided by a tensor is its reciprocal times the number, in PyTorch. */
static double over(enum rounding f, double number, double x) {
    return rounded(f, rounded(f, 1 / x) * rounded(f, number));
}

/* s = (original / wavelength - low) / (high - low); between the bounds (1-s) * w / factor + s * w */
static double llama3(const struct pipeline_scaling *rule, enum rounding f, uint64_t i,
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

static const struct {
    const char *name;
    rule_function *apply;
} rules[] = {{"linear", linear},
             {"llama3", llama3},
             {"yarn", yarn},
             {"longrope", longrope},
             {"proportional", proportional}};

static rule_function *rule_of(const struct scaling *scaling) {
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (strcmp(rules[k].name, scaling->rule->name) == 0)
            return rules[k].apply;
    return NULL; /* none, ntk, dynamic */
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

struct pipeline_scaling pipeline_scaling_of(const struct scaling *scaling, double base) {
    struct pipeline_scaling rule = {.scaling = scaling,
                                    .factor = value_of(scaling, ROPE_FACTOR),
                                    .original = value_of(scaling, ROPE_ORIGINAL),
                                    .low = value_of(scaling, ROPE_LOW),
                                    .high = value_of(scaling, ROPE_HIGH)};
    if (rule_of(scaling) == yarn)
        set_ramp(&rule, base);
    return rule;
}

double pipeline_scaled(const struct pipeline_scaling *rule, enum rounding format, uint64_t i,
                       struct unscaled unscaled) {
    rule_function *apply = rule_of(rule->scaling);
    return apply ? apply(rule, format, i, unscaled) : unscaled.w;
}
