#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/options.h"
#include "table/scaling.h"
#include "words/choice.h"
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
static void print_words_of(struct file *out, const char *command) {
    struct text list = {NULL, 0, 0};
    for (int k = 0; k < WORDS; k++)
        if (strstr(option_commands(k), command))
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
        if (strstr(run_options[k].commands, name))
            print_option(out, &run_options[k]);
    print_words_of(out, name);
    return true;
}

/* The options of runs that write tables, or of commands that only read or show one. */
static void print_run_options(struct file *out, bool writes) {
    for (int k = WORDS; k < OPTIONS; k++) {
        const char *takers = option_commands(k);
        if ((strstr(takers, "table") || strstr(takers, "build")) == writes)
            print_option(out, option_row(k));
    }
}

static void print_all(struct file *out) {
    print_usage(out);
    file_print(out, "%s\n\nWhat the table is (the same words are the keys of a manifest):\n",
               commands->explanation);
    for (int k = 0; k < WORDS; k++)
        print_option(out, &words[k]);
    file_print(out, "\nWhat the run does:\n");
    print_run_options(out, true);
    file_print(out, "\nOf audit, show and plot, which take the words of a table too:\n");
    print_run_options(out, false);
    file_print(out, "\n%s\n", commands->more);
    file_print(out, "\nExample: posenc --max-len 512 --d-model 384 -o pe.h\n"
                    "writes static const float pe_512x384[512][384].\n");
}

static void explain(struct file *out, const char *name) {
    if (explain_command(out, name))
        return;
    name += strncmp(name, "--", 2) == 0 ? 2 : 0;
    const int k = option_named(name, OPTIONS);
    if (k == OPTIONS) {
        const char *meant = option_nearest(name, OPTIONS);
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

int help_run(char *const operands[], const struct options *options) {
    struct file *out = file_create("-");
    if (*operands) {
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
