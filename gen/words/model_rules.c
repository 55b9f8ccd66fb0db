/* The parameters of rope_scaling or rope_parameters, and the word scaling that they make. The formulas are in
 * table/rope_rules.h. */
#include "base/die.h"
#include "exact/number.h"
#include "words/choice.h"
#include "words/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* A list of keys with blanks around each. */
struct rule_row {
    const char *name;
    const char *needs, *takes, *ignores;
    void (*make)(struct model_reading *, struct text *scaling);
};

/* Each type may have these: they are read with the width and the base, or matter when the axes' tables are gathered. */
static const char any_takes[] = " rope_type type rope_theta partial_rotary_factor ";
static const char any_ignores[] = " mrope_section mrope_interleaved ";

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
    return number(reading, "factor", MODEL_AT_LEAST_1, "the factor");
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
        length = model_assume(reading, reading->rule, key, reading->table->given[MAX_LEN],
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
    mpq_t q, under;
    mpq_inits(q, under, (mpq_ptr)NULL);
    model_rational(q, length);
    model_rational(under, original);
    mpq_div(q, q, under);
    char *text = rational_text(q);
    if (mpq_cmp_ui(q, 1, 1) < 0)
        model_wrong(reading, reading->rule, "factor",
                    "missing, and max_position_embeddings '%s' is below the original '%s'", length,
                    original);
    given = model_assume(reading, reading->rule, "factor", text,
                         "the factor: max_position_embeddings over the original length");
    free(text);
    mpq_clears(q, under, (mpq_ptr)NULL);
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

static void make_none(struct model_reading *reading, struct text *scaling) {
    (void)reading;
    text_print(scaling, "none");
}

static void make_linear(struct model_reading *reading, struct text *scaling) {
    text_print(scaling, "linear:");
    add(scaling, "factor", factor(reading));
}

/* HunYuan's alpha is ntk's factor, whatever the length. */
static void make_dynamic(struct model_reading *reading, struct text *scaling) {
    const char *alpha =
        number(reading, "alpha", MODEL_AT_LEAST_1, "the base is multiplied by alpha^(d/(d-2))");
    if (alpha) {
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
        model_assume(reading, reading->rule, "", "none",
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
static void make_yarn(struct model_reading *reading, struct text *scaling) {
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

static void make_llama3(struct model_reading *reading, struct text *scaling) {
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
    size_t pairs = width ? strtoull(width, NULL, 10) / 2 : 0;
    if (json_array_size(list) != pairs)
        model_wrong(reading, reading->rule, key, "has %zu numbers, and the table has %zu pairs",
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
    model_assume(reading, reading->rule, key, shown,
                 applies ? "frequencies are divided by them" : "for other lengths");
    reading->table->notes[reading->table->note_count - 1].kind = applies ? NOTE_READ : NOTE_IGNORED;
    free(shown);
}

static void make_longrope(struct model_reading *reading, struct text *scaling) {
    const char *from = original(reading), *by = factor_or_ratio(reading, from),
               *length = positions(reading);
    if (!from || !by || !length)
        return;
    bool beyond = model_compare(length, from) > 0;
    read_factors(reading, "short_factor", !beyond);
    read_factors(reading, "long_factor", beyond);
    const char *attention =
        number(reading, "attention_factor", MODEL_POSITIVE, "multiplies the entries");
    const char *own = number(reading, beyond ? "long_mscale" : "short_mscale", MODEL_POSITIVE,
                             "multiplies the entries");
    if (!attention)
        attention = own;
    bool stretches = !attention && model_compare(by, "1") > 0;
    text_print(scaling, "longrope:");
    text_print(scaling, reading->file);
    add(scaling, "attention", attention);
    add(scaling, "factor", stretches ? by : NULL);
    add(scaling, "original", stretches ? from : NULL);
}

/* The share stands in the rule or beside it. */
static void make_proportional(struct model_reading *reading, struct text *scaling) {
    const char *share = model_partial(reading);
    text_print(scaling, "proportional:");
    add(scaling, "share", share ? share : "1");
    add(scaling, "factor", factor(reading));
}

static const struct rule_row rows[] = {
    {"default", " ", " ", " ", make_none},
    {"mrope", " ", " ", " ", make_none},
    {"linear", " factor ", " ", " original_max_position_embeddings ", make_linear},
    {"dynamic", " alpha|factor ", " ",
     " original_max_position_embeddings beta_fast beta_slow mscale mscale_all_dim ", make_dynamic},
    {"yarn", " ",
     " factor original_max_position_embeddings beta_fast beta_slow truncate attention_factor "
     "mscale mscale_all_dim ",
     " finetuned llama_4_scaling_beta ", make_yarn},
    {"llama3", " factor low_freq_factor high_freq_factor ", " original_max_position_embeddings ",
     " ", make_llama3},
    {"longrope", " short_factor long_factor ",
     " factor original_max_position_embeddings attention_factor short_mscale long_mscale ", " ",
     make_longrope},
    {"proportional", " ", " factor ", " ", make_proportional},
};

enum { TYPES = sizeof rows / sizeof rows[0] };

/* --- the type */

/* The newer name of a type. */
static const char *newer(const char *type) {
    return strcmp(type, "su") == 0 ? "longrope" : type;
}

/* Does a list such as " factor|alpha original " have the key? */
static bool lists(const char *list, const char *key) {
    size_t length = strlen(key);
    for (const char *at = list; (at = strstr(at, key)); at += length)
        if (strchr(" |", at[-1]) && strchr(" |", at[length]))
            return true;
    return false;
}

/* Are there keys that only some types have? */
static bool has_own_keys(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)rule, key, value) if (!json_is_null(value) &&
                                                        !lists(any_takes, key) &&
                                                        !lists(any_ignores, key)) return true;
    return false;
}

/* rope_type, else type, which must agree; mrope is default beside rope_type. NULL if it is wrong. */
static const struct rule_row *type_of(struct model_reading *reading) {
    const json_t *given[] = {model_member(reading->rule, "rope_type"),
                             model_member(reading->rule, "type")};
    static const char *const keys[] = {"rope_type", "type"};
    const char *name = NULL;
    for (int k = 0; k < 2; k++) {
        const char *text = json_string_value(given[k]);
        if (given[k] && !text) {
            model_wrong(reading, reading->rule, keys[k], "is not a string");
            return NULL;
        }
        if (!text)
            continue;
        bool mrope = name && strcmp(name, "default") == 0 && strcmp(text, "mrope") == 0;
        if (name && !mrope && strcmp(newer(text), newer(name)) != 0) {
            model_wrong(reading, reading->rule, keys[k], "'%.40s' contradicts rope_type '%.40s'",
                        text, name);
            return NULL;
        }
        name = name ? name : text;
    }
    if (!name && has_own_keys(reading->rule.object)) {
        model_wrong(reading, reading->rule, "rope_type", "missing");
        return NULL;
    }
    for (int k = 0; k < TYPES; k++)
        if (strcmp(rows[k].name, newer(name ? name : "default")) == 0)
            return &rows[k];
    model_wrong(reading, reading->rule, given[0] ? keys[0] : keys[1], "'%.40s' is no known type",
                name);
    return NULL;
}

bool model_is_proportional(const struct model_reading *reading) {
    const char *type = json_string_value(model_member(reading->rule, "rope_type"));
    return type && strcmp(type, "proportional") == 0;
}

/* --- the keys */

/* One of each "a|b" must be there. */
static void check_needs(struct model_reading *reading, const struct rule_row *row) {
    bool there = false;
    for (const char *need = row->needs + 1; *need;) {
        size_t length = strcspn(need, " |");
        char *name = text_format("%.*s", (int)length, need);
        bool last = need[length] == ' ';
        there = there || model_member(reading->rule, name);
        if (last && !there)
            model_wrong(reading, reading->rule, name, "missing: type '%s' needs it", row->name);
        free(name);
        there = there && !last;
        need += length + 1;
    }
}

/* The sections of axes share the pairs out. */
static void check_sections(struct model_reading *reading) {
    const json_t *sections = model_member(reading->rule, "mrope_section");
    const char *width = reading->table->given[D_MODEL];
    unsigned long long pairs = width ? strtoull(width, NULL, 10) / 2 : 0, sum = 0;
    if (!sections)
        return;
    for (size_t k = 0; k < json_array_size(sections); k++) {
        json_int_t section = json_integer_value(json_array_get(sections, k));
        sum +=
            section > 0 && section <= (json_int_t)pairs ? (unsigned long long)section : pairs + 1;
    }
    if (sum != pairs)
        model_wrong(reading, reading->rule, "mrope_section",
                    "does not share out the %llu pairs of the table", pairs);
}

static void check_keys(struct model_reading *reading, const struct rule_row *row) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)reading->rule.object, key, value) {
        if (json_is_null(value) || lists(any_takes, key) || lists(row->needs, key) ||
            lists(row->takes, key))
            continue;
        if (lists(row->ignores, key))
            model_ignore(reading, reading->rule, key, "this type doesn't read it");
        else if (lists(any_ignores, key))
            model_ignore(reading, reading->rule, key,
                         "matters when the tables of axes are gathered, not in this table");
        else
            model_wrong(reading, reading->rule, key, "type '%s' has no such key", row->name);
    }
    check_needs(reading, row);
    check_sections(reading);
}

void model_rule_read(struct model_reading *reading) {
    struct text scaling = {NULL, 0, 0};
    const struct rule_row *row = reading->rule.object ? type_of(reading) : rows;
    if (row)
        check_keys(reading, row);
    if (row && reading->unscaled)
        model_assume(reading, reading->config, "rope_scaling", "none",
                     "these layers' frequencies aren't scaled");
    if (row)
        (reading->unscaled ? make_none : row->make)(reading, &scaling);
    text_add(&scaling, "", 1);
    reading->table->given[SCALING] = scaling.bytes;
}
