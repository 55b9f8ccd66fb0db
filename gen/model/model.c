/* SPDX-License-Identifier: MIT */
#include "model/model.h"
#include "base/die.h"
#include "base/path.h"
#include "exact/number.h"
#include "model/gguf.h"
#include "model/model_reading.h"
#include "words/presets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The words of one rotary table: its width, base, length, and the type of its scaling. */

/* --- keys with several names */

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The number that these keys give; NULL if none is there. Keys that are there must agree. The class's own numbers count
 * only if the file has none of the keys. The class's rule counts like the file's, which it replaces. */
static const char *agreed(struct model_reading *reading, const char *const *keys,
                          enum model_kind kind, const char *meaning) {
    const struct model_table *table = reading->table;
    const char *first = NULL;
    size_t note = 0; /* of the first */
    for (int of_class = 0; of_class < 2 && !first; of_class++)
        for (size_t k = 0; keys[k]; k++) {
            bool given = *keys[k] == '.' || model_given(reading, keys[k]);
            if (given == of_class || !model_reads_size(reading, keys[k]))
                continue;
            const char *value = model_number(reading, keys[k], kind, meaning);
            if (value && first && strcmp(value, first) != 0)
                model_wrong(reading, keys[k], "'%s' contradicts %s '%s'", value,
                            table->notes[note].key, first);
            if (value && !first) {
                first = value;
                note = table->note_count - 1;
            }
        }
    return first;
}

/* Refuses a null: it doesn't stand for the class's own value. */
static void refuse_null(struct model_reading *reading, const char *key, const char *what) {
    if (json_is_null(model_given(reading, key)))
        model_wrong(reading, key, "is null, which is not the %s of the class", what);
}

/* --- the width */

/* Layers with full attention may have wider heads: global_head_dim, or what newer files have for each of these
 * layers. */
static const char *full_head_size(struct model_reading *reading, const char *meaning) {
    static const char key[] = "global_head_dim";
    const char *size = NULL, *layer;
    json_t *value;
    if (model_given(reading, key))
        size = model_number(reading, key, MODEL_COUNT, meaning);
    json_object_foreach ((json_t *)model_member(reading, "per_layer_config"), layer, value) {
        char *path = model_key(reading->config.path, "per_layer_config"),
             *whole = model_key(path, layer);
        struct model_reading own = *reading;
        own.config = (struct json_part){value, whole, NULL, NULL};
        const char *found = model_number(&own, "head_dim", MODEL_COUNT, meaning);
        if (size && found && strcmp(found, size) != 0)
            model_wrong(&own, "head_dim", "'%s' contradicts '%s' of other layers", found, size);
        size = size ? size : found;
        free(path);
        free(whole);
    }
    if (!size && json_object_get(reading->config.beneath, key))
        refuse_null(reading, key, "size");
    return size ? size : model_number(reading, key, MODEL_COUNT, meaning);
}

/* Is the size of a head "quotient", that of the width and the heads, or "twice" that, whatever head_dim is? */
static bool is_family_head(const struct model_reading *reading, const char *head) {
    const char *of_family = reading->family->head;
    return of_family && (!head || strcmp(of_family, head) == 0);
}

/* hidden_size / num_attention_heads. NULL if they aren't there; that is a fault if they are needed. */
static const char *head_quotient(struct model_reading *reading, const char *key,
                                 const char *meaning, bool needed) {
    const char *of_width = "the width of the model", *of_heads = "the number of heads";
    const char *width =
        agreed(reading, KEYS("hidden_size", "n_embd", "n_embed"), MODEL_COUNT, of_width);
    const char *heads =
        agreed(reading, KEYS("num_attention_heads", "n_head"), MODEL_COUNT, of_heads);
    if (!width)
        width = agreed(reading, KEYS("d_model"), MODEL_COUNT, of_width);
    if (!heads)
        heads = agreed(
            reading, KEYS("encoder_num_attention_heads", "decoder_num_attention_heads", "n_heads"),
            MODEL_COUNT, of_heads);
    if ((!width || !heads) && needed)
        model_wrong(reading, "head_dim", "missing, and so %s",
                    width   ? "is num_attention_heads"
                    : heads ? "is hidden_size"
                            : "are hidden_size and num_attention_heads");
    if (!width || !heads)
        return NULL;
    char *whole = model_quotient(width, heads),
         *text = model_product(whole, is_family_head(reading, "twice") ? "2" : "1");
    free(whole);
    const char *size = model_note(reading, NOTE_DERIVED, key, text, meaning);
    if (strspn(text, "0123456789") < strlen(text))
        model_wrong(reading, key, "is '%s', which is not whole", text);
    free(text);
    return size;
}

/* The size of a head, as text; *keys names the keys that gave it. NULL if it is missing and not needed. */
static const char *head_size(struct model_reading *reading, const char **keys, bool needed) {
    const struct model_family *family = reading->family;
    const char *meaning = "the size of a head", *latent = *keys = "qk_rope_head_dim";
    const char *size = NULL;
    const json_t *width = model_member(reading, latent);
    if (json_is_integer(width) && json_integer_value(width) == 0)
        model_note(reading, NOTE_READ, latent, NULL, "there is no latent attention");
    else
        size = model_number(reading, latent, MODEL_COUNT, "the rotary part of a head");
    if (size)
        return size;
    *keys = "head_dim";
    if (model_text_is(FULL, reading->layer))
        size = full_head_size(reading, meaning);
    if (!size && family->sliding_head_key && model_text_is(SLIDING, reading->layer))
        size = model_number(reading, family->sliding_head_key, MODEL_COUNT, meaning);
    if (!size && !is_family_head(reading, NULL))
        size = agreed(reading,
                      KEYS("head_dim", model_reads(family, "kv_channels") ? "kv_channels"
                                       : model_reads(family, "hidden_size_per_head")
                                           ? "hidden_size_per_head"
                                           : NULL),
                      MODEL_COUNT, meaning);
    if (size)
        return size;
    size = head_quotient(reading, *keys = "hidden_size / num_attention_heads", meaning, needed);
    const char *stated = is_family_head(reading, "quotient")
                             ? model_number(reading, "head_dim", MODEL_COUNT, meaning)
                             : NULL;
    if (size && stated && strcmp(size, stated) != 0)
        model_wrong(reading, "head_dim",
                    "'%s' contradicts %s, '%s', which the code of model_type '%s' has", stated,
                    *keys, size, family->name);
    return size;
}

static const char *const shares[] = {
    ".partial_rotary_factor", "partial_rotary_factor", "rotary_pct", "rope_pct",
    "rotary_percent",         "rotary_emb_fraction",   NULL};

/* The key that gives the share. */
static const char *share_key(const struct model_reading *reading) {
    for (size_t k = 1; shares[k]; k++)
        if (model_member(reading, shares[k]))
            return shares[k];
    return shares[1]; /* the rule's */
}

const json_t *model_class_share(const struct model_reading *reading) {
    const json_t *share = NULL;
    for (size_t k = 1; shares[k] && !share; k++)
        share = json_object_get(reading->config.beneath, shares[k]);
    return share;
}

/* The share of a head that turns, or NULL for all of it. */
const char *model_partial(struct model_reading *reading) {
    const char *of_rule = shares[0], *of_config = shares[1];
    bool wins = reading->nested && reading->family->own_partial && model_member(reading, of_rule);
    if (wins && model_member(reading, of_config))
        model_note(reading, NOTE_IGNORED, of_config, NULL, "the rule of these layers has its own");
    bool has_default = model_is_proportional(reading) || model_class_share(reading);
    for (size_t k = 0; shares[k]; k++)
        has_default = has_default && !model_has(reading, shares[k]);
    for (size_t k = 0; shares[k] && has_default; k++)
        refuse_null(reading, shares[k], "share");
    return agreed(reading, wins ? KEYS(of_rule) : shares, MODEL_SHARE,
                  "the share of a head that turns");
}

/* The whole part of size * share, as transformers computes it; it must be even */
static char *product(struct model_reading *reading, const char *size, const char *share,
                     const char *keys) {
    char *exact = model_product(size, share ? share : "1");
    mpq_t q;
    mpq_init(q);
    model_rational(q, exact);
    free(exact);
    mpz_fdiv_q(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_set_ui(mpq_denref(q), 1);
    char *width = rational_text(q);
    if (mpz_odd_p(mpq_numref(q)) || mpz_sgn(mpq_numref(q)) == 0)
        model_wrong(reading, keys, "the rotary width%s%s is '%s', which is not even",
                    share ? " with " : "", share ? share_key(reading) : "", width);
    mpq_clear(q);
    return width;
}

/* With multi-head latent attention the size, which the file names, is that of the rotary part already: a share is one of
 * the whole head, as transformers computes it, and must agree. Returns whether it is so. */
static bool names_latent_part(struct model_reading *reading, const char *size, const char *share) {
    static const char part_key[] = "qk_rope_head_dim", other_key[] = "qk_nope_head_dim";
    const json_t *part = model_member(reading, part_key), *head = model_member(reading, "head_dim");
    if (!share || !part)
        return false;
    const double whole =
        json_is_integer(head)
            ? json_number_value(head)
            : json_number_value(part) + json_number_value(model_member(reading, other_key));
    if (floor(whole * strtod(share, NULL)) != strtod(size, NULL))
        model_wrong(reading, share_key(reading), "'%s' contradicts %s '%s'", share, part_key, size);
    return true;
}

/* Checks rotary_dim, which replaces the share or agrees with it. `width` is NULL if nothing else gives one. */
static void check_rotary_dim(struct model_reading *reading, const char *rotary, const char *share,
                             const char *size, const char *width, const char *keys) {
    const char *key = model_member(reading, "rotary_dim") ? "rotary_dim" : "attn_rotary_emb";
    if (share && width && strcmp(rotary, width) != 0)
        model_wrong(reading, key, "'%s' contradicts %s with %s, which give '%s'", rotary, keys,
                    share_key(reading), width);
    if (size && model_compare(rotary, size) > 0)
        model_wrong(reading, key, "'%s' is more than %s, '%s'", rotary, keys, size);
}

/* Sets d-model. A proportional rule has the whole head's width, and reads the share itself. */
static void read_width(struct model_reading *reading) {
    const char *keys = "";
    bool whole = model_is_proportional(reading);
    const char *share = whole ? NULL : model_partial(reading);
    const char *rotary =
        agreed(reading, KEYS("rotary_dim", "attn_rotary_emb"), MODEL_COUNT, "the rotary width");
    const char *size = head_size(reading, &keys, !rotary || share);
    char *width = NULL;
    if (!reading->family->name && !share && !rotary && !whole)
        model_note(reading, NOTE_ASSUMED, shares[1], "1", "the whole head turns");
    if (rotary && !share)
        width = product(reading, rotary, NULL, "rotary_dim");
    else if (size)
        width =
            product(reading, size, names_latent_part(reading, size, share) ? NULL : share, keys);
    if (rotary)
        check_rotary_dim(reading, rotary, share, size, width, keys);
    reading->table->given[D_MODEL] = width;
}

/* --- the base */

/* Refuses the class's base if a config around this one has another. */
static void check_outer_base(struct model_reading *reading, const char *base) {
    static const char *const keys[] = {"rope_theta", "rotary_emb_base", ".rope_theta"};
    for (const struct json_part *outer = reading->config.around; outer; outer = outer->around)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            const json_t *rule = json_object_get(outer->object, "rope_parameters");
            const struct model_reading around = {
                .config = *outer,
                .rule.object = rule ? rule : json_object_get(outer->object, "rope_scaling")};
            const json_t *value = model_given(&around, keys[k]);
            char *text = model_value_text(value ? value : json_null());
            if (json_is_number(value) && json_number_value(value) != strtod(base, NULL))
                model_wrong(reading, "rope_theta",
                            "missing, and the config around it has %s, but model_type '%s' %s",
                            text, reading->family->name, base);
            free(text);
        }
}

/* Sliding layers may have a base of their own; nested parameters belong to one type of layer already. */
static void read_base(struct model_reading *reading) {
    static const char of_rule[] = ".rope_theta", meaning[] = "the base";
    const struct model_family *family = reading->family;
    const char *of_layers = reading->nested ? of_rule : NULL,
               *of_all = reading->nested ? NULL : of_rule,
               *local =
                   family->sliding_base_key ? family->sliding_base_key : "rope_local_base_freq";
    bool sliding = model_text_is(SLIDING, reading->layer);
    const char *base =
        agreed(reading, sliding ? KEYS(local, "local_rope_theta", of_layers) : KEYS(of_layers),
               MODEL_ABOVE_1, "the base of these layers");
    bool own = base; /* of these layers */
    if (!base)
        base = agreed(reading,
                      KEYS("rope_theta", "theta", "rotary_emb_base", "rotary_embedding_base",
                           "rope_freq_constant", "rope_embedding_base",
                           "attn_config.rope_theta" /* of DBRX */, "global_rope_theta", of_all),
                      MODEL_ABOVE_1, meaning);
    if (!base && family->bases)
        model_wrong(reading, "rope_theta", "missing, and the class of model_type '%s' had %s",
                    family->name, family->bases);
    else if (!base && family->name)
        model_wrong(reading, "rope_theta", "missing, and model_type '%s' has none of its own",
                    family->name);
    else if (!base)
        model_wrong(reading, "rope_theta", "missing, and no base is assumed: add it to the file");
    if (base && !own &&
        reading->table->notes[reading->table->note_count - 1].kind == NOTE_OF_FAMILY)
        check_outer_base(reading, base);
    reading->table->given[BASE] = base ? text_format("%s", base) : NULL;
}

/* --- the length */

/* Qwen's and nomic's first models change the base beyond the length that a second key gives, by a rule of their own. */
static void check_dynamic(struct model_reading *reading, const char *key, const char *of_length,
                          const char *length) {
    const char *most =
        model_number(reading, of_length, MODEL_COUNT, "the length beyond which the base changes");
    char *value = model_value_text(model_member(reading, key));
    if (reading->max_len)
        length = reading->max_len;
    if (!most || !length || model_compare(length, most) > 0)
        model_wrong(reading, key,
                    "is %s, which changes the table beyond %s '%s', and max-len is '%s'%s%s", value,
                    of_length, most ? most : "", length ? length : "",
                    most ? ": there is a table of --max-len " : "", most ? most : "");
    free(value);
}

static void read_length(struct model_reading *reading) {
    static const char usual[] = "max_position_embeddings";
    static const char of_qwen[] = "use_dynamic_ntk", of_nomic[] = "rotary_scaling_factor";
    const json_t *dynamic = model_member(reading, of_qwen),
                 *scaled = model_member(reading, of_nomic);
    const char *length =
        agreed(reading,
               model_has(reading, usual)
                   ? KEYS(usual)
                   : KEYS(usual, "n_positions", "seq_length", "max_seq_len", "max_context_length"),
               MODEL_COUNT, "the number of positions");
    if (length)
        reading->table->given[MAX_LEN] = text_format("%s", length);
    if (dynamic && !json_is_false(dynamic))
        check_dynamic(reading, of_qwen, "seq_length", length);
    if (scaled && json_number_value(scaled) != 1)
        check_dynamic(reading, of_nomic, "max_trained_positions", length);
}

void model_table_read(struct model_reading *reading) {
    read_length(reading);
    read_width(reading);
    read_base(reading);
    model_rule_read(reading);
}

/* A model's file, and the table in it that a name means. */

/* --- the whole file */

/* A model whose positions aren't rotary may have the table of a preset. */
static char *no_rope(const char *path, const json_t *root) {
    const char *named = json_string_value(json_object_get(root, "model_type"));
    const char *type = named ? named : "";
    bool learned = json_is_false(json_object_get(root, "sinusoidal_pos_embds")); /* DistilBERT */
    if (model_family_named(type))
        return text_format(
            "%s: model_type: '%s' has rotary positions, but no key of them is there, "
            "and its class has none of its own",
            path, type);
    char *known = learned ? NULL : search_model_type(type);
    const char *next = learned ? "" : ": if it adds sines, see posenc presets";
    char *wrong = named ? text_format("%s: model_type: '%.60s' is not known to have rotary "
                                      "positions, and no key of them is there%s%s",
                                      path, type, known ? ": see " : "", known ? known : next)
                        : text_format("%s: model_type: missing, and no key of rotary positions is "
                                      "there",
                                      path);
    free(known);
    return wrong;
}

/* A part of the whole name is enough, and a dot in front stands for the outermost config. */
static bool is_meant(const struct model_table *table, const char *key) {
    char *whole = text_format("%s.%s", table->config, table->layer);
    bool meant = !*key || strcmp(key, whole) == 0 || strcmp(key, table->config) == 0 ||
                 strcmp(key, table->layer) == 0 || (strcmp(key, ".") == 0 && !*table->config);
    free(whole);
    return meant;
}

static char *key_of(const struct model *model, const struct model_table *table) {
    bool dot = *table->config && *table->layer;
    for (size_t k = 0; k < model->count && !*table->config && *table->layer; k++)
        dot =
            dot || (*model->tables[k].config && strcmp(model->tables[k].layer, table->layer) == 0);
    return text_format("%s%s%s", table->config, dot ? "." : "", table->layer);
}

/* Without a KEY, a part whose tables are all refused doesn't hide the other parts. */
static enum model_state refused_state(const struct model *model, const struct model_table *table) {
    bool others = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *other = &model->tables[k];
        if (!other->wrong && strcmp(other->config, table->config) == 0)
            return MODEL_REFUSED;
        others = others || !other->wrong;
    }
    return others && !*model->key ? MODEL_BESIDE : MODEL_REFUSED;
}

/* "FILE:text_config.full_attention, ..." of the tables that there are, or only of those that are not refused. */
static char *keys_of(const struct model *model, bool right) {
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *table = &model->tables[k];
        const bool whole = !*table->key && model->count == 1;
        if (table->state != MODEL_NONE && !(right && table->wrong))
            text_put(&list, "%s%s%s%s", list.used ? ", " : "", model->path, whole ? "" : ":",
                     *table->key || whole ? table->key : ".");
    }
    return text_string(&list);
}

/* Keeps the tables that the name means. Returns NULL, or a message if there are none. */
static char *keep_meant(struct model *model) {
    size_t count = 0;
    model->keys = keys_of(model, false);
    const bool whole =
        model->count == 1 && model->tables[0].wrong; /* it says why, whatever the part */
    for (size_t k = 0; k < model->count; k++)
        if (whole || is_meant(&model->tables[k], model->key))
            model->tables[count++] = model->tables[k];
        else
            model_table_clear(&model->tables[k]);
    model->count = count;
    if (count > 0)
        return NULL;
    return text_format("%s: has no part '%.60s'; its %s %s", model->path, model->key,
                       strstr(model->keys, ", ") ? "parts are" : "one table is", model->keys);
}

/* Takes a key, "text_config.rope_foo", out of the config. Returns what is wrong, or NULL. */
static const char *ignore_key(json_t *object, const char *key, bool of_rule) {
    if (json_object_get(object, key)) {
        if (of_rule ? model_is_rule_key(key) : model_is_known_key(key))
            return "is a key that posenc knows, and the table may depend on it";
        json_object_del(object, key);
        return NULL;
    }
    const char *point = strchr(key, '.');
    char *outer = text_format("%.*s", (int)(point ? point - key : 0), key);
    json_t *within = json_object_get(object, outer);
    bool rule = text_lists("rope_scaling rope_parameters rotary", outer);
    free(outer);
    return point && json_is_object(within) ? ignore_key(within, point + 1, of_rule || rule)
                                           : "is not in the file";
}

/* Takes the keys of a list, "a,text_config.b", out of the config. */
static char *ignore_keys(const struct model *model, json_t *root, const char *list) {
    char *wrong = NULL;
    for (const char *at = list; !wrong && at;) {
        const char *end = strchr(at, ',');
        char *key = text_format("%.*s", (int)(end ? (size_t)(end - at) : strlen(at)), at);
        const char *why = ignore_key(root, key, false);
        if (why)
            wrong = text_format("%s: ignore '%.60s': %s", model->path, key, why);
        free(key);
        at = end ? end + 1 : NULL;
    }
    return wrong;
}

char *model_read(struct model *model, const char *name, const char *max_len, bool assumed,
                 const char *ignored) {
    json_t *root = NULL;
    *model = (struct model){.assumed = assumed};
    path_split(name, &model->path, &model->key);
    const bool gguf = gguf_is(model->path);
    char *wrong = gguf ? gguf_tables(model, max_len, ignored)
                       : json_read(model->path, model_is_key_of_positions, &root);
    if (!wrong && !gguf)
        wrong = ignore_keys(model, root, ignored);
    if (wrong) {
        json_decref(root);
        return wrong;
    }
    const struct other_config *other = gguf ? NULL : other_config_of(root);
    if (other && (wrong = other_config_read(model, root, other))) {
        json_decref(root);
        return wrong;
    }
    if (!gguf && !other)
        model_config_read(model, (struct json_part){root, "", NULL, NULL}, NULL, max_len);
    bool any = false;
    for (size_t k = 0; k < model->count; k++) {
        struct model_table *table = &model->tables[k];
        table->key = key_of(model, table);
        if (table->wrong && table->state != MODEL_NONE)
            table->state = refused_state(model, table);
        any = any || table->state != MODEL_NONE;
    }
    wrong = any                ? keep_meant(model)
            : model->count > 0 ? text_format("%s: %s", model->path, model->tables[0].wrong)
                               : no_rope(model->path, root);
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
    free(table->key);
}

void model_free(struct model *model) {
    for (size_t k = 0; k < model->count; k++)
        model_table_clear(&model->tables[k]);
    free(model->tables);
    free(model->path);
    free(model->key);
    free(model->keys);
    *model = (struct model){.count = 0};
}

/* --- the table that is meant */

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

char *model_assumption(const struct model *model, const struct model_table *table) {
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < table->note_count && table->assumed && !table->wrong; k++) {
        const struct model_note *note = &table->notes[k];
        if (note->kind == NOTE_ASSUMED)
            text_put(&list, "%s%s (%s = %s)", list.used ? ", " : "", note->meaning, note->key,
                     note->value);
    }
    char *all = list.used ? text_format("%s%s%s: assumed: %s", model->path, *table->key ? ":" : "",
                                        table->key, text_string(&list))
                          : NULL;
    text_free(&list);
    return all;
}

char *model_choose(struct model *model) {
    static const char unknown[] = "; in code that nobody read, full attention may have none";
    const struct model_table *first[MODEL_NONE + 1] = {NULL}; /* of each state */
    bool several = false, assumed = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *table = &model->tables[k], **there = &first[table->state];
        assumed = assumed || (table->assumed && *table->layer);
        several = several || (*there && !table->wrong && (assumed || !same_words(*there, table)));
        *there = *there ? *there : table;
    }
    const struct model_table *right = first[MODEL_RIGHT], *beside = first[MODEL_BESIDE];
    const struct model_table *wrong_one = first[MODEL_REFUSED];
    if (!wrong_one && !right)
        wrong_one = first[MODEL_NONE];
    if (wrong_one)
        return text_format("%s: %s", model->path, wrong_one->wrong);
    model->chosen = beside || several ? NULL : right;
    if (model->chosen)
        return NULL;
    if (!beside)
        return text_format("%s: has several tables: %s%s", model->path, model->keys,
                           assumed ? unknown : "");
    char *keys = keys_of(model, true), *wrong = text_format("%s: which table is meant? %s; but %s",
                                                            model->path, keys, beside->wrong);
    free(keys);
    return wrong;
}
