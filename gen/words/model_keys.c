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
    {"rotary_embedding_base", NULL, NULL},
    {"global_rope_theta", NULL, NULL},
    {"local_rope_theta", NULL, NULL},
    {"rotary_pct", NULL, NULL},
    {"rope_pct", NULL, NULL},
    {"partial_rotary_factor", NULL, NULL},
    {"rotary_emb_fraction", NULL, NULL},
    {"rotary_dim", NULL, NULL},
    {"attn_rotary_emb", NULL, NULL},
    {"qk_rope_head_dim", NULL, NULL},
    {"max_position_embeddings", NULL, NULL},
    {"original_max_position_embeddings", NULL, NULL},
    {"alibi", " false ", not_rotary},
    {"use_alibi", " false ", not_rotary},
    {"rotary", " true ", not_rotary},
    {"use_rotary_pos_emb", " true ", not_rotary},
    {"position_embedding_type", " \"rotary\" \"rope\" \"rope_gptj\" ", not_rotary},
    {"position_embeddings_type", " \"rotary\" ", not_rotary},
    {"mla_use_nope", " false ", not_rotary},
    {"use_mem_rope", " true ", not_rotary},
    {"use_long_context", " false ", "the base changes by a rule of its own"},
    {"rope_type", " \"default\" ", "a type beside the rule may be that of another table"},
    {"rope_ratio", " 1 ", "ChatGLM's versions use it in different ways"},
    {"rope_interleave", "", NULL},
    {"rope_interleaved", "", NULL},
    {"rotary_emb_interleaved", "", NULL},
    {"indexer_rope_interleave", "", NULL},
    {"qk_nope_head_dim", "", NULL},
    {"no_rope_layers", "", NULL},
    {"no_rope_layer_interval", "", NULL},
    {"use_mrope", "", NULL},
    {"rope_3d", "", NULL},
    {"use_3d_rope", "", NULL},
    {"original_rope", "", NULL},
    {"flash_rotary", "", NULL},
};
enum { KNOWN = sizeof known / sizeof known[0] };

/* The first ROTARY of the parts are those of rotary positions alone. */
static const char *const parts[] = {"rope",   "rotary", "nope",
                                    "rotate", "alibi",  "position_embedding"};
enum { ROTARY = 2, PARTS = sizeof parts / sizeof parts[0] };

static bool has_part(const char *key, int count) {
    char *lower = text_format("%s", key);
    bool found = false;
    for (char *c = lower; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    for (int k = 0; k < count; k++)
        found = found || strstr(lower, parts[k]);
    free(lower);
    return found;
}

/* Its row in known, or KNOWN. */
static int known_row(const char *key) {
    int k = 0;
    while (k < KNOWN && strcmp(known[k].name, key) != 0)
        k++;
    return k;
}

/* Letters and digits alone, in lower case, without a final s: "head_dims" and "headDim" are both "headdim". */
static bool is_spelt_like(const char *key, const char *known_key) {
    while (*key || *known_key) {
        while (*key == '_' || *key == '-')
            key++;
        while (*known_key == '_')
            known_key++;
        if ((*key | 0x20) != (*known_key | 0x20))
            return strcmp(key, "s") == 0 && !*known_key;
        key += *key != '\0';
        known_key += *known_key != '\0';
    }
    return true;
}

/* The key of a width or a length that another one is a misspelling of, or NULL. */
static const char *meant_by(const char *key) {
    static const char *const sizes[] = {"head_dim",
                                        "global_head_dim",
                                        "hidden_size",
                                        "num_attention_heads",
                                        "kv_channels",
                                        "n_embd",
                                        "n_positions",
                                        "seq_length",
                                        "max_position_embeddings",
                                        "layer_types",
                                        "per_layer_config"};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        if (strcmp(key, sizes[k]) != 0 && is_spelt_like(key, sizes[k]))
            return sizes[k];
    return NULL;
}

/* Is it an object that looks like a rule, or other heads of some layers? Either may change the table. */
static bool is_suspicious(const char *key, const json_t *value) {
    bool rule = !strstr(key, "_config") &&
                (json_object_get(value, "rope_type") ||
                 (json_object_get(value, "factor") &&
                  (json_object_get(value, "type") || json_object_size(value) == 1)));
    return rule || (strstr(key, "swa") && strstr(key, "attention_heads"));
}

/* Such as rope_embedding_base: nobody knows what it means, but the model has rope. */
static bool has_unknown_rope(struct place config) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)config.object, key, value)
        if (!json_is_null(value) && has_part(key, ROTARY) && known_row(key) == KNOWN)
            return true;
    return false;
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
                 model_member(config, "head_dim") || model_member(config, "d_model");
    return (type && strncmp(type, "ro", 2) == 0) ||
           (sizes && (has_unknown_rope(config) || (reading->family && reading->family->base)));
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
    int k = known_row(key);
    char *with_blanks = text_format(" %s ", key);
    bool foreign = family && family->foreign && strstr(family->foreign, with_blanks);
    free(with_blanks);
    if (foreign && !(json_is_number(value) && json_number_value(value) == 1)) {
        model_wrong(reading, reading->config, key,
                    "is not read by the code of model_type '%s', and says another table",
                    family->model_type);
    } else if (family && family->unread && strcmp(family->unread, key) == 0) {
        model_ignore(reading, reading->config, key, "the family's code does not read it");
    } else if (k == KNOWN) {
        const char *meant = meant_by(key);
        if (meant && !json_object_get(reading->config.object, meant))
            model_wrong(reading, reading->config, key, "is not known; did you mean %s?", meant);
        if (has_part(key, PARTS) || is_suspicious(key, value))
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

/* no_rope_layers has a 1 for each layer that turns its heads, or for each one that doesn't, and the interval counts such
 * layers. Some turn, unless a list says none of them does, in either sense. */
static void check_layers(struct model_reading *reading) {
    static const char list[] = "no_rope_layers", interval[] = "no_rope_layer_interval";
    const json_t *layers = model_member(reading->config, list),
                 *every = model_member(reading->config, interval);
    size_t count = json_array_size(layers), ones = 0;
    for (size_t k = 0; k < count; k++)
        ones += json_integer_value(json_array_get(layers, k)) == 1;
    if (layers && !json_is_array(layers))
        model_wrong(reading, reading->config, list, "is not a list");
    if (count > 0 && ones == 0)
        model_wrong(reading, reading->config, list, "says that no layer has rotary positions");
    if (count == 0 && json_is_integer(every) && json_integer_value(every) == 1)
        model_wrong(reading, reading->config, interval,
                    "is 1: no layer would have rotary positions");
}

/* A base of null may say that there is no rope. One in the rule decides. */
static void check_bases(struct model_reading *reading) {
    static const char *const bases[] = {
        "rope_theta",        "rotary_emb_base",  "rotary_embedding_base",
        "global_rope_theta", "local_rope_theta", "rope_local_base_freq"};
    bool nested = json_is_null(json_object_get(reading->rule.object, "rope_theta"));
    if (nested)
        model_wrong(reading, reading->rule, "rope_theta",
                    "is null, which may say that there are no rotary positions");
    for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
        bool null = json_is_null(json_object_get(reading->config.object, bases[k]));
        if (null && !model_member(reading->rule, "rope_theta"))
            model_wrong(reading, reading->config, bases[k],
                        "is null, which may say that there are no rotary positions");
    }
}

void model_check_keys(struct model_reading *reading) {
    const struct model_family *family = reading->family;
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (!json_is_null(value))
            check_key(reading, key, value);
    check_layers(reading);
    bool says_none = family && family->null &&
                     json_is_null(json_object_get(reading->config.object, family->null));
    if (says_none)
        model_wrong(reading, reading->config, family->null,
                    "is null: then model_type '%s' has no rotary positions", family->model_type);
    if (family && family->needs_rule && !model_member(reading->rule, "rope_theta"))
        model_wrong(reading, reading->config, "rope_parameters",
                    "missing: without it model_type '%s' has no rotary positions",
                    family->model_type);
    check_bases(reading);
    if (family && family->needs && !model_member(reading->config, family->needs))
        model_wrong(reading, reading->config, family->needs,
                    "missing: the table of model_type '%s' depends on it", family->model_type);
}
