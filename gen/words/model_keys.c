#include "words/model_keys.h"

#include <stdlib.h>
#include <string.h>

static const char not_rotary[] = "this model's positions are not rotary";

/* `only` lists the values that don't change the table, as JSON with blanks around each; NULL if others read the key. */
static const struct {
    const char *name, *only, *why;
} known[] = {
    {"rope_theta", NULL, NULL},
    {"rope_scaling", NULL, NULL},
    {"rope_parameters", NULL, NULL},
    {"rope_local_base_freq", NULL, NULL},
    {"rotary_emb_base", NULL, NULL},
    {"global_rope_theta", NULL, NULL},
    {"local_rope_theta", NULL, NULL},
    {"rotary_pct", NULL, NULL},
    {"rope_pct", NULL, NULL},
    {"partial_rotary_factor", NULL, NULL},
    {"rotary_emb_fraction", NULL, NULL},
    {"rotary_dim", NULL, NULL},
    {"qk_rope_head_dim", NULL, NULL},
    {"max_position_embeddings", NULL, NULL},
    {"original_max_position_embeddings", NULL, NULL},
    {"alibi", " false ", not_rotary},
    {"use_alibi", " false ", not_rotary},
    {"rotary", " true ", not_rotary},
    {"use_rotary_pos_emb", " true ", not_rotary},
    {"position_embedding_type", " \"rotary\" \"rope\" ", not_rotary},
    {"rope_ratio", " 1 ", "ChatGLM's versions use it in different ways"},
    {"rope_interleave", "", NULL},
    {"rope_interleaved", "", NULL},
    {"rotary_emb_interleaved", "", NULL},
    {"indexer_rope_interleave", "", NULL},
    {"no_rope_layers", "", NULL},
    {"no_rope_layer_interval", "", NULL},
    {"original_rope", "", NULL},
    {"flash_rotary", "", NULL},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static bool is_about_positions(const char *key) {
    static const char *const parts[] = {"rope", "rotary", "rotate", "alibi", "position_embedding"};
    char *lower = text_format("%s", key);
    bool found = false;
    for (char *c = lower; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        found = found || strstr(lower, parts[k]);
    free(lower);
    return found;
}

/* A key of rope is there, or the family has rope without one; then a config that has only parts has no table itself. */
bool model_has_rope(const struct model_reading *reading) {
    struct place config = reading->config;
    for (int k = 0; k < KNOWN; k++)
        if (!known[k].only && !strstr(known[k].name, "max_position") &&
            model_member(config, known[k].name))
            return true;
    const char *type = json_string_value(model_member(config, "position_embedding_type"));
    bool sizes = model_member(config, "hidden_size") || model_member(config, "n_embd") ||
                 model_member(config, "head_dim");
    return (type && strncmp(type, "ro", 2) == 0) ||
           (reading->family && reading->family->base && sizes);
}

/* Is the value among those of `only`? */
static bool is_listed(const char *only, const json_t *value) {
    char *text = model_value_text(value), *with_blanks = text_format(" %s ", text);
    bool found = strstr(only, with_blanks) != NULL;
    free(text);
    free(with_blanks);
    return found;
}

static void check_key(struct model_reading *reading, const char *key, const json_t *value) {
    const struct model_family *family = reading->family;
    int k = 0;
    while (k < KNOWN && strcmp(known[k].name, key) != 0)
        k++;
    if (family && family->unread && strcmp(family->unread, key) == 0) {
        model_ignore(reading, reading->config, key, "the family's code does not read it");
    } else if (k == KNOWN) {
        if (is_about_positions(key))
            model_wrong(reading, reading->config, key, "is not known, and may change the table");
    } else if (known[k].only) {
        if (*known[k].only && !is_listed(known[k].only, value)) {
            char *text = model_value_text(value);
            model_wrong(reading, reading->config, key, "is %s: %s", text, known[k].why);
            free(text);
        }
        model_ignore(reading, reading->config, key, "does not change the table");
    }
}

void model_check_keys(struct model_reading *reading) {
    const struct model_family *family = reading->family;
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (!json_is_null(value))
            check_key(reading, key, value);
    if (family && family->needs && !model_member(reading->config, family->needs))
        model_wrong(reading, reading->config, family->needs,
                    "missing: the table of model_type '%s' depends on it", family->model_type);
}
