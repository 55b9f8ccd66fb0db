/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/path.h"
#include "model/gguf.h"
#include "model/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* The tables of a GGUF file, as llama.cpp computes them: gguf_architectures.ini says where that was read, and what is
 * special in an architecture. Everything else is the same in all of them: load_hparams in src/llama-model.cpp reads the
 * keys, the constructor in src/llama-context.cpp scales, and ggml_rope_cache_init multiplies. A float of the file is the
 * number that it is exactly. */

#define SCALING_KEY(name) "rope.scaling." name

/* --- one table */

struct table_reading {
    struct model_reading
        keys; /* the object without the architecture in front; notes are named with it */
    const struct gguf_architecture *architecture;
    const json_t *values; /* all that was read; tensors are there */
    bool sliding;         /* these layers have a window, and the architecture tells them apart */
};

/* "rope.freq_base" and a real number, or another key and a whole one. Returns its decimal, which lives as long as the table;
 * NULL if it isn't there, or is wrong. */
static const char *real(struct table_reading *t, const char *key, enum model_kind kind,
                        const char *meaning) {
    const json_t *given = model_given(&t->keys, key);
    if (given && !json_is_real(given)) {
        model_wrong(&t->keys, key, "is not a finite float");
        return NULL;
    }
    return model_number(&t->keys, key, kind, meaning);
}

static const char *count(struct table_reading *t, const char *key, const char *meaning) {
    const json_t *given = model_given(&t->keys, key);
    if (given && !json_is_integer(given)) {
        model_wrong(&t->keys, key, "is not an integer");
        return NULL;
    }
    return model_number(&t->keys, key, MODEL_COUNT, meaning);
}

static bool differ(const char *a, const char *b) {
    return a && b && model_compare(a, b) != 0;
}

/* --- the width */

static const char *quotient(struct table_reading *t) {
    static const char width_key[] = "embedding_length", heads_key[] = "attention.head_count";
    const char *width = count(t, width_key, "the width of the model");
    const char *heads = count(t, heads_key, "the number of heads");
    if (!width || !heads) {
        model_wrong(&t->keys, width ? heads_key : width_key,
                    "missing, and so is rope.dimension_count");
        return NULL;
    }
    char *text = text_format("%lld", strtoll(width, NULL, 10) / strtoll(heads, NULL, 10));
    const char *noted =
        model_note(&t->keys, NOTE_DERIVED, "embedding_length / attention.head_count", text,
                   "the size of a head");
    free(text);
    return noted;
}

/* The number of columns that turn: all of a head, if it isn't given. */
static void read_width(struct table_reading *t) {
    static const char key[] = "rope.dimension_count", meaning[] = "the columns of a head that turn";
    static const char of_sliding[] = "rope.dimension_count_swa",
                      head_key[] = "attention.key_length";
    const char *turning = count(t, key, meaning), *sliding = NULL, *head = NULL;
    if (!turning || t->architecture->full_head)
        head = count(t, head_key, "the size of a head");
    if (!head && (!turning || t->architecture->full_head))
        head = quotient(t);
    if (t->architecture->full_head && differ(turning, head))
        model_wrong(&t->keys, key, "'%s' is not the size of a head, '%s'", turning, head);
    if (!turning)
        turning = head;
    if (model_given(&t->keys, of_sliding))
        sliding = count(t, of_sliding, meaning);
    if (!t->architecture->own_size && differ(sliding, turning))
        model_wrong(&t->keys, of_sliding, "'%s' is not rope.dimension_count, '%s'", sliding,
                    turning);
    if (t->sliding && sliding)
        turning = sliding;
    if (turning && strtoull(turning, NULL, 10) % 2)
        model_wrong(&t->keys, key, "'%s' is odd", turning);
    t->keys.table->given[D_MODEL] = turning ? text_format("%s", turning) : NULL;
}

/* --- the base */

static void read_base(struct table_reading *t) {
    static const char key[] = "rope.freq_base", sliding_key[] = "rope.freq_base_swa";
    const char *sliding = t->architecture->sliding, *base = NULL, *of_sliding = NULL;
    const bool own = model_text_is(sliding, "own");
    if (model_given(&t->keys, sliding_key) || (t->sliding && own))
        of_sliding = real(t, sliding_key, MODEL_POSITIVE, "the base of layers with a window");
    if (!(t->sliding && own))
        base = real(t, key, MODEL_POSITIVE, "the base");
    if ((!sliding || model_text_is(sliding, "unscaled")) && differ(of_sliding, base))
        model_wrong(&t->keys, sliding_key, "'%s' is not rope.freq_base, '%s'", of_sliding, base);
    if (t->sliding && of_sliding)
        base = of_sliding;
    t->keys.table->given[BASE] = base ? text_format("%s", base) : NULL;
}

/* --- M-RoPE */

/* With sections, all pairs must turn by t, y or x. In turn, y and x have every third pair while they have pairs left, and t
 * every third up to its own number; what is left turns by the fourth position, which is 0. */
static bool covers(const long long section[4], unsigned long long pairs, bool in_turn) {
    unsigned long long sum = 0, covered = 0;
    for (int k = 0; k < 3; k++)
        sum += (unsigned long long)section[k];
    for (unsigned long long k = 0; k < pairs && in_turn && sum == pairs; k++)
        covered += k < 3 * (unsigned long long)section[k % 3];
    return sum == pairs && section[3] == 0 && (!in_turn || covered == pairs);
}

/* Reads the sections; returns whether there are any. */
static bool read_sections(struct table_reading *t) {
    static const char key[] = "rope.dimension_sections";
    const struct gguf_architecture *architecture = t->architecture;
    struct model_table *table = t->keys.table;
    const json_t *list = model_given(&t->keys, key);
    const bool needed = model_text_is(architecture->sections, "needed");
    long long section[4] = {0};
    if (!list && needed)
        model_wrong(&t->keys, key, "missing");
    if (!list)
        return false;
    for (size_t k = 0; k < 4; k++) {
        const json_t *item = json_array_get(list, k);
        section[k] = json_integer_value(item);
        if (json_array_size(list) != 4 || !json_is_integer(item) || section[k] < 0 ||
            section[k] > 1 << 20) {
            model_wrong(&t->keys, key, "is not a list of four numbers of pairs");
            return false;
        }
    }
    if (!needed && section[0] == 0 && section[1] == 0 && section[2] == 0 && section[3] == 0)
        return false;
    if (!architecture->grid) {
        model_wrong(&t->keys, key, "is not read by the code of '%s'", architecture->name);
        return false;
    }
    model_note(&t->keys, NOTE_READ, key, NULL, "the pairs that turn by t, y and x");
    const char *width = table->given[D_MODEL];
    if (section[0] == 0 || section[1] == 0 ||
        !covers(section, width ? strtoull(width, NULL, 10) / 2 : 0,
                model_text_is(architecture->grid, "qwen3-vl")))
        model_wrong(&t->keys, key,
                    "with these, llama.cpp leaves pairs that turn by no position, or has none");
    table->grid = architecture->grid;
    table->grid_columns = section[2] == 0
                              ? text_format("t%lldy%lld", section[0], section[1])
                              : text_format("t%lldy%lldx%lld", section[0], section[1], section[2]);
    return true;
}

/* --- factors */

/* The list of factors for this table, or NULL; refuses those that the code doesn't read. */
static const char *choose_factors(struct table_reading *t, bool longrope, bool beyond) {
    static const char freqs[] = "rope_freqs.weight", of_long[] = "rope_factors_long.weight",
                      of_short[] = "rope_factors_short.weight";
    const char *kind = t->architecture->factors;
    const bool needed = model_text_is(kind, "needed");
    const bool two = model_text_is(kind, "always") || (model_text_is(kind, "both") && longrope),
               one = kind && !two;
    const bool has_freqs = json_object_get(t->values, freqs),
               has_long = json_object_get(t->values, of_long),
               has_short = json_object_get(t->values, of_short);
    t->keys.config.path = ""; /* tensors aren't named after the architecture */
    if (has_freqs && !one)
        model_wrong(&t->keys, freqs, "is not read by the code of '%s'", t->architecture->name);
    if ((has_long || has_short) && !two)
        model_wrong(&t->keys, has_long ? of_long : of_short, "is not read by the code of '%s'",
                    t->architecture->name);
    if (has_long != has_short)
        model_wrong(&t->keys, has_long ? of_short : of_long, "missing");
    if (needed && !has_freqs)
        model_wrong(&t->keys, freqs, "missing");
    const json_int_t files = json_integer_value(json_object_get(t->values, "split.count"));
    if (files > 1 && kind && !has_freqs && !has_long)
        model_wrong(&t->keys, "split.count",
                    "of %lld files, another one may have the list of factors", (long long)files);
    t->keys.config.path = t->architecture->name;
    if (t->sliding && needed)
        return NULL;
    return one && has_freqs ? freqs : two && has_long ? beyond ? of_long : of_short : NULL;
}

/* Writes a list of factors as the text of a file of factors. */
static void take_factors(struct table_reading *t, const char *name) {
    const json_t *list = json_object_get(t->values, name), *item;
    const struct model_table *table = t->keys.table;
    const char *width = table->given[D_MODEL];
    const unsigned long long pairs = width ? strtoull(width, NULL, 10) / 2 : 0;
    t->keys.config.path = "";
    if (json_array_size(list) != pairs)
        model_wrong(&t->keys, name, "has %zu numbers, and the table has %llu pairs",
                    json_array_size(list), pairs);
    size_t k;
    json_array_foreach((json_t *)list, k, item) {
        char *text = model_exact_text(json_real_value(item));
        if (!json_is_real(item) || json_real_value(item) <= 0)
            model_wrong(&t->keys, name, "number %zu is not above 0, or not finite", k);
        text_put(&t->keys.table->factors, "%s\n", text);
        free(text);
    }
    char *shown = text_format("%zu numbers", json_array_size(list));
    model_note(&t->keys, NOTE_DERIVED, name, shown, "frequencies are divided by them");
    free(shown);
    t->keys.config.path = t->architecture->name;
}

/* --- scaling */

/* A key that the code of few architectures reads: its decimal, or NULL. Of others it must have the neutral value. */
static const char *rare(struct table_reading *t, const char *key, enum model_kind kind,
                        const char *neutral, const char *meaning) {
    if (!model_given(&t->keys, key))
        return NULL;
    const char *value = real(t, key, kind, meaning);
    if (text_lists(t->architecture->reads, key))
        return value;
    if (differ(value, neutral))
        model_wrong(&t->keys, key, "'%s' is not read by the code of '%s'", value,
                    t->architecture->name);
    return NULL;
}

/* The factor that frequencies are divided by: "1" if there is none, or if it is 0. */
static const char *find_factor(struct table_reading *t) {
    static const char older[] = "rope.scale_linear", meaning[] = "the factor";
    const char *factor = real(t, SCALING_KEY("factor"), MODEL_NOT_NEGATIVE, meaning);
    if (!model_given(&t->keys, SCALING_KEY("factor")))
        factor = real(t, older, MODEL_NOT_NEGATIVE, meaning);
    return factor && strcmp(factor, "0") != 0 ? factor : "1";
}

/* Are the entries of YaRN not multiplied? rope.scaling.yarn_log_multiplier makes the amplitude a ratio of two numbers, which
 * are equal for the values that are known. */
static bool is_cancelled(struct table_reading *t) {
    static const char key[] = SCALING_KEY("yarn_log_multiplier");
    const char *multiplier = rare(t, key, MODEL_NOT_NEGATIVE, "0", "of the amplitude");
    const char *known = t->architecture->multiplier;
    if (!multiplier || !known || strcmp(multiplier, "0") == 0)
        return false;
    char *exact = strcmp(known, "any") == 0 ? NULL : model_exact_text(strtof(known, NULL));
    if (differ(multiplier, exact))
        model_wrong(&t->keys, key, "'%s' is not %s, the only value that is known", multiplier,
                    known);
    free(exact);
    return true;
}

/* The ramp of YaRN, whose ends are whole. With the factor F, llama.cpp multiplies entries by 1 + ln(F)/10. */
static void make_yarn(struct table_reading *t, const char *factor, const char *original,
                      struct text *scaling) {
    static const char fast_key[] = SCALING_KEY("yarn_beta_fast"),
                      slow_key[] = SCALING_KEY("yarn_beta_slow");
    const char *fast = rare(t, fast_key, MODEL_POSITIVE, "32", "the ramp's fast end"),
               *slow = rare(t, slow_key, MODEL_POSITIVE, "1", "the ramp's slow end");
    if (model_compare(fast ? fast : "32", slow ? slow : "1") < 0)
        model_wrong(&t->keys, fast_key, "'%s' is below yarn_beta_slow", fast ? fast : "32");
    text_put(scaling, "yarn:factor=%s,original=%s", factor, original);
    if (fast)
        text_put(scaling, ",beta-fast=%s", fast);
    if (slow)
        text_put(scaling, ",beta-slow=%s", slow);
    if (is_cancelled(t))
        text_print(scaling, ",attention=1");
}

/* Checks what no value but the neutral one is known of, whatever the scaling. */
static void check_rare(struct table_reading *t) {
    rare(t, SCALING_KEY("yarn_ext_factor"), MODEL_NOT_NEGATIVE, "1", "how much of the ramp counts");
    rare(t, SCALING_KEY("yarn_attn_factor"), MODEL_NOT_NEGATIVE, "1", "multiplies the entries");
    rare(t, SCALING_KEY("alpha"), MODEL_NOT_NEGATIVE, "0", "of another base");
}

/* The type, which is linear if it isn't given. */
static const char *find_type(struct table_reading *t) {
    static const char key[] = SCALING_KEY("type");
    const json_t *given = model_given(&t->keys, key);
    const char *type = json_string_value(given);
    if (!given)
        return "linear";
    if (!type || !text_lists("none linear yarn longrope", type)) {
        model_wrong(&t->keys, key, "'%.40s' is not none, linear, yarn or longrope",
                    type ? type : "");
        return "none";
    }
    model_note(&t->keys, NOTE_READ, key, NULL, "the type of the scaling");
    return type;
}

/* Does the table go beyond the length that the model was trained with first? *original is that length, or NULL. */
static bool goes_beyond(struct table_reading *t, const char **original) {
    const char *own = t->keys.table->given[MAX_LEN],
               *length = t->keys.max_len ? t->keys.max_len : own;
    const char *given = count(t, SCALING_KEY("original_context_length"), "the original length");
    *original = given ? given : own;
    return length && *original && model_compare(length, *original) > 0;
}

/* With a list of factors, nothing else may scale; rope.scaling.attn_factor multiplies the entries. */
static void make_factors(struct table_reading *t, const char *name, const char *attention,
                         struct text *scaling) {
    take_factors(t, name);
    text_put(scaling, "longrope:%s%s%s", t->keys.file, attention ? ",attention=" : "",
             attention ? attention : "");
}

static void read_scaling(struct table_reading *t) {
    struct text scaling = {NULL, 0, 0};
    const char *type = find_type(t), *factor = find_factor(t), *original = NULL;
    const char *attention =
        real(t, SCALING_KEY("attn_factor"), MODEL_POSITIVE, "multiplies the entries");
    const bool beyond = goes_beyond(t, &original), none = strcmp(type, "none") == 0;
    const char *list = choose_factors(t, strcmp(type, "longrope") == 0, beyond);
    const bool unscaled = t->sliding && !model_text_is(t->architecture->sliding, "same");
    check_rare(t);
    if (none && t->sliding && !unscaled && differ(factor, "1"))
        model_wrong(&t->keys, SCALING_KEY("type"),
                    "is none, and llama.cpp scales layers with a window by the factor '%s'",
                    factor);
    if (none || (unscaled && !list))
        factor = "1";
    attention = differ(attention, "1") ? attention : NULL;
    if (attention && !list)
        model_wrong(&t->keys, SCALING_KEY("attn_factor"),
                    "is '%s', which is known with lists of factors only", attention);
    if (list && differ(factor, "1"))
        model_wrong(&t->keys, SCALING_KEY("factor"), "is '%s' beside %s, and no words have both",
                    factor, list);
    if (list)
        make_factors(t, list, attention, &scaling);
    else if (!differ(factor, "1"))
        text_print(&scaling, "none");
    else if (strcmp(type, "yarn") != 0)
        text_put(&scaling, "linear:factor=%s", factor);
    else if (original)
        make_yarn(t, factor, original, &scaling);
    else
        model_wrong(&t->keys, SCALING_KEY("original_context_length"), "missing");
    t->keys.table->given[SCALING] = text_string(&scaling);
}

/* --- all keys */

static const char known_keys_of_rope[] =
    "dimension_count dimension_count_swa dimension_sections freq_base freq_base_swa "
    "scale_linear scaling.type scaling.factor scaling.alpha scaling.attn_factor "
    "scaling.original_context_length scaling.finetuned scaling.yarn_log_multiplier "
    "scaling.yarn_ext_factor scaling.yarn_attn_factor scaling.yarn_beta_fast "
    "scaling.yarn_beta_slow";

/* Refuses keys of rope that nobody has read, and those that say that nothing turns. */
static void check_keys(struct table_reading *t) {
    static const char switch_key[] = SCALING_KEY("finetuned");
    const char *key;
    json_t *value;
    json_object_foreach (json_object_get(t->keys.config.object, "rope"), key, value)
        if (!text_lists(known_keys_of_rope, key)) {
            char *whole = text_format("rope.%s", key);
            model_wrong(&t->keys, whole,
                        "is not known, and may change the table; if it does not: --ignore %s.%s",
                        t->architecture->name, whole);
            free(whole);
        }
    const json_t *finetuned = model_given(&t->keys, switch_key);
    if (finetuned && t->architecture->switch_key && !json_is_true(finetuned))
        model_wrong(&t->keys, switch_key, "is not true: then no layer has rotary positions");
    else if (finetuned)
        model_note(&t->keys, NOTE_IGNORED, switch_key, NULL, "does not change the table");
}

static void read_table(struct table_reading *t) {
    struct model_table *table = t->keys.table;
    check_keys(t);
    const char *length = count(t, "context_length", "the number of positions");
    if (!length)
        model_wrong(&t->keys, "context_length", "missing");
    table->given[MAX_LEN] = length ? text_format("%s", length) : NULL;
    read_width(t);
    read_base(t);
    const bool sections = read_sections(t);
    read_scaling(t);
    if (!sections && strcmp(t->architecture->pairs, "neighbours") == 0)
        table->given[REPEAT] = text_format("interleave");
}

/* --- the file */

/* The values whose keys begin with the architecture, without it; those of "rope" and "attention" are objects in it. */
static json_t *values_of(const char *architecture, json_t *values) {
    const size_t length = strlen(architecture);
    json_t *own = json_object(), *value;
    const char *key;
    json_object_foreach (values, key, value) {
        if (strncmp(key, architecture, length) != 0 || key[length] != '.')
            continue;
        const char *rest = key + length + 1, *point = strchr(rest, '.');
        if (!point) {
            json_object_set(own, rest, value);
            continue;
        }
        char *outer = text_format("%.*s", (int)(point - rest), rest);
        if (!json_object_get(own, outer))
            json_object_set_new(own, outer, json_object());
        json_object_set(json_object_get(own, outer), point + 1, value);
        free(outer);
    }
    return own;
}

static const struct gguf_architecture *architecture_named(const char *name) {
    const struct gguf_architecture *row = gguf_architectures;
    while (row->name && !model_text_is(name, row->name))
        row++;
    return row->name ? row : NULL;
}

/* Why the file has no table, or NULL. */
static char *why_none(const json_t *values, const struct gguf_architecture **found) {
    static const char key[] = "general.architecture", kind_key[] = "general.type";
    const char *name = json_string_value(json_object_get(values, key)),
               *kind = json_string_value(json_object_get(values, kind_key));
    *found = name ? architecture_named(name) : NULL;
    if (!name)
        return text_format("%s: %s", key,
                           json_object_get(values, key) ? "is not a text" : "missing");
    if (!*found)
        return text_format("%s: the code of architecture '%.60s' is not known", key, name);
    if (json_object_get(values, kind_key) && !model_text_is(kind, "model"))
        return text_format("%s: is not \"model\"", kind_key);
    return (*found)->none ? text_format("%s: '%s': %s", key, name, (*found)->none) : NULL;
}

/* Has the file layers with a window that the architecture tells apart? */
static bool has_sliding(const struct gguf_architecture *architecture, const json_t *own) {
    const json_t *window = json_object_get(json_object_get(own, "attention"), "sliding_window");
    return architecture->sliding && (!architecture->window || json_integer_value(window) > 0);
}

static void read_tables(struct model *model, const struct gguf_architecture *architecture,
                        json_t *values, const char *max_len) {
    static const char *const layers[] = {FULL, SLIDING};
    const struct model_family family = {.name = architecture->name, .source = architecture->source};
    json_t *own = values_of(architecture->name, values), *class = json_object();
    json_object_set_new(class, "rope.freq_base", json_integer(10000));
    json_object_set_new(class, "rope.freq_base_swa", json_integer(10000));
    const bool two = has_sliding(architecture, own);
    for (int k = 0; k < (two ? 2 : 1); k++) {
        struct table_reading t = {.architecture = architecture, .values = values, .sliding = k};
        t.keys = (struct model_reading){.table = model_add_table(model, "", two ? layers[k] : ""),
                                        .file = path_base(model->path),
                                        .config = {own, architecture->name, class},
                                        .family = &family,
                                        .max_len = max_len,
                                        .exact = true};
        read_table(&t);
    }
    json_decref(own);
    json_decref(class);
}

/* Takes keys of rope that nobody has read, "llama.rope.foo,llama.rope.bar", out of the values. Returns what is wrong, or
 * NULL. */
static char *ignore_keys(json_t *values, const char *path, const char *list) {
    char *wrong = NULL;
    for (const char *at = list; !wrong && at;) {
        const char *end = strchr(at, ',');
        char *key = text_format("%.*s", (int)(end ? (size_t)(end - at) : strlen(at)), at);
        const char *inner = strstr(key, ".rope.");
        if (!json_object_get(values, key))
            wrong = text_format("%s: ignore '%.60s': is not in the file", path, key);
        else if (!inner || text_lists(known_keys_of_rope, inner + strlen(".rope.")))
            wrong = text_format("%s: ignore '%.60s': is a key that posenc knows, and the table may "
                                "depend on it",
                                path, key);
        else
            json_object_del(values, key);
        free(key);
        at = end ? end + 1 : NULL;
    }
    return wrong;
}

char *gguf_tables(struct model *model, const char *max_len, const char *ignored) {
    const struct gguf_architecture *architecture = NULL;
    json_t *values = NULL;
    char *wrong = gguf_read(model->path, &values), *why = NULL;
    if (!wrong)
        wrong = ignore_keys(values, model->path, ignored);
    if (!wrong && (why = why_none(values, &architecture))) {
        char *shown = text_printable(why);
        wrong = text_format("%s: %s", model->path, shown);
        free(shown);
    }
    if (!wrong && architecture)
        read_tables(model, architecture, values, max_len);
    free(why);
    json_decref(values);
    return wrong;
}
