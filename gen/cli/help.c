#include "cli/help.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/options.h"
#include "table/rope_scaling.h"
#include "words/search.h"

#include <stdbool.h>
#include <stdio.h>
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
        text_format("  %c%c%s--%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
                    letter ? ", " : "  ", name, argument ? " " : "", argument ? argument : "");
    bool fits = strlen(left) < COLUMN, shown = fallback && *fallback;
    say(out, text_format("%-*s%s%*s%s%s%s%s\n", COLUMN, left, fits ? "" : "\n", fits ? 0 : COLUMN,
                         "", meaning, shown ? " [" : "", shown ? fallback : "", shown ? "]" : ""));
    free(left);
}

static void print_word(struct file *out, enum word word) {
    char *argument = word_argument(word);
    print_option(out, words[word].name, argument, 0, words[word].meaning, words[word].fallback);
    free(argument);
}

#define TABLE_USAGE "posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]"

static const struct {
    const char *name, *usage, *meaning; /* no name: a single table */
} commands[] = {
    {NULL, TABLE_USAGE, NULL},
    {"build", "posenc build MANIFEST [NAME]...",
     "Writes the tables of a manifest, or those that are named, all of them or none."},
    {"presets", "posenc presets [NAME|WORD]...",
     "Lists the presets, explains those that are named, and finds those of a system."},
    {"help", "posenc help [WORD]", "Explains a word, an option or a command."},
    {"version", "posenc version", "Prints the version."},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_usage(struct file *out) {
    for (int k = 0; k < COMMANDS; k++)
        say(out, text_format("%s %s\n", k == 0 ? "Usage:" : "      ", commands[k].usage));
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
    say(out, text_format("Usage: %s\n%s\n", commands[c].usage, commands[c].meaning));
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
        print_word(out, (enum word)k);
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
        print_word(out, (enum word)k);
    if (option)
        print_option(out, option->name, option->argument, option->letter, option->meaning, NULL);
    if (k == SCALING) {
        say(out, text_format("\n"));
        say(out, scaling_help());
    }
    if (word && word->explanation)
        say(out, text_format("\n%s\n", word->explanation));
    end(out);
}

/* --- presets */

/* A text in lines of WIDTH columns, all after some blanks, where the first has the label. */
static void wrap(struct file *out, size_t blanks, const char *label, const char *text) {
    while (*text) {
        size_t length = strlen(text);
        if (blanks + length > WIDTH)
            for (length = WIDTH - blanks; length > 0 && text[length] != ' ';)
                length--;
        if (length == 0)
            length = strlen(text);
        say(out, text_format("%-*s%.*s\n", (int)blanks, label, (int)length, text));
        label = "";
        text += length;
        text += strspn(text, " ");
    }
}

/* What e is, of a preset's pairs. */
static char *formula_of(const struct preset *preset) {
    const char *spacing = preset->given[SPACING] ? preset->given[SPACING] : words[SPACING].fallback;
    const char *over = strncmp(spacing, "over:", 5) == 0 ? spacing + 5 : NULL;
    if (strcmp(spacing, "pair") == 0)
        return text_format("2i/d");
    if (strcmp(spacing, "column") == 0)
        return text_format("j/d");
    if (!over)
        return text_format("i/(n-1)");
    bool simple = strlen(over) == 1;
    return text_format("i/%s%s%s", simple ? "" : "(", over, simple ? "" : ")");
}

static void list_presets(struct file *out) {
    file_print(
        out,
        "Presets: each is the words below it; words that you give beside a preset win.\n"
        "w = base^(-e) is the frequency of pair i, n the number of pairs, d that of columns.\n\n");
    for (const struct preset *p = presets; p->name; p++) {
        char *text = preset_words(p->given), *formula = formula_of(p);
        say(out,
            text_format("%-20se = %-10s%s, %s\n", p->name, formula, p->repository, p->function));
        say(out, text_format("%20s%s\n", "", *text ? text : "the defaults"));
        free(text);
        free(formula);
    }
    file_print(out, "\nA system's own parameters are words of posenc:\n");
    wrap(out, 4, "", "max_period, max_timescale, temperature, theta: --base");
    wrap(out, 4, "", "an offset of the first position: --first");
    wrap(out, 4, "", "a factor s on positions: --step s, and --first s*offset");
    wrap(out, 4, "", "flip_sin_to_cos: --order cos-sin");
    wrap(out, 4, "", "rows of zeros for padding, class or register tokens: --zero-rows");
    wrap(out, 4, "",
         "a fractional position, of a timestep say, has no row: with --step 1/4 row r is position "
         "r/4");
    file_print(
        out,
        "\nposenc presets NAME says what one is, and where it was read.\n"
        "posenc presets WORD finds those of a system or with that word: posenc presets flax\n");
}

static void print_source(struct file *out, const char *repository, const char *path,
                         const char *function, const char *revision) {
    say(out, text_format("    source:   %s, %s, %s,\n              revision %s\n", repository, path,
                         function, revision));
}

/* "jadore (--odd sin), flax": the systems with a preset's table. */
static void print_systems(struct file *out, const struct preset *preset) {
    struct text list = {NULL, 0, 0};
    for (const struct alias *a = aliases; a->name; a++) {
        if (strcmp(a->preset, preset->name) != 0)
            continue;
        char *added = preset_words(a->given);
        text_print(&list, list.used ? ", " : "");
        text_print(&list, a->name);
        text_print(&list, *added ? " (" : "");
        text_print(&list, added);
        text_print(&list, *added ? ")" : "");
        free(added);
    }
    text_add(&list, "", 1);
    wrap(out, 14, "    systems:", list.bytes);
    text_free(&list);
}

static void explain(struct file *out, const struct preset *preset) {
    char *text = preset_words(preset->given), *formula = formula_of(preset);
    const char *base = preset->given[BASE] ? preset->given[BASE] : words[BASE].fallback;
    say(out, text_format("%s\n", preset->name));
    wrap(out, 4, "", preset->differs);
    say(out, text_format("    words:    %s\n", *text ? text : "the defaults"));
    say(out, text_format("    formula:  w = %s^(-e), e = %s%s\n", base, formula,
                         preset->given[GRID_COLUMNS] ? ", d and n being the axis' own" : ""));
    if (preset->given[FIRST] || preset->given[STEP])
        say(out, text_format("              p = %s + r * %s\n",
                             preset->given[FIRST] ? preset->given[FIRST] : words[FIRST].fallback,
                             preset->given[STEP] ? preset->given[STEP] : words[STEP].fallback));
    wrap(out, 14, "    options:", preset->parameters);
    print_source(out, preset->repository, preset->path, preset->function, preset->revision);
    print_systems(out, preset);
    free(text);
    free(formula);
}

/* The words to type. */
static char *command_of(const struct hit *hit) {
    char *added = hit->alias ? preset_words(hit->alias->given) : text_format("%s", "");
    char *command = text_format("--preset %s%s%s", hit->preset->name, *added ? " " : "", added);
    free(added);
    return command;
}

/* The sentence of a text that has something in it. */
static char *sentence_at(const char *text, size_t at) {
    size_t begin = at, end = at;
    while (begin > 0 && !(begin > 1 && text[begin - 1] == ' ' && text[begin - 2] == '.'))
        begin--;
    while (text[end] && !(text[end] == '.' && (text[end + 1] == ' ' || !text[end + 1])))
        end++;
    return text_format("%.*s", (int)(end + (text[end] == '.') - begin), text + begin);
}

/* What to type, and below it what it is and why it was found. */
static void print_hit(struct file *out, const struct hit *hit) {
    const struct preset *p = hit->preset;
    const struct alias *a = hit->alias;
    char *command = command_of(hit);
    char *why =
        a && hit->fit == FIT_SOURCE ? text_format("%s (%s, %s, %s): %s", a->name, a->repository,
                                                  a->path, a->function, a->about)
        : a                         ? text_format("%s: %s", a->name, a->about)
        : hit->fit == FIT_TEXT      ? sentence_at(hit->text, hit->at)
                               : text_format("%s, %s, %s", p->repository, p->path, p->function);
    say(out, text_format("%s\n", command));
    wrap(out, 4, "", why);
    free(command);
    free(why);
}

/* A preset in full, after the system that led to it. */
static void explain_hit(struct file *out, const struct hit *hit) {
    const struct alias *a = hit->alias;
    if (a) {
        char *command = command_of(hit), *meaning = search_hit_words(hit);
        say(out, text_format("%s: preset %s\n", a->name, meaning));
        wrap(out, 4, "", a->about);
        say(out, text_format("    command:  %s\n", command));
        print_source(out, a->repository, a->path, a->function, a->revision);
        file_print(out, "\n");
        free(meaning);
        free(command);
    }
    explain(out, hit->preset);
}

/* Explains the one that is meant, or lists those that may be. */
static void show_hits(struct file *out, const struct hit hits[], size_t count) {
    bool several = count > 1 && hits[1].fit == FIT_EXACT;
    bool meant = count == 1 || (hits[0].fit == FIT_EXACT && (!hits[0].alias || !several));
    if (meant)
        explain_hit(out, &hits[0]);
    if (meant && count > 1)
        file_print(out, "\nSee also:\n");
    for (size_t k = meant; k < count; k++)
        print_hit(out, &hits[k]);
    if (!meant)
        file_print(out, "\nposenc presets NAME explains a preset in full.\n");
}

void help_presets(char *const names[]) {
    size_t count;
    for (char *const *name = names; *name; name++) {
        struct hit *hits = search_presets(*name, &count);
        if (count == 0)
            die(DIE_REQUEST, "%s", search_unknown(*name));
        free(hits);
    }
    struct file *out = begin();
    if (!*names)
        list_presets(out);
    for (char *const *name = names; *name; name++) {
        struct hit *hits = search_presets(*name, &count);
        if (name != names)
            file_print(out, "\n");
        show_hits(out, hits, count);
        free(hits);
    }
    end(out);
}
