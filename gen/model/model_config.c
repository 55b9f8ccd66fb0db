/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/path.h"
#include "model/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* --- the types of layers of one config */

enum { LAYERS = 16 }; /* types at most; models have two or three */

/* Types that may have parameters although layer_types doesn't name them. */
static const char layer_names[] = FULL " " SLIDING " chunked_attention linear_attention attention "
                                       "conv mamba hybrid hybrid_sliding";

/* The file's parameters, or else those of the family's class. */
static const json_t *parameters(struct json_part rule) {
    return rule.object ? rule.object : rule.beneath;
}

/* An object among the parameters shows that each type of layer has its own, rather than one rule for all. */
static bool has_object(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)rule, key, value)
        if (json_is_object(value))
            return true;
    return false;
}

static void wrong_in_rule(struct model_reading *reading, const char *name, const char *what) {
    char *key = text_format(".%s", name);
    model_wrong(reading, key, "%s", what);
    free(key);
}

/* Has each type of layer its own parameters? A null for a type shows it too. */
static bool is_nested(struct model_reading *reading) {
    const json_t *rule = parameters(reading->rule);
    const char *key, *plain = NULL;
    json_t *value;
    bool nested = has_object(rule);
    json_object_foreach ((json_t *)rule, key, value) {
        nested = nested || text_lists(layer_names, key);
        if (!json_is_object(value) && !json_is_null(value) &&
            strcmp(key, "original_max_position_embeddings") != 0)
            plain = key;
    }
    if (nested && plain)
        wrong_in_rule(reading, plain, "is mixed with parameters of types of layers");
    return nested;
}

/* The types of layers that the config distinguishes, as the keys of an object; none if it doesn't. */
static json_t *find_layers(struct model_reading *reading) {
    const struct model_family *family = reading->family;
    const json_t *types = model_member(reading, "layer_types");
    const char *key;
    json_t *value, *all = json_object(), *layers = json_object();
    bool names_layers = reading->rule.object && model_has(reading, "layer_types");
    for (size_t k = 0; k < json_array_size(types); k++) {
        const char *type = json_string_value(json_array_get(types, k));
        if (type)
            json_object_set_new(all, type, json_null());
        if (type && model_may_rotate(type))
            json_object_set_new(layers, type, json_null());
    }
    if (reading->nested)
        json_object_foreach ((json_t *)parameters(reading->rule), key, value) {
            bool known = text_lists(layer_names, key),
                 listed = types ? json_object_get(all, key) != NULL : known;
            if (!json_is_object(value) && !json_is_null(value))
                continue;
            if (listed)
                json_object_set_new(layers, key, json_null());
            else if (names_layers || !known)
                wrong_in_rule(reading, key,
                              names_layers ? "layer_types has no such layer"
                                           : "is not a known type of layers");
        }
    if (json_array_size(types) == 0 &&
        (model_member(reading, "rope_local_base_freq") ||
         model_member(reading, "local_rope_theta") || family->sliding_base_key ||
         family->unscaled || model_is_without(reading, FULL))) {
        json_object_set_new(layers, FULL, json_null());
        json_object_set_new(layers, SLIDING, json_null());
    }
    if (json_object_size(layers) > LAYERS)
        model_wrong(reading, types ? "layer_types" : "rope_parameters",
                    "has more than %d types of layers", LAYERS);
    json_decref(all);
    return layers;
}

/* --- one config */

struct model_table *model_add_table(struct model *model, const char *config, const char *layer) {
    model->tables = die_grow(model->tables, model->count, sizeof *model->tables);
    struct model_table *table = &model->tables[model->count++];
    *table = (struct model_table){.config = text_format("%s", config),
                                  .layer = text_format("%s", layer),
                                  .preset = "rope-hf"};
    return table;
}

/* The rule without nulls, and with the newer name of the type. 2 becomes 2.0, the same number. */
static json_t *plain_rule(const json_t *rule) {
    char *text = json_dumps(rule, JSON_ENCODE_ANY);
    json_t *plain = json_loads(text, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, NULL), *type,
           *value;
    const char *key;
    void *next;
    free(text);
    json_object_foreach_safe(plain, next, key, value) if (json_is_null(value))
        json_object_del(plain, key);
    if ((type = json_object_get(plain, "type"))) {
        if (!json_object_get(plain, "rope_type"))
            json_object_set(plain, "rope_type", type);
        if (json_equal(type, json_object_get(plain, "rope_type")))
            json_object_del(plain, "type");
    }
    return plain;
}

/* Are two rules the same, except that `a` may lack rope_theta? */
static bool lacks_only_base(const json_t *a, const json_t *b) {
    static const char base[] = "rope_theta";
    json_t *one = plain_rule(a), *other = plain_rule(b);
    if (json_is_object(other) && !json_object_get(one, base) && json_object_get(other, base))
        json_object_set(one, base, json_object_get(other, base));
    bool same = json_equal(one, other);
    json_decref(one);
    json_decref(other);
    return same;
}

/* InternLM's own rule, such as {"base": 10000, "type": "dynamic"}, gets the names of the others. */
static void rename_rotary(struct model_reading *reading) {
    static const char key[] = "rotary";
    json_t *rotary = json_object_get(reading->config.object, key);
    const char *type = json_string_value(json_object_get(rotary, "type"));
    bool dynamic = model_text_is(type, "dynamic");
    if (!json_object_get(rotary, "base") || (!dynamic && !model_text_is(type, "origin"))) {
        model_wrong(reading, key, "has no base, or a type that is neither 'origin' nor 'dynamic'");
        return;
    }
    json_t *factor = json_object_get(rotary, "scaling_factor");
    json_object_set(rotary, "rope_theta", json_object_get(rotary, "base"));
    json_object_del(rotary, "base");
    json_object_set_new(rotary, "type", json_string(dynamic ? type : "default"));
    if (dynamic)
        json_object_set_new(rotary, "factor", factor ? json_incref(factor) : json_integer(1));
    json_object_del(rotary, "scaling_factor");
}

/* The object with the rule's parameters, or those of each type of layer: rope_parameters, or the older rope_scaling. */
static struct json_part find_rule(struct model_reading *reading, char **path) {
    static const char older[] = "rope_scaling";
    const struct model_family *family = reading->family;
    const bool own = text_lists(family->reads, "rotary") && model_member(reading, "rotary");
    const char *newer = own ? "rotary" : "rope_parameters";
    if (own)
        rename_rotary(reading);
    const json_t *new = model_member(reading, newer), *old = model_member(reading, older);
    bool empty = json_is_object(new) && json_object_size(new) == 0;
    if (json_is_object(old) && json_object_size(old) == 0)
        old = NULL;
    if (empty && !old && (reading->class_rule || text_lists(family->needs, newer)))
        model_wrong(reading, newer, "is empty, and the table of model_type '%s' depends on it",
                    family->name);
    bool newest = !old || (new && !lacks_only_base(new, old));
    if (newest && old && !lacks_only_base(old, new))
        model_wrong(reading, older, "contradicts %s", newer);
    const json_t *found = !newest ? old : empty ? NULL : new;
    const char *key = newest ? newer : older;
    *path = model_key(reading->config.path, key);
    if (found && !json_is_object(found)) {
        model_wrong(reading, key, "is not an object");
        found = NULL;
    }
    /* a class that has rules for types of layers doesn't read a base beside them */
    bool mixed = has_object(reading->class_rule) && model_member(reading, "rope_theta");
    return (struct json_part){found, *path, found || mixed ? NULL : reading->class_rule, NULL};
}

static const struct model_family unknown_family = {.name = NULL};

/* Notes that this part has no rotary table, whatever else is wrong with it. */
static void has_none(struct model_reading *reading, const char *key, const char *why) {
    free(reading->table->wrong);
    reading->table->wrong = NULL;
    reading->table->state = MODEL_NONE;
    model_wrong(reading, key, "%s", why);
}

/* One type of layer of a config, or all of them. */
static void read_layer(struct model *model, struct model_reading reading, const char *layer) {
    static const char none[] = "these layers have no rotary positions";
    const struct model_family *family = reading.family;
    struct model_table *table = model_add_table(model, reading.config.path, layer);
    struct json_part whole = reading.rule;
    char *path = model_key(whole.path, layer);
    table->assumed = !family->name;
    reading.table = table;
    reading.layer = layer;
    if (reading.nested)
        reading.rule = (struct json_part){json_object_get(whole.object, layer), path,
                                          json_object_get(whole.beneath, layer), NULL};
    bool local = model_text_is(SLIDING, layer) && model_has(&reading, "rope_local_base_freq");
    reading.unscaled = !reading.nested && (local || model_text_is(family->unscaled, layer));
    model_check_keys(&reading);
    if (!family->name && *layer)
        model_note(&reading, NOTE_ASSUMED, "layer_types", layer,
                   strcmp(layer, FULL) == 0
                       ? "these layers turn, though full attention may have no rotary positions"
                       : "these layers turn");
    if (model_is_without(&reading, layer))
        has_none(&reading, layer, none);
    else if (reading.nested && !parameters(reading.rule))
        model_wrong(&reading, ".", "missing");
    else if (reading.nested && json_is_null(reading.rule.object))
        has_none(&reading, ".", none);
    else if (reading.nested && !json_is_object(parameters(reading.rule)))
        model_wrong(&reading, ".", "is not an object");
    if (!table->wrong)
        model_table_read(&reading);
    free(path);
}

/* Code that expects a rule for each type of layer doesn't read rope_parameters that are one rule for all. */
static void check_by_layer(struct model_reading *reading) {
    bool newer =
        reading->rule.object && reading->rule.object == model_member(reading, "rope_parameters");
    if (reading->rule.object && reading->nested && reading->family->name &&
        !reading->family->by_layer)
        model_wrong(reading, ".",
                    "has rules for types of layers, and the code of model_type '%s' reads one rule",
                    reading->family->name);
    if (newer && !reading->nested && reading->family->by_layer)
        model_wrong(reading, ".",
                    "is one rule, and the code of model_type '%s' reads one for each type of layer",
                    reading->family->name);
}

/* All types of layers of a config that has rope. */
static void read_layers(struct model *model, struct model_reading reading) {
    struct model_table first = {.wrong = NULL}; /* what is wrong with all of them */
    char *path = NULL;
    const char *layer;
    json_t *unused;
    reading.table = &first;
    reading.rule = find_rule(&reading, &path);
    reading.nested = is_nested(&reading);
    check_by_layer(&reading);
    json_t *layers = find_layers(&reading);
    if (first.wrong)
        model_add_table(model, reading.config.path, "")->wrong = first.wrong;
    else if (json_object_size(layers) == 0)
        read_layer(model, reading, "");
    else
        json_object_foreach (layers, layer, unused)
            read_layer(model, reading, layer);
    json_decref(layers);
    free(path);
}

/* Refuses a family whose code nobody has read, since its keys may mean anything; unless the user says that they mean
 * what they mean in transformers. A file without a model_type isn't one of transformers. */
static void refuse_unread(struct model_reading *reading, const char *type) {
    static const char key[] = "model_type";
    const json_t *given = model_member(reading, key);
    model_check_values(reading); /* of positions that aren't rotary, whatever the code is */
    if (given && (!json_is_string(given) || (type && text_lists("NaN Infinity -Infinity", type))))
        model_wrong(reading, key, "is not a text");
    else if (type)
        model_wrong(reading, key,
                    "the code of '%.60s' is not known; --assume transformers reads its keys as "
                    "transformers does",
                    type);
    else
        model_wrong(reading, key, "missing, so the code that reads the keys is not known");
}

/* A vision tower's table has two axes, so its rotary keys don't describe a row of positions. */
static void refuse_tower(struct model_reading *reading) {
    const char *preset = reading->family->vision;
    bool known = preset && strcmp(preset, "none") != 0;
    char *why = text_format("a vision tower has positions of its own%s%s",
                            known ? ": see --preset " : "", known ? preset : "");
    has_none(reading, "", why);
    free(why);
}

/* A config without rope of its own may still have keys that change the tables of its parts. */
static void check_outer_keys(struct model *model, struct model_reading reading) {
    struct model_table outer = {.wrong = NULL};
    reading.table = &outer;
    reading.outer = true;
    reading.family = &unknown_family;
    reading.config.beneath = NULL;
    model_check_keys(&reading);
    if (outer.wrong) {
        for (size_t k = 0; k < model->count; k++)
            if (!model->tables[k].wrong)
                model->tables[k].wrong = text_format("%s", outer.wrong);
    }
    model_table_clear(&outer);
}

/* Is it a vision tower? Images have patches; a model that also has a vocabulary is a language model. */
static bool is_tower(const struct model_reading *reading, const char *part) {
    bool image = model_member(reading, "patch_size") || model_member(reading, "image_size");
    bool named = strstr(part, "vis") || strstr(part, "vit") || strstr(part, "image");
    return named || reading->family->vision ||
           (image && !model_member(reading, "vocab_size") && model_has_rope(reading));
}

const struct model_family *model_family_named(const char *model_type) {
    for (const struct model_family *family = families; family->name; family++)
        if (model_text_is(model_type, family->name))
            return family;
    return NULL;
}

/* The family of a config. A part without a model_type belongs to the family of the whole: gemma3, say, or gemma3_text.
 * A tower may have the model_type of the whole. */
static const struct model_family *family_of(const char *type, const char *outer, const char *part) {
    bool language = text_lists("text_config language_config", part),
         vision = strcmp(part, "vision_config") == 0;
    const char *whole = vision && type ? type : outer, *end = strstr(part, "_config");
    const struct model_family *own = NULL;
    if (whole && model_is_config(part)) {
        size_t length = end ? (size_t)(end - part) : strlen(part);
        char *name = text_format("%s_%.*s", whole, (int)length, language ? "text" : part);
        own = model_family_named(name);
        free(name);
    }
    bool wins = vision || !type || (own && own->over && language && strcmp(type, own->over) == 0);
    if (own && wins)
        return own;
    return type || language ? model_family_named(type ? type : outer) : NULL;
}

/* The tables of a config, without those of its sub-configs. */
static void read_config(struct model *model, struct model_reading *reading, const char *type,
                        const char *part) {
    const struct model_family *family = reading->family;
    bool tower = is_tower(reading, part), refused = family->refused || family->none;
    if (!tower && !refused && !model_has_rope(reading))
        return;
    if (!tower && !refused && (family->name || (model->assumed && type))) {
        read_layers(model, *reading);
        return;
    }
    reading->table = model_add_table(model, reading->config.path, "");
    if (tower)
        refuse_tower(reading);
    else if (refused)
        model_wrong(reading, "model_type", "'%s': %s", family->name,
                    family->none ? family->none : family->refused);
    else
        refuse_unread(reading, type);
    if (family->none)
        reading->table->state = MODEL_NONE;
}

/* What a family's class has for keys that aren't there; NULL if there is nothing. */
static json_t *class_keys(const char *text) {
    return text ? json_loads(text, 0, NULL) : NULL;
}

/* A config within that is the same decoder, as Fuyu's text_config: its keys come before those of the config around it. */
static void join_within(json_t *config, const char *key) {
    json_t *within = key ? json_incref(json_object_get(config, key)) : NULL;
    if (json_is_object(within)) {
        json_object_del(within, "model_type");
        json_object_update(config, within);
        json_object_del(config, key);
    }
    json_decref(within);
}

void model_config_read(struct model *model, struct json_part config, const char *outer,
                       const char *max_len) {
    const char *named = json_string_value(json_object_get(config.object, "model_type")),
               *type = named && *named ? named : NULL;
    const char *part = strrchr(config.path, '.') ? strrchr(config.path, '.') + 1 : config.path;
    const struct model_family *known = family_of(type, outer, part),
                              *family = known ? known : &unknown_family;
    json_t *class = class_keys(family->class), *rule = class_keys(family->rule);
    config.beneath = class;
    join_within((json_t *)config.object, family->within);
    struct model_reading reading = {.config = config,
                                    .layer = "",
                                    .max_len = max_len,
                                    .family = family,
                                    .class_rule = rule,
                                    .file = model->path + path_folder(model->path)};
    size_t here = model->count;
    read_config(model, &reading, type ? type : outer, part);
    const char *key;
    json_t *value;
    size_t before = model->count;
    json_object_foreach ((json_t *)config.object, key, value) {
        if (!model_is_config(key) || !json_is_object(value))
            continue;
        char *inner = model_key(config.path, key);
        model_config_read(model, (struct json_part){value, inner, NULL, &config},
                          type ? type : outer, max_len);
        free(inner);
    }
    bool of_parts = before == here && model->count > before;
    if (of_parts)
        check_outer_keys(model, reading);
    json_decref(class);
    json_decref(rule);
}
