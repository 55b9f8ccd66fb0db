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

/* The text of a word in a list of texts; NULL if it has none, or if it asks for the model's own length. */
static const char *text_in(const char *const *from, enum word word) {
    return asks_model(word, from[word]) ? NULL : from[word];
}

bool request_gives(const struct request *request, enum word word) {
    return request->given[word] || request->defaults[word];
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
static void take_preset(struct request *request, const char *name) {
    request->preset = preset_named(name);
    if (!request->preset && aliases_named(name, &request->alias) == 1)
        request->preset = preset_named(request->alias->preset);
}

/* The text of a word in the alias or in the preset, or NULL. */
static const char *text_of_preset(const struct request *request, enum word word) {
    if (!request->preset)
        return NULL;
    const char *of_alias = request->alias ? request->alias->given[word] : NULL;
    return of_alias ? of_alias : request->preset->given[word];
}

void request_begin(struct request *request, const char *const given[WORDS],
                   const char *const defaults[WORDS]) {
    static const char *const none[WORDS];
    *request = (struct request){.given = given, .defaults = defaults ? defaults : none};
}

/* Both sizes must be known, and a preset for grids needs a grid. Returns what is missing, or NULL. */
static char *find_missing(const struct request *request) {
    const bool grid = !word_is_default(GRID, request_text(request, GRID)),
               needs_grid = text_of_preset(request, GRID_COLUMNS) && !grid,
               rows =
                   request_text(request, MAX_LEN) || lists_positions(request) || grid || needs_grid,
               columns = request_text(request, D_MODEL);
    if (rows && columns && !needs_grid)
        return NULL;
    if (rows && columns) {
        const char *shares = text_of_preset(request, GRID_COLUMNS);
        return text_format("missing: --grid, which preset '%s' is for, as in --grid %s%s16x16",
                           request->alias ? request->alias->name : request->preset->name,
                           strchr(shares, 's') ? "1x" : "", strchr(shares, 't') ? "1x" : "");
    }
    if (columns && request->model.given)
        return text_format("missing: --max-len, as %s has no max_position_embeddings",
                           request->model.path);
    return text_format("missing: %s%s%s", rows ? "" : "--max-len", rows || columns ? "" : " and ",
                       columns ? "" : "--d-model");
}

void request_find_rows(struct request *request, bool of_model) {
    const char *preset = of_model ? NULL : request_text(request, PRESET);
    if (preset)
        take_preset(request, preset);
    const size_t listed = number_lines_count(&request->file[POSITIONS_FILE].text);
    if (!request->rows_known)
        request->rows_known = listed > 0 ? text_format("%zu", listed) : rows_of_grid(request);
}

void request_open(struct request *request, struct faults *faults) {
    const bool of_model = request->model.given;
    const char *preset = of_model ? NULL : request_text(request, PRESET);
    request->faults = faults;
    for (int k = PRESET; k < WORDS; k++)
        request->ignored_because_of[k] = WORDS;
    request_find_rows(request, of_model);
    if (asks_model(MAX_LEN, request->given[MAX_LEN]) && !request->model.given)
        faults_put(faults, MAX_LEN, "max-len 'model' needs a model");
    if (preset && !request->preset && strcmp(preset, "none") != 0)
        faults_add(faults, PRESET, search_unknown(preset));
    if (faults->count == 0)
        faults_add(faults, ABOUT_TABLE, find_missing(request));
}

void request_free(struct request *request) {
    for (int k = 0; k < WORDS; k++) {
        free(request->text[k]);
        free(request->default_text[k]);
        free(request->file[k].path);
        free(request->file[k].unreadable);
        text_free(&request->file[k].text);
    }
    free(request->rows_known);
    *request = (struct request){.given = NULL};
}

const char *request_default(const struct request *request, enum word word) {
    const struct request_model *model = &request->model;
    if (model->given && model->given[word])
        return model->given[word];
    const char *of_preset = text_of_preset(request, word);
    if (model->given && of_preset && word == GRID_COLUMNS)
        return model->grid_columns;
    return of_preset ? of_preset : words[word].fallback;
}

const char *request_omitted(const struct request *request, enum word word) {
    const char *of_preset = text_of_preset(request, word);
    return request->model.named ? request_default(request, word)
           : of_preset          ? of_preset
                                : words[word].fallback;
}

const char *request_text(const struct request *request, enum word word) {
    const char *known = word == MAX_LEN ? request->rows_known : NULL;
    const char *given = text_in(request->given, word), *of_all = text_in(request->defaults, word);
    bool near = known && (request->given[POSITIONS_FILE] || request->given[GRID]);
    return given                                    ? given
           : asks_model(word, request->given[word]) ? request_default(request, word)
           : near                                   ? known
           : of_all                                 ? of_all
           : known                                  ? known
                                                    : request_default(request, word);
}

const char *request_value(struct request *request, enum word word, enum word ignored_because_of) {
    request->ignored_because_of[word] = ignored_because_of;
    if (text_in(request->given, word))
        return request->given[word];
    return ignored_because_of == WORDS ? request_text(request, word) : words[word].fallback;
}

void request_check_read(const struct request *request, enum word word) {
    enum word by = request->ignored_because_of[word];
    bool has_default = word_is_default(word, request->text[word]);
    bool refused_elsewhere =
        word == REPEAT || by == GRID || by == FORMAT; /* with a better message */
    if (request->given[word] && by != WORDS && !refused_elsewhere &&
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
        const char *text = texts[k], *default_text = request->default_text[k];
        bool size = k == MAX_LEN || k == D_MODEL;
        if (!size && (request->ignored_because_of[k] != WORDS ||
                      (default_text && strcmp(text, default_text) == 0)))
            continue;
        text_put(&command, " --%s ", words[k].name);
        request_quote(text, &command);
    }
    return text_string(&command);
}

char *request_command(const struct request *request) {
    return request_command_of(request, (const char *const *)request->text);
}
