/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/path.h"
#include "model/model_reading.h"
#include "words/presets.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tables of configs that other_configs.ini has: each word is a number of the file, or a quotient of two. */

/* --- which kind of config it is */

/* Has the object a key, "KEY" or "OUTER.KEY", or "KEY=TEXT"? */
static bool has_one(const json_t *root, const char *item, size_t length) {
    const size_t key_length = strcspn(item, "= ");
    const struct model_reading whole = {.config.object = root};
    char *key = text_format("%.*s", (int)key_length, item);
    const json_t *value = model_given(&whole, key);
    char *shown = value ? model_value_text(value) : NULL;
    const char *plain = json_is_string(value) ? json_string_value(value) : shown,
               *wanted = item + key_length + 1;
    const bool has =
        value && (key_length == length || (strlen(plain) == length - key_length - 1 &&
                                           strncmp(plain, wanted, length - key_length - 1) == 0));
    free(shown);
    free(key);
    return has;
}

/* Has it all of a list? "!KEY" must not be there. */
static bool has_all(const json_t *root, const char *list) {
    bool all = true;
    for (const char *item = list; all && *item; item += strspn(item, " ")) {
        const bool wanted = *item != '!';
        item += !wanted;
        const size_t length = strcspn(item, " ");
        all = has_one(root, item, length) == wanted;
        item += length;
    }
    return all;
}

const struct other_config *other_config_of(const json_t *root) {
    const struct other_config *row = other_configs;
    while (row->name && !has_all(root, row->has))
        row++;
    return row->name ? row : NULL;
}

/* --- numbers */

/* "KEY", "KEY / KEY" or "KEY + 2", as text; NULL if a key isn't there. */
static const char *compute(struct model_reading *reading, const char *one, enum model_kind kind,
                           const char *meaning) {
    char key[64], sign[2] = "", other[64] = "";
    sscanf(one, "%63s %1[/+] %63s", key, sign, other); /* a row of the program */
    if (!*sign)
        return model_number(reading, key, kind, meaning);
    if (!model_has(reading, key) || (*sign == '/' && !model_has(reading, other)))
        return NULL;
    char *use = text_format("for %s", one);
    const char *a = model_number(reading, key, kind, use),
               *b = *sign == '+' ? other : model_number(reading, other, kind, use);
    free(use);
    if (!a || !b)
        return NULL;
    char *text = *sign == '+' ? text_format("%llu", strtoull(a, NULL, 10) + strtoull(b, NULL, 10))
                              : model_quotient(a, b);
    if (strchr(text, '/') || strchr(text, '.'))
        model_wrong(reading, key, "'%s' is not a multiple of %s '%s'", a, other, b);
    const char *value = model_note(reading, NOTE_DERIVED, one, text, meaning);
    free(text);
    return value;
}

/* The first of "A | B" whose keys are there; refuses a file without any. */
static char *number(struct model_reading *reading, const char *alternatives, enum model_kind kind,
                    const char *meaning, bool needed) {
    const char *value = NULL, *at = alternatives ? alternatives : "";
    while (!value && *at && !reading->table->wrong) {
        const size_t length = strcspn(at, "|");
        char *one = text_format("%.*s", (int)(at[length] ? length - 1 : length), at); /* no blank */
        value = compute(reading, one, kind, meaning);
        at += length + strspn(at + length, "| ");
        free(one);
    }
    if (!value && alternatives && needed)
        model_wrong(reading, alternatives, "missing");
    return value ? text_format("%s", value) : NULL;
}

/* --- YaRN, as Mistral's params.json has it */

static void read_yarn(struct model_reading *reading, const struct other_config *row) {
    static const char known[] = "factor original_max_position_embeddings beta alpha apply_scale",
                      scale_key[] = ".apply_scale";
    const json_t *yarn = row->yarn ? model_member(reading, row->yarn) : NULL;
    const char *key;
    json_t *value;
    if (!yarn)
        return;
    reading->rule = (struct json_part){yarn, row->yarn, NULL, NULL};
    json_object_foreach ((json_t *)yarn, key, value)
        if (!text_lists(known, key)) {
            char *inner = text_format(".%s", key);
            model_wrong(reading, inner,
                        "is not known, and may change the table; if it does not: --ignore %s.%s",
                        row->yarn, key);
            free(inner);
        }
    const char *factor = model_number(reading, ".factor", MODEL_POSITIVE, "the factor"),
               *original = model_number(reading, ".original_max_position_embeddings", MODEL_COUNT,
                                        "the original length"),
               *fast = model_number(reading, ".beta", MODEL_POSITIVE, "the ramp's fast end"),
               *slow = model_number(reading, ".alpha", MODEL_POSITIVE, "the ramp's slow end");
    const json_t *scale = model_member(reading, scale_key);
    if (!factor || !original || !fast || !slow)
        model_wrong(reading, ".", "lacks factor, original_max_position_embeddings, beta or alpha");
    if (scale && !json_is_boolean(scale))
        model_wrong(reading, scale_key, "is neither true nor false");
    if (reading->table->wrong)
        return;
    if (scale)
        model_note(reading, NOTE_READ, scale_key, NULL, "are entries multiplied?");
    const bool plain = json_is_false(scale) || (row->latent && model_member(reading, row->latent));
    reading->table->given[SCALING] =
        text_format("yarn:factor=%s,original=%s,beta-fast=%s,beta-slow=%s%s", factor, original,
                    fast, slow, plain ? ",attention=1" : "");
}

/* --- a table */

/* Refuses keys about positions that the row doesn't name, and what must not be there. */
static void check_keys(struct model_reading *reading, const struct other_config *row) {
    const char *const read[] = {row->max_len, row->d_model, row->base, row->yarn, row->ignores};
    const char *key, *why = row->never ? strchr(row->never, ' ') : NULL;
    json_t *value;
    json_object_foreach ((json_t *)reading->config.object, key, value) {
        bool known = !model_is_key_of_positions(key) || json_is_null(value);
        for (size_t k = 0; k < sizeof read / sizeof *read; k++)
            known = known || text_lists(read[k], key);
        if (why && strlen(key) == (size_t)(why - row->never) &&
            strncmp(key, row->never, strlen(key)) == 0) {
            known = json_is_false(value);
            if (!known)
                model_wrong(reading, key, "%s", why + 1);
        }
        if (!known && model_is_known_key(key))
            model_wrong(reading, key, "is not read by the code of such files");
        else if (!known)
            model_wrong(reading, key,
                        "is not known, and may change the table; if it does not: --ignore %s", key);
    }
}

static void read_table(struct model *model, const json_t *root, const struct other_config *row) {
    const struct model_family family = {.name = row->name, .source = row->source};
    struct model_table *table = model_add_table(model, row->part ? row->part : "", "");
    const json_t *object = row->within ? json_object_get(root, row->within) : root;
    struct model_reading reading = {.table = table,
                                    .config = {object, row->within ? row->within : "", NULL, NULL},
                                    .family = &family,
                                    .layer = "",
                                    .file = path_base(model->path)};
    table->preset = row->preset;
    if (!json_is_object(object))
        model_wrong(&reading, "", "missing");
    if (row->base)
        check_keys(&reading, row);
    table->given[MAX_LEN] =
        number(&reading, row->max_len, MODEL_COUNT, "the number of rows", false);
    table->given[D_MODEL] = number(&reading, row->d_model, MODEL_COUNT, "the width", true);
    const char *of_width = table->note_count ? table->notes[table->note_count - 1].key : "";
    table->given[BASE] = number(&reading, row->base, MODEL_ABOVE_1, "the base", true);
    table->given[ZERO_ROWS] =
        number(&reading, row->zero_rows, MODEL_NOT_NEGATIVE, "the row of zeros", false);
    char *side = number(&reading, row->grid, MODEL_COUNT, "patches on a side", true);
    table->given[GRID] = side ? text_format("%sx%s", side, side) : NULL;
    free(side);
    table->given[REPEAT] =
        model_text_is(row->pairs, "neighbours") ? text_format("interleave") : NULL;
    read_yarn(&reading, row);
    if (table->given[D_MODEL] && strtoull(table->given[D_MODEL], NULL, 10) % 2)
        model_wrong(&reading, of_width, "'%s' is odd", table->given[D_MODEL]);
}

/* --- formats that have no table */

/* "--preset flux --d-model 128 --grid-columns t16y56x56 --base 256 --grid TxHxW", from what the file has of it */
static char *words_of_axes(const json_t *root, const struct other_config *row) {
    const struct preset *preset = preset_named(row->preset), *alias = NULL;
    if (!preset && aliases_named(row->preset, &alias) == 1)
        preset = preset_named(alias->preset);
    const char *columns = alias && alias->given[GRID_COLUMNS] ? alias->given[GRID_COLUMNS]
                          : preset                            ? preset->given[GRID_COLUMNS]
                                                              : NULL;
    const json_t *list = json_object_get(root, row->shares);
    const json_t *base = row->base ? json_object_get(root, row->base) : NULL,
                 *head = row->d_model ? json_object_get(root, row->d_model) : NULL;
    struct text text = {NULL, 0, 0}, shares = {NULL, 0, 0};
    json_int_t sum = json_integer_value(head);
    size_t axes = 0;
    text_put(&text, "--preset %s", row->preset);
    for (const char *at = columns ? columns : ""; *at; at++)
        if (isalpha((unsigned char)*at)) {
            const json_int_t share = json_integer_value(json_array_get(list, axes++));
            sum += share > 0 && share < 1 << 20 ? share : 0;
            if (share > 0)
                text_put(&shares, "%c%lld", *at, (long long)share);
        }
    if (sum > 0)
        text_put(&text, " --d-model %lld", (long long)sum);
    if (shares.used > 0 && axes == json_array_size(list))
        text_put(&text, " --grid-columns %s", text_string(&shares));
    if (json_is_number(base)) {
        char *value = model_value_text(base);
        text_put(&text, " --base %s", value);
        free(value);
    }
    text_free(&shares);
    return text_string(&text);
}

char *other_config_read(struct model *model, const json_t *root, const struct other_config *row) {
    if (row->refused)
        return text_format("%s: %s", model->path, row->refused);
    if (row->shares) {
        char *words_text = words_of_axes(root, row);
        char *wrong = text_format("%s: a diffusion transformer, whose positions are on a grid: %s "
                                  "--grid with the sizes in patches; see posenc presets %s",
                                  model->path, words_text, row->preset);
        free(words_text);
        return wrong;
    }
    for (const struct other_config *other = row; other->name; other++)
        if (strcmp(other->has, row->has) == 0)
            read_table(model, root, other);
    return NULL;
}
