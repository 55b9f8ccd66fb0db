#include "cli/options.h"
#include "base/die.h"
#include "words/choice.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct run_option_row run_options[OPTIONS - WORDS] = {
    {.name = "output",
     .argument = "FILE",
     .letter = 'o',
     .commands = "table plot",
     .meaning = "the file to write (default: standard output, which is also -)"},
    {.name = "output-dir",
     .argument = "DIR",
     .commands = "build",
     .meaning = "the folder for the outputs (default: that of the manifest)",
     .explanation = "Missing folders are made, and removed again if the run fails."},
    {.name = "depfile",
     .argument = "FILE",
     .commands = "table build",
     .meaning = "also write a rule for Make and Ninja: what the outputs depend on",
     .explanation = "They depend on the manifest, and on the files that words name. Blanks, # and "
                    "colons in names get a backslash,\n"
                    "and $ is doubled."},
    {.name = "if-changed",
     .commands = "table build",
     .meaning = "leave a file alone if its bytes would be the same",
     .explanation = "Its time stamp stays too."},
    {.name = "list",
     .commands = "table build",
     .meaning = "write nothing; list each table and its files",
     .explanation = "A line has the table's name and its files, with tabs between them. The words "
                    "are checked as if the table were\n"
                    "written."},
    {.name = "check",
     .commands = "build",
     .meaning = "write nothing; fail if a file differs from the manifest",
     .explanation = "It names each file that is missing or differs."},
    {.name = "rows",
     .argument = "A:B",
     .commands = "table show plot",
     .meaning = "only rows A to B - 1 of the table; for format raw, show and plot",
     .explanation = "The parts of a raw table, one after the other, are the whole. Without it "
                    "format raw and plot have all rows, and\n"
                    "show the first 8. With --hardest, show searches these rows only, or all. They "
                    "are rows of the table as emitted,\n"
                    "except in plot, whose rows are positions. --rows 5:6 is row 5 alone."},
    {.name = "columns",
     .argument = "COLUMNS",
     .commands = "show plot",
     .meaning = "show: A:B, columns A to B - 1; plot: J,..., those of the waves",
     .explanation = "Without it show has the first 6 columns, or 64 of frequencies, and plot draws "
                    "the waves of up to 6 columns whose\n"
                    "frequencies lie apart. With --hardest, show searches these columns only, or "
                    "all. Column 5 alone is --columns 5:6\n"
                    "in show, --columns 5 in plot."},
    {.name = "digits",
     .argument = "N",
     .fallback = "20",
     .commands = "show",
     .meaning = "show: digits of each decimal",
     .explanation = "1 to 1000000 significant digits, and all of them are right. With --hardest "
                    "the default is as many as tell an\n"
                    "entry from its midpoint, and 12 for angles."},
    {.name = "hardest",
     .argument = "N",
     .commands = "show",
     .meaning = "show: the N entries that are hardest to round",
     .explanation = "Also the N whose angles are hardest to reduce. An entry that is in several "
                    "columns or rows is listed once."},
    {.name = "guess",
     .commands = "audit",
     .meaning = "audit: find the words that make the table",
     .explanation = "The exit status is 0 only if that table explains every entry, except for "
                    "damage that the report\n"
                    "names. It excludes --tolerance, --csv and --plot."},
    {.name = "tolerance",
     .argument = "LIMIT,...",
     .commands = "audit",
     .meaning = "audit: allow ulp=1, abs=1e-6 or rtol=1e-5,atol=1e-8 (as numpy.allclose)",
     .explanation =
         "ulp=N          errors up to N units in the last place\n"
         "abs=X          errors up to X\n"
         "rtol=X,atol=Y  errors up to Y + X * |exact|, as numpy.allclose(table, exact) does;\n"
         "               one of the two that isn't given is 0\n"
         "Of several limits all must hold. NaN and infinities are never allowed."},
    {.name = "json", .commands = "audit", .meaning = "audit: the report as JSON"},
    {.name = "csv",
     .commands = "audit show",
     .meaning = "audit: a line for each row; show: a line for each entry",
     .explanation = "In audit, the error of a row with a NaN or an infinity is nan or inf."},
    {.name = "plot",
     .argument = "FILE",
     .commands = "audit",
     .meaning = "audit: also draw the errors, as SVG",
     .explanation = "The errors are drawn against the position, with a line for each pipeline."},
    {.name = "figure",
     .argument = "all|heatmap|waves|similarity|rounding",
     .fallback = "all",
     .commands = "plot",
     .meaning = "plot: only this figure",
     .explanation = "all         each of these\n"
                    "heatmap     the entries, positions by columns\n"
                    "waves       some columns\n"
                    "similarity  the dot products of rows against their distance\n"
                    "rounding    the rounding errors of each element type"},
    {.name = "engine",
     .argument = "auto|double|wide|mpfr",
     .commands = "table build",
     .meaning = "the level at which every entry starts; the bytes are the same",
     .explanation = "auto    the fastest that is allowed\n"
                    "double  double precision\n"
                    "wide    double-double\n"
                    "mpfr    the reference engine"},
    {.name = "threads",
     .argument = "N",
     .commands = "table build audit",
     .meaning = "at most N threads (default: the CPUs this process may use)"},
    {.name = "verbose",
     .commands = "table build",
     .meaning = "say how many entries each level decided",
     .explanation = "They are lines on standard error."},
    {.name = "help",
     .letter = 'h',
     .commands = "table build presets import audit show plot",
     .meaning = "this text; --help WORD explains a word"},
    {.name = "version",
     .letter = 'V',
     .commands = "table build presets import audit show plot",
     .meaning = "the version"},
};

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

/* The whole number that the first letters of a text are; one beyond CHOICE_ENTRIES becomes a number beyond it. */
static bool read_digits(const char *text, size_t length, uint64_t *value) {
    *value = 0;
    for (size_t k = 0; k < length && *value <= CHOICE_ENTRIES; k++)
        *value = 10 * *value + (uint64_t)(text[k] - '0');
    return length > 0 && strspn(text, "0123456789") >= length;
}

uint64_t option_number(const char *option, const char *text) {
    uint64_t value;
    if (!read_digits(text, strlen(text), &value))
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, text);
    return value;
}

struct range option_range(const char *option, const char *text, uint64_t count) {
    const size_t first = strcspn(text, ":");
    struct range range;
    if (!text[first])
        die(DIE_REQUEST, "%s '%.60s' is not of the form A:B, such as 5:6 for one", option, text);
    if (!read_digits(text, first, &range.begin) ||
        !read_digits(text + first + 1, strlen(text + first + 1), &range.end))
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, text);
    if (range.begin >= range.end || range.end > count)
        die(DIE_REQUEST, "%s '%.60s' is not within 0:%" PRIu64 "%s", option, text, count,
            range.begin >= range.end ? ", with A < B" : "");
    return range;
}

size_t option_list(const char *option, const char *text, uint64_t end, uint64_t list[],
                   size_t most) {
    size_t count = 0;
    for (const char *at = text; count == 0 || *at; count++) {
        const size_t digits = strspn(at, "0123456789");
        if (count == most)
            die(DIE_REQUEST, "%s '%.60s': a figure has at most %zu", option, text, most);
        if (!read_digits(at, digits, &list[count]) || (at[digits] && at[digits] != ','))
            die(DIE_REQUEST, "%s '%.60s' is not a list of whole numbers, as in 0,2,8", option,
                text);
        if (list[count] >= end)
            die(DIE_REQUEST, "%s '%.60s' is not below %" PRIu64, option, text, end);
        at += digits + (at[digits] == ',' && at[digits + 1]);
    }
    return count;
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
    struct options options = {.operands = argv + 1};
    int count = 1;
    opterr = 0;
    /* With '-', an operand is the value of an option 1, and options may follow it. What was read is overwritten. */
    for (int found; (found = getopt_long(argc, argv, "-:o:hV", long_options, NULL)) != -1;) {
        if (found == 1) {
            argv[count++] = optarg;
            continue;
        }
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
    while (optind < argc) /* after -- */
        argv[count++] = argv[optind++];
    argv[count] = NULL;
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
