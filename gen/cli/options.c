/* SPDX-License-Identifier: MIT */
#include "cli/options.h"
#include "base/die.h"
#include "base/text.h"
#include "cli/cli.h"

#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct word_row *option_row(int k) {
    return k < WORDS ? &words[k] : &run_options[k - WORDS];
}

const char *option_name(int k) {
    return option_row(k)->name;
}

int option_named(const char *name, int count) {
    int k = 0;
    while (k < count && strcmp(option_name(k), name) != 0)
        k++;
    return k;
}

const char *option_nearest(const char *mistyped, int count) {
    const char *names[OPTIONS], *other = NULL;
    char *dashed = text_format("%s", mistyped);
    for (char *c = dashed; *c; c++)
        *c = (char)(*c == '_' ? '-' : tolower((unsigned char)*c));
    for (int k = 0; k < count; k++) {
        names[k] = option_name(k);
        if (text_lists(option_row(k)->also, dashed))
            other = names[k];
    }
    free(dashed);
    return other ? other : nearest(mistyped, names, (size_t)count, sizeof *names);
}

const struct command *command_named(const char *name) {
    const struct command *command = commands + 1;
    while (command->name && strcmp(command->name, name) != 0)
        command++;
    return command->name ? command : NULL;
}

int option_choice(enum run_option option, const char *text) {
    int choice = 0;
    die_if(DIE_REQUEST, choice_parse(option_row((int)option), text, &choice));
    return choice;
}

uint64_t option_number(const char *option, const char *text) {
    uint64_t value;
    if (!choice_digits(text, strlen(text), &value))
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, text);
    return value;
}

struct range option_range(const char *option, const char *text, uint64_t count) {
    const size_t first = strcspn(text, ":");
    struct range range;
    if (!text[first])
        die(DIE_REQUEST, "%s '%.60s' is not of the form A:B, such as 5:6 for one", option, text);
    if (!choice_digits(text, first, &range.begin) ||
        !choice_digits(text + first + 1, strlen(text + first + 1), &range.end))
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, text);
    if (range.begin >= range.end || range.end > count)
        die(DIE_REQUEST, "%s '%.60s' is not within 0:%" PRIu64 "%s", option, text, count,
            range.begin >= range.end ? ", with A < B" : "");
    return range;
}

/* Dies with the reason why getopt_long refused the long option `argument`. */
static _Noreturn void die_unknown_option(const char *argument) {
    size_t length = strcspn(argument + 2, "=");
    char *name = text_format("%.*s", (int)length, argument + 2);
    if (option_named(name, OPTIONS) < OPTIONS)
        die(DIE_REQUEST, "option '--%s' takes no value", name);
    /* getopt accepts the beginning of a name, unless it begins several names. */
    for (int k = 0, found = OPTIONS; k < OPTIONS; k++)
        if (strncmp(name, option_name(k), strlen(name)) == 0) {
            if (found < OPTIONS)
                die(DIE_REQUEST, "option '--%s' may be --%s or --%s", name, option_name(found),
                    option_name(k));
            found = k;
        }
    const char *meant = option_nearest(name, OPTIONS);
    if (meant)
        die(DIE_REQUEST, "unknown option '--%.60s'; did you mean --%s?", name, meant);
    die(DIE_REQUEST, "unknown option '--%.60s'; see posenc --help", name);
}

bool option_is_for(int k, const struct command *command) {
    const char *own = option_row(k)->commands;
    const bool says_what = k < WORDS && (word_is_of_table((enum word)k) || k >= PRESET);
    /* cppcheck-suppress ctunullpointer ; main.c has found the command */
    return text_lists(own ? own : "table", command->name) ||
           text_lists(command->takes, option_name(k)) ||
           (says_what && text_lists(command->takes, "table"));
}

char *option_commands(int k) {
    struct text names = {NULL, 0, 0};
    for (const struct command *c = commands; c->name; c++)
        if (option_is_for(k, c))
            text_put(&names, "%s%s", names.used > 0 ? " " : "", c->name);
    return text_string(&names);
}

struct options options_read(int argc, char *argv[]) {
    struct option long_options[OPTIONS + 1] = {{0}};
    for (int k = 0; k < OPTIONS; k++) {
        const struct word_row *row = option_row(k);
        bool takes_value = row->argument || word_choice(row, 0);
        long_options[k] = (struct option){row->name, takes_value ? required_argument : no_argument,
                                          NULL, 256 + k};
    }
    struct options options = {.operands = argv + 1};
    int count = 1;
    opterr = 0;
    /* With '-', getopt returns an operand as the value of an option 1, and options may follow it. Operands overwrite
     * the part of argv that was read. */
    for (;;) {
        const int found = getopt_long(argc, argv, "-:o:hV", long_options, NULL);
        if (found == 1)
            argv[count++] = optarg;
        else if (found == -1 && optind < argc && strcmp(argv[optind], "-") == 0 &&
                 strcmp(argv[optind - 1], "--") != 0)
            argv[count++] = argv[optind++]; /* in musl this operand ends options */
        else if (found == -1)
            break;
        if (found == 1 || found == -1)
            continue;
        if (found == ':')
            die(DIE_REQUEST, "option '%.60s' needs a value", argv[optind - 1]);
        if (found == '?' && optopt > 0 && optopt < 128)
            die(DIE_REQUEST, "unknown option '-%c'; see posenc --help", optopt);
        if (found == '?' && optopt != 0 && optopt < 256) /* where char has a sign, below 0 */
            die(DIE_REQUEST, "unknown option '-\\x%02x'; see posenc --help", optopt & 0xff);
        if (found == '?')
            die_unknown_option(argv[optind - 1]);
        int k = found - 256;
        for (int n = 0; found < 256 && n < OPTIONS; n++)
            if (option_row(n)->letter && *option_row(n)->letter == found)
                k = n;
        options.given[k] = optarg ? optarg : "";
    }
    while (optind < argc) /* after -- */
        argv[count++] = argv[optind++];
    argv[count] = NULL;
    return options;
}

/* Dies because the command doesn't take the option. A single table takes all words, so there it is an option of a
 * run. */
static _Noreturn void die_misplaced(int k, const struct command *command) {
    if (command != commands)
        die(DIE_REQUEST, "option '--%s' is not for %s", option_name(k), command->name);
    struct text takers = {NULL, 0, 0};
    for (const char *at = option_commands(k); *at; at++)
        text_print(&takers, *at == ' ' ? " or " : (const char[]){*at, 0});
    die(DIE_REQUEST, "option '--%s' is not for a single table, but for posenc %.*s", option_name(k),
        (int)takers.used, takers.bytes);
}

void options_check(const struct options *options, const struct command *command) {
    for (int k = 0; k < OPTIONS; k++) {
        for (int n = 0; options->given[k] && n < OPTIONS; n++)
            if (options->given[n] && text_lists(option_row(k)->excludes, option_name(n)))
                die(DIE_REQUEST, "option '--%s' can't be combined with --%s", option_name(k),
                    option_name(n));
        if (options->given[k] && !option_is_for(k, command))
            die_misplaced(k, command);
        if (k >= WORDS && option_row(k)->file && options->given[k] && !*options->given[k])
            die(DIE_REQUEST, "the %s's name is empty", option_name(k));
    }
}
