/* SPDX-License-Identifier: MIT */
#include "base/path.h"
#include "cli/resolved.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The text of a word from the user, or else from [defaults]; NULL for "none". */
static const char *named(const struct request *request, enum word word, bool user) {
    const char *text = (user ? request->source.user : request->source.defaults)[word];
    return text && strcmp(text, "none") != 0 ? text : NULL;
}

/* Finds the file of the word model, or NULL. For preset and model alike the user's value wins over [defaults]. Returns
 * what is wrong, or NULL. */
static char *find_model(const struct request *request, const char **model) {
    for (int user = 1; user >= 0; user--) {
        const char *preset = named(request, PRESET, user);
        *model = named(request, MODEL, user);
        if (*model && preset)
            return text_format("preset '%.60s' can't be combined with model '%.60s'", preset,
                               *model);
        if (*model || preset || (user && request->source.user[MODEL]))
            break;
    }
    return NULL;
}

/* "config.json:full_attention". Returns what the banner can't show, or NULL. */
static char *canonical_model(const struct model *model, char **canonical) {
    char *wrong = choice_file(MODEL, model->path);
    if (!wrong && !choice_is_plain(model->key))
        wrong = text_format("model '%s:%.60s': the part's name appears in the banner, and may "
                            "contain only letters, digits, blanks and _ . + - = ~",
                            model->path, model->key);
    if (!wrong)
        *canonical =
            text_format("%s%s%s", path_base(model->path), *model->key ? ":" : "", model->key);
    return wrong;
}

/* Gives the request the words of the model's table, which replace --model in the command of a banner. --model stays there
 * if the words follow from an assumption, or if the rule is longrope, whose factors are in the file. */
static void take_model(struct request *request, struct model *model, const char *name, bool assumed,
                       const char *ignored, struct faults *faults) {
    const uint64_t size = choice_size_or_0(MAX_LEN, request_text(request, MAX_LEN));
    char *length = size > 0 ? text_format("%" PRIu64, size) : NULL;
    char *wrong = model_read(model, name, length, assumed, ignored);
    free(length);
    if (!wrong)
        wrong = model_choose(model);
    const struct model_table *table = model->chosen;
    const bool grid = !wrong && table && !word_is_default(GRID, request_text(request, GRID));
    if (grid && table->off_grid)
        wrong = text_format("%s: %s", model->path, table->off_grid);
    if (wrong || !table) {
        faults_add_found(faults, MODEL, fault_in_file(model->path, 0, wrong));
        return;
    }
    const bool list = table->factors.used > 0 && !request_gives(request, SCALING);
    if (list) {
        request->file[SCALING].path = text_format("%s", model->path);
        text_add(&request->file[SCALING].text, table->factors.bytes, table->factors.used);
    }
    struct request_model words_of = {.given = (const char *const *)table->given,
                                     .grid_columns = table->grid_columns,
                                     .path = model->path,
                                     .assumed = table->assumed,
                                     .ignored = ignored};
    if (list || table->assumed || ignored)
        faults_add(faults, MODEL, canonical_model(model, &words_of.named));
    request_take_model(request, words_of,
                       preset_named(grid && table->grid ? table->grid : table->preset));
}

/* Says on standard error what a table assumes. */
void model_say_assumed(const struct model *model, const struct model_table *table) {
    char *assumption = table ? model_assumption(model, table) : NULL;
    if (assumption)
        report_line("%s", assumption);
    free(assumption);
}

/* The keys of the word ignore, or NULL; *wrong is what is wrong with it. */
const char *model_ignored(const char *text, const char *model, char **wrong) {
    if (!text || strcmp(text, "none") == 0)
        return NULL;
    char *keys = text_format("%s", text);
    for (char *comma = keys; (comma = strchr(comma, ','));)
        *comma = ' ';
    if (!model)
        *wrong = text_format("ignore '%.60s' needs a model", text);
    else if (!*text || !choice_is_plain(keys))
        *wrong = text_format("ignore '%.60s': the keys appear in the banner, and may contain only "
                             "letters, digits, blanks and _ . + - = ~",
                             text);
    free(keys);
    return text;
}

/* Parses the word assume: may the keys of a model of unknown code be read? Returns what is wrong, or NULL. */
static char *parse_assume(const struct request *request, const char *model, int *assumed) {
    const char *text = request_text(request, ASSUME);
    char *wrong = choice_parse(&words[ASSUME], text, assumed);
    return !wrong && *assumed && !model ? text_format("assume '%s' needs a model", text) : wrong;
}

void resolve_model(struct request *request, struct model *model, struct faults *faults) {
    const char *name = NULL;
    int assumed = 0;
    char *wrong = NULL;
    faults_add(faults, PRESET, find_model(request, &name));
    request_take_rows(request, name != NULL);
    faults_add(faults, ASSUME, parse_assume(request, name, &assumed));
    const char *ignored = model_ignored(request_text(request, IGNORE), name, &wrong);
    faults_add(faults, IGNORE, wrong);
    if (name && faults->count == 0)
        take_model(request, model, name, assumed, ignored, faults);
}
