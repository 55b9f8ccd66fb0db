#include "table/request.h"
#include "base/die.h"
#include "base/text.h"
#include "words/search.h"

#include <stdlib.h>
#include <string.h>

static bool has(const struct request *request, enum word word) {
    return request->given[word] || (request->defaults && request->defaults[word]);
}

void request_open(struct request *request, const char *const given[WORDS],
                  const char *const defaults[WORDS], struct faults *faults) {
    *request = (struct request){.given = given, .defaults = defaults};
    bool rows = has(request, MAX_LEN), columns = has(request, D_MODEL);
    if (!rows || !columns)
        faults_add(faults, ABOUT_TABLE,
                   text_format("missing: %s%s%s", rows ? "" : "--max-len",
                               rows || columns ? "" : " and ", columns ? "" : "--d-model"));
    const char *named = request_value(request, PRESET, WORDS);
    request->preset = named ? preset_named(named) : NULL;
    if (named && !request->preset && strcmp(named, "none") != 0)
        faults_add(faults, PRESET, search_unknown(named));
}

void request_free(struct request *request) {
    for (int k = 0; k < WORDS; k++) {
        free(request->text[k]);
        free(request->default_text[k]);
        free(request->file[k].path);
        free(request->file[k].unreadable);
        text_free(&request->file[k].text);
    }
    *request = (struct request){.given = NULL};
}

const char *request_default(const struct request *request, enum word word) {
    const char *of_preset = request->preset ? request->preset->given[word] : NULL;
    return of_preset ? of_preset : words[word].fallback;
}

const char *request_text(const struct request *request, enum word word) {
    const char *of_all = request->defaults ? request->defaults[word] : NULL;
    return request->given[word] ? request->given[word]
           : of_all             ? of_all
                                : request_default(request, word);
}

const char *request_value(struct request *request, enum word word, enum word ignored_because_of) {
    request->ignored_because_of[word] = ignored_because_of;
    if (request->given[word])
        return request->given[word];
    const char *of_all = request->defaults ? request->defaults[word] : NULL;
    const char *usual = request_default(request, word);
    /* a preset keeps its words for a grid, which show that it is for one */
    if (ignored_because_of != WORDS && (ignored_because_of != GRID || of_all))
        return ignored_because_of == GRID ? usual : words[word].fallback;
    return of_all ? of_all : usual;
}

char *request_check_read(const struct request *request, enum word word) {
    enum word by = request->ignored_because_of[word];
    const char *text = request->text[word];
    bool has_default = word_is_default(word, text);
    bool refused_elsewhere = word == REPEAT || by == GRID || by == FORMAT; /* by a better message */
    if (!request->given[word] || by == WORDS || refused_elsewhere ||
        (has_default && by != FREQUENCIES))
        return NULL;
    return text_format("%s '%.60s' has no effect beside %s '%.60s'", words[word].name, text,
                       words[by].name, request->text[by]);
}

/* Does the text need no quotes in a shell? */
static bool is_plain(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    return *text && strspn(text, letters) == strlen(text);
}

char *request_command(const struct request *request) {
    struct text command = {NULL, 0, 0};
    text_print(&command, "posenc");
    for (int k = 0; k < WORDS; k++) {
        const char *text = request->text[k], *default_text = request->default_text[k];
        bool size = k == MAX_LEN || k == D_MODEL;
        if (!size && (request->ignored_because_of[k] != WORDS ||
                      (default_text && strcmp(text, default_text) == 0)))
            continue;
        const char *quote = is_plain(text) ? "" : "'"; /* no value contains a quote */
        const char *const parts[] = {" --", words[k].name, " ", quote, text, quote};
        for (size_t n = 0; n < sizeof parts / sizeof *parts; n++)
            text_print(&command, parts[n]);
    }
    text_add(&command, "", 1);
    return command.bytes;
}
