#include "cli/options.h"
#include "base/die.h"
#include "words/nearest.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const struct run_option_row run_options[OPTIONS - WORDS] = {
    {"output", "FILE", "the file to write (default: standard output, which is also -)", 'o',
     "table plot"},
    {"output-dir", "DIR", "the folder for the outputs (default: that of the manifest)", 0, "build"},
    {"depfile", "FILE", "also write a rule for Make and Ninja: what the outputs depend on", 0,
     "table build"},
    {"if-changed", NULL, "leave a file alone if its bytes would be the same", 0, "table build"},
    {"list", NULL, "write nothing; list each table and its files", 0, "table build"},
    {"check", NULL, "write nothing; fail if a file differs from the manifest", 0, "build"},
    {"rows", "A:B", "only rows A to B - 1 of the table; for format raw, show and plot", 0,
     "table show plot"},
    {"columns", "COLUMNS", "show: A:B, columns A to B - 1; plot: J,..., those of the waves", 0,
     "show plot"},
    {"digits", "N", "show: digits of each decimal [20]", 0, "show"},
    {"hardest", "N", "show: the N entries that are hardest to round", 0, "show"},
    {"guess", NULL, "audit: find the words that make the table", 0, "audit"},
    {"tolerance", "LIMIT,...",
     "audit: allow ulp=1, abs=1e-6 or rtol=1e-5,atol=1e-8 (as numpy.allclose)", 0, "audit"},
    {"json", NULL, "audit: the report as JSON", 0, "audit"},
    {"csv", NULL, "audit: a line for each row; show: a line for each entry", 0, "audit show"},
    {"plot", "FILE", "audit: also draw the errors, as SVG", 0, "audit"},
    {"figure", "all|heatmap|waves|similarity|rounding", "plot: only this figure [all]", 0, "plot"},
    {"engine", "auto|double|wide|mpfr",
     "the level at which every entry starts; the bytes are the same", 0, "table build"},
    {"threads", "N", "at most N threads (default: the CPUs this process may use)", 0,
     "table build audit"},
    {"verbose", NULL, "say how many entries each level decided", 0, "table build"},
    {"help", NULL, "this text; --help WORD explains a word", 'h',
     "table build presets import audit show plot"},
    {"version", NULL, "the version", 'V', "table build presets import audit show plot"},
};

const char *option_explanation(enum run_option option) {
    switch (option) {
    case ROWS:
        return "Without it format raw and plot have all rows, and show the first 8. With "
               "--hardest,\n"
               "show searches these rows only, or all. They are rows of the table as emitted, "
               "except\n"
               "in plot, whose rows are positions. --rows 5:6 is row 5 alone.";
    case COLUMNS:
        return "Without it show has the first 6 columns, or 64 of frequencies, and plot draws the\n"
               "waves of up to 6 columns whose frequencies lie apart. With --hardest, show "
               "searches\n"
               "these columns only, or all. Column 5 alone is --columns 5:6 in show, --columns 5 "
               "in\n"
               "plot.";
    case DIGITS:
        return "1 to 1000000 significant digits, and all of them are right. With --hardest the\n"
               "default is as many as tell an entry from its midpoint, and 12 for angles.";
    case HARDEST:
        return "Also the N whose angles are hardest to reduce. An entry that is in several "
               "columns\n"
               "or rows is listed once.";
    case TOLERANCE:
        return "ulp=N          errors up to N units in the last place\n"
               "abs=X          errors up to X\n"
               "rtol=X,atol=Y  errors up to Y + X * |exact|, as numpy.allclose(table, exact) "
               "does;\n"
               "               one of the two that isn't given is 0\n"
               "Of several limits all must hold. NaN and infinities are never allowed.";
    default:
        return NULL;
    }
}

const char *option_name(int k) {
    return k < WORDS ? words[k].name : run_options[k - WORDS].name;
}

bool option_takes_value(int k) {
    return k < WORDS || run_options[k - WORDS].argument;
}

int option_choice(enum run_option option, const char *text) {
    const struct run_option_row *row = &run_options[option - WORDS];
    struct text list = {NULL, 0, 0};
    int choice = 0;
    for (const char *at = row->argument;; choice++) {
        size_t length = strcspn(at, "|");
        if (strlen(text) == length && strncmp(text, at, length) == 0)
            break;
        text_add(&list, at, length);
        text_print(&list, at[length] ? ", " : "");
        if (!at[length])
            die(DIE_REQUEST, "%s '%.60s' is none of %.*s", row->name, text, (int)list.used,
                list.bytes);
        at += length + 1;
    }
    text_free(&list);
    return choice;
}

/* Dies with the reason why getopt_long refused the long option `argument`. */
static _Noreturn void die_unknown_option(const char *argument, const struct option options[]) {
    size_t length = strcspn(argument + 2, "=");
    char *name = text_format("%.*s", (int)length, argument + 2);
    for (int k = 0; k < OPTIONS; k++)
        if (strcmp(name, options[k].name) == 0)
            die(DIE_REQUEST, "option '--%s' takes no value", name);
    /* getopt would have taken the beginning of one option's name, but not of several. */
    for (int k = 0, found = OPTIONS; k < OPTIONS; k++)
        if (strncmp(name, options[k].name, strlen(name)) == 0) {
            if (found < OPTIONS)
                die(DIE_REQUEST, "option '--%s' may be --%s or --%s", name, options[found].name,
                    options[k].name);
            found = k;
        }
    const char *meant = nearest(name, &options->name, OPTIONS, sizeof *options);
    if (meant)
        die(DIE_REQUEST, "unknown option '--%.60s'; did you mean --%s?", name, meant);
    die(DIE_REQUEST, "unknown option '--%.60s'; see posenc --help", name);
}

/* The commands audit, show and plot write no table. They take the words of a table, but none of its output; audit also
 * takes the byte order of the file that it reads. */
const char *option_commands(int k) {
    if (k >= WORDS)
        return run_options[k - WORDS].commands;
    if (k == MAX_LEN)
        return "table import audit show plot";
    if (k == ASSUME)
        return "table presets import audit show plot";
    if (k == ENDIAN)
        return "table audit";
    return word_is_of_table((enum word)k) || k == PRESET || k == MODEL ? "table audit show plot"
                                                                       : "table";
}

struct options options_read(int argc, char *argv[]) {
    struct option long_options[OPTIONS + 1] = {{0}};
    for (int k = 0; k < OPTIONS; k++)
        long_options[k] = (struct option){
            option_name(k), option_takes_value(k) ? required_argument : no_argument, NULL, 256 + k};
    struct options options = {.operands = NULL};
    unsetenv("POSIXLY_CORRECT"); /* it would forbid options after the manifest's name */
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":o:hV", long_options, NULL)) != -1;) {
        if (found == ':')
            die(DIE_REQUEST, "option '%.60s' needs a value", argv[optind - 1]);
        if (found == '?' && optopt > 0 && optopt < 128)
            die(DIE_REQUEST, "unknown option '-%c'; see posenc --help", optopt);
        if (found == '?' && optopt != 0 && optopt < 256) /* where char has a sign, below 0 */
            die(DIE_REQUEST, "unknown option '-\\x%02x'; see posenc --help", optopt & 0xff);
        if (found == '?')
            die_unknown_option(argv[optind - 1], long_options);
        int k = found - 256;
        for (int n = 0; found < 256 && n < OPTIONS - WORDS; n++)
            if (run_options[n].letter == found)
                k = WORDS + n;
        options.given[k] = optarg ? optarg : "";
    }
    options.operands = argv + optind;
    return options;
}

/* Only options of runs can be wrong for a single table. */
static _Noreturn void die_misplaced(int k, const char *command) {
    if (strcmp(command, "table") != 0)
        die(DIE_REQUEST, "option '--%s' is not for %s", option_name(k), command);
    struct text takers = {NULL, 0, 0};
    for (const char *at = option_commands(k); *at; at++)
        text_print(&takers, *at == ' ' ? " or " : (const char[]){*at, 0});
    die(DIE_REQUEST, "option '--%s' is not for a single table, but for posenc %.*s", option_name(k),
        (int)takers.used, takers.bytes);
}

void options_check(const struct options *options, const char *command) {
    for (int k = 0; k < OPTIONS; k++) {
        if (options->given[k] && !strstr(option_commands(k), command))
            die_misplaced(k, command);
        bool written = k == OUTPUT || k == DEPFILE || k == PLOT;
        if (written && options->given[k] && !*options->given[k])
            die(DIE_REQUEST, "the %s's name is empty", option_name(k));
    }
}
