#include "help.h"
#include "die.h"
#include "file.h"
#include "options.h"
#include "presets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, COLUMN = 28 };

/* Takes the text over. */
static void say(struct file *out, char *text) {
    file_print(out, text);
    free(text);
}

static struct file *begin(void) {
    return file_create("-");
}

static void end(struct file *out) {
    file_commit(&out, 1, false);
}

static void print_option(struct file *out, const char *name, const char *argument, char letter,
                         const char *meaning, const char *fallback) {
    char *left =
        die_sprintf("  %c%c%s--%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
                    letter ? ", " : "  ", name, argument ? " " : "", argument ? argument : "");
    bool fits = strlen(left) < COLUMN, shown = fallback && *fallback;
    say(out, die_sprintf("%-*s%s%*s%s%s%s%s\n", COLUMN, left, fits ? "" : "\n", fits ? 0 : COLUMN,
                         "", meaning, shown ? " [" : "", shown ? fallback : "", shown ? "]" : ""));
    free(left);
}

#define TABLE_USAGE "posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]"

static const struct {
    const char *name, *usage, *meaning; /* no name: a single table */
} commands[] = {
    {NULL, TABLE_USAGE, NULL},
    {"build", "posenc build MANIFEST [NAME]...",
     "Writes the tables of a manifest, or those that are named, all of them or none."},
    {"presets", "posenc presets [NAME]...",
     "Lists the presets, and explains those that are named."},
    {"help", "posenc help [WORD]", "Explains a word, an option or a command."},
    {"version", "posenc version", "Prints the version."},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_usage(struct file *out) {
    for (int k = 0; k < COMMANDS; k++)
        say(out, die_sprintf("%s %s\n", k == 0 ? "Usage:" : "      ", commands[k].usage));
}

void help_usage(void) {
    struct file *out = begin();
    print_usage(out);
    file_print(out, "posenc --help lists all words and options.\n");
    end(out);
}

void help_missing(void) {
    die(DIE_REQUEST, "usage: " TABLE_USAGE "; posenc --help says more");
}

const char *help_nearest_command(const char *mistyped) {
    return nearest(mistyped, &commands[1].name, COMMANDS - 1, sizeof *commands);
}

/* What a command does, and its options; false where there is none of that name. */
static bool explain_command(const char *name) {
    int c = 1;
    while (c < COMMANDS && strcmp(commands[c].name, name) != 0)
        c++;
    if (c == COMMANDS)
        return false;
    struct file *out = begin();
    say(out, die_sprintf("Usage: %s\n%s\n", commands[c].usage, commands[c].meaning));
    for (int k = 0; k < OPTIONS - WORDS; k++)
        if (strstr(run_options[k].commands, name))
            print_option(out, run_options[k].name, run_options[k].argument, run_options[k].letter,
                         run_options[k].meaning, NULL);
    end(out);
    return true;
}

void help_print(void) {
    struct file *out = begin();
    print_usage(out);
    file_print(out,
               "Write a table of sinusoidal position encodings as source code. Every entry is the\n"
               "exact A * sin or A * cos of p * w, position p = first + r*step, frequency w =\n"
               "base^(-e), rounded once.\n\n"
               "What the table is (the same words are the keys of a manifest):\n");
    for (int k = 0; k < WORDS; k++)
        print_option(out, words[k].name, words[k].argument, 0, words[k].meaning, words[k].fallback);
    file_print(out, "\nWhat the run does:\n");
    for (int k = 0; k < OPTIONS - WORDS; k++)
        print_option(out, run_options[k].name, run_options[k].argument, run_options[k].letter,
                     run_options[k].meaning, NULL);
    file_print(out, "\nExample: posenc --max-len 512 --d-model 384 -o pe.h\n"
                    "writes static const float pe_512x384[512][384].\n");
    end(out);
}

void help_version(void) {
    struct file *out = begin();
    file_print(out, "posenc " VERSION "\n");
    end(out);
}

void help_word(const char *name) {
    if (explain_command(name))
        return;
    name += strncmp(name, "--", 2) == 0 ? 2 : 0;
    int k = 0;
    const char *names[OPTIONS];
    for (int n = 0; n < OPTIONS; n++)
        names[n] = option_name(n);
    while (k < OPTIONS && strcmp(names[k], name) != 0)
        k++;
    if (k == OPTIONS) {
        const char *meant = nearest(name, names, OPTIONS, sizeof *names);
        die(DIE_REQUEST, "'%.60s' is no word of posenc%s%s%s", name, meant ? "; did you mean " : "",
            meant ? meant : "", meant ? "?" : "");
    }
    struct file *out = begin();
    const struct word_row *word = k < WORDS ? &words[k] : NULL;
    const struct run_option_row *option = k < WORDS ? NULL : &run_options[k - WORDS];
    if (word)
        print_option(out, word->name, word->argument, 0, word->meaning, word->fallback);
    if (option)
        print_option(out, option->name, option->argument, option->letter, option->meaning, NULL);
    if (word && word->explanation)
        say(out, die_sprintf("\n%s\n", word->explanation));
    end(out);
}

/* --- presets */

/* "--spacing endpoint --layout halves" */
static char *words_of(const struct preset *preset) {
    char *text = die_sprintf("%s", "");
    for (int k = 0; k < WORDS; k++) {
        if (!preset->given[k])
            continue;
        char *longer =
            die_sprintf("%s%s--%s %s", text, *text ? " " : "", words[k].name, preset->given[k]);
        free(text);
        text = longer;
    }
    return text;
}

/* A text in lines of WIDTH columns, all after some blanks. */
static void wrap(struct file *out, size_t blanks, const char *text) {
    while (*text) {
        size_t length = strlen(text);
        if (blanks + length > WIDTH)
            for (length = WIDTH - blanks; length > 0 && text[length] != ' ';)
                length--;
        if (length == 0)
            length = strlen(text);
        say(out, die_sprintf("%*s%.*s\n", (int)blanks, "", (int)length, text));
        text += length;
        text += strspn(text, " ");
    }
}

/* What e is, of a preset's pairs. */
static char *formula_of(const struct preset *preset) {
    const char *spacing = preset->given[SPACING] ? preset->given[SPACING] : words[SPACING].fallback;
    const char *over = strncmp(spacing, "over:", 5) == 0 ? spacing + 5 : NULL;
    if (strcmp(spacing, "pair") == 0)
        return die_sprintf("2i/d");
    if (strcmp(spacing, "column") == 0)
        return die_sprintf("j/d");
    if (!over)
        return die_sprintf("i/(n-1)");
    bool simple = strlen(over) == 1;
    return die_sprintf("i/%s%s%s", simple ? "" : "(", over, simple ? "" : ")");
}

static void list_presets(struct file *out) {
    file_print(
        out,
        "Presets: each is the words below it; words that you give beside a preset win.\n"
        "w = base^(-e) is the frequency of pair i, n the number of pairs, d that of columns.\n\n");
    for (const struct preset *p = presets; p->name; p++) {
        char *text = words_of(p), *formula = formula_of(p);
        say(out, die_sprintf("%-20se = %-10s%s%s%s\n", p->name, formula, p->repository,
                             *p->repository ? ", " : "", p->function));
        say(out, die_sprintf("%20s%s\n", "", *text ? text : "the defaults"));
        free(text);
        free(formula);
    }
    file_print(out, "\nposenc presets NAME says what one is, and where it was read.\n");
}

static void explain(struct file *out, const struct preset *preset) {
    char *text = words_of(preset), *formula = formula_of(preset);
    const char *base = preset->given[BASE] ? preset->given[BASE] : words[BASE].fallback;
    say(out, die_sprintf("%s\n", preset->name));
    wrap(out, 4, preset->differs);
    say(out, die_sprintf("    words:    %s\n", *text ? text : "the defaults"));
    say(out, die_sprintf("    formula:  w = %s^(-e), e = %s%s\n", base, formula,
                         preset->given[GRID_COLUMNS] ? ", d and n being the axis' own" : ""));
    if (preset->given[FIRST] || preset->given[STEP])
        say(out, die_sprintf("              p = %s + r * %s\n",
                             preset->given[FIRST] ? preset->given[FIRST] : words[FIRST].fallback,
                             preset->given[STEP] ? preset->given[STEP] : words[STEP].fallback));
    if (*preset->repository)
        say(out, die_sprintf("    source:   %s, %s, %s,\n              revision %s\n",
                             preset->repository, preset->path, preset->function, preset->revision));
    free(text);
    free(formula);
}

void help_presets(char *const names[]) {
    size_t count = 0;
    while (presets[count].name)
        count++;
    for (char *const *name = names; *name; name++)
        if (!preset_named(*name)) {
            const char *meant = nearest(*name, &presets->name, count, sizeof *presets);
            die(DIE_REQUEST, "preset '%.60s' is not known%s%s%s", *name,
                meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
        }
    struct file *out = begin();
    if (!*names)
        list_presets(out);
    for (char *const *name = names; *name; name++) {
        if (name != names)
            file_print(out, "\n");
        explain(out, preset_named(*name));
    }
    end(out);
}
