/* SPDX-License-Identifier: MIT */
#include "words/presets.h"
#include "base/die.h"
#include "words/choice.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const struct preset *preset_named(const char *name) {
    for (const struct preset *p = presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

char *preset_words(const char *const given[WORDS]) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < WORDS; k++)
        if (given[k])
            text_put(&text, "%s--%s %s", text.used ? " " : "", words[k].name, given[k]);
    return text_string(&text);
}

/* "BEFORE PRESET", and for an alias with words of its own "BEFORE PRESET BETWEEN WORDS". */
static char *made_of(const struct preset *row, const char *before, const char *between) {
    char *added = row->preset ? preset_words(row->given) : text_format("%s", "");
    char *text = text_format("%s%s%s%s", before, row->preset ? row->preset : row->name,
                             *added ? between : "", added);
    free(added);
    return text;
}

char *preset_command(const struct preset *row) {
    return made_of(row, "--preset ", " ");
}

char *preset_phrase(const struct preset *row) {
    return made_of(row, "", " with ");
}

size_t aliases_named(const char *name, const struct preset **found) {
    size_t count = 0;
    *found = NULL;
    for (const struct preset *a = aliases; a->name; a++) {
        if (strcmp(a->name, name) != 0)
            continue;
        *found = a;
        count++;
    }
    return count;
}

/* --- comparing names: only letters and digits matter, whatever their case */

/* A letter in lower case or a digit, and 0 for anything else. Like the C locale, whatever the user's locale is. */
static char folded(char c) {
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!counts)
        return '\0';
    return c;
}

/* Does the text contain the word? `whole`: is it the word? */
static bool fits(const char *text, const char *word, bool whole) {
    char *folds[2] = {text_format("%s", text), text_format("%s", word)};
    for (int k = 0; k < 2; k++) {
        char *to = folds[k];
        for (const char *from = to; *from; from++)
            if (folded(*from))
                *to++ = folded(*from);
        *to = '\0';
    }
    const bool fit =
        *folds[1] && (whole ? strcmp(folds[0], folds[1]) == 0 : strstr(folds[0], folds[1]) != NULL);
    free(folds[0]);
    free(folds[1]);
    return fit;
}

/* --- the search */

/* The row after this one, of the presets and then of the aliases; NULL after the last. */
static const struct preset *next_row(const struct preset *row) {
    const struct preset *next = row + 1;
    if (!next->name && !row->preset)
        next = aliases;
    return next->name ? next : NULL;
}

static enum match match_of(const struct preset *row, const char *word) {
    const bool source =
        row->repository && (fits(row->repository, word, false) || fits(row->path, word, false) ||
                            fits(row->function, word, false));
    const bool meant = row->search && text_lists(row->search, word);
    return fits(row->name, word, true) || meant ? MATCH_EXACT
           : fits(row->name, word, false)       ? MATCH_NAME
           : source                             ? MATCH_SOURCE
                                                : MATCHES;
}

static bool same_words(const struct preset *a, const struct preset *b) {
    char *left = preset_command(a), *right = preset_command(b);
    bool same = strcmp(left, right) == 0;
    free(left);
    free(right);
    return same;
}

struct hit *search_presets(const char *word, size_t *count) {
    struct hit *hits = NULL;
    *count = 0;
    for (int match = MATCH_EXACT; match < MATCHES; match++) {
        if (match > MATCH_NAME && *count > 0 && hits[0].match == MATCH_EXACT)
            break;
        for (const struct preset *row = presets; row; row = next_row(row)) {
            bool known = (int)match_of(row, word) != match;
            for (size_t k = 0; k < *count && !known; k++)
                known = same_words(hits[k].row, row);
            if (known)
                continue;
            hits = die_grow(hits, *count, sizeof *hits);
            hits[(*count)++] = (struct hit){(enum match)match, row};
        }
    }
    return hits;
}

/* --- types of models */

/* The text after `start`, or NULL if the text doesn't begin with it. A _ in `start` also matches a -. */
static const char *after(const char *text, const char *start, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (text[k] != start[k] && (text[k] != '-' || start[k] != '_'))
            return NULL;
    return text + length;
}

/* Is the path in the folder that transformers has, or had, for this type, or for the model whose decoder it is? */
static bool is_of_type(const char *path, const char *type) {
    static const char models[] = "src/transformers/models/", old[] = "deprecated/";
    const char *folder = after(path, models, strlen(models));
    if (!folder)
        return false;
    const char *moved = after(folder, old, strlen(old));
    folder = moved ? moved : folder;
    const char *rest = after(type, folder, strcspn(folder, "/"));
    return rest && (!*rest || strcmp(rest, "_decoder") == 0);
}

static void add_command(struct text *list, const struct preset *row) {
    char *command = preset_command(row);
    const char *there = list->used ? strstr(text_string(list), command) : NULL;
    if (!there || (there[strlen(command)] && strncmp(there + strlen(command), " or ", 4) != 0))
        text_put(list, "%s%s", list->used ? " or " : "", command);
    free(command);
}

char *search_model_type(const char *type) {
    struct text list = {NULL, 0, 0};
    for (int named = 0; named < 2 && !list.used; named++) {
        for (const struct preset *row = presets; row; row = next_row(row))
            if (named ? fits(row->name, type, true) : row->path && is_of_type(row->path, type))
                add_command(&list, row);
    }
    return list.used ? text_string(&list) : NULL;
}

/* --- suggestions */

/* Does --preset accept the name? It doesn't accept an alias of several tables. */
static bool is_taken(const char *name) {
    const struct preset *alias;
    return preset_named(name) || aliases_named(name, &alias) == 1;
}

/* What to type after --preset: a name, or else words of the alias's preset. */
static char *name_of(const struct preset *row) {
    bool named = row->preset && is_taken(row->name) && !preset_named(row->name);
    return named ? text_format("%s", row->name) : preset_phrase(row);
}

/* The first hits, those with one kind of match, as "vaswani or tensor2tensor"; NULL if there are more than 3. */
static char *listed(const struct hit hits[], size_t count, enum match match) {
    size_t fitting = 0;
    while (fitting < count && hits[fitting].match == match)
        fitting++;
    if (fitting == 0 || fitting > 3)
        return NULL;
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < fitting; k++) {
        char *phrase = name_of(hits[k].row);
        text_put(&list, "%s%s", k == 0 ? "" : k + 1 < fitting ? ", " : " or ", phrase);
        free(phrase);
    }
    return text_string(&list);
}

/* The name of a preset or an alias that is nearest to a mistyped name, or NULL. */
static const char *nearest_name(const char *name) {
    size_t count = 0;
    const char **names = NULL;
    for (const struct preset *row = presets; row; row = next_row(row)) {
        names = die_realloc(names, (count + 1) * sizeof *names);
        names[count++] = row->name;
    }
    const char *found = nearest(name, names, count, sizeof *names);
    free(names);
    return found;
}

/* Suggests names that contain the word; or else a name that resembles it; or else presets whose source contains it:
 * "preset 'qwen' is not known (did you mean qwen-image?)". A name of several tables is known: "preset 'flax' has several
 * tables: vaswani or tensor2tensor". */
char *search_unknown(const char *name) {
    size_t count;
    const struct preset *alias;
    struct hit *hits = search_presets(name, &count);
    const char *near = nearest_name(name);
    const bool named = count > 0 && hits[0].match <= MATCH_NAME;
    char *list = named ? listed(hits, count, hits[0].match) : near ? text_format("%s", near) : NULL;
    const bool taken = list && is_taken(list), several = aliases_named(name, &alias) > 1,
               hint = !several && (count > 0 || near);
    struct text text = {NULL, 0, 0};
    if (several)
        text_put(&text, "preset '%.60s' has several tables%s%s (see posenc presets %.60s)", name,
                 list ? ": " : "", list ? list : "", name);
    else
        text_put(&text, "preset '%.60s' is not known", name);
    if (hint)
        text_put(&text, " (%s%s%s", list ? "did you mean " : "", list ? list : "", list ? "?" : "");
    if (hint && !taken)
        text_put(&text, "%ssee posenc presets %.60s", list ? " " : "",
                 named || !near ? name : near);
    text_print(&text, hint ? ")" : "");
    free(list);
    free(hits);
    return text_string(&text);
}
