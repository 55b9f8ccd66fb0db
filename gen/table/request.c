/* SPDX-License-Identifier: MIT */
#include "table/request.h"
#include "exact/number.h"
#include "table/grid.h"
#include "table/positions.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Is this max-len with the value that asks for the model's own length? */
static bool asks_model(enum word word, const char *text) {
    return word == MAX_LEN && text && strcmp(text, "model") == 0;
}

/* The text of a word in the alias or in the preset, or NULL. */
static const char *text_of_preset(const struct request_sources *source, enum word word) {
    const char *of_alias = source->alias ? source->alias->given[word] : NULL;
    return of_alias || !source->preset ? of_alias : source->preset->given[word];
}

/* What the word has if the command has neither it nor a model. */
static struct request_word omitted(const struct request_sources *source, enum word word) {
    const char *of_preset = text_of_preset(source, word);
    return of_preset ? (struct request_word){of_preset, FROM_PRESET}
                     : (struct request_word){words[word].fallback, FROM_USUAL};
}

/* What the word has if nobody gives it. */
static struct request_word not_given(const struct request_sources *source, enum word word) {
    const struct request_model *model = &source->model;
    const struct request_word without = omitted(source, word);
    const char *of_model = !model->given                 ? NULL
                           : model->given[word]          ? model->given[word]
                           : without.from != FROM_PRESET ? NULL
                           : word == GRID_COLUMNS        ? model->grid_columns
                                                         : NULL;
    if (!of_model || (without.text && strcmp(of_model, without.text) == 0))
        return without;
    return (struct request_word){of_model, model->named ? FROM_PRESET : FROM_MODEL};
}

static struct request_word nearest_given(const struct request_sources *source, enum word word) {
    const char *user = source->user[word], *of_all = source->defaults[word],
               *rows = word == MAX_LEN ? source->rows : NULL;
    const bool near = rows && (source->user[POSITIONS_FILE] || source->user[GRID]);
    if (user && !asks_model(word, user))
        return (struct request_word){user, FROM_USER};
    if (user)
        return not_given(source, word);
    if (of_all && !near && !asks_model(word, of_all))
        return (struct request_word){of_all, FROM_DEFAULTS};
    return rows ? (struct request_word){rows, FROM_USUAL} : not_given(source, word);
}

/* Call it whenever a source has changed. */
static void find_nearest(struct request *request) {
    for (int k = 0; k < WORDS; k++)
        request->given[k] = nearest_given(&request->source, (enum word)k);
}

bool request_gives(const struct request *request, enum word word) {
    return request->given[word].from >= FROM_DEFAULTS;
}

const char *request_omitted(const struct request *request, enum word word) {
    const struct request_sources *source = &request->source;
    return (source->model.named ? not_given(source, word) : omitted(source, word)).text;
}

const char *request_text(const struct request *request, enum word word) {
    return request->given[word].text;
}

bool request_is_wrong(const struct request *request) {
    return request->faults->count > 0;
}

void request_refuse(const struct request *request, enum word word, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *what = text_vformat(format, arguments);
    va_end(arguments);
    faults_put(request->faults, word, "%s '%.60s'%s", words[word].name, request->text[word], what);
    free(what);
}

/* Do the rows come from a file of positions? */
static bool lists_positions(const struct request *request) {
    return !word_is_default(POSITIONS_FILE, request_text(request, POSITIONS_FILE)) ||
           grid_is_listed(request_text(request, GRID));
}

/* Does the text name a grid with sizes? Its faults are reported when the word is parsed. */
static bool has_sizes(const char *grid) {
    return grid && !word_is_default(GRID, grid) && !grid_is_listed(grid);
}

/* How many rows a word lists. */
static unsigned long long listed_rows(const struct request *request, enum word word) {
    const char *text = request_text(request, word);
    unsigned long long rows = 0;
    uint64_t first, last;
    while (*text && (text = row_range_next(text, &first, &last)) != NULL)
        rows += last - first + 1;
    return rows;
}

/* How many rows a grid with sizes has, zero-rows and unrotated-rows included; NULL if there is none. */
static char *rows_of_grid(const struct request *request) {
    const char *text = request_text(request, GRID);
    struct grid grid = {.axes = 0};
    struct value value = {.word = GRID, .text = text};
    char *canonical = NULL;
    if (!has_sizes(text))
        return NULL;
    grid_parse(&grid, &value);
    free(value_end(&value, &canonical));
    if (!canonical)
        return NULL;
    free(canonical);
    const unsigned long long listed =
        listed_rows(request, ZERO_ROWS) + listed_rows(request, UNROTATED_ROWS);
    /* more than a table may have are refused when their word is parsed */
    return text_format("%llu", (unsigned long long)grid_count(&grid) +
                                   (listed <= CHOICE_ENTRIES ? listed : 0));
}

/* Finds the preset of that name, or the only system of that name. */
static void take_preset(struct request_sources *source, const char *name) {
    source->preset = preset_named(name);
    if (!source->preset && aliases_named(name, &source->alias) == 1)
        source->preset = preset_named(source->alias->preset);
}

void request_begin(struct request *request, const char *const user[WORDS],
                   const char *const defaults[WORDS]) {
    static const char *const none[WORDS];
    *request = (struct request){.source = {.user = user, .defaults = defaults ? defaults : none}};
    find_nearest(request);
}

/* Both sizes must be known, and a preset for grids needs a grid. Returns what is missing, or NULL. */
static char *find_missing(const struct request *request) {
    const struct request_sources *source = &request->source;
    const char *shares = text_of_preset(source, GRID_COLUMNS);
    const bool grid = !word_is_default(GRID, request_text(request, GRID)),
               needs_grid = shares && !grid,
               rows =
                   request_text(request, MAX_LEN) || lists_positions(request) || grid || needs_grid,
               columns = request_text(request, D_MODEL);
    if (rows && columns && !needs_grid)
        return NULL;
    if (rows && columns)
        return text_format("missing: --grid, which preset '%s' is for, as in --grid %s%s16x16",
                           (source->alias ? source->alias : source->preset)->name,
                           strchr(shares, 's') ? "1x" : "", strchr(shares, 't') ? "1x" : "");
    if (columns && source->model.given)
        return text_format("missing: --max-len, as %s does not say how many positions",
                           source->model.path);
    return text_format("missing: %s%s%s", rows ? "" : "--max-len", rows || columns ? "" : " and ",
                       columns ? "" : "--d-model");
}

void request_take_rows(struct request *request, bool of_model) {
    struct request_sources *source = &request->source;
    const char *preset = of_model ? NULL : request_text(request, PRESET);
    if (preset)
        take_preset(source, preset);
    find_nearest(request);
    const size_t listed = number_lines_count(&request->file[POSITIONS_FILE].text);
    if (!source->rows)
        source->rows = listed > 0 ? text_format("%zu", listed) : rows_of_grid(request);
    find_nearest(request);
}

void request_take_model(struct request *request, struct request_model model,
                        const struct preset *preset) {
    request->source.model = model;
    request->source.preset = preset;
    find_nearest(request);
}

void request_open(struct request *request, struct faults *faults) {
    const struct request_sources *source = &request->source;
    const bool of_model = source->model.given;
    const char *preset = of_model ? NULL : request_text(request, PRESET);
    request->faults = faults;
    for (int k = PRESET; k < WORDS; k++)
        request->ignored_because_of[k] = WORDS;
    request_take_rows(request, of_model);
    if (asks_model(MAX_LEN, source->user[MAX_LEN]) && !of_model)
        faults_put(faults, MAX_LEN, "max-len 'model' needs a model");
    if (preset && !source->preset && strcmp(preset, "none") != 0)
        faults_add(faults, PRESET, search_unknown(preset));
    if (faults->count == 0)
        faults_add(faults, ABOUT_TABLE, find_missing(request));
}

void request_free(struct request *request) {
    for (int k = 0; k < WORDS; k++) {
        free(request->text[k]);
        free(request->file[k].path);
        free(request->file[k].unreadable);
        text_free(&request->file[k].text);
    }
    free(request->source.rows);
    free(request->source.model.named);
    *request = (struct request){.faults = NULL};
}

void request_say(struct request *request, enum word word, const char *text) {
    free(request->text[word]);
    request->text[word] = text_format("%s", text ? text : "");
    request->given[word].from = text ? FROM_USER : FROM_USUAL;
}

const char *request_value(struct request *request, enum word word, enum word ignored_because_of) {
    request->ignored_because_of[word] = ignored_because_of;
    const struct request_word given = request->given[word];
    return ignored_because_of == WORDS || given.from == FROM_USER ? given.text
                                                                  : words[word].fallback;
}

void request_check_read(const struct request *request, enum word word) {
    enum word by = request->ignored_because_of[word];
    bool has_default = word_is_default(word, request->text[word]);
    bool refused_elsewhere =
        word == REPEAT || by == GRID || by == FORMAT; /* with a better message */
    if (request->given[word].from == FROM_USER && by != WORDS && !refused_elsewhere &&
        (!has_default || by == FREQUENCIES))
        request_refuse(request, word, " has no effect beside %s '%.60s'", words[by].name,
                       request->text[by]);
}

/* Does the text need no quotes in a shell? */
static bool is_plain(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    return *text && strspn(text, letters) == strlen(text);
}

void request_quote(const char *text, struct text *to) {
    if (is_plain(text)) {
        text_print(to, text);
        return;
    }
    text_print(to, "'");
    for (const char *quote; (quote = strchr(text, '\'')); text = quote + 1) {
        text_add(to, text, (size_t)(quote - text));
        text_print(to, "'\\''");
    }
    text_print(to, text);
    text_print(to, "'");
}

char *request_command_of(const struct request *request, const char *const texts[WORDS]) {
    struct text command = {NULL, 0, 0};
    text_print(&command, "posenc");
    for (int k = 0; k < WORDS; k++) {
        const bool of_preset =
                       k == D_MODEL && request->source.preset && !request->source.model.named,
                   size = k == MAX_LEN || (k == D_MODEL && !of_preset),
                   changed = texts[k] != request->text[k],
                   read = request->ignored_because_of[k] == WORDS,
                   given = request->given[k].from >= FROM_OUTPUT;
        const char *without = request_omitted(request, (enum word)k);
        if (!size && !changed && !(read && given))
            continue;
        if (!size && without && strcmp(texts[k], without) == 0)
            continue;
        text_put(&command, " --%s ", words[k].name);
        request_quote(texts[k], &command);
    }
    return text_string(&command);
}

char *request_command(const struct request *request) {
    return request_command_of(request, (const char *const *)request->text);
}
