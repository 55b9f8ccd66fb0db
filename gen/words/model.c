/* The file of a model, and which of its tables a name means. */
#include "words/model.h"
#include "base/die.h"
#include "base/path.h"
#include "words/model_layers.h"
#include "words/search.h"

#include <stdlib.h>
#include <string.h>

/* --- the whole file */

/* Positions that aren't rotary may be those of a preset. */
static char *no_rope(const char *path, const json_t *root) {
    const char *named = json_string_value(json_object_get(root, "model_type"));
    const char *type = named ? named : "";
    bool learned = json_is_false(json_object_get(root, "sinusoidal_pos_embds")); /* DistilBERT */
    char *known = learned ? NULL : search_model_type(type);
    char *wrong = named ? text_format("%s: model_type: '%.60s' is not known to have rotary "
                                      "positions, and no key of them is there%s%s",
                                      path, type, known ? ": see " : "", known ? known : "")
                        : text_format("%s: model_type: missing, and no key of rotary positions is "
                                      "there",
                                      path);
    free(known);
    return wrong;
}

char *model_read(struct model *model, const char *name, const char *max_len, bool assumed) {
    json_t *root = NULL;
    *model = (struct model){.assumed = assumed};
    path_split(name, &model->path, &model->key);
    char *wrong = json_read(model->path, &root);
    if (wrong)
        return wrong;
    model_config_read(model, (struct place){root, "", NULL}, NULL, max_len);
    bool any = false;
    for (size_t k = 0; k < model->count; k++)
        any = any || !model->tables[k].none;
    if (!any && model->count > 0)
        wrong = text_format("%s: %s", model->path, model->tables[0].wrong);
    else if (!any)
        wrong = no_rope(model->path, root);
    json_decref(root);
    return wrong;
}

void model_table_clear(struct model_table *table) {
    for (size_t n = 0; n < table->note_count; n++) {
        free(table->notes[n].key);
        free(table->notes[n].value);
        free(table->notes[n].meaning);
    }
    for (int w = 0; w < WORDS; w++)
        free(table->given[w]);
    text_free(&table->factors);
    free(table->notes);
    free(table->grid_columns);
    free(table->off_grid);
    free(table->wrong);
    free(table->config);
    free(table->layer);
}

void model_free(struct model *model) {
    for (size_t k = 0; k < model->count; k++)
        model_table_clear(&model->tables[k]);
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
    bool outer = strcmp(key, ".") == 0 && !*table->config;
    bool meant = !*key || outer || strcmp(key, whole) == 0 || strcmp(key, table->config) == 0 ||
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
            text_print(&list, *key || model->count > 1 ? ":" : "");
            text_print(&list, *key || model->count == 1 ? key : ".");
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
