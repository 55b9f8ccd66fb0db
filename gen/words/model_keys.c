#include "words/model_keys.h"
#include "base/die.h"
#include "base/path.h"
#include "words/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* The keys at the top of a config that are about positions: which are known, and whether there is rope at all. */

/* The first ROTARY of the parts are those of rotary positions alone. Shorter ones count as words only: "yarn_factor". */
static const char *const parts[] = {"rope", "rotary", "nope", "rotate", "alibi", "ntk"};
enum { ROTARY = 2, PARTS = sizeof parts / sizeof parts[0] };
static const char part_words[] = "scaling yarn su xpos pos position positional";

/* Its row, or NULL. */
static const struct known_key *known_key(const char *key) {
    for (const struct known_key *known = known_keys; known->name; known++)
        if (strcmp(known->name, key) == 0)
            return known;
    return NULL;
}

/* In lower case, without what isn't ASCII and the letters of `skipped`. The caller frees it. */
static char *plain_letters(const char *key, const char *skipped) {
    char *plain = text_format("%s", key), *end = plain;
    for (const char *c = key; *c; c++)
        if ((unsigned char)*c < 128 && !strchr(skipped, *c))
            *end++ = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    *end = '\0';
    return plain;
}

static bool has_part(const char *key, int count) {
    char *plain = plain_letters(key, "");
    bool found = false;
    for (int k = 0; k < count; k++)
        found = found || strstr(plain, parts[k]);
    free(plain);
    return found;
}

/* Is one of these a word of the key, as in "use_yarn" and "yarnFactor"? */
static bool has_word(const char *key, const char *list) {
    bool found = false;
    for (const char *at = key; *at && !found;) {
        size_t length = 1;
        while (at[length] && !strchr("_-. ", at[length]) &&
               !(at[length - 1] >= 'a' && at[length] >= 'A' && at[length] <= 'Z'))
            length++;
        char *word = text_format("%.*s", (int)length, at), *plain = plain_letters(word, "_-. ");
        found = model_lists(list, plain);
        free(plain);
        free(word);
        at += length;
    }
    return found;
}

/* Do they differ in one letter at most, and not in the first? "head_dims" and "headDim" are spelt like head_dim;
 * v_head_dim isn't. */
static bool is_spelt_like(const char *key, const char *known_key) {
    char *a = plain_letters(key, "_-"), *b = plain_letters(known_key, "_-");
    size_t i = strlen(a), j = strlen(b), same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    while (i > same && j > same && a[i - 1] == b[j - 1]) {
        i--;
        j--;
    }
    free(a);
    free(b);
    return same > 0 && i <= same + 1 && j <= same + 1;
}

/* The key of a width, a length or the rule that another one is a misspelling or another name of, or NULL. */
static const char *meant_by(const char *key) {
    for (const struct known_key *known = known_keys; known->name; known++)
        if (known->says && strcmp(key, known->says) != 0 && is_spelt_like(key, known->name))
            return known->says;
    return NULL;
}

/* The key of a config within a config */
static bool is_config(const char *key) {
    size_t length = strlen(key);
    bool named = length > 7 && strcmp(key + length - 7, "_config") == 0;
    return (named && strcmp(key, "attn_config") != 0 /* of DBRX */) ||
           strcmp(key, "encoder") == 0 || strcmp(key, "decoder") == 0 /* of T5Gemma */;
}

/* Is it an object that looks like a rule? A config within the config may have most of its keys. */
static bool is_rule_like(const char *key, const json_t *value) {
    static const char *const types[] = {"type", "rope_type", "method", "name"};
    bool config = is_config(key) && !has_word(key, "attn attention"), rule = false;
    for (size_t k = 0; k < sizeof types / sizeof *types && !config; k++) {
        const char *type = json_string_value(json_object_get(value, types[k]));
        rule = rule || (type && model_lists("yarn ntk dynamic su longrope llama3", type));
    }
    const char *member;
    json_t *unused;
    json_object_foreach ((json_t *)value, member, unused)
        rule = rule || model_lists("short_factor long_factor", member) ||
               (!config && (strcmp(member, "factor") == 0 || strncmp(member, "rope_", 5) == 0 ||
                            strncmp(member, "original_max", 12) == 0));
    return rule;
}

/* Is it a key of positions, a rule, other heads of some layers, or something said of each layer? Any of them may change
 * the table. */
static bool is_suspicious(const char *key, const json_t *value) {
    bool each = strstr(key, "layer") || strstr(key, "block") || strstr(key, "attn") ||
                strstr(key, "attention") || strstr(key, "pattern");
    return (each && (json_is_array(value) || (json_is_string(value) && strstr(key, "pattern")))) ||
           has_part(key, PARTS) || has_word(key, part_words) || is_rule_like(key, value) ||
           model_lists("factor short_factor long_factor", key) ||
           (strstr(key, "swa") && (strstr(key, "attention_heads") || strstr(key, "swa_head_dim")));
}

/* Such as rope_embedding_base: nobody knows what it means, but the model has rope. */
static bool has_unknown_rope(struct json_place config) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)config.object, key, value)
        if (!json_is_null(value) && has_part(key, ROTARY) && !known_key(key))
            return true;
    return false;
}

/* Has the config a rotary table?
 *
 * A key of rope is there, or the family has rope without one; then a config that has only parts has no table itself. */
static bool model_has_rope(const struct model_reading *reading) {
    struct json_place config = reading->config;
    for (const struct known_key *known = known_keys; known->name; known++)
        if (!known->ignored && !known->only && !known->layers && !known->other &&
            !strstr(known->name, "max_position") && model_member(config, known->name))
            return true;
    const char *type = json_string_value(model_member(config, "position_embedding_type"));
    bool sizes = model_member(config, "hidden_size") || model_member(config, "n_embd") ||
                 model_member(config, "head_dim") || model_member(config, "d_model") ||
                 json_object_get(config.object, "hidden_size"); /* which may be null */
    return (type && strncmp(type, "ro", 2) == 0) ||
           (sizes && (has_unknown_rope(config) ||
                      (reading->family && (reading->family->base || reading->family->rule))));
}

/* Only some families' code reads these. */
static const char special[] =
    "partial_rotary_factor rotary_pct rope_pct rotary_emb_fraction rotary_dim attn_rotary_emb "
    "qk_rope_head_dim kv_channels global_head_dim per_layer_config attn_config rotary_emb_base "
    "rotary_embedding_base global_rope_theta local_rope_theta rope_local_base_freq theta";

/* Does the family's code not read a key that says another table? */
static bool is_foreign(const struct model_family *family, const char *key, const json_t *value) {
    bool foreign = family && (model_lists(family->foreign, key) ||
                              (model_lists(special, key) && !model_lists(family->reads, key)));
    bool share = strncmp(key, "partial", 7) == 0 || strstr(key, "_pct") || strstr(key, "_fraction");
    bool all = share && !(family && family->partial), none = strcmp(key, "qk_rope_head_dim") == 0;
    double number = json_number_value(value); /* the whole head, or no latent attention */
    bool neutral = json_is_number(value) && ((all && number == 1) || (none && number == 0));
    return foreign && !json_is_null(value) && !neutral;
}

bool model_reads(const struct model_family *family, const char *key) {
    return !family || model_lists(family->reads, key);
}

/* Sizes that some classes have under older names. */
static const struct {
    const char *older, *usual;
} older_sizes[] = {{"n_embd", "hidden_size"},
                   {"n_embed", "hidden_size"},
                   {"d_model", "hidden_size"},
                   {"n_head", "num_attention_heads"},
                   {"n_heads", "num_attention_heads"},
                   {"num_heads", "num_attention_heads"},
                   {"encoder_num_attention_heads", "num_attention_heads"},
                   {"decoder_num_attention_heads", "num_attention_heads"},
                   {"n_positions", "max_position_embeddings"},
                   {"seq_length", "max_position_embeddings"},
                   {"max_seq_len", "max_position_embeddings"}};

/* The usual name of a size, if this key is an older one of it; else NULL. */
static const char *usual_size(const char *key) {
    for (size_t k = 0; k < sizeof older_sizes / sizeof *older_sizes; k++)
        if (strcmp(key, older_sizes[k].older) == 0)
            return older_sizes[k].usual;
    return NULL;
}

bool model_reads_size(const struct model_family *family, const char *key) {
    if (!family || !family->sizes || !usual_size(key) || model_lists(family->reads, key))
        return true;
    char *name = text_format("\"%s\"", key);
    bool own = strstr(family->sizes, name) != NULL; /* so its class has that name */
    free(name);
    return own;
}

static void check_key(struct model_reading *reading, const char *key, const json_t *value) {
    const struct model_family *family = reading->family;
    const struct known_key *known = known_key(key);
    const char *meant = known && !known->says ? NULL : meant_by(key);
    bool read =
        family && (model_lists(family->reads, key) || model_lists(family->sliding_base_key, key) ||
                   model_lists(family->sliding_head_key, key));
    bool unread = family && model_lists(family->unread, key);
    bool replaced =
        !model_reads_size(family, key) && !json_object_get(reading->config.object, usual_size(key));
    if (!unread && (is_foreign(family, key, value) || replaced)) {
        model_wrong(reading, reading->config, key,
                    "is not read by the code of model_type '%s', and says another table",
                    family->name);
    } else if (unread) {
        model_ignore(reading, reading->config, key, "the family's code does not read it");
    } else if (read) {
        return;
    } else if (meant && !json_object_get(reading->config.object, meant)) {
        model_wrong(reading, reading->config, key, "is not known; did you mean %s?", meant);
    } else if (!known) {
        if (is_suspicious(key, value))
            model_wrong(reading, reading->config, key, "is not known, and may change the table");
    } else if (known->layers) {
        model_tell(reading, reading->config, key, "which layers have rotary positions");
    } else if (known->ignored || known->only) {
        char *text = model_value_text(value);
        if (known->only && !model_lists(known->only, text))
            model_wrong(reading, reading->config, key, "is %s: %s", text, known->why);
        free(text);
        model_ignore(reading, reading->config, key, "does not change the table");
    }
}

/* Attention turns its queries and keys; convolutions, state spaces and linear attention don't. The hybrid layers of
 * Zamba 2 have attention beside a state space. */
static bool may_turn(const char *layer) {
    size_t length = strlen(layer);
    return (length >= 9 && strcmp(layer + length - 9, "attention") == 0 &&
            strcmp(layer, "linear_attention") != 0) ||
           strcmp(layer, "hybrid") == 0 || strcmp(layer, "hybrid_sliding") == 0;
}

/* A list that says which layers turn their heads: some do, or there is no table. Null is what the class has. */
static void check_layers(struct model_reading *reading, const struct known_key *known) {
    const char *key = known->name;
    const json_t *list = model_member(reading->config, key);
    bool names = strcmp(known->layers, "names") == 0, flags = strcmp(known->layers, "flags") == 0;
    if (!list)
        list = json_object_get(reading->config.beneath, key);
    size_t count = json_array_size(list), turning = 0;
    for (size_t k = 0; k < count; k++) {
        const json_t *item = json_array_get(list, k);
        json_int_t number = json_integer_value(item);
        if (names && !json_is_string(item))
            model_wrong(reading, reading->config, key, "has a member that is not a string");
        if (!names && (!json_is_integer(item) || number < 0 || (flags && number > 1)))
            model_wrong(reading, reading->config, key, "has a member that is not %s",
                        flags ? "0 or 1" : "a layer's number");
        turning += names ? json_is_string(item) && may_turn(json_string_value(item))
                         : !flags || number == 1;
    }
    if (list && !json_is_array(list))
        model_wrong(reading, reading->config, key, "is not a list");
    if (list && turning == 0 && !(flags && count == 0))
        model_wrong(reading, reading->config, key, "%s that no layer has rotary positions",
                    json_object_get(reading->config.object, key) == list ? "says"
                                                                         : "missing, which says");
}

#define FULL "full_attention"
#define SLIDING "sliding_attention"

static bool says(const char *type, const char *layer) {
    return type && strcmp(type, layer) == 0;
}

/* Does the code of the family give these layers no rope? */
static bool is_without(const struct model_reading *reading, const char *layer) {
    const struct model_family *family = reading->family;
    return family && says(family->without, layer) &&
           (!family->without_if || model_member(reading->config, family->without_if));
}

/* Where every n-th layer turns nothing, the others do, if there are any; a list of layers wins. So does an L in the
 * pattern "LLLG". */
static void check_interval(struct model_reading *reading, const char *key, const char *list) {
    const json_t *every = model_member(reading->config, key);
    const char *pattern = strstr(key, "pattern") ? json_string_value(every) : NULL;
    if (every && json_array_size(model_member(reading->config, list)) == 0 &&
        !(pattern ? strchr(pattern, 'L') != NULL : json_integer_value(every) > 1))
        model_wrong(reading, reading->config, key, "is %s: no layer would have rotary positions",
                    pattern ? "a pattern without an L" : "not a whole number above 1");
}

/* A base of null may say that there is no rope. One in the rule decides. */
static void check_bases(struct model_reading *reading) {
    static const char null[] = "is null, which may say that there are no rotary positions",
                      base[] = "rope_theta",
                      others[] = "rotary_emb_base rotary_embedding_base global_rope_theta "
                                 "local_rope_theta rope_local_base_freq";
    const char *sliding = reading->family ? reading->family->sliding_base_key : NULL, *key;
    json_t *value;
    if (json_is_null(json_object_get(reading->rule.object, base)))
        model_wrong(reading, reading->rule, base, "%s", null);
    if (model_member(reading->rule, base))
        return;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (json_is_null(value) &&
            (strcmp(key, base) == 0 || model_lists(others, key) || model_lists(sliding, key)))
            model_wrong(reading, reading->config, key, "%s", null);
}

/* Is one of the keys, "rope_parameters|rope_scaling", in the file or its class? */
static bool has_one_of(struct json_place config, const char *keys) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)config.object, key, value)
        if (!json_is_null(value) && model_lists(keys, key))
            return true;
    return model_member(config, keys);
}

/* Refuses keys that are about positions and not known, values of known keys that change the table in a way that isn't
 * known, and configs that lack a key that their family needs. */
static void model_check_keys(struct model_reading *reading) {
    const struct model_family *family = reading->family;
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (!json_is_null(value))
            check_key(reading, key, value);
    bool says_none = family && family->null &&
                     json_is_null(json_object_get(reading->config.object, family->null));
    if (says_none)
        model_wrong(reading, reading->config, family->null,
                    "is null: then model_type '%s' has no rotary positions", family->name);
    if (family && family->needs_rule && !model_member(reading->rule, "rope_theta"))
        model_wrong(reading, reading->config, "rope_parameters",
                    "missing: without it model_type '%s' has no rotary positions", family->name);
    check_bases(reading);
    bool class_has = reading->nested && reading->rule.beneath;
    if (family && family->needs && !class_has && !has_one_of(reading->config, family->needs))
        model_wrong(reading, reading->config, family->needs,
                    "missing: the table of model_type '%s' depends on it", family->name);
    for (const struct known_key *known = known_keys; known->name; known++)
        if (known->layers)
            check_layers(reading, known);
    check_interval(reading, "no_rope_layer_interval", "no_rope_layers");
    if (is_without(reading, FULL)) {
        check_interval(reading, "sliding_window_pattern", "layer_types");
        check_interval(reading, "global_attn_every_n_layers", "layer_types");
    }
}

/* --- the types of layers of one config */

enum { LAYERS = 16 }; /* types at most; models have two or three */

/* Types that may have parameters although layer_types doesn't name them. */
static const char layer_names[] = FULL " " SLIDING " chunked_attention linear_attention attention "
                                       "conv mamba hybrid hybrid_sliding";

struct layers {
    const char *names[LAYERS];
    size_t count;
    bool too_many;
};

static void add_layer(struct layers *layers, const char *name) {
    for (size_t k = 0; k < layers->count; k++)
        if (strcmp(layers->names[k], name) == 0)
            return;
    layers->too_many = layers->count == LAYERS;
    if (!layers->too_many)
        layers->names[layers->count++] = name;
}

/* The file's parameters, or else those of the family's class. */
static const json_t *parameters(struct json_place rule) {
    return rule.object ? rule.object : rule.beneath;
}

/* An object among parameters shows that they are those of types of layers, rather than one rule's. */
static bool has_object(const json_t *rule) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)rule, key, value)
        if (json_is_object(value))
            return true;
    return false;
}

/* Are the parameters those of types of layers? The null of a type shows it too. */
static bool is_nested(struct model_reading *reading) {
    const json_t *rule = parameters(reading->rule);
    const char *key, *plain = NULL;
    json_t *value;
    bool nested = has_object(rule);
    json_object_foreach ((json_t *)rule, key, value) {
        nested = nested || model_lists(layer_names, key);
        if (!json_is_object(value) && !json_is_null(value) &&
            strcmp(key, "original_max_position_embeddings") != 0)
            plain = key;
    }
    if (nested && plain)
        model_wrong(reading, reading->rule, plain, "stands beside parameters of types of layers");
    return nested;
}

static bool is_listed(const json_t *types, const char *layer) {
    for (size_t k = 0; k < json_array_size(types); k++)
        if (says(json_string_value(json_array_get(types, k)), layer))
            return true;
    return false;
}

/* The types of layers that the config tells apart; none if it doesn't. */
static void find_layers(struct model_reading *reading, struct layers *layers) {
    struct json_place config = reading->config;
    const struct model_family *family = reading->family;
    const json_t *types = model_member(config, "layer_types");
    const char *key;
    json_t *value;
    bool told = reading->rule.object &&
                model_member((struct json_place){config.object, "", NULL}, "layer_types");
    for (size_t k = 0; k < json_array_size(types); k++) {
        const char *type = json_string_value(json_array_get(types, k));
        if (type && may_turn(type))
            add_layer(layers, type);
    }
    if (reading->nested)
        json_object_foreach ((json_t *)parameters(reading->rule), key, value) {
            bool known = model_lists(layer_names, key),
                 listed = !types ? known : is_listed(types, key);
            if (!json_is_object(value) && !json_is_null(value))
                continue;
            if (!listed && (told || !known))
                model_wrong(reading, reading->rule, key,
                            told ? "layer_types has no such layer"
                                 : "is not a known type of layers");
            if (listed)
                add_layer(layers, key);
        }
    if (json_array_size(types) == 0 &&
        (model_member(config, "rope_local_base_freq") || model_member(config, "local_rope_theta") ||
         (family && (family->local_base || family->unscaled)) || is_without(reading, FULL))) {
        add_layer(layers, FULL);
        add_layer(layers, SLIDING);
    }
    if (layers->too_many)
        model_wrong(reading, config, types ? "layer_types" : "rope_parameters",
                    "has more than %d types of layers", LAYERS);
}

/* --- one config */

static struct model_table *add_table(struct model *model, const char *config, const char *layer) {
    model->tables = die_grow(model->tables, model->count, sizeof *model->tables);
    struct model_table *table = &model->tables[model->count++];
    *table = (struct model_table){.config = text_format("%s", config),
                                  .layer = text_format("%s", layer)};
    return table;
}

/* 2 and 2.0 are the same number. */
static bool same_value(const json_t *a, const json_t *b) {
    if (json_is_number(a) && json_is_number(b))
        return json_number_value(a) == json_number_value(b);
    bool same = json_typeof(a) == json_typeof(b) && json_array_size(a) == json_array_size(b) &&
                json_object_size(a) == json_object_size(b);
    for (size_t k = 0; same && k < json_array_size(a); k++)
        same = same_value(json_array_get(a, k), json_array_get(b, k));
    const char *key;
    json_t *value;
    if (json_is_object(a) && same)
        json_object_foreach ((json_t *)a, key, value)
            same = same && json_object_get(b, key) && same_value(value, json_object_get(b, key));
    return same && (json_is_array(a) || json_is_object(a) || json_equal((json_t *)a, (json_t *)b));
}

/* Without what is null, and with the newer name of the type. */
static json_t *plain_rule(const json_t *rule) {
    json_t *plain = json_deep_copy((json_t *)rule), *type, *value;
    const char *key;
    void *next;
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

/* Are two rules the same, but that `a` may have no rope_theta? */
static bool lacks_only_base(const json_t *a, const json_t *b) {
    static const char base[] = "rope_theta";
    json_t *one = plain_rule(a), *other = plain_rule(b);
    if (json_is_object(other) && !json_object_get(one, base) && json_object_get(other, base))
        json_object_set(one, base, json_object_get(other, base));
    bool same = same_value(one, other);
    json_decref(one);
    json_decref(other);
    return same;
}

/* InternLM's own rule, such as {"base": 10000, "type": "dynamic"}, gets the names of the others. */
static void rename_rotary(struct model_reading *reading) {
    static const char key[] = "rotary";
    json_t *rotary = json_object_get(reading->config.object, key);
    const char *type = json_string_value(json_object_get(rotary, "type"));
    bool dynamic = type && strcmp(type, "dynamic") == 0;
    if (!json_object_get(rotary, "base") || (!dynamic && !says(type, "origin"))) {
        model_wrong(reading, reading->config, key,
                    "has no base, or a type that is neither 'origin' nor 'dynamic'");
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
static struct json_place find_rule(struct model_reading *reading, char **path) {
    static const char older[] = "rope_scaling";
    const struct model_family *family = reading->family;
    const bool own =
        family && model_lists(family->reads, "rotary") && model_member(reading->config, "rotary");
    const char *newer = own ? "rotary" : "rope_parameters";
    if (own)
        rename_rotary(reading);
    const json_t *new = model_member(reading->config, newer),
                 *old = model_member(reading->config, older);
    if (new &&json_is_object(old) && json_object_size(old) == 0)
        old = NULL;
    if (family && (reading->class_rule || model_lists(family->needs, newer)) && !old &&
        json_is_object(new) && json_object_size(new) == 0)
        model_wrong(reading, reading->config, newer,
                    "is empty, and the table of model_type '%s' depends on it", family->name);
    bool newest = !old || (new && !lacks_only_base(new, old));
    const json_t *found = newest ? new : old;
    if (json_is_object(found) && json_object_size(found) == 0)
        found = NULL;
    if (new &&old && !lacks_only_base(old, new) && !lacks_only_base(new, old))
        model_wrong(reading, reading->config, older, "contradicts %s", newer);
    *path = model_key(reading->config.path, newest ? newer : older);
    if (found && !json_is_object(found)) {
        model_wrong(reading, reading->config, newest ? newer : older, "is not an object");
        found = NULL;
    }
    /* a class that has rules for types of layers doesn't read a base beside them */
    bool mixed = has_object(reading->class_rule) && model_member(reading->config, "rope_theta");
    return (struct json_place){found, *path, found || mixed ? NULL : reading->class_rule};
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
    struct json_place whole = reading.rule;
    char *path = model_key(whole.path, layer);
    table->assumed = !family;
    reading.table = table;
    reading.layer = layer;
    if (reading.nested)
        reading.rule = (struct json_place){json_object_get(whole.object, layer), path,
                                           json_object_get(whole.beneath, layer)};
    bool local = says(SLIDING, layer) && model_member(reading.config, "rope_local_base_freq");
    reading.unscaled = !reading.nested && (local || (family && says(family->unscaled, layer)));
    model_check_keys(&reading);
    if (is_without(&reading, layer))
        refuse_part(table, text_format("%s: these layers have no rotary positions", layer));
    else if (reading.nested && !parameters(reading.rule))
        model_wrong(&reading, reading.rule, "", "missing");
    else if (reading.nested && json_is_null(reading.rule.object))
        refuse_part(table, text_format("%s: these layers have no rotary positions", path));
    else if (reading.nested && !json_is_object(parameters(reading.rule)))
        model_wrong(&reading, reading.rule, "", "is not an object");
    if (!table->wrong)
        model_table_read(&reading);
    free(path);
}

/* Code that has rules for types of layers takes none from rope_parameters that are one rule. */
static void check_by_layer(struct model_reading *reading) {
    bool newer = reading->rule.object &&
                 reading->rule.object == model_member(reading->config, "rope_parameters");
    if (reading->rule.object && reading->nested && reading->family && !reading->family->by_layer)
        model_wrong(reading, reading->rule, "",
                    "has rules for types of layers, and the code of model_type '%s' reads one rule",
                    reading->family->name);
    if (newer && !reading->nested && reading->family && reading->family->by_layer)
        model_wrong(reading, reading->rule, "",
                    "is one rule, and the code of model_type '%s' reads one for each type of layer",
                    reading->family->name);
}

/* All types of layers of a config that has rope. */
static void read_layers(struct model *model, struct model_reading reading) {
    struct layers layers = {.count = 0};
    struct model_table first = {.wrong = NULL}; /* what is wrong with all of them */
    char *path = NULL;
    reading.table = &first;
    reading.rule = find_rule(&reading, &path);
    reading.nested = is_nested(&reading);
    check_by_layer(&reading);
    find_layers(&reading, &layers);
    if (first.wrong)
        add_table(model, reading.config.path, "")->wrong = first.wrong;
    else if (layers.count == 0)
        read_layer(model, reading, "");
    for (size_t k = 0; k < layers.count && !first.wrong; k++)
        read_layer(model, reading, layers.names[k]);
    free(path);
}

/* Nobody has read this code, so its keys may mean anything, unless the user says whose meaning they have. */
static void refuse_unread(struct model *model, struct model_reading *reading, const char *type) {
    const json_t *given = model_member(reading->config, "model_type");
    reading->table = add_table(model, reading->config.path, "");
    if (given && (!json_is_string(given) || (type && model_lists("NaN Infinity -Infinity", type))))
        model_wrong(reading, reading->config, "model_type", "is not a text");
    else if (type)
        model_wrong(reading, reading->config, "model_type",
                    "the code of '%.60s' is not known; --assume transformers reads its keys as "
                    "transformers does",
                    type);
    else
        model_wrong(reading, reading->config, "model_type",
                    "missing; --assume transformers reads the keys as transformers does");
}

/* A tower's table has two axes: rotary keys in it are not those of a row of positions. */
static void refuse_tower(struct model *model, const struct model_reading *reading) {
    const char *preset = reading->family ? reading->family->vision : NULL;
    bool known = preset && strcmp(preset, "none") != 0;
    const char *path = reading->config.path;
    refuse_part(add_table(model, path, ""),
                text_format("%s%sa vision tower has positions of its own%s%s", path,
                            *path ? ": " : "", known ? ": see --preset " : "",
                            known ? preset : ""));
}

/* A config that has parts with rope, and none itself, may still have keys that change their tables. */
static void check_outer_keys(struct model *model, struct model_reading reading) {
    struct model_table outer = {.wrong = NULL};
    reading.table = &outer;
    reading.family = NULL;
    model_check_keys(&reading);
    if (outer.wrong) {
        for (size_t k = 0; k < model->count; k++)
            if (!model->tables[k].wrong)
                model->tables[k].wrong = text_format("%s", outer.wrong);
    }
    model_table_clear(&outer);
}

/* Images have patches; a model that has a vocabulary too is one of language. */
static bool is_tower(const struct model_reading *reading, const char *part) {
    struct json_place config = reading->config;
    bool image = model_member(config, "patch_size") || model_member(config, "image_size");
    bool named = strstr(part, "vis") || strstr(part, "vit") || strstr(part, "image");
    return named || (reading->family && reading->family->vision) ||
           (image && !model_member(config, "vocab_size") && model_has_rope(reading));
}

const struct model_family *model_family_named(const char *model_type) {
    for (const struct model_family *family = families; family->name; family++)
        if (strcmp(family->name, model_type) == 0)
            return family;
    return NULL;
}

static const struct model_family *family_of_part(const char *type, const char *part) {
    char *name = text_format("%s_%s", type, part);
    const struct model_family *family = model_family_named(name);
    free(name);
    return family;
}

/* The family of a config. A part that doesn't name its own is of the whole's: of gemma3, say, or gemma3_text. A tower
 * may have the name of the whole. */
static const struct model_family *family_of(const char *type, const char *outer, const char *part) {
    const char *named = type ? type : outer;
    bool language = strcmp(part, "text_config") == 0 || strcmp(part, "language_config") == 0;
    if (named && strcmp(part, "vision_config") == 0) {
        const struct model_family *tower = family_of_part(named, "vision");
        return tower || !type ? tower : model_family_named(type);
    }
    const struct model_family *own = NULL;
    if (outer && is_config(part)) {
        const char *end = strstr(part, "_config");
        size_t length = end ? (size_t)(end - part) : strlen(part);
        char *name = text_format("%.*s", (int)length, language ? "text" : part);
        own = family_of_part(outer, name);
        free(name);
    }
    if (type && own && language && own->over && strcmp(type, own->over) == 0)
        return own;
    if (type)
        return model_family_named(type);
    return own || !language ? own : model_family_named(outer);
}

/* The tables of a config itself, without those within it. */
static void read_config(struct model *model, struct model_reading *reading, const char *type,
                        const char *part) {
    const struct model_family *family = reading->family;
    const char *path = reading->config.path;
    if (is_tower(reading, part)) {
        refuse_tower(model, reading);
    } else if (family && family->refused) {
        reading->table = add_table(model, path, "");
        model_wrong(reading, reading->config, "model_type", "'%s': %s", family->name,
                    family->refused);
    } else if (family && family->none) {
        refuse_part(add_table(model, path, ""),
                    text_format("%s%smodel_type: '%s': %s", path, *path ? "." : "", family->name,
                                family->none));
    } else if (model_has_rope(reading)) {
        if (!family && !model->assumed)
            refuse_unread(model, reading, type);
        else
            read_layers(model, *reading);
    }
}

/* What a family's class has for keys that aren't there; NULL if there is nothing. */
static json_t *class_keys(const char *text) {
    return text ? json_loads(text, 0, NULL) : NULL;
}

void model_config_read(struct model *model, struct json_place config, const char *outer,
                       const char *max_len) {
    const char *named = json_string_value(model_member(config, "model_type")),
               *type = named && *named ? named : NULL;
    const char *part = strrchr(config.path, '.') ? strrchr(config.path, '.') + 1 : config.path;
    const struct model_family *family = family_of(type, outer, part);
    json_t *sizes = class_keys(family ? family->sizes : NULL),
           *rule = class_keys(family ? family->rule : NULL);
    config.beneath = sizes;
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
        if (!is_config(key) || !json_is_object(value))
            continue;
        char *inner = model_key(config.path, key);
        model_config_read(model, (struct json_place){value, inner, NULL}, type ? type : outer,
                          max_len);
        free(inner);
    }
    bool of_parts = before == here && model->count > before;
    if (of_parts)
        check_outer_keys(model, reading);
    json_decref(sizes);
    json_decref(rule);
}
