/* The types of rope, and the keys of rope_scaling or rope_parameters that each knows. */
#include "base/die.h"
#include "exact/number.h"
#include "words/choice.h"
#include "words/model_scaling.h"

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
static const char any_ignores[] = " mrope_section mrope_interleaved interleaved ";

static const struct rule_row rows[] = {
    {"default", " ", " ", " ", model_make_none},
    {"mrope", " ", " ", " ", model_make_none},
    {"linear", " factor ", " ", " original_max_position_embeddings ", model_make_linear},
    {"dynamic", " alpha|factor ", " ",
     " original_max_position_embeddings beta_fast beta_slow mscale mscale_all_dim ",
     model_make_dynamic},
    {"yarn", " ",
     " factor original_max_position_embeddings beta_fast beta_slow truncate attention_factor "
     "mscale mscale_all_dim ",
     " finetuned llama_4_scaling_beta ", model_make_yarn},
    {"llama3", " factor low_freq_factor high_freq_factor ", " original_max_position_embeddings ",
     " ", model_make_llama3},
    {"longrope", " short_factor long_factor ",
     " factor original_max_position_embeddings attention_factor short_mscale long_mscale ", " ",
     model_make_longrope},
    {"proportional", " ", " factor ", " ", model_make_proportional},
};

enum { TYPES = sizeof rows / sizeof rows[0] };

/* --- the type */

/* The newer name of a type. */
static const char *newer(const char *type) {
    return strcmp(type, "su") == 0 ? "longrope" : type;
}

/* mrope is default, whose axes are gathered. */
static bool agree(const char *type, const char *other) {
    const char *a = strcmp(type, "mrope") == 0 ? "default" : newer(type);
    const char *b = strcmp(other, "mrope") == 0 ? "default" : newer(other);
    return strcmp(a, b) == 0;
}

/* Does a list such as " factor|alpha original " have the key? A key may be any text. */
static bool lists(const char *list, const char *key) {
    size_t length = strlen(key);
    if (length == 0 || strcspn(key, " |") < length)
        return false;
    for (const char *at = list; (at = strstr(at, key)); at += length)
        if (strchr(" |", at[-1]) && strchr(" |", at[length]))
            return true;
    return false;
}

/* Are there keys that only some types have? */
static bool has_own_keys(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)rule, key, value)
        if (!json_is_null(value) && !lists(any_takes, key) && !lists(any_ignores, key))
            return true;
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
        if (name && !agree(text, name)) {
            model_wrong(reading, reading->rule, keys[k], "'%.40s' contradicts rope_type '%.40s'",
                        text, name);
            return NULL;
        }
        model_tell(reading, reading->rule, keys[k], "the type of the scaling");
        name = name ? name : text;
    }
    if (!name && has_own_keys(reading->rule.object)) {
        model_wrong(reading, reading->rule, "rope_type", "missing");
        return NULL;
    }
    for (int k = 0; k < TYPES; k++)
        if (strcmp(rows[k].name, newer(name ? name : "default")) == 0)
            return &rows[k];
    model_wrong(reading, reading->rule, given[0] ? keys[0] : keys[1], "'%.40s' is not a known type",
                name);
    return NULL;
}

bool model_is_proportional(const struct model_reading *reading) {
    const char *type = json_string_value(model_member(reading->rule, "rope_type"));
    if (!type)
        type = json_string_value(model_member(reading->rule, "type"));
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
            section >= 0 && section <= (json_int_t)pairs ? (unsigned long long)section : pairs + 1;
    }
    if (sum != pairs)
        model_wrong(reading, reading->rule, "mrope_section",
                    "does not share out the %llu pairs of the table", pairs);
}

/* Why the table of images can't be made; NULL if it can, or if the model is none of images. */
static const char *why_no_grid(const struct model_family *family, const json_t *sections) {
    if (family && family->no_grid)
        return family->no_grid;
    if (family && family->grid)
        return json_array_size(sections) == 3 ? NULL : "does not have the shares of t, y and x";
    return sections ? "this model_type is not known to share out pairs as --preset qwen2-vl or "
                      "qwen3-vl does"
                    : NULL;
}

/* The sections of t, y and x, in the words of a grid, if the family's code is known to turn pairs so. */
static void read_grid(struct model_reading *reading) {
    const json_t *sections = model_member(reading->rule, "mrope_section");
    struct model_table *table = reading->table;
    const char *why = why_no_grid(reading->family, sections);
    if (why) {
        char *key = model_key(reading->rule.path, "mrope_section");
        table->off_grid =
            text_format("%s: %s; without --grid, the table is that of text", key, why);
        free(key);
    }
    if (why || !reading->family || !reading->family->grid)
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

static void check_keys(struct model_reading *reading, const struct rule_row *row) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->rule.object, key, value) {
        if (json_is_null(value) || lists(any_takes, key) || lists(row->needs, key) ||
            lists(row->takes, key))
            continue;
        if (lists(row->ignores, key))
            model_ignore(reading, reading->rule, key, "this type doesn't read it");
        else if (lists(any_ignores, key))
            model_ignore(reading, reading->rule, key, "matters on a grid, not in this table");
        else
            model_wrong(reading, reading->rule, key, "type '%s' has no such key", row->name);
    }
    check_needs(reading, row);
    check_sections(reading);
    if (!reading->table->wrong)
        read_grid(reading);
}

void model_rule_read(struct model_reading *reading) {
    struct text scaling = {NULL, 0, 0};
    const struct rule_row *row =
        reading->rule.object || reading->rule.beneath ? type_of(reading) : rows;
    if (row)
        check_keys(reading, row);
    if (row && reading->unscaled && reading->family)
        model_of_family(reading, reading->config, "rope_scaling", "none",
                        "these layers' frequencies aren't scaled");
    if (row)
        (reading->unscaled ? model_make_none : row->make)(reading, &scaling);
    text_add(&scaling, "", 1);
    reading->table->given[SCALING] = scaling.bytes;
}
