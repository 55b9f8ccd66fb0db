#include "words/model.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/path.h"
#include "exact/number.h"
#include "words/model_reading.h"
#include "words/presets.h"

#include <stdlib.h>
#include <string.h>

/* The words of one rotary table: its width, base, length, and the type of its scaling. */

/* --- keys that several names have */

/* Names of keys of the config, ended by NULL; ".factor" is one of the rule, "attn_config.factor" one of an object in the
 * config. */
#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Is one of the keys in the config itself? Then what its class has for the others doesn't count. */
static bool is_given(const struct model_reading *reading, const char *const *keys) {
    for (; *keys; keys++) {
        const json_t *member = json_object_get(reading->config.object, *keys);
        if (member && !json_is_null(member) && model_reads_size(reading->family, *keys))
            return true;
    }
    return false;
}

/* The number of one of the keys, or NULL. */
static const char *number_of(struct model_reading *reading, const char *name, enum model_kind kind,
                             const char *meaning) {
    const char *point = strchr(name, '.');
    if (!point || point == name)
        return model_number(reading, point ? reading->rule : reading->config,
                            name + (point != NULL), kind, meaning);
    char *object = text_format("%.*s", (int)(point - name), name),
         *path = model_key(reading->config.path, object);
    const struct json_part within = {model_member(reading->config, object), path, NULL};
    const char *number = model_number(reading, within, point + 1, kind, meaning);
    free(object);
    free(path);
    return number;
}

/* The number that some keys give, which must agree; NULL if none is there. */
static const char *agreed(struct model_reading *reading, const char *const *keys,
                          enum model_kind kind, const char *meaning) {
    static const struct json_part whole = {.path = ""};
    const struct model_table *table = reading->table;
    const char *first = NULL;
    size_t note = 0; /* of the first */
    const bool given = is_given(reading, keys);
    for (; *keys; keys++) {
        if ((given && !strchr(*keys, '.') && !json_object_get(reading->config.object, *keys)) ||
            !model_reads_size(reading->family, *keys))
            continue;
        const char *value = number_of(reading, *keys, kind, meaning);
        if (value && first && strcmp(value, first) != 0)
            model_wrong(reading, whole, table->notes[table->note_count - 1].key,
                        "'%s' contradicts %s '%s'", value, table->notes[note].key, first);
        if (value && !first) {
            first = value;
            note = table->note_count - 1;
        }
    }
    return first;
}

/* --- the width */

/* Layers with full attention may have wider heads: global_head_dim, or what newer files have for each of these
 * layers. */
static const char *full_head_size(struct model_reading *reading, const char *meaning) {
    struct json_part config = reading->config;
    const char *size = model_number(reading, config, "global_head_dim", MODEL_COUNT, meaning);
    const json_t *each = model_member(config, "per_layer_config");
    const char *layer;
    json_t *value;
    json_object_foreach ((json_t *)each, layer, value) {
        char *path = model_key(config.path, "per_layer_config"), *whole = model_key(path, layer);
        const struct json_part own = {value, whole, NULL};
        const char *found = model_number(reading, own, "head_dim", MODEL_COUNT, meaning);
        if (size && found && strcmp(found, size) != 0)
            model_wrong(reading, own, "head_dim", "'%s' contradicts '%s' of other layers", found,
                        size);
        size = size ? size : found;
        free(path);
        free(whole);
    }
    if (!size && reading->family->full_head_dim) {
        if (json_is_null(json_object_get(config.object, "global_head_dim")))
            model_wrong(reading, config, "global_head_dim",
                        "is null, which is not the size of the class");
        size = model_note(reading, NOTE_OF_FAMILY, config, "global_head_dim",
                          reading->family->full_head_dim, meaning);
    }
    return size;
}

/* Is the size of a head "quotient", that of the width and the heads, or "twice" that, whatever head_dim is? */
static bool is_family_head(const struct model_reading *reading, const char *head) {
    const char *of_family = reading->family->head;
    return of_family && (!head || strcmp(of_family, head) == 0);
}

/* hidden_size / num_attention_heads, or NULL if they aren't there, which is wrong if they are needed. */
static const char *head_quotient(struct model_reading *reading, const char *key,
                                 const char *meaning, bool needed) {
    struct json_part config = reading->config;
    const char *width_meaning = "the width of the model", *count_meaning = "the number of heads";
    const char *width =
        agreed(reading, KEYS("hidden_size", "n_embd", "n_embed"), MODEL_COUNT, width_meaning);
    const char *count =
        agreed(reading, KEYS("num_attention_heads", "n_head"), MODEL_COUNT, count_meaning);
    if (!width)
        width = agreed(reading, KEYS("d_model"), MODEL_COUNT, width_meaning);
    if (!count)
        count = agreed(
            reading, KEYS("encoder_num_attention_heads", "decoder_num_attention_heads", "n_heads"),
            MODEL_COUNT, count_meaning);
    if ((!width || !count) && needed)
        model_wrong(reading, config, "head_dim", "missing, and so %s",
                    width   ? "is num_attention_heads"
                    : count ? "is hidden_size"
                            : "are hidden_size and num_attention_heads");
    if (!width || !count)
        return NULL;
    char *whole = model_quotient(width, count),
         *text = model_product(whole, is_family_head(reading, "twice") ? "2" : "1");
    free(whole);
    const char *size = model_note(reading, NOTE_DERIVED, config, key, text, meaning);
    if (strspn(text, "0123456789") < strlen(text))
        model_wrong(reading, config, key, "is '%s', which is not whole", text);
    free(text);
    return size;
}

/* The size of a head, as text; *keys names the keys that gave it. NULL if it is missing and not needed. */
static const char *head_size(struct model_reading *reading, const char **keys, bool needed) {
    struct json_part config = reading->config;
    const char *meaning = "the size of a head";
    const char *older = model_reads(reading->family, "kv_channels") ? "kv_channels" : NULL;
    const char *size = NULL, *part = *keys = "qk_rope_head_dim";
    if (json_is_integer(model_member(config, part)) &&
        json_integer_value(model_member(config, part)) == 0)
        model_note(reading, NOTE_READ, config, part, NULL, "there is no latent attention");
    else
        size = model_number(reading, config, part, MODEL_COUNT, "the rotary part of a head");
    if (!size && strcmp(reading->layer, "full_attention") == 0)
        size = full_head_size(reading, meaning);
    *keys = size ? *keys : "head_dim";
    if (!size && reading->family->sliding_head_key &&
        strcmp(reading->layer, "sliding_attention") == 0)
        size =
            model_number(reading, config, reading->family->sliding_head_key, MODEL_COUNT, meaning);
    if (!size && !is_family_head(reading, NULL))
        size = agreed(reading, KEYS("head_dim", older), MODEL_COUNT, meaning);
    bool null = json_is_null(json_object_get(config.object, "head_dim"));
    if (!size && !null && reading->family->head_dim)
        size = model_note(reading, NOTE_OF_FAMILY, config, "head_dim", reading->family->head_dim,
                          meaning);
    if (size)
        return size;
    size = head_quotient(reading, *keys = "hidden_size / num_attention_heads", meaning, needed);
    const char *stated = is_family_head(reading, "quotient")
                             ? model_number(reading, config, "head_dim", MODEL_COUNT, meaning)
                             : NULL;
    if (size && stated && strcmp(size, stated) != 0)
        model_wrong(reading, config, "head_dim",
                    "'%s' contradicts %s, '%s', which the code of model_type '%s' has", stated,
                    *keys, size, reading->family->name);
    return size;
}

static const char *const shares[] = {".partial_rotary_factor",
                                     "partial_rotary_factor",
                                     "rotary_pct",
                                     "rope_pct",
                                     "rotary_emb_fraction",
                                     NULL};

/* The share of a head that turns, or NULL for all of it. */
const char *model_partial(struct model_reading *reading) {
    const char *key = shares[1], *of_family = reading->family->partial,
               *meaning = "the share of a head that turns";
    bool wins = reading->nested && reading->family->own_partial && model_member(reading->rule, key);
    if (wins && model_member(reading->config, key))
        model_note(reading, NOTE_IGNORED, reading->config, key, NULL,
                   "the rule of these layers has its own");
    const char *share = agreed(reading, wins ? KEYS(shares[0]) : shares, MODEL_SHARE, meaning);
    bool has_default = of_family || model_is_proportional(reading);
    for (size_t k = 0; shares[k] && !share && has_default; k++) {
        const struct json_part part = k == 0 ? reading->rule : reading->config;
        if (json_is_null(json_object_get(part.object, k == 0 ? key : shares[k])))
            model_wrong(reading, part, k == 0 ? key : shares[k],
                        "is null, which is not the share of the class");
    }
    if (!share && of_family)
        share = model_note(reading, NOTE_OF_FAMILY, reading->config, key, of_family, meaning);
    return share;
}

/* The key that gives the share. */
static const char *share_key(const struct model_reading *reading) {
    for (size_t k = 1; shares[k]; k++)
        if (model_member(reading->rule, shares[k]) || model_member(reading->config, shares[k]))
            return shares[k];
    return shares[1]; /* the family's */
}

/* size * share, of which transformers takes the whole part, which must be even */
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
        model_wrong(reading, reading->config, keys,
                    "the rotary width%s%s is '%s', which is not even", share ? " with " : "",
                    share ? share_key(reading) : "", width);
    mpq_clear(q);
    return width;
}

/* Multi-head latent attention may give the share of the whole head, whose rotary part it names too. */
static bool names_latent_part(const struct model_reading *reading, const char *size,
                              const char *share) {
    const json_t *head = model_member(reading->config, "head_dim");
    if (!share || !model_member(reading->config, "qk_rope_head_dim") || !json_is_integer(head))
        return false;
    char *whole = json_number_text(head), *part = model_product(whole, share);
    bool same = model_compare(part, size) == 0;
    free(whole);
    free(part);
    return same;
}

/* Checks rotary_dim, which stands in place of the share or agrees with it. `width` is NULL if nothing else gives
 * one. */
static void check_rotary_dim(struct model_reading *reading, const char *rotary, const char *share,
                             const char *size, const char *width, const char *keys) {
    const char *key =
        model_member(reading->config, "rotary_dim") ? "rotary_dim" : "attn_rotary_emb";
    if (share && width && strcmp(rotary, width) != 0)
        model_wrong(reading, reading->config, key, "'%s' contradicts %s with %s, which give '%s'",
                    rotary, keys, share_key(reading), width);
    if (size && model_compare(rotary, size) > 0)
        model_wrong(reading, reading->config, key, "'%s' is more than %s, '%s'", rotary, keys,
                    size);
}

/* Sets d-model. A proportional rule has the whole head's width, and reads the share itself. */
static void read_width(struct model_reading *reading) {
    const char *keys = "";
    bool whole = model_is_proportional(reading);
    const char *share = whole ? NULL : model_partial(reading);
    const char *rotary =
        agreed(reading, KEYS("rotary_dim", "attn_rotary_emb"), MODEL_COUNT, "the rotary width");
    const char *size = head_size(reading, &keys, !rotary);
    char *width = NULL;
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

/* Sliding layers may have a base of their own; nested parameters belong to one type of layer already. */
static void read_base(struct model_reading *reading) {
    struct json_part config = reading->config;
    const struct model_family *family = reading->family;
    bool sliding = strcmp(reading->layer, "sliding_attention") == 0;
    const char *of_layers = reading->nested ? ".rope_theta" : NULL,
               *of_all = reading->nested ? NULL : ".rope_theta",
               *local =
                   family->sliding_base_key ? family->sliding_base_key : "rope_local_base_freq";
    const char *base =
        agreed(reading, sliding ? KEYS(local, "local_rope_theta", of_layers) : KEYS(of_layers),
               MODEL_ABOVE_1, "the base of these layers");
    if (!base && sliding && family->local_base)
        base = model_note(reading, NOTE_OF_FAMILY, config, local, family->local_base,
                          "the base of these layers");
    if (!base)
        base = agreed(reading,
                      KEYS("rope_theta", "theta", "rotary_emb_base", "rotary_embedding_base",
                           "attn_config.rope_theta" /* of DBRX */, "global_rope_theta", of_all),
                      MODEL_ABOVE_1, "the base");
    if (!base && !family->name)
        base = model_note(reading, NOTE_ASSUMED, config, "rope_theta", "10000", "the base");
    else if (!base && family->base)
        base = model_note(reading, NOTE_OF_FAMILY, config, "rope_theta", family->base, "the base");
    else if (!base)
        model_wrong(reading, config, "rope_theta",
                    "missing, and model_type '%s' has none of its own", family->name);
    reading->table->given[BASE] = base ? text_format("%s", base) : NULL;
}

/* --- the length */

/* Qwen's first models change the base beyond this length, by a rule of their own. */
static void check_dynamic(struct model_reading *reading, const char *length) {
    const char *most = model_number(reading, reading->config, "seq_length", MODEL_COUNT,
                                    "the length up to which use_dynamic_ntk does nothing");
    if (reading->max_len)
        length = reading->max_len;
    if (!most || !length || model_compare(length, most) > 0)
        model_wrong(reading, reading->config, "use_dynamic_ntk",
                    "is true, which changes the table beyond seq_length '%s', and max-len is '%s'",
                    most ? most : "", length ? length : "");
}

static void read_length(struct model_reading *reading) {
    struct json_part config = reading->config;
    const char *meaning = "the number of positions";
    const char *const *others = KEYS("n_positions", "seq_length", "max_seq_len");
    const char *length = NULL;
    if (json_object_get(config.object, "max_position_embeddings") || !is_given(reading, others))
        length = model_number(reading, config, "max_position_embeddings", MODEL_COUNT, meaning);
    if (!length)
        length = agreed(reading, others, MODEL_COUNT, meaning);
    if (length)
        reading->table->given[MAX_LEN] = text_format("%s", length);
    const json_t *dynamic = model_member(config, "use_dynamic_ntk");
    if (dynamic && !json_is_false(dynamic))
        check_dynamic(reading, length);
}

void model_table_read(struct model_reading *reading) {
    read_length(reading);
    read_width(reading);
    read_base(reading);
    model_rule_read(reading);
}

/* The file of a model, and which of its tables a name means. */

/* --- the whole file */

/* Positions that aren't rotary may be those of a preset. */
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
    model_config_read(model, (struct json_part){root, "", NULL}, NULL, max_len);
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

char *model_table_key(const struct model *model, const struct model_table *table) {
    bool dot = *table->config && *table->layer;
    for (size_t k = 0; k < model->count && !*table->config && *table->layer; k++)
        dot =
            dot || (*model->tables[k].config && strcmp(model->tables[k].layer, table->layer) == 0);
    return text_format("%s%s%s", table->config, dot ? "." : "", table->layer);
}

/* --- the table that is meant */

/* A part of the whole name is enough, and a dot in front stands for the outermost config. */
bool model_table_is_meant(const struct model *model, const struct model_table *table) {
    const char *key = model->key;
    char *whole = text_format("%s.%s", table->config, table->layer);
    bool meant = !*key || strcmp(key, whole) == 0 || strcmp(key, table->config) == 0 ||
                 strcmp(key, table->layer) == 0 || (strcmp(key, ".") == 0 && !*table->config);
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

/* "FILE:text_config.full_attention, ..." of the tables that there are, or only of those that are not refused. */
static char *keys_of(const struct model *model, bool right) {
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < model->count; k++) {
        char *key = model_table_key(model, &model->tables[k]);
        if (!model->tables[k].none && !(right && model->tables[k].wrong)) {
            const bool whole = !*key && model->count == 1;
            text_put(&list, "%s%s%s%s", list.used ? ", " : "", model->path, whole ? "" : ":",
                     *key || whole ? key : ".");
        }
        free(key);
    }
    return text_string(&list);
}

bool model_part_is_refused(const struct model *model, const struct model_table *table) {
    bool others = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *other = &model->tables[k];
        if (!other->wrong && strcmp(other->config, table->config) == 0)
            return false;
        others = others || !other->wrong;
    }
    return table->wrong && !table->none && others && !*model->key;
}

char *model_choose(struct model *model) {
    const struct model_table *chosen = NULL, *none = NULL, *wrong_one = NULL;
    bool several = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *table = &model->tables[k];
        if (!model_table_is_meant(model, table))
            continue;
        if (table->none) {
            none = table;
        } else if (table->wrong) {
            bool worse = wrong_one && model_part_is_refused(model, wrong_one) &&
                         !model_part_is_refused(model, table);
            wrong_one = wrong_one && !worse ? wrong_one : table;
        } else if (!chosen) {
            chosen = table;
        } else {
            several = several || !same_words(chosen, table);
        }
    }
    if (wrong_one && !model_part_is_refused(model, wrong_one))
        return text_format("%s: %s", model->path, wrong_one->wrong);
    model->chosen = wrong_one ? NULL : chosen;
    if (model->chosen && !several)
        return NULL;
    if (!chosen && none)
        return text_format("%s: %s", model->path, none->wrong);
    char *keys = keys_of(model, wrong_one != NULL);
    char *wrong =
        wrong_one ? text_format("%s: which table is meant? %s; but %s", model->path, keys,
                                wrong_one->wrong)
        : several ? text_format("%s: has several tables: %s", model->path, keys)
                  : text_format("%s: no part '%.60s'; there are %s", model->path, model->key, keys);
    free(keys);
    return wrong;
}
