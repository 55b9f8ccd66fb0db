/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/cli.h"
#include "table/scaling.h"
#include "words/choice.h"
#include "words/format.h"
#include "words/presets.h"
#include "words/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 28 }; /* where the meanings begin */

/* The line of a word or an option of a run. */
static void print_option(struct file *out, const struct word_row *row) {
    const char *letter = row->letter, *fallback = row->fallback;
    char *argument = word_argument(row);
    char *left = text_format("  %s%s%s--%s%s%s", letter ? "-" : " ", letter ? letter : " ",
                             letter ? ", " : "  ", row->name, *argument ? " " : "", argument);
    bool fits = strlen(left) < COLUMN, shown = fallback && *fallback;
    file_print(out, "%-*s%s%*s%s%s%s%s\n", COLUMN, left, fits ? "" : "\n", fits ? 0 : COLUMN, "",
               row->meaning, shown ? " [" : "", shown ? fallback : "", shown ? "]" : "");
    free(left);
    free(argument);
}

static void print_usage(struct file *out) {
    for (const struct command *c = commands; c->name; c++)
        file_print(out, "%s %s\n", c == commands ? "Usage:" : "      ", c->usage);
}

enum { WIDTH = 100 }; /* columns of a line */

void help_wrap(struct file *out, size_t blanks, const char *label, const char *text) {
    while (*text) {
        size_t length = strlen(text);
        if (blanks + length > WIDTH)
            for (length = WIDTH - blanks; length > 0 && text[length] != ' ';)
                length--;
        if (length == 0)
            length = strlen(text);
        file_print(out, "%-*s%.*s\n", (int)blanks, label, (int)length, text);
        label = "";
        text += length;
        text += strspn(text, " ");
    }
}

/* The words of a table that a command takes. */
static void print_words_of(struct file *out, const struct command *command) {
    struct text list = {NULL, 0, 0};
    for (int k = 0; k < WORDS; k++)
        if (option_is_for(k, command))
            text_put(&list, "%s--%s", list.used > 0 ? " " : "", words[k].name);
    if (list.used > 0)
        file_print(out, "Words of a table that it takes (posenc help WORD explains each):\n");
    help_wrap(out, 2, "", text_string(&list));
    text_free(&list);
}

/* Prints what a command does, and its options. Returns false if no command has that name. */
static bool explain_command(struct file *out, const char *name) {
    const struct command *command = command_named(name);
    if (!command)
        return false;
    file_print(out, "Usage: %s\n%s\n", command->usage, command->explanation);
    for (int k = 0; k < OPTIONS - WORDS; k++)
        if (option_is_for(WORDS + k, command))
            print_option(out, &run_options[k]);
    print_words_of(out, command);
    return true;
}

/* The options of runs that write tables, or of other commands alone, below a heading. */
static void print_run_options(struct file *out, bool writes, const char *heading) {
    for (int k = WORDS; k < OPTIONS; k++) {
        if ((option_is_for(k, commands) || option_is_for(k, command_named("build"))) != writes)
            continue;
        file_print(out, "%s", heading);
        heading = "";
        print_option(out, option_row(k));
    }
}

static void print_all(struct file *out) {
    print_usage(out);
    file_print(out, "%s\n\nWhat the table is (the same words are the keys of a manifest):\n",
               commands->explanation);
    for (int k = 0; k < WORDS; k++)
        print_option(out, &words[k]);
    print_run_options(out, true, "\nWhat the run does:\n");
    print_run_options(out, false, "\nOf commands that read or show a table:\n");
    file_print(out, "\n%s\n", commands->more);
    file_print(out, "\nExample: posenc --max-len 512 --d-model 384 -o pe.h\n"
                    "writes static const float pe_512x384[512][384].\n");
}

static void explain(struct file *out, const char *name) {
    if (explain_command(out, name))
        return;
    name += strncmp(name, "--", 2) == 0 ? 2 : 0;
    const int k = option_named(name, OPTIONS);
    const struct preset *preset = preset_named(name);
    if (k == OPTIONS && preset) {
        preset_explain(out, preset);
        return;
    }
    if (k == OPTIONS) {
        size_t count;
        const char *meant = option_nearest(name, OPTIONS);
        free(search_presets(name, &count));
        if (!meant && count > 0)
            die(DIE_REQUEST, "'%.60s' is not a word of posenc; see posenc presets %.60s", name,
                name);
        die(DIE_REQUEST, "'%.60s' is not a word of posenc%s%s%s", name,
            meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
    }
    const struct word_row *row = option_row(k);
    char *list = k == SCALING ? scaling_help() : k < WORDS ? word_list((enum word)k) : NULL;
    print_option(out, row);
    if (list)
        file_print(out, "\n%s", list);
    free(list);
    if (row->explanation)
        file_print(out, "\n%s\n", row->explanation);
}

/* --- the same as JSON, for other programs */

/* The words of a list with blanks between them */
static json_t *json_list(const char *list) {
    json_t *names = json_array();
    for (const char *at = list ? list : ""; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        json_array_append_new(names, json_stringn(at, length));
        at += length;
    }
    return names;
}

/* What kind of value an option takes; a text may also contain the path of a file. */
static const char *value_kind(const struct word_row *row) {
    const char *argument = row->argument;
    return word_choice(row, 0)                              ? "choice"
           : !argument                                      ? "none"
           : strncmp(argument, "FILE", 4) == 0              ? "file"
           : strcmp(argument, "DIR") == 0                   ? "folder"
           : text_lists("N NUMBER INTEGER BYTES", argument) ? "number"
                                                            : "text";
}

static json_t *json_option(int k) {
    const struct word_row *row = option_row(k);
    const char *kind = value_kind(row);
    char *takers = option_commands(k);
    json_t *choices = json_array(), *of_commands = json_list(takers);
    free(takers);
    for (size_t n = 0; word_choice(row, n); n++)
        json_array_append_new(choices, json_string(word_choice(row, n)));
    return json_pack("{ss* ss ss* so sb ss* so so ss}", "letter", row->letter, "value", kind,
                     "argument", row->argument, "choices", choices, "file",
                     row->file || strcmp(kind, "file") == 0, "default", row->fallback, "commands",
                     of_commands, "excludes", json_list(row->excludes), "meaning", row->meaning);
}

static json_t *json_format(const struct format_row *format) {
    json_t *extensions = json_list(format->extensions), *usual = json_array_get(extensions, 0);
    return json_pack("{ss so sb ss}", "extension",
                     format->source ? format->source : json_string_value(usual), "extensions",
                     extensions, "beside", format->source != NULL, "meaning", format->about);
}

/* Prints a member whose value is an object, each member of that on a line of its own. Takes it over. */
static void print_rows(struct file *out, const char *name, json_t *rows) {
    const char *key, *before = "";
    json_t *row;
    file_print(out, ",\n\"%s\": {", name);
    json_object_foreach (rows, key, row) {
        char *text = json_dumps(row, JSON_ENSURE_ASCII);
        file_print(out, "%s\n  \"%s\": %s", before, key, text);
        before = ",";
        free(text);
    }
    file_print(out, "\n}");
    json_decref(rows);
}

static void print_json(struct file *out) {
    json_t *of_commands = json_object(), *of_words = json_object(), *of_options = json_object(),
           *of_formats = json_object(), *of_presets = json_object();
    for (const struct command *c = commands; c->name; c++)
        json_object_set_new(of_commands, c->name,
                            json_pack("{ss ss}", "usage", c->usage, "meaning", c->explanation));
    for (int k = 0; k < OPTIONS; k++)
        json_object_set_new(k < WORDS ? of_words : of_options, option_name(k), json_option(k));
    for (const struct format_row *f = formats; f < formats + FORMAT_TEMPLATE; f++)
        json_object_set_new(of_formats, f->name, json_format(f));
    for (const struct preset *p = aliases, *one; p->name; p++)
        json_object_set_new(of_presets, p->name,
                            aliases_named(p->name, &one) == 1
                                ? json_pack("{si ss}", "tables", 1, "preset", p->preset)
                                : json_pack("{si}", "tables", (int)aliases_named(p->name, &one)));
    for (const struct preset *p = presets; p->name; p++) /* a system may have the name of one */
        json_object_set_new(of_presets, p->name, json_pack("{si}", "tables", 1));
    file_print(out, "{\n\"version\": \"" VERSION "\"");
    print_rows(out, "commands", of_commands);
    print_rows(out, "words", of_words);
    print_rows(out, "options", of_options);
    print_rows(out, "formats", of_formats);
    print_rows(out, "presets", of_presets);
    file_print(out, "\n}\n");
}

int help_run(char *const operands[], const struct options *options) {
    struct file *out = file_create("-");
    if (options->given[JSON]) {
        if (*operands)
            die(DIE_REQUEST, "help --json describes everything, and takes no word: '%.60s'",
                *operands);
        print_json(out);
    } else if (*operands) {
        explain(out, *operands);
    } else if (options->given[HELP]) {
        print_all(out);
    } else {
        print_usage(out);
        file_print(out, "posenc --help lists all words and options.\n");
    }
    file_commit(&out, 1);
    return 0;
}

int version_run(char *const operands[], const struct options *options) {
    struct file *out = file_create("-");
    (void)operands;
    (void)options;
    file_print(out, "posenc " VERSION "\n");
    file_commit(&out, 1);
    return 0;
}
