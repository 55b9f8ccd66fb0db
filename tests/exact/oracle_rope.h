/* SPDX-License-Identifier: MIT */
/* Frequencies in oracle_words: w = ratio * power^exponent * blend, power or its logarithm rational, and the amplitudes
 * of the rules of scaling, both straight from the formulas that Hugging Face transformers' modeling_rope_utils.py
 * computes. */
#ifndef ORACLE_ROPE_H
#define ORACLE_ROPE_H

#include "oracle_words.h"

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

static void ball_divide(arb_t y, const arb_t x, const fmpq_t q, slong bits) {
    arb_div_fmpz(y, x, fmpq_numref(q), bits);
    arb_mul_fmpz(y, y, fmpq_denref(q), bits);
}

static void ball_multiply(arb_t y, const arb_t x, const fmpq_t q, slong bits) {
    arb_mul_fmpz(y, x, fmpq_numref(q), bits);
    arb_div_fmpz(y, y, fmpq_denref(q), bits);
}

static void ball_log(arb_t y, const fmpq_t q, slong bits) {
    arb_set_fmpq(y, q, bits);
    arb_log(y, y, bits);
}

struct rule {
    char name[16];
    /* 0 where not given */
    fmpq_t factor, original, low, high, fast, slow, attention, mscale, mscale_all_dim, length,
        share;
    bool truncate;
    fmpq_t *list; /* longrope's */
    unsigned long listed;
};

struct frequency {
    fmpq_t ratio, power, exponent;
    bool natural; /* power is the logarithm of what is raised, and exponent is not 0 */
    bool blended; /* also by 1/factor + s * (1 - 1/factor) of the rule's s, neither 0 nor 1 */
    unsigned long d, i;
    bool stretched; /* by ntk, with this factor */
    fmpq_t stretch;
    const struct frequency
        *plain;           /* it is this one without the rule over it with the rule; or NULL */
    bool known, rational; /* is it known whether it is a rational, and which */
    fmpq_t value;
};

static void rule_key(struct rule *rule, const char *key, const char *value) {
    struct {
        const char *name;
        fmpq *to;
    } keys[] = {{"factor", rule->factor},
                {"original", rule->original},
                {"low", rule->low},
                {"high", rule->high},
                {"beta-fast", rule->fast},
                {"beta-slow", rule->slow},
                {"attention", rule->attention},
                {"mscale", rule->mscale},
                {"mscale-all-dim", rule->mscale_all_dim},
                {"length", rule->length},
                {"share", rule->share}};
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
    fmpq_one(rule->factor);
    fmpq_zero(rule->mscale);
    fmpq_zero(rule->mscale_all_dim);
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

/* --- yarn: the pair that makes that number of turns over the original length, d ln(L/(2 pi turns)) / (2 ln base) */
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

/* The ramp's ends: c(beta_fast), at least 0, and c(beta_slow), at most d - 1; a thousandth apart where they are one number. */
static void yarn_ends(arb_t low, arb_t high, const struct rule *rule, const fmpq_t base,
                      unsigned long d, slong bits) {
    arb_t end;
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
    arb_clear(end);
}

/* 1 - ramp(i), ramp(i) = (i - low) / (high - low), before it is clamped to [0, 1] */
static void yarn_share(arb_t s, const struct rule *rule, const fmpq_t base, unsigned long d,
                       unsigned long i, slong bits) {
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    yarn_ends(low, high, rule, base, d, bits);
    arb_sub_ui(s, low, i, bits);
    arb_sub(high, high, low, bits);
    arb_div(s, s, high, bits);
    arb_add_ui(s, s, 1, bits);
    arb_clear(low);
    arb_clear(high);
}

/* The same for ends that are whole, as a rational: the thousandth is one, too. */
static void whole_yarn_share(fmpq_t s, const struct rule *rule, const fmpq_t base, unsigned long d,
                             unsigned long i) {
    arb_t low, high;
    fmpq_t first, last;
    arb_init(low);
    arb_init(high);
    fmpq_init(first);
    fmpq_init(last);
    yarn_ends(low, high, rule, base, d, 2048);
    arb_floor(high, high, 2048);
    if (!arb_get_unique_fmpz(fmpq_numref(first), low) ||
        !arb_get_unique_fmpz(fmpq_numref(last), high))
        usage("a ramp whose ends 2048 bits don't decide");
    fmpq_set_ui(s, 1, 1000);
    if (fmpq_equal(first, last))
        fmpq_add(last, last, s);
    fmpq_sub(first, last, first);
    fmpq_sub_ui(s, last, i);
    fmpq_div(s, s, first);
    arb_clear(low);
    arb_clear(high);
    fmpq_clear(first);
    fmpq_clear(last);
}

/* --- llama3: (L/wavelength - low) / (high - low), before it is clamped to [0, 1]. If low and high are one number, pairs of fewer
 * turns are divided, and those of more are kept. */
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
    if (fmpq_is_zero(width))
        arb_sgn(s, s);
    else
        arb_div(s, s, x, bits);
    arb_clear(x);
    fmpq_clear(width);
}

/* How much of w stays as it is; the rest is divided by the factor. */
static void kept_share(arb_t s, const struct rule *rule, const fmpq_t base,
                       const struct frequency *f, slong bits) {
    if (rule_is(rule, "llama3"))
        llama3_smooth(s, rule, f, bits);
    else
        yarn_share(s, rule, base, f->d, f->i, bits);
}

/* ratio * (s + (1 - s) / factor) */
static void blend_ratio(struct frequency *f, const struct rule *rule, fmpq_t s) {
    fmpq_t rest;
    fmpq_init(rest);
    fmpq_one(rest);
    if (fmpq_sgn(s) < 0)
        fmpq_zero(s);
    if (fmpq_cmp(s, rest) > 0)
        fmpq_one(s);
    fmpq_sub(rest, rest, s);
    fmpq_div(rest, rest, rule->factor);
    fmpq_add(s, s, rest);
    fmpq_mul(f->ratio, f->ratio, s);
    fmpq_clear(rest);
}

/* A rational share goes into the ratio. For any other share, 2048 bits decide whether it is 1, 0 or between them. */
static void apply_share(struct frequency *f, const struct rule *rule, const fmpq_t base) {
    arb_t s, one;
    fmpq_t q;
    arb_init(s);
    arb_init(one);
    fmpq_init(q);
    arb_one(one);
    if (rule_is(rule, "yarn") && rule->truncate) {
        whole_yarn_share(q, rule, base, f->d, f->i);
        blend_ratio(f, rule, q);
    } else {
        kept_share(s, rule, base, f, 2048);
        if (arb_is_nonpositive(s))
            fmpq_div(f->ratio, f->ratio, rule->factor);
        f->blended = !arb_is_nonpositive(s) && !arb_ge(s, one);
    }
    arb_clear(s);
    arb_clear(one);
    fmpq_clear(q);
}

/* (base * factor^(d/(d-2)))^e = (base^(d-2) * factor^d)^(e/(d-2)) */
static void apply_ntk(struct frequency *f, const fmpq_t factor, const fmpq_t base) {
    fmpq_t power, other;
    fmpq_init(power);
    fmpq_init(other);
    fmpq_pow_si(power, base, (slong)f->d - 2);
    fmpq_pow_si(other, factor, (slong)f->d);
    fmpq_mul(power, power, other);
    fmpq_set(f->power, power);
    fmpq_set_ui(other, f->d - 2, 1);
    fmpq_div(f->exponent, f->exponent, other);
    fmpq_set(f->stretch, factor);
    f->stretched = true;
    fmpq_clear(power);
    fmpq_clear(other);
}

/* The factor that dynamic gives to ntk: F*N/L - (F-1), but 1 for N <= L */
static void apply_dynamic(struct frequency *f, const struct rule *rule, const fmpq_t base) {
    fmpq_t factor, more;
    fmpq_init(factor);
    fmpq_init(more);
    fmpq_one(factor);
    if (fmpq_cmp(rule->length, rule->original) > 0) {
        fmpq_mul(more, rule->factor, rule->length);
        fmpq_div(more, more, rule->original);
        fmpq_sub(more, more, rule->factor);
        fmpq_add(factor, factor, more);
    }
    apply_ntk(f, factor, base);
    fmpq_clear(factor);
    fmpq_clear(more);
}

/* Pairs up to floor(share*d/2) are divided by the factor, the others are 0. */
static void apply_proportional(struct frequency *f, const struct rule *rule) {
    fmpq_t turning;
    fmpz_t whole;
    fmpq_init(turning);
    fmpz_init(whole);
    fmpq_mul_ui(turning, rule->share, f->d);
    fmpq_div_2exp(turning, turning, 1);
    fmpz_fdiv_q(whole, fmpq_numref(turning), fmpq_denref(turning));
    fmpq_div(f->ratio, f->ratio, rule->factor);
    if (fmpz_cmp_ui(whole, f->i) <= 0)
        fmpq_zero(f->ratio);
    fmpq_clear(turning);
    fmpz_clear(whole);
}

/* Applies the rule to a frequency that is ratio * base^exponent so far. */
static void apply_rule(struct frequency *f, const struct rule *rule, const fmpq_t base) {
    if (rule_is(rule, "linear"))
        fmpq_div(f->ratio, f->ratio, rule->factor);
    if (rule_is(rule, "longrope"))
        fmpq_div(f->ratio, f->ratio, rule->list[f->i]);
    if (rule_is(rule, "ntk"))
        apply_ntk(f, rule->factor, base);
    if (rule_is(rule, "dynamic"))
        apply_dynamic(f, rule, base);
    if (rule_is(rule, "proportional"))
        apply_proportional(f, rule);
    if (rule_is(rule, "yarn") || rule_is(rule, "llama3"))
        apply_share(f, rule, base);
}

/* Makes f, which the rule is part of, the quotient of f without the rule and f. Of base^e / (base * F^(d/(d-2)))^e, F^(-e*d/(d-2))
 * is left. */
static void make_quotient(struct frequency *f, const struct frequency *plain) {
    fmpq_t q;
    fmpq_init(q);
    fmpq_div(f->ratio, plain->ratio, f->ratio);
    f->natural = false;
    f->plain = plain;
    if (f->stretched) {
        fmpq_set_si(q, -(slong)plain->d, 1);
        fmpq_set(f->exponent, plain->exponent);
        fmpq_mul(f->exponent, f->exponent, q);
        fmpq_set_ui(q, f->d - 2, 1);
        fmpq_div(f->exponent, f->exponent, q);
        fmpq_set(f->power, f->stretch);
    } else {
        fmpq_zero(f->exponent);
    }
    fmpq_clear(q);
}

static void frequency_ball(arb_t w, const struct frequency *f, const struct rule *rule,
                           const fmpq_t base, slong bits) {
    unblended(w, f, bits);
    if (!f->blended)
        return;
    arb_t s, rest;
    arb_init(s);
    arb_init(rest);
    kept_share(s, rule, base, f->plain ? f->plain : f, bits);
    arb_sub_ui(rest, s, 1, bits);
    arb_neg(rest, rest);
    ball_divide(rest, rest, rule->factor, bits);
    arb_add(s, s, rest, bits);
    (f->plain ? arb_div : arb_mul)(w, w, s, bits);
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

/* The rule's factor of entries; returns false if it is rational, and sets q. */
static bool rule_amplitude(fmpq_t q, const struct rule *rule) {
    bool yarn = rule_is(rule, "yarn"), longrope = rule_is(rule, "longrope");
    fmpq_one(q);
    if ((yarn || longrope) && !fmpq_is_zero(rule->attention)) {
        fmpq_set(q, rule->attention);
        return false;
    }
    if (fmpz_cmp(fmpq_numref(rule->factor), fmpq_denref(rule->factor)) <= 0 ||
        (longrope && fmpq_is_zero(rule->original)))
        return false;
    return longrope || (yarn && (fmpq_is_zero(rule->mscale) ||
                                 !fmpq_equal(rule->mscale, rule->mscale_all_dim)));
}

/* 1 + m ln(factor) / 10 */
static void mscale_ball(arb_t y, const struct rule *rule, const fmpq_t m, slong bits) {
    ball_log(y, rule->factor, bits);
    arb_div_ui(y, y, 10, bits);
    ball_multiply(y, y, m, bits);
    arb_add_ui(y, y, 1, bits);
}

static void rule_amplitude_ball(arb_t y, const struct rule *rule, slong bits) {
    arb_t x;
    fmpq_t one;
    arb_init(x);
    fmpq_init(one);
    fmpq_one(one);
    if (rule_is(rule, "longrope")) {
        ball_log(y, rule->factor, bits);
        ball_log(x, rule->original, bits);
        arb_div(y, y, x, bits);
        arb_add_ui(y, y, 1, bits);
        arb_sqrt(y, y, bits);
    } else {
        mscale_ball(y, rule, fmpq_is_zero(rule->mscale) ? one : rule->mscale, bits);
        mscale_ball(x, rule, rule->mscale_all_dim, bits);
        arb_div(y, y, x, bits);
    }
    arb_clear(x);
    fmpq_clear(one);
}

#endif
