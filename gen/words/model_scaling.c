#include "words/model_scaling.h"
#include "base/die.h"
#include "exact/number.h"

#include <stdlib.h>
#include <string.h>

/* --- parts of the word */

/* Adds "KEY=VALUE" if there is a value. */
static void add(struct text *scaling, const char *key, const char *value) {
    if (!value)
        return;
    text_print(scaling, scaling->bytes[scaling->used - 1] == ':' ? "" : ",");
    text_print(scaling, key);
    text_print(scaling, "=");
    text_print(scaling, value);
}

static const char *number(struct model_reading *reading, const char *key, enum model_kind kind,
                          const char *meaning) {
    return model_number(reading, reading->rule, key, kind, meaning);
}

/* The factor, which must be there. */
static const char *factor(struct model_reading *reading) {
    return number(reading, "factor", MODEL_POSITIVE, "the factor");
}

/* The length that the model was trained with first: in the rule, beside it, or the model's own. */
static const char *original(struct model_reading *reading) {
    static const char key[] = "original_max_position_embeddings", meaning[] = "the original length";
    const char *here = number(reading, key, MODEL_COUNT, meaning);
    const char *beside = model_number(reading, reading->config, key, MODEL_COUNT, meaning);
    if (here && beside && strcmp(here, beside) != 0)
        model_wrong(reading, reading->config, key, "'%s' contradicts '%s' of the rule", beside,
                    here);
    const char *length = here ? here : beside;
    if (!length && reading->table->given[MAX_LEN] /* of the file */)
        length = model_derive(reading, reading->rule, key, reading->table->given[MAX_LEN],
                              "the original length: max_position_embeddings");
    if (!length)
        model_wrong(reading, reading->rule, key, "missing, and so is max_position_embeddings");
    return length;
}

/* The factor, or the model's length over its original one. */
static const char *factor_or_ratio(struct model_reading *reading, const char *original) {
    const char *given = factor(reading), *length = reading->table->given[MAX_LEN];
    if (given || !original)
        return given;
    if (!length) {
        model_wrong(reading, reading->rule, "factor", "missing, and so is max_position_embeddings");
        return NULL;
    }
    char *text = model_quotient(length, original);
    given = model_derive(reading, reading->rule, "factor", text,
                         "the factor: max_position_embeddings over the original length");
    free(text);
    return given;
}

/* The number of positions of the table. */
static const char *positions(struct model_reading *reading) {
    const char *length = reading->max_len ? reading->max_len : reading->table->given[MAX_LEN];
    if (!length)
        model_wrong(reading, reading->config, "max_position_embeddings",
                    "missing, and so is max-len");
    return length;
}

/* --- the types */

void model_make_none(struct model_reading *reading, struct text *scaling) {
    (void)reading;
    text_print(scaling, "none");
}

void model_make_linear(struct model_reading *reading, struct text *scaling) {
    text_print(scaling, "linear:");
    add(scaling, "factor", factor(reading));
}

/* HunYuan's alpha is ntk's factor, whatever the length. */
void model_make_dynamic(struct model_reading *reading, struct text *scaling) {
    const char *alpha =
        number(reading, "alpha", MODEL_POSITIVE, "the base is multiplied by alpha^(d/(d-2))");
    bool hunyuan = reading->family && strncmp(reading->family->model_type, "hunyuan", 7) == 0;
    if (alpha && !hunyuan)
        model_wrong(reading, reading->rule, "alpha", "is read by the code of HunYuan only");
    if (alpha) {
        number(reading, "factor", MODEL_POSITIVE, "not read beside alpha");
        text_print(scaling, "ntk:");
        add(scaling, "factor", alpha);
        return;
    }
    const char *by = factor(reading), *length = positions(reading),
               *from = reading->table->given[MAX_LEN];
    if (!from)
        model_wrong(reading, reading->config, "max_position_embeddings",
                    "missing, which type 'dynamic' needs");
    if (!length || !from || !by)
        return;
    if (model_compare(length, from) <= 0) {
        model_derive(reading, reading->rule, "", "none",
                     "no scaling: it begins beyond max_position_embeddings");
        text_print(scaling, "none");
        return;
    }
    text_print(scaling, "dynamic:");
    add(scaling, "factor", by);
    add(scaling, "original", from);
    add(scaling, "length", length);
}

static bool is_zero(const char *value) {
    return strcmp(value, "0") == 0;
}

/* mscale and mscale_all_dim count only together. 0 stands for the default of beta_fast and beta_slow. */
void model_make_yarn(struct model_reading *reading, struct text *scaling) {
    const char *from = original(reading), *by = factor_or_ratio(reading, from);
    const char *fast = number(reading, "beta_fast", MODEL_NOT_NEGATIVE, "the ramp's fast end");
    const char *slow = number(reading, "beta_slow", MODEL_NOT_NEGATIVE, "the ramp's slow end");
    const char *attention =
        number(reading, "attention_factor", MODEL_POSITIVE, "multiplies the entries");
    const char *mscale = number(reading, "mscale", MODEL_NOT_NEGATIVE, "of the amplitude");
    const char *all = number(reading, "mscale_all_dim", MODEL_NOT_NEGATIVE, "of the amplitude");
    const json_t *truncate = model_member(reading->rule, "truncate");
    fast = fast && !is_zero(fast) ? fast : NULL;
    slow = slow && !is_zero(slow) ? slow : NULL;
    if (model_compare(fast ? fast : "32", slow ? slow : "1") < 0)
        model_wrong(reading, reading->rule, fast ? "beta_fast" : "beta_slow",
                    "beta_fast '%s' is below beta_slow '%s'", fast ? fast : "32",
                    slow ? slow : "1");
    bool both = !attention && mscale && all && !is_zero(mscale) && !is_zero(all);
    if (!fast)
        model_assume(reading, reading->rule, "beta_fast", "32", "the ramp's fast end");
    if (!slow)
        model_assume(reading, reading->rule, "beta_slow", "1", "the ramp's slow end");
    if (!truncate)
        model_assume(reading, reading->rule, "truncate", "true", "the ramp's ends are whole");
    if (!attention && !both)
        model_assume(reading, reading->rule, "attention_factor", "1 + ln(factor)/10",
                     "multiplies the entries, if the factor is above 1");
    if (truncate && !json_is_boolean(truncate))
        model_wrong(reading, reading->rule, "truncate", "is neither true nor false");
    text_print(scaling, "yarn:");
    add(scaling, "factor", by);
    add(scaling, "original", from);
    add(scaling, "beta-fast", fast);
    add(scaling, "beta-slow", slow);
    add(scaling, "truncate", json_is_false(truncate) ? "no" : NULL);
    add(scaling, "attention", attention);
    add(scaling, "mscale", both ? mscale : NULL);
    add(scaling, "mscale-all-dim", both ? all : NULL);
}

void model_make_llama3(struct model_reading *reading, struct text *scaling) {
    const char *by = factor(reading), *from = original(reading);
    const char *low = number(reading, "low_freq_factor", MODEL_POSITIVE,
                             "turns below which the frequency is divided");
    const char *high =
        number(reading, "high_freq_factor", MODEL_POSITIVE, "turns above which it stays");
    if (low && high && model_compare(high, low) < 0)
        model_wrong(reading, reading->rule, "high_freq_factor",
                    "'%s' is below low_freq_factor '%s'", high, low);
    text_print(scaling, "llama3:");
    add(scaling, "factor", by);
    add(scaling, "original", from);
    add(scaling, "low", low);
    add(scaling, "high", high);
}

/* A list of factors, one for each pair, as a file of such has them. */
static void read_factors(struct model_reading *reading, const char *key, bool applies) {
    const json_t *list = model_member(reading->rule, key);
    struct text *factors = &reading->table->factors;
    if (!json_is_array(list)) {
        model_wrong(reading, reading->rule, key, "is not a list of numbers");
        return;
    }
    const char *width = reading->table->given[D_MODEL];
    unsigned long long pairs = width ? strtoull(width, NULL, 10) / 2 : 0;
    if (json_array_size(list) != pairs)
        model_wrong(reading, reading->rule, key, "has %zu numbers, and the table has %llu pairs",
                    json_array_size(list), pairs);
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *item = json_array_get(list, k);
        char *text = model_value_text(item);
        if (!json_is_number(item) || json_number_value(item) <= 0)
            model_wrong(reading, reading->rule, key, "'%s' is not a number above 0", text);
        if (applies) {
            text_print(factors, text);
            text_print(factors, "\n");
        }
        free(text);
    }
    char *shown = text_format("%zu numbers", json_array_size(list));
    model_derive(reading, reading->rule, key, shown,
                 applies ? "frequencies are divided by them" : "not for this length");
    free(shown);
}

void model_make_longrope(struct model_reading *reading, struct text *scaling) {
    const char *from = original(reading), *by = factor_or_ratio(reading, from),
               *length = positions(reading);
    if (!from || !by || !length)
        return;
    bool beyond = model_compare(length, from) > 0;
    read_factors(reading, "short_factor", !beyond);
    read_factors(reading, "long_factor", beyond);
    const char *attention =
        number(reading, "attention_factor", MODEL_POSITIVE, "multiplies the entries");
    const char *of_short =
        number(reading, "short_mscale", MODEL_POSITIVE, "multiplies the entries of short tables");
    const char *of_long =
        number(reading, "long_mscale", MODEL_POSITIVE, "multiplies the entries of long tables");
    if (!attention)
        attention = beyond ? of_long : of_short;
    bool stretches = !attention && model_compare(by, "1") > 0;
    text_print(scaling, "longrope:");
    text_print(scaling, reading->file);
    add(scaling, "attention", attention);
    add(scaling, "factor", stretches ? by : NULL);
    add(scaling, "original", stretches ? from : NULL);
}

/* The share stands in the rule or beside it. */
void model_make_proportional(struct model_reading *reading, struct text *scaling) {
    const char *share = model_partial(reading);
    text_print(scaling, "proportional:");
    if (!share)
        share = model_assume(reading, reading->rule, "partial_rotary_factor", "1",
                             "the share of a head that turns");
    add(scaling, "share", share);
    add(scaling, "factor", factor(reading));
}
