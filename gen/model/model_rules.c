/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "exact/number.h"
#include "model/model_reading.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* The word scaling, made from the parameters of each type of rope. The keys that must be there are. The formulas are in
 * table/scaling_rules.c. */

/* --- parts of the word */

/* Adds "KEY=VALUE" if there is a value. */
static void add(struct text *scaling, const char *key, const char *value) {
    if (value)
        text_put(scaling, "%s%s=%s", scaling->bytes[scaling->used - 1] == ':' ? "" : ",", key,
                 value);
}

/* The factor, which must be there. */
static const char *factor(struct model_reading *reading) {
    return model_number(reading, ".factor", MODEL_POSITIVE, "the factor");
}

/* The length that the model was trained with first: in the rule, beside it, or the model's own. */
static const char *original(struct model_reading *reading) {
    static const char in_rule[] = ".original_max_position_embeddings",
                      meaning[] = "the original length";
    const char *own = reading->table->given[MAX_LEN]; /* of the file */
    const char *here = model_number(reading, in_rule, MODEL_COUNT, meaning),
               *beside = model_number(reading, in_rule + 1, MODEL_COUNT, meaning);
    if (here && beside && strcmp(here, beside) != 0)
        model_wrong(reading, in_rule + 1, "'%s' contradicts '%s' of the rule", beside, here);
    if (here || beside)
        return here ? here : beside;
    if (!own)
        model_wrong(reading, in_rule, "missing, and so is max_position_embeddings");
    return own ? model_note(reading, NOTE_DERIVED, in_rule, own,
                            "the original length: max_position_embeddings")
               : NULL;
}

/* The factor, or the model's length over its original one. */
static const char *factor_or_ratio(struct model_reading *reading, const char *original) {
    const char *given = factor(reading), *length = reading->table->given[MAX_LEN];
    if (given || !original)
        return given;
    if (!length) {
        model_wrong(reading, ".factor", "missing, and so is max_position_embeddings");
        return NULL;
    }
    char *text = model_quotient(length, original);
    given = model_note(reading, NOTE_DERIVED, ".factor", text,
                       "the factor: max_position_embeddings over the original length");
    free(text);
    return given;
}

/* The number of positions of the table. */
static const char *positions(struct model_reading *reading) {
    const char *length = reading->max_len ? reading->max_len : reading->table->given[MAX_LEN];
    if (!length)
        model_wrong(reading, "max_position_embeddings", "missing, and so is max-len");
    return length;
}

/* --- the types */

/* Each function writes a value of the word, such as "linear:factor=2". Faults of keys go into the reading. */
static void make_linear(struct model_reading *reading, struct text *scaling) {
    text_print(scaling, "linear:");
    add(scaling, "factor", factor(reading));
}

/* HunYuan's alpha is ntk's factor, whatever the length. */
static void make_dynamic(struct model_reading *reading, struct text *scaling) {
    const char *alpha = model_number(reading, ".alpha", MODEL_POSITIVE,
                                     "the base is multiplied by alpha^(d/(d-2))");
    const char *family = reading->family->name;
    bool hunyuan = family && strncmp(family, "hunyuan", 7) == 0;
    if (alpha && !hunyuan)
        model_wrong(reading, ".alpha", "is read by the code of HunYuan only");
    if (alpha) {
        model_number(reading, ".factor", MODEL_POSITIVE, "not read beside alpha");
        text_print(scaling, "ntk:");
        add(scaling, "factor", alpha);
        return;
    }
    const char *by = factor(reading), *length = positions(reading),
               *from = reading->table->given[MAX_LEN];
    if (!from)
        model_wrong(reading, "max_position_embeddings", "missing, which type 'dynamic' needs");
    if (!length || !from || !by)
        return;
    if (model_compare(length, from) <= 0) {
        model_note(reading, NOTE_DERIVED, ".", "none",
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
    const char *fast =
        model_number(reading, ".beta_fast", MODEL_NOT_NEGATIVE, "the ramp's fast end");
    const char *slow =
        model_number(reading, ".beta_slow", MODEL_NOT_NEGATIVE, "the ramp's slow end");
    const char *attention =
        model_number(reading, ".attention_factor", MODEL_POSITIVE, "multiplies the entries");
    const char *mscale = model_number(reading, ".mscale", MODEL_NOT_NEGATIVE, "of the amplitude");
    const char *all =
        model_number(reading, ".mscale_all_dim", MODEL_NOT_NEGATIVE, "of the amplitude");
    const json_t *truncate = model_member(reading, ".truncate");
    fast = fast && !is_zero(fast) ? fast : NULL;
    slow = slow && !is_zero(slow) ? slow : NULL;
    if (model_compare(fast ? fast : "32", slow ? slow : "1") < 0)
        model_wrong(reading, fast ? ".beta_fast" : ".beta_slow",
                    "beta_fast '%s' is below beta_slow '%s'", fast ? fast : "32",
                    slow ? slow : "1");
    bool both = !attention && mscale && all && !is_zero(mscale) && !is_zero(all);
    if (!fast)
        model_note(reading, NOTE_ASSUMED, ".beta_fast", "32", "the ramp's fast end");
    if (!slow)
        model_note(reading, NOTE_ASSUMED, ".beta_slow", "1", "the ramp's slow end");
    if (!truncate)
        model_note(reading, NOTE_ASSUMED, ".truncate", "true", "the ramp's ends are whole");
    if (!attention && !both)
        model_note(reading, NOTE_ASSUMED, ".attention_factor", "1 + ln(factor)/10",
                   "multiplies the entries, if the factor is above 1");
    if (truncate && !json_is_boolean(truncate))
        model_wrong(reading, ".truncate", "is neither true nor false");
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
    const char *low = model_number(reading, ".low_freq_factor", MODEL_POSITIVE,
                                   "turns below which the frequency is divided");
    const char *high =
        model_number(reading, ".high_freq_factor", MODEL_POSITIVE, "turns above which it stays");
    if (low && high && model_compare(high, low) < 0)
        model_wrong(reading, ".high_freq_factor", "'%s' is below low_freq_factor '%s'", high, low);
    text_print(scaling, "llama3:");
    add(scaling, "factor", by);
    add(scaling, "original", from);
    add(scaling, "low", low);
    add(scaling, "high", high);
}

static unsigned long long pairs_of(const struct model_table *table) {
    return table->given[D_MODEL] ? strtoull(table->given[D_MODEL], NULL, 10) / 2 : 0;
}

/* Reads a list of factors, one for each pair, into a text like that of a file of factors. */
static void read_factors(struct model_reading *reading, const char *key, bool applies) {
    const json_t *list = model_member(reading, key);
    struct text *factors = &reading->table->factors;
    if (!json_is_array(list)) {
        model_wrong(reading, key, "is not a list of numbers");
        return;
    }
    const unsigned long long pairs = pairs_of(reading->table);
    if (json_array_size(list) != pairs)
        model_wrong(reading, key, "has %zu numbers, and the table has %llu pairs",
                    json_array_size(list), pairs);
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *item = json_array_get(list, k);
        char *text = model_value_text(item);
        if (!json_is_number(item) || json_number_value(item) <= 0)
            model_wrong(reading, key, "'%s' is not a number above 0", text);
        if (applies)
            text_put(factors, "%s\n", text);
        free(text);
    }
    char *shown = text_format("%zu numbers", json_array_size(list));
    model_note(reading, NOTE_DERIVED, key, shown,
               applies ? "frequencies are divided by them" : "not for this length");
    free(shown);
}

static void make_longrope(struct model_reading *reading, struct text *scaling) {
    const char *from = original(reading), *by = factor_or_ratio(reading, from),
               *length = positions(reading);
    if (!from || !by || !length)
        return;
    bool beyond = model_compare(length, from) > 0;
    read_factors(reading, ".short_factor", !beyond);
    read_factors(reading, ".long_factor", beyond);
    const char *attention =
        model_number(reading, ".attention_factor", MODEL_POSITIVE, "multiplies the entries");
    const char *of_short = model_number(reading, ".short_mscale", MODEL_POSITIVE,
                                        "multiplies the entries of short tables");
    const char *of_long = model_number(reading, ".long_mscale", MODEL_POSITIVE,
                                       "multiplies the entries of long tables");
    if (!attention)
        attention = beyond ? of_long : of_short;
    bool scaled = !attention && model_compare(by, "1") > 0;
    text_print(scaling, "longrope:");
    text_print(scaling, reading->file);
    add(scaling, "attention", attention);
    add(scaling, "factor", scaled ? by : NULL);
    add(scaling, "original", scaled ? from : NULL);
}

/* The share is in the rule or beside it. */
static void make_proportional(struct model_reading *reading, struct text *scaling) {
    const char *share = model_partial(reading);
    text_print(scaling, "proportional:");
    if (!share)
        share = model_note(reading, NOTE_ASSUMED, ".partial_rotary_factor", "1",
                           "the share of a head that turns");
    add(scaling, "share", share);
    add(scaling, "factor", factor(reading));
}

static void (*const makers[ROPE_TYPES])(struct model_reading *, struct text *scaling) = {
    [ROPE_LINEAR] = make_linear,     [ROPE_DYNAMIC] = make_dynamic,
    [ROPE_YARN] = make_yarn,         [ROPE_LLAMA3] = make_llama3,
    [ROPE_LONGROPE] = make_longrope, [ROPE_PROPORTIONAL] = make_proportional};

/* --- the type */

/* Keys that each type may have. The first line is read with the width and the base; the second matters on grids only. */
static const char any_takes[] = "rope_type type rope_theta partial_rotary_factor";
static const char any_ignores[] = "mrope_section mrope_interleaved interleaved";

/* Are there keys that only some types have? */
static bool has_own_keys(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)rule, key, value)
        if (!json_is_null(value) && !text_lists(any_takes, key) && !text_lists(any_ignores, key))
            return true;
    return false;
}

static const char *const type_keys[] = {".rope_type", ".type"};

/* The type as the file has it: rope_type, else type; NULL if there is none. */
static const char *type_text(const struct model_reading *reading) {
    const char *text = json_string_value(model_member(reading, type_keys[0]));
    return text ? text : json_string_value(model_member(reading, type_keys[1]));
}

static const struct rope_type *type_named(const char *name) {
    for (const struct rope_type *type = rope_types; type < rope_types + ROPE_TYPES; type++)
        if (model_text_is(name, type->name) || (type->other && model_text_is(name, type->other)))
            return type;
    return NULL;
}

/* rope_type and type must agree. NULL if one is wrong. */
static const struct rope_type *type_of(struct model_reading *reading) {
    const char *first = type_text(reading);
    const struct rope_type *type = type_named(first ? first : "default");
    for (int k = 0; k < 2; k++) {
        const json_t *given = model_member(reading, type_keys[k]);
        const char *text = json_string_value(given);
        const struct rope_type *found = type_named(text);
        if (!given)
            continue;
        if (!text)
            model_wrong(reading, type_keys[k], "is not a string");
        else if (found != type)
            model_wrong(reading, type_keys[k], "'%.40s' contradicts rope_type '%.40s'", text,
                        first);
        else if (!found)
            model_wrong(reading, type_keys[k], "'%.40s' is not a known type", text);
        if (!found || found != type)
            return NULL;
        model_note(reading, NOTE_READ, type_keys[k], NULL, "the type of the scaling");
    }
    if (!first && has_own_keys(reading->rule.object))
        model_wrong(reading, ".rope_type", "missing");
    return type;
}

bool model_is_rule_key(const char *key) {
    bool known = text_lists(any_takes, key);
    for (const struct rope_type *type = rope_types; type < rope_types + ROPE_TYPES; type++)
        known = known || text_lists(type->needs, key) || text_lists(type->takes, key);
    return known;
}

bool model_is_proportional(const struct model_reading *reading) {
    return type_named(type_text(reading)) == &rope_types[ROPE_PROPORTIONAL];
}

/* --- the keys */

/* Checks required keys: of "a|b" one must be there. */
static void check_needs(struct model_reading *reading, const struct rope_type *type) {
    bool there = false;
    for (const char *need = type->needs ? type->needs : ""; *need; need += strspn(need, " |")) {
        size_t length = strcspn(need, " |");
        char *key = text_format(".%.*s", (int)length, need);
        there = there || model_member(reading, key);
        need += length;
        if (*need != '|' && !there)
            model_wrong(reading, key, "missing: type '%s' needs it", type->name);
        there = there && *need == '|';
        free(key);
    }
}

/* Checks that the sections of the axes add up to all pairs. */
static void check_sections(struct model_reading *reading) {
    const json_t *sections = model_member(reading, ".mrope_section");
    unsigned long long pairs = pairs_of(reading->table), sum = 0;
    if (!sections)
        return;
    for (size_t k = 0; k < json_array_size(sections); k++) {
        json_int_t section = json_integer_value(json_array_get(sections, k));
        if (!json_is_integer(json_array_get(sections, k)))
            model_wrong(reading, ".mrope_section", "has a member that is not a whole number");
        sum +=
            section >= 0 && section <= (json_int_t)pairs ? (unsigned long long)section : pairs + 1;
    }
    if (sum != pairs)
        model_wrong(reading, ".mrope_section", "does not add up to the %llu pairs of the table",
                    pairs);
}

/* Why the table for images can't be made; NULL if it can. */
static const char *why_no_grid(const struct model_family *family, const json_t *sections) {
    if (family->no_grid)
        return family->no_grid;
    if (family->grid)
        return json_array_size(sections) == 3 ? NULL : "does not have the shares of t, y and x";
    return sections ? "this model_type is not known to share out pairs as --preset qwen2-vl or "
                      "qwen3-vl does"
                    : "missing, and this model_type is not known to have positions on a grid";
}

/* Writes the sections of t, y and x as the words of a grid, if the family's code is known to turn pairs that way. */
static void read_grid(struct model_reading *reading) {
    const json_t *sections = model_member(reading, ".mrope_section");
    struct model_table *table = reading->table;
    const char *why = why_no_grid(reading->family, sections);
    if (why) {
        char *key = model_key(reading->rule.path, "mrope_section");
        table->off_grid =
            text_format("%s: %s; without --grid, the table is that of text", key, why);
        free(key);
    }
    if (why || !reading->family->grid)
        return;
    table->grid = reading->family->grid;
    table->grid_columns = text_format("%s", "");
    for (size_t k = 0; k < 3; k++) {
        char *before = table->grid_columns;
        long long section = json_integer_value(json_array_get(sections, k));
        if (section == 0) /* that axis owns no pairs */
            continue;
        table->grid_columns = text_format("%s%c%lld", before, "tyx"[k], section);
        free(before);
    }
}

static void check_keys(struct model_reading *reading, const struct rope_type *type) {
    const char *name, *named = type_text(reading);
    json_t *value;
    json_object_foreach ((json_t *)reading->rule.object, name, value) {
        if (json_is_null(value))
            continue;
        bool read = text_lists(any_takes, name) || text_lists(type->needs, name) ||
                    text_lists(type->takes, name),
             share = strcmp(name, "partial_rotary_factor") == 0 && json_number_value(value) != 1;
        char *key = text_format(".%s", name);
        if (share && !model_is_proportional(reading) && !model_reads(reading->family, name))
            model_wrong(reading, key,
                        "is not read by the code of model_type '%s', and would change the table",
                        reading->family->name);
        else if (!read && text_lists(type->ignores, name))
            model_note(reading, NOTE_IGNORED, key, NULL, "this type doesn't read it");
        else if (!read && text_lists(any_ignores, name))
            model_note(reading, NOTE_IGNORED, key, NULL, "matters on a grid, not in this table");
        else if (!read)
            model_wrong(reading, key, "type '%s' has no such key", named ? named : type->name);
        free(key);
    }
    check_needs(reading, type);
    check_sections(reading);
    if (!reading->table->wrong)
        read_grid(reading);
}

void model_rule_read(struct model_reading *reading) {
    struct text scaling = {NULL, 0, 0};
    const struct rope_type *type = reading->rule.object || reading->rule.beneath
                                       ? type_of(reading)
                                       : &rope_types[ROPE_DEFAULT];
    if (type) {
        check_keys(reading, type);
        if (reading->unscaled && reading->family->name)
            model_note(reading, NOTE_OF_FAMILY, "rope_scaling", "none",
                       "these layers' frequencies aren't scaled");
        if (!reading->family->name && type == &rope_types[ROPE_DEFAULT])
            model_note(reading, NOTE_ASSUMED, "rope_scaling", "none", "no scaling");
        if (reading->unscaled || type == &rope_types[ROPE_DEFAULT])
            text_print(&scaling, "none");
        else
            makers[type - rope_types](reading, &scaling);
    }
    reading->table->given[SCALING] = text_string(&scaling);
}
