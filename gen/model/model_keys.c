/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "model/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* A key with one of these parts is about positions, and with one of the first ROTARY about rotary positions. Shorter parts
 * count only as whole words: "pos_factor". */
static const char *const parts[] = {"rope", "rotary", "nope", "rotate", "alibi", "ntk", "yarn"};
enum { ROTARY = 2, PARTS = sizeof parts / sizeof parts[0] };
static const char part_words[] = "xpos pos position positional";

/* Its row, or NULL. */
static const struct known_key *known_key(const char *key) {
    for (const struct known_key *known = known_keys; known->name; known++)
        if (strcmp(known->name, key) == 0)
            return known;
    return NULL;
}

/* The key in lower case, without the letters of `skipped` and those beyond ASCII. The caller frees it. */
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
        found = text_lists(list, plain);
        free(plain);
        free(word);
        at += length;
    }
    return found;
}

/* Do the keys differ in at most one letter, which isn't the first? "head_dims" and "headDim" are spelt like head_dim;
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

/* If the key is a misspelling or another name of a width, a length or the rule, the known key for that; else NULL. */
static const char *meant_by(const char *key) {
    for (const struct known_key *known = known_keys; known->name; known++)
        if (known->says && strcmp(key, known->says) != 0 && is_spelt_like(key, known->name))
            return known->says;
    return NULL;
}

bool model_is_config(const char *key) {
    size_t length = strlen(key);
    bool named = length > 7 && strcmp(key + length - 7, "_config") == 0;
    return (named && strcmp(key, "attn_config") != 0 /* of DBRX */) ||
           text_lists("encoder decoder", key) /* of T5Gemma */;
}

/* Is it an object that looks like a rule? A config within the config may have most of its keys. */
static bool is_rule_like(const char *key, const json_t *value) {
    static const char *const types[] = {"type", "rope_type", "method", "name"};
    bool config = model_is_config(key) && !has_word(key, "attn attention scaling"), rule = false;
    for (size_t k = 0; k < sizeof types / sizeof *types && !config; k++) {
        const char *type = json_string_value(json_object_get(value, types[k]));
        rule = rule || (type && text_lists("yarn ntk dynamic su longrope llama3", type));
    }
    const char *member;
    json_t *unused;
    json_object_foreach ((json_t *)value, member, unused)
        rule = rule || text_lists("short_factor long_factor", member) ||
               (!config && (strcmp(member, "factor") == 0 || strncmp(member, "rope_", 5) == 0 ||
                            strncmp(member, "original_max", 12) == 0));
    return rule;
}

/* Is it a key of positions, a rule, other heads of some layers, or a list of names for each layer? Any of these may
 * change the table. */
static bool is_suspicious(const char *key, const json_t *value) {
    bool each = strstr(key, "layer") || strstr(key, "block") || strstr(key, "attn") ||
                strstr(key, "attention") || strstr(key, "pattern");
    const bool names =
        json_is_string(json_array_get(value, 0)) || json_is_object(json_array_get(value, 0));
    return (each && (names || (json_is_string(value) && strstr(key, "pattern")))) ||
           has_part(key, PARTS) || has_word(key, part_words) || is_rule_like(key, value) ||
           text_lists("factor short_factor long_factor", key) ||
           (strstr(key, "swa") && (strstr(key, "attention_heads") || strstr(key, "swa_head_dim")));
}

/* Does the object have a key of rope that is known, or else one that is not, such as rope_base_freq? */
static bool has_rope_key(const json_t *object, bool is_known) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)object, key, value) {
        const struct known_key *known = known_key(key);
        if (!json_is_null(value) &&
            (is_known ? known && known->rope : !known && has_part(key, ROTARY)))
            return true;
    }
    return false;
}

bool model_has_rope(const struct model_reading *reading) {
    const char *type = json_string_value(model_member(reading, "position_embedding_type"));
    bool sizes = model_member(reading, "hidden_size") || model_member(reading, "n_embd") ||
                 model_has(reading, "head_dim") || model_member(reading, "d_model") ||
                 model_given(reading, "hidden_size"); /* which may be null */
    return has_rope_key(reading->config.object, true) || (type && strncmp(type, "ro", 2) == 0) ||
           (sizes && (has_rope_key(reading->config.object, false) ||
                      has_rope_key(reading->config.beneath, true) || reading->class_rule ||
                      reading->family->bases));
}

static bool gives(const struct known_key *known, const char *what) {
    return known && model_text_is(known->gives, what);
}

/* Does a key that the code doesn't read repeat what the class has: its value of this key, or of its share or base? */
static bool repeats_class(const struct model_reading *reading, const struct known_key *known,
                          const char *key, const json_t *value) {
    const json_t *own = json_object_get(reading->config.beneath, key);
    if (!own && gives(known, "share"))
        own = model_class_share(reading);
    if (!own && gives(known, "base"))
        own = model_member(reading, "rope_theta");
    return json_is_number(value) && json_is_number(own) &&
           json_number_value(value) == json_number_value(own);
}

/* Would the key change the table, although the family's code doesn't read it? */
static bool is_foreign(const struct model_reading *reading, const struct known_key *known,
                       const char *key, const json_t *value) {
    const struct model_family *family = reading->family;
    bool foreign = family->name && (text_lists(family->foreign, key) ||
                                    (known && known->gives && !text_lists(family->reads, key)));
    bool all = gives(known, "share") && !model_class_share(reading),
         none = strcmp(key, "qk_rope_head_dim") == 0;
    double number = json_number_value(value); /* the whole head, or no latent attention */
    bool neutral = json_is_number(value) && ((all && number == 1) || (none && number == 0));
    return foreign && !neutral && !repeats_class(reading, known, key, value);
}

bool model_reads(const struct model_family *family, const char *key) {
    return !family->name || text_lists(family->reads, key);
}

/* The usual name of a size if this key is an older name; else NULL. */
static const char *usual_size(const char *key) {
    const struct known_key *known = known_key(key);
    return known ? known->usual : NULL;
}

bool model_reads_size(const struct model_reading *reading, const char *key) {
    const json_t *class = reading->config.beneath;
    bool has_sizes =
        false; /* does the class have any size, so that its names of sizes are known? */
    for (const struct known_key *known = known_keys; known->name; known++)
        has_sizes = has_sizes || (known->usual && (json_object_get(class, known->name) ||
                                                   json_object_get(class, known->usual)));
    return !has_sizes || !usual_size(key) || json_object_get(class, key) ||
           text_lists(reading->family->reads, key);
}

/* Refuses a value that changes the table in an unknown way. */
static void check_value(struct model_reading *reading, const struct known_key *known,
                        const json_t *value) {
    char *text = model_value_text(value);
    if (known->only && !text_lists(known->only, text))
        model_wrong(reading, known->name, "is %s: %s", text, known->why);
    free(text);
}

void model_check_values(struct model_reading *reading) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (known_key(key) && !json_is_null(value))
            check_value(reading, known_key(key), value);
}

bool model_is_known_key(const char *key) {
    bool known = known_key(key) || model_is_config(key) || strcmp(key, "model_type") == 0;
    for (const struct model_family *family = families; family->name && !known; family++)
        known = text_lists(family->null, key) || text_lists(family->without_if, key) ||
                text_lists(family->reads, key) || text_lists(family->sliding_base_key, key) ||
                text_lists(family->sliding_head_key, key);
    return known;
}

bool model_is_key_of_positions(const char *key) {
    return model_is_known_key(key) || has_part(key, PARTS) || has_word(key, part_words) ||
           model_is_rule_key(key) || meant_by(key);
}

static void check_key(struct model_reading *reading, const char *key, const json_t *value) {
    const struct model_family *family = reading->family;
    const struct known_key *known = known_key(key);
    const char *meant = known && !known->says ? NULL : meant_by(key);
    if (reading->outer && !known)
        return;
    bool read = text_lists(family->reads, key) || text_lists(family->sliding_base_key, key) ||
                text_lists(family->sliding_head_key, key);
    bool unread = text_lists(family->unread, key);
    bool replaced = !model_reads_size(reading, key) && !model_given(reading, usual_size(key));
    if (!unread && (is_foreign(reading, known, key, value) || replaced)) {
        model_wrong(reading, key,
                    "is not read by the code of model_type '%s', and would change the table",
                    family->name);
    } else if (unread) {
        model_note(reading, NOTE_IGNORED, key, NULL, "the family's code does not read it");
    } else if (read) {
        return;
    } else if (meant && !model_given(reading, meant)) {
        model_wrong(reading, key, "is not known; did you mean %s?", meant);
    } else if (!known || known->usual) {
        if (is_suspicious(key, value))
            model_wrong(reading, key,
                        "is not known, and may change the table; if it does not: --ignore %s%s%s",
                        reading->config.path, *reading->config.path ? "." : "", key);
    } else if (known->layers) {
        model_note(reading, NOTE_READ, key, NULL, "which layers have rotary positions");
    } else if (known->ignored || known->only) {
        check_value(reading, known, value);
        model_note(reading, NOTE_IGNORED, key, NULL, "does not change the table");
    }
}

bool model_may_rotate(const char *layer) {
    size_t length = strlen(layer);
    return (length >= 9 && strcmp(layer + length - 9, "attention") == 0 &&
            strcmp(layer, "linear_attention") != 0) ||
           text_lists("hybrid hybrid_sliding", layer);
}

/* Checks a list that says which layers turn their heads: at least one must. Null means the class's own list. */
static void check_layers(struct model_reading *reading, const struct known_key *known) {
    const char *key = known->name;
    const json_t *list = model_member(reading, key);
    bool names = strcmp(known->layers, "names") == 0, flags = strcmp(known->layers, "flags") == 0;
    if (text_lists(reading->family->unread, key) && model_member(reading, "layer_types"))
        return;
    if (!list)
        list = json_object_get(reading->config.beneath, key); /* null too is what the class has */
    size_t count = json_array_size(list), rotating = 0;
    for (size_t k = 0; k < count; k++) {
        const json_t *item = json_array_get(list, k);
        json_int_t number = json_integer_value(item);
        if (names && !json_is_string(item))
            model_wrong(reading, key, "has a member that is not a string");
        if (!names && (!json_is_integer(item) || number < 0 || (flags && number > 1)))
            model_wrong(reading, key, "has a member that is not %s",
                        flags ? "0 or 1" : "a layer's number");
        rotating += names ? json_is_string(item) && model_may_rotate(json_string_value(item))
                          : !flags || number == 1;
    }
    if (list && !json_is_array(list))
        model_wrong(reading, key, "is not a list");
    if (list && rotating == 0 && !(flags && count == 0))
        model_wrong(reading, key, "%s that no layer has rotary positions",
                    model_given(reading, key) == list ? "says" : "missing, which says");
}

bool model_is_without(const struct model_reading *reading, const char *layer) {
    const struct model_family *family = reading->family;
    return model_text_is(family->without, layer) &&
           (!family->without_if || model_member(reading, family->without_if));
}

/* Checks a key that says that every n-th layer turns nothing: other layers must be left, as the L in the pattern
 * "LLLG". A list of layers takes precedence. */
static void check_interval(struct model_reading *reading, const char *key, const char *list) {
    const json_t *every = model_member(reading, key);
    const char *pattern = strstr(key, "pattern") ? json_string_value(every) : NULL;
    if (every && json_array_size(model_member(reading, list)) == 0 &&
        !(pattern ? strchr(pattern, 'L') != NULL : json_integer_value(every) > 1))
        model_wrong(reading, key, "is %s: no layer would have rotary positions",
                    pattern ? "a pattern without an L" : "not a whole number above 1");
}

/* A base of null may say that there is no rope. One in the rule decides. */
static void check_bases(struct model_reading *reading) {
    static const char null[] = "is null, which may say that there are no rotary positions",
                      of_rule[] = ".rope_theta";
    const char *sliding = reading->family->sliding_base_key, *key;
    json_t *value;
    if (json_is_null(model_given(reading, of_rule)))
        model_wrong(reading, of_rule, "%s", null);
    if (model_member(reading, of_rule))
        return;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (json_is_null(value) && (strcmp(key, of_rule + 1) == 0 ||
                                    gives(known_key(key), "base") || text_lists(sliding, key)))
            model_wrong(reading, key, "%s", null);
}

/* Is one of the keys, "rope_parameters|rope_scaling", in the file or its class? */
static bool has_one_of(const struct model_reading *reading, const char *keys) {
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (!json_is_null(value) && text_lists(keys, key))
            return true;
    return model_member(reading, keys);
}

void model_check_keys(struct model_reading *reading) {
    const struct model_family *family = reading->family;
    const char *key;
    json_t *value;
    enum { KEYS_AT_MOST = 4096 }; /* published files have some 200 */
    if (json_object_size(reading->config.object) > KEYS_AT_MOST)
        model_wrong(reading, "", "has more than %d keys", KEYS_AT_MOST);
    if (reading->table->wrong)
        return;
    if (!family->name) /* first: other keys of positions that aren't rotary are unknown */
        model_check_values(reading);
    json_object_foreach ((json_t *)reading->config.object, key, value)
        if (!json_is_null(value))
            check_key(reading, key, value);
    bool says_none = family->null && json_is_null(model_given(reading, family->null));
    if (says_none)
        model_wrong(reading, family->null, "is null: then model_type '%s' has no rotary positions",
                    family->name);
    if (family->needs_rule && !model_member(reading, ".rope_theta"))
        model_wrong(reading, "rope_parameters",
                    "missing: without it model_type '%s' has no rotary positions", family->name);
    check_bases(reading);
    bool class_has = reading->nested && reading->rule.beneath;
    if (family->needs && !class_has && !has_one_of(reading, family->needs))
        model_wrong(reading, family->needs, "missing: the table of model_type '%s' depends on it",
                    family->name);
    for (const struct known_key *known = known_keys; known->name; known++)
        if (known->layers)
            check_layers(reading, known);
    check_interval(reading, "no_rope_layer_interval", "no_rope_layers");
    if (model_is_without(reading, FULL)) {
        check_interval(reading, "sliding_window_pattern", "layer_types");
        check_interval(reading, "global_attn_every_n_layers", "layer_types");
    }
}
