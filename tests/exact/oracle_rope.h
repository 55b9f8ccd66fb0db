/* Frequencies as oracle_words has them: w = ratio * power^exponent * blend, power or its logarithm rational, and the amplitudes of the rules of
 * scaling, both straight from the formulas that Hugging Face transformers' modeling_rope_utils.py computes. */
#ifndef ORACLE_ROPE_H
#define ORACLE_ROPE_H

#include "oracle_words.h"

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

struct rule {
    char name[16];
    fmpq_t factor, original, low, high, fast, slow, attention; /* 0 where not given */
    bool truncate;
    fmpq_t *list; /* longrope's */
    unsigned long listed;
};

struct frequency {
    fmpq_t ratio, power, exponent;
    bool natural; /* power is the logarithm of what is raised, and exponent is not 0 */
    bool blended; /* also by 1/factor + s * (1 - 1/factor) of the rule's s, neither 0 nor 1 */
    unsigned long i;
    bool known, rational; /* is it known whether it is a rational, and which */
    fmpq_t value;
};

static void rule_key(struct rule *rule, const char *key, const char *value) {
    struct {
        const char *name;
        fmpq *to;
    } keys[] = {
        {"factor", rule->factor},      {"original", rule->original}, {"low", rule->low},
        {"high", rule->high},          {"beta-fast", rule->fast},    {"beta-slow", rule->slow},
        {"attention", rule->attention}};
    if (strcmp(key, "truncate") == 0) {
        rule->truncate = strcmp(value, "yes") == 0;
        return;
    }
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (strcmp(keys[k].name, key) == 0) {
            read_rational_sum(keys[k].to, value, NULL);
            return;
        }
    usage(key);
}

/* "RULE:KEY=VALUE,...", where longrope's first value is a file */
static void read_rule(struct rule *rule, const char *text, unsigned long room) {
    char *copy = strdup(text), *at = strchr(copy, ':');
    rule->truncate = true;
    fmpq_set_ui(rule->low, 1, 1);
    fmpq_set_ui(rule->high, 4, 1);
    fmpq_set_ui(rule->fast, 32, 1);
    fmpq_set_ui(rule->slow, 1, 1);
    if (at)
        *at++ = 0;
    snprintf(rule->name, sizeof rule->name, "%s", copy);
    for (char *item = at ? strtok(at, ",") : NULL; item; item = strtok(NULL, ",")) {
        char *value = strchr(item, '=');
        if (!value) {
            rule->list = calloc(room, sizeof *rule->list);
            rule->listed = read_file(rule->list, room, item);
            continue;
        }
        *value++ = 0;
        rule_key(rule, item, value);
    }
    free(copy);
}

static bool rule_is(const struct rule *rule, const char *name) {
    return strcmp(rule->name, name) == 0;
}

/* ratio * power^exponent */
static void unblended(arb_t w, const struct frequency *f, slong bits) {
    arb_t ratio;
    arb_init(ratio);
    arb_set_fmpq(w, f->power, bits);
    if (f->natural) {
        arb_set_fmpq(ratio, f->exponent, bits);
        arb_mul(w, w, ratio, bits);
        arb_exp(w, w, bits);
    } else {
        arb_pow_fmpq(w, w, f->exponent, bits);
    }
    arb_set_fmpq(ratio, f->ratio, bits);
    arb_mul(w, w, ratio, bits);
    arb_clear(ratio);
}

/* --- yarn: the pair at which so many turns are made over the original length, d ln(L/(2 pi turns)) / (2 ln base) */
static void correction_dim(arb_t c, const fmpq_t turns, const struct rule *rule, const fmpq_t base,
                           unsigned long d, slong bits) {
    arb_t x;
    fmpq_t ratio;
    arb_init(x);
    fmpq_init(ratio);
    fmpq_div(ratio, rule->original, turns);
    arb_const_pi(x, bits);
    arb_mul_2exp_si(x, x, 1);
    arb_set_fmpq(c, ratio, bits);
    arb_div(c, c, x, bits);
    arb_log(c, c, bits);
    arb_mul_ui(c, c, d, bits);
    arb_set_fmpq(x, base, bits);
    arb_log(x, x, bits);
    arb_mul_2exp_si(x, x, 1);
    arb_div(c, c, x, bits);
    arb_clear(x);
    fmpq_clear(ratio);
}

/* ramp(i) = (i - low) / (high - low) before it is clamped to [0, 1] */
static void yarn_ramp(arb_t ramp, const struct rule *rule, const fmpq_t base, unsigned long d,
                      unsigned long i, slong bits) {
    arb_t low, high, end;
    arb_init(low);
    arb_init(high);
    arb_init(end);
    correction_dim(low, rule->fast, rule, base, d, bits);
    correction_dim(high, rule->slow, rule, base, d, bits);
    if (rule->truncate) {
        arb_floor(low, low, bits);
        arb_ceil(high, high, bits);
    }
    arb_max(low, low, end, bits);
    arb_set_ui(end, d - 1);
    arb_min(high, high, end, bits);
    if (arb_equal(low, high)) {
        arb_set_ui(end, 1000);
        arb_inv(end, end, bits);
        arb_add(high, high, end, bits);
    }
    arb_sub(high, high, low, bits);
    arb_neg(ramp, low);
    arb_add_ui(ramp, ramp, i, bits);
    arb_div(ramp, ramp, high, bits);
    arb_clear(low);
    arb_clear(high);
    arb_clear(end);
}

/* --- llama3: (L/wavelength - low) / (high - low), before it is clamped to [0, 1] */
static void llama3_smooth(arb_t s, const struct rule *rule, const struct frequency *f, slong bits) {
    arb_t x;
    fmpq_t width;
    arb_init(x);
    fmpq_init(width);
    unblended(s, f, bits);
    arb_const_pi(x, bits);
    arb_mul_2exp_si(x, x, 1);
    arb_div(s, s, x, bits);
    arb_set_fmpq(x, rule->original, bits);
    arb_mul(s, s, x, bits);
    arb_set_fmpq(x, rule->low, bits);
    arb_sub(s, s, x, bits);
    fmpq_sub(width, rule->high, rule->low);
    arb_set_fmpq(x, width, bits);
    arb_div(s, s, x, bits);
    arb_clear(x);
    fmpq_clear(width);
}

/* How much of w stays as it is; the rest is divided by the factor. */
static void kept_share(arb_t s, const struct rule *rule, const fmpq_t base, unsigned long d,
                       const struct frequency *f, slong bits) {
    if (rule_is(rule, "llama3")) {
        llama3_smooth(s, rule, f, bits);
        return;
    }
    yarn_ramp(s, rule, base, d, f->i, bits);
    arb_neg(s, s);
    arb_add_ui(s, s, 1, bits);
}

/* At 2048 bits, it is all, nothing or something between. */
static void apply_share(struct frequency *f, const struct rule *rule, const fmpq_t base,
                        unsigned long d) {
    arb_t s, one;
    arb_init(s);
    arb_init(one);
    arb_one(one);
    kept_share(s, rule, base, d, f, 2048);
    if (arb_is_nonpositive(s))
        fmpq_div(f->ratio, f->ratio, rule->factor);
    f->blended = !arb_is_nonpositive(s) && !arb_ge(s, one);
    arb_clear(s);
    arb_clear(one);
}

/* (base * factor^(d/(d-2)))^e = (base^(d-2) * factor^d)^(e/(d-2)) */
static void apply_ntk(struct frequency *f, const fmpq_t factor, const fmpq_t base,
                      unsigned long d) {
    fmpq_t power, other;
    fmpq_init(power);
    fmpq_init(other);
    fmpq_pow_si(power, base, (slong)d - 2);
    fmpq_pow_si(other, factor, (slong)d);
    fmpq_mul(power, power, other);
    fmpq_set(f->power, power);
    fmpq_set_ui(other, d - 2, 1);
    fmpq_div(f->exponent, f->exponent, other);
    fmpq_clear(power);
    fmpq_clear(other);
}

/* The rule's part of a frequency that is ratio * base^exponent up to here. */
static void apply_rule(struct frequency *f, const struct rule *rule, const fmpq_t base,
                       unsigned long d) {
    if (rule_is(rule, "linear"))
        fmpq_div(f->ratio, f->ratio, rule->factor);
    if (rule_is(rule, "longrope"))
        fmpq_div(f->ratio, f->ratio, rule->list[f->i]);
    if (rule_is(rule, "ntk"))
        apply_ntk(f, rule->factor, base, d);
    if (rule_is(rule, "yarn") || rule_is(rule, "llama3"))
        apply_share(f, rule, base, d);
}

static void frequency_ball(arb_t w, const struct frequency *f, const struct rule *rule,
                           const fmpq_t base, unsigned long d, slong bits) {
    unblended(w, f, bits);
    if (!f->blended)
        return;
    arb_t s, rest;
    arb_init(s);
    arb_init(rest);
    kept_share(s, rule, base, d, f, bits);
    arb_sub_ui(rest, s, 1, bits);
    arb_neg(rest, rest);
    arb_mul(rest, rest, w, bits);
    arb_mul(w, w, s, bits);
    arb_set_fmpq(s, rule->factor, bits);
    arb_div(rest, rest, s, bits);
    arb_add(w, w, rest, bits);
    arb_clear(s);
    arb_clear(rest);
}

/* Is q^exponent a rational? Then it goes to `value`. */
static bool rational_power(fmpq_t value, const fmpq_t q, const fmpq_t exponent) {
    fmpq_one(value);
    if (fmpq_is_one(q) || fmpq_is_zero(exponent))
        return true;
    if (fmpz_bits(fmpq_denref(exponent)) > 20 || fmpz_bits(fmpq_numref(exponent)) > 20)
        return false;
    slong root = fmpz_get_si(fmpq_denref(exponent));
    if (!fmpz_root(fmpq_numref(value), fmpq_numref(q), root) ||
        !fmpz_root(fmpq_denref(value), fmpq_denref(q), root))
        return false;
    fmpq_pow_si(value, value, fmpz_get_si(fmpq_numref(exponent)));
    return true;
}

static bool frequency_rational(struct frequency *f) {
    if (!f->known) {
        f->rational = !f->blended && !f->natural && rational_power(f->value, f->power, f->exponent);
        if (f->rational)
            fmpq_mul(f->value, f->value, f->ratio);
        f->known = true;
    }
    return f->rational;
}

/* What the rule multiplies entries by; false where that is a rational, which goes to q. */
static bool rule_amplitude(fmpq_t q, const struct rule *rule) {
    bool yarn = rule_is(rule, "yarn"), longrope = rule_is(rule, "longrope");
    fmpq_one(q);
    if (yarn && !fmpq_is_zero(rule->attention))
        fmpq_set(q, rule->attention);
    else if (yarn || (longrope && !fmpq_is_zero(rule->original)))
        return !fmpq_is_one(rule->factor);
    return false;
}

static void rule_amplitude_ball(arb_t y, const struct rule *rule, slong bits) {
    arb_t x;
    arb_init(x);
    arb_set_fmpq(y, rule->factor, bits);
    arb_log(y, y, bits);
    if (rule_is(rule, "yarn")) {
        arb_div_ui(y, y, 10, bits);
    } else {
        arb_set_fmpq(x, rule->original, bits);
        arb_log(x, x, bits);
        arb_div(y, y, x, bits);
    }
    arb_add_ui(y, y, 1, bits);
    if (rule_is(rule, "longrope"))
        arb_sqrt(y, y, bits);
    arb_clear(x);
}

#endif
