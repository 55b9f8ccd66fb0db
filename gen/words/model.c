/* A config.json cut into its rotary tables, and which of them a name means. */
#include "words/model.h"
#include "base/die.h"
#include "base/path.h"
#include "words/model_reading.h"
#include "words/presets.h"

#include <stdlib.h>
#include <string.h>

/* --- the types of layers of one config */

enum { LAYERS = 8 }; /* types at most; models have two or three */

static void add_layer(const char *layers[LAYERS], size_t *count, const char *layer) {
    for (size_t k = 0; k < *count; k++)
        if (strcmp(layers[k], layer) == 0)
            return;
    if (*count < LAYERS)
        layers[(*count)++] = layer;
}

/* Attention turns its queries and keys; convolutions, state spaces and linear attention don't. */
static bool may_turn(const char *layer) {
    size_t length = strlen(layer);
    return length >= 9 && strcmp(layer + length - 9, "attention") == 0 &&
           strcmp(layer, "linear_attention") != 0;
}

/* Are the parameters those of types of layers, rather than one rule's? */
static bool is_nested(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)rule, key,
                        value) if (!json_is_null(value) && !json_is_object(value)) return false;
    return json_object_size(rule) > 0;
}

/* The types of layers that the config tells apart; none if it doesn't. */
static size_t find_layers(const struct model_reading *reading, const char *layers[LAYERS]) {
    struct place config = reading->config;
    const struct model_family *family = reading->family;
    const json_t *types = model_member(config, "layer_types");
    size_t count = 0;
    const char *key;
    json_t *value;
    if (reading->nested)
        json_object_foreach((json_t *)reading->rule.object, key, value)
            add_layer(layers, &count, key);
    for (size_t k = 0; k < json_array_size(types); k++) {
        const char *type = json_string_value(json_array_get(types, k));
        if (type && may_turn(type))
            add_layer(layers, &count, type);
    }
    if (model_member(config, "rope_local_base_freq") || model_member(config, "local_rope_theta") ||
        (family && family->local_base) ||
        (family && family->without && model_member(config, "sliding_window"))) {
        add_layer(layers, &count, "full_attention");
        add_layer(layers, &count, "sliding_attention");
    }
    return count;
}

/* --- one config */

/* Keys at the top of a config that are about positions, and what reads them. */
static const struct {
    const char *name;
    enum { KEY_READ, KEY_FALSE, KEY_ROTARY, KEY_IGNORED } use;
} known[] = {
    {"rope_theta", KEY_READ},
    {"rope_scaling", KEY_READ},
    {"rope_parameters", KEY_READ},
    {"rope_local_base_freq", KEY_READ},
    {"rotary_emb_base", KEY_READ},
    {"global_rope_theta", KEY_READ},
    {"local_rope_theta", KEY_READ},
    {"rotary_pct", KEY_READ},
    {"rope_pct", KEY_READ},
    {"partial_rotary_factor", KEY_READ},
    {"rotary_dim", KEY_READ},
    {"qk_rope_head_dim", KEY_READ},
    {"max_position_embeddings", KEY_READ},
    {"original_max_position_embeddings", KEY_READ},
    {"alibi", KEY_FALSE},
    {"use_alibi", KEY_FALSE},
    {"position_embedding_type", KEY_ROTARY},
    {"rope_interleave", KEY_IGNORED},
    {"rope_interleaved", KEY_IGNORED},
    {"no_rope_layers", KEY_IGNORED},
    {"no_rope_layer_interval", KEY_IGNORED},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static bool is_about_positions(const char *key) {
    static const char *const parts[] = {"rope", "rotary", "rotate", "alibi", "position_embedding"};
    char *lower = text_format("%s", key);
    bool found = false;
    for (char *c = lower; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        found = found || strstr(lower, parts[k]);
    free(lower);
    return found;
}

/* Has the config a rotary table? */
static bool has_rope(const struct model_reading *reading) {
    for (int k = 0; k < KNOWN; k++) {
        bool says = known[k].use == KEY_READ && !strstr(known[k].name, "max_position");
        if (says && model_member(reading->config, known[k].name))
            return true;
    }
    const char *type = json_string_value(model_member(reading->config, "position_embedding_type"));
    return (type && strncmp(type, "ro", 2) == 0) || (reading->family && reading->family->base);
}

/* Refuses keys that are about positions and not known, and positions that aren't rotary. */
static void check_keys(struct model_reading *reading) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)reading->config.object, key, value) {
        int k = 0;
        while (k < KNOWN && strcmp(known[k].name, key) != 0)
            k++;
        if (json_is_null(value) || (k < KNOWN && known[k].use == KEY_READ))
            continue;
        const char *text = json_string_value(value);
        if (k == KNOWN && is_about_positions(key))
            model_wrong(reading, reading->config, key, "is not known, and may change the table");
        else if (k < KNOWN && known[k].use == KEY_FALSE && !json_is_false(value))
            model_wrong(reading, reading->config, key,
                        "is not false: this model's positions are not rotary");
        else if (k < KNOWN && known[k].use == KEY_ROTARY &&
                 !(text && (strcmp(text, "rotary") == 0 || strcmp(text, "rope") == 0)))
            model_wrong(reading, reading->config, key, "is not 'rotary' or 'rope'");
        else if (k < KNOWN)
            model_ignore(reading, reading->config, key, "does not change the table");
    }
}

static struct model_table *add_table(struct model *model, const char *config, const char *layer) {
    model->tables = die_grow(model->tables, model->count, sizeof *model->tables);
    struct model_table *table = &model->tables[model->count++];
    *table = (struct model_table){.config = text_format("%s", config),
                                  .layer = text_format("%s", layer)};
    return table;
}

/* The object with the rule's parameters, or those of each type of layer: rope_parameters, or the older rope_scaling. */
static struct place find_rule(struct model_reading *reading, char **path) {
    static const char newer[] = "rope_parameters", older[] = "rope_scaling";
    const json_t *new = model_member(reading->config, newer),
                 *old = model_member(reading->config, older);
    const json_t *found = new ? new : old;
    if (new &&old && !json_equal((json_t *)new, (json_t *)old))
        model_wrong(reading, reading->config, older, "contradicts rope_parameters");
    *path = model_key(reading->config.path, new ? newer : older);
    if (found && !json_is_object(found)) {
        model_wrong(reading, reading->config, new ? newer : older, "is not an object");
        found = NULL;
    }
    return (struct place){found, *path};
}

static void refuse_part(struct model_table *table, char *why) {
    free(table->wrong);
    table->wrong = why;
    table->none = true;
}

/* One type of layer of a config, or all of them. */
static void read_layer(struct model *model, struct model_reading reading, const char *layer) {
    const struct model_family *family = reading.family;
    struct model_table *table = add_table(model, reading.config.path, layer);
    struct place whole = reading.rule;
    char *path = NULL;
    reading.table = table;
    reading.layer = layer;
    if (reading.nested) {
        path = model_key(whole.path, layer);
        reading.rule = (struct place){json_object_get(whole.object, layer), path};
    }
    bool without = family && family->without && strcmp(family->without, layer) == 0 &&
                   model_member(reading.config, "sliding_window");
    bool local =
        !reading.nested && strcmp(layer, "sliding_attention") == 0 &&
        (model_member(reading.config, "rope_local_base_freq") || (family && family->local_base));
    reading.unscaled =
        local || (family && family->unscaled && strcmp(family->unscaled, layer) == 0);
    check_keys(&reading);
    if (reading.nested && !reading.rule.object)
        model_wrong(&reading, reading.rule, "", "missing");
    else if (without || (reading.nested && json_is_null(reading.rule.object)))
        refuse_part(table,
                    text_format("%s: these layers have no rotary positions", path ? path : layer));
    if (!table->wrong)
        model_table_read(&reading);
    free(path);
}

/* All types of layers of a config that has rope. */
static void read_layers(struct model *model, struct model_reading *reading) {
    const char *layers[LAYERS] = {NULL};
    struct model_table first = {.wrong = NULL};
    char *path = NULL;
    reading->table = &first;
    reading->rule = find_rule(reading, &path);
    reading->nested = reading->rule.object && is_nested(reading->rule.object);
    if (first.wrong) {
        add_table(model, reading->config.path, "")->wrong = first.wrong;
    } else {
        size_t count = find_layers(reading, layers);
        for (size_t k = 0; k < count; k++)
            read_layer(model, *reading, layers[k]);
        if (count == 0)
            read_layer(model, *reading, "");
    }
    free(path);
}

/* A tower's table has two axes: rotary keys in it are not those of a row of positions. */
static void refuse_tower(struct model *model, const struct model_reading *reading) {
    const struct preset *preset =
        reading->family && reading->family->vision ? preset_named(reading->family->vision) : NULL;
    const char *path = reading->config.path;
    refuse_part(add_table(model, path, ""),
                text_format("%s%sthe table of a vision tower is 2-D%s%s", path, *path ? ": " : "",
                            preset ? ": see preset " : "", preset ? preset->name : ""));
}

static bool is_config(const char *key) {
    size_t length = strlen(key);
    return length > 7 && strcmp(key + length - 7, "_config") == 0;
}

/* A config and those within it. */
static void read_config(struct model *model, const json_t *object, const char *path,
                        const char *max_len) {
    struct model_reading reading = {.config = {object, path}, .layer = "", .max_len = max_len};
    reading.file = model->path + path_folder(model->path);
    const char *type = json_string_value(model_member(reading.config, "model_type"));
    reading.family = type ? model_family_named(type) : NULL;
    const char *last = strrchr(path, '.') ? strrchr(path, '.') + 1 : path;
    bool tower = strncmp(last, "vis", 3) == 0 || (reading.family && reading.family->vision);
    if (tower)
        refuse_tower(model, &reading);
    else if (has_rope(&reading))
        read_layers(model, &reading);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        if (!is_config(key) || !json_is_object(value))
            continue;
        char *inner = model_key(path, key);
        read_config(model, value, inner, max_len);
        free(inner);
    }
}

/* --- the whole file */

char *model_read(struct model *model, const char *name, const char *max_len) {
    json_t *root = NULL;
    *model = (struct model){.count = 0};
    path_split(name, &model->path, &model->key);
    char *wrong = json_read(model->path, &root);
    if (wrong)
        return wrong;
    read_config(model, root, "", max_len);
    bool any = false;
    for (size_t k = 0; k < model->count; k++)
        any = any || !model->tables[k].none;
    const char *type = json_string_value(json_object_get(root, "model_type"));
    if (!any && model->count > 0)
        wrong = text_format("%s: %s", model->path, model->tables[0].wrong);
    else if (!any)
        wrong = text_format(
            "%s: no key of rotary positions, and model_type '%.60s' is not known to have them",
            model->path, type ? type : "");
    json_decref(root);
    return wrong;
}

void model_free(struct model *model) {
    for (size_t k = 0; k < model->count; k++) {
        struct model_table *table = &model->tables[k];
        for (size_t n = 0; n < table->note_count; n++) {
            free(table->notes[n].key);
            free(table->notes[n].value);
            free(table->notes[n].meaning);
        }
        for (int w = 0; w < WORDS; w++)
            free(table->given[w]);
        text_free(&table->factors);
        free(table->notes);
        free(table->wrong);
        free(table->config);
        free(table->layer);
    }
    free(model->tables);
    free(model->path);
    free(model->key);
    *model = (struct model){.count = 0};
}

char *model_table_key(const struct model_table *table) {
    return text_format("%s%s%s", table->config, *table->config && *table->layer ? "." : "",
                       table->layer);
}

/* --- the table that is meant */

bool model_table_is_meant(const struct model_table *table, const char *key) {
    char *whole = model_table_key(table);
    bool meant = !*key || strcmp(key, whole) == 0 || strcmp(key, table->config) == 0 ||
                 strcmp(key, table->layer) == 0;
    free(whole);
    return meant;
}

static bool same_words(const struct model_table *a, const struct model_table *b) {
    for (int k = 0; k < WORDS; k++) {
        const char *x = a->given[k], *y = b->given[k];
        if ((x || y) && !(x && y && strcmp(x, y) == 0))
            return false;
    }
    return a->factors.used == b->factors.used &&
           (a->factors.used == 0 ||
            memcmp(a->factors.bytes, b->factors.bytes, a->factors.used) == 0);
}

/* "FILE:text_config.full_attention, ..." of the tables that there are. */
static char *keys_of(const struct model *model) {
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < model->count; k++) {
        char *key = model_table_key(&model->tables[k]);
        if (!model->tables[k].none) {
            text_print(&list, list.used ? ", " : "");
            text_print(&list, model->path);
            text_print(&list, *key ? ":" : "");
            text_print(&list, key);
        }
        free(key);
    }
    text_add(&list, "", 1);
    return list.bytes;
}

char *model_choose(struct model *model) {
    const struct model_table *chosen = NULL, *none = NULL;
    bool several = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *table = &model->tables[k];
        if (!model_table_is_meant(table, model->key))
            continue;
        if (table->none) {
            none = table;
        } else if (table->wrong) {
            return text_format("%s: %s", model->path, table->wrong);
        } else if (!chosen) {
            chosen = table;
        } else {
            several = several || !same_words(chosen, table);
        }
    }
    model->chosen = chosen;
    if (chosen && !several)
        return NULL;
    if (!chosen && none)
        return text_format("%s: %s", model->path, none->wrong);
    char *keys = keys_of(model);
    char *wrong =
        several ? text_format("%s: has several tables: %s", model->path, keys)
                : text_format("%s: no part '%.60s'; there are %s", model->path, model->key, keys);
    free(keys);
    return wrong;
}
