#include "cpus.h"
#include "crew.h"
#include "die.h"
#include "emit.h"
#include "file.h"
#include "number.h"
#include "spec.h"
#include "table.h"

#include <fenv.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION "0.1.0"

/* What a run does, beside the words that say what the table is. */
enum run_option {
    OUTPUT = WORDS,
    IF_CHANGED,
    ROWS,
    ENGINE,
    THREADS,
    VERBOSE,
    HELP,
    SHOW_VERSION,
    OPTIONS
};

static const struct {
    const char *name, *argument, *meaning;
    char letter;
} run_options[OPTIONS - WORDS] = {
    {"output", "FILE", "where to; - or nothing is standard output", 'o'},
    {"if-changed", NULL, "leave a file alone whose bytes would be the same", 0},
    {"rows", "A:B", "only rows A to B - 1 of the table as emitted; format raw", 0},
    {"engine", "auto|double|wide|mpfr", "level that every entry starts at; the bytes are the same",
     0},
    {"threads", "N", "at most N threads (default: the CPUs this process may use)", 0},
    {"verbose", NULL, "say how many entries each level decided", 0},
    {"help", NULL, "this text", 'h'},
    {"version", NULL, "the version", 'V'},
};

static const char *option_name(int k) {
    return k < WORDS ? words[k].name : run_options[k - WORDS].name;
}

static const char *option_argument(int k) {
    return k < WORDS ? words[k].argument : run_options[k - WORDS].argument;
}

static void print_to_stdout(void (*print)(struct file *)) {
    struct file *out = file_create("-");
    print(out);
    file_commit(&out, 1, false);
    exit(0);
}

static void print_option(struct file *out, const char *name, const char *argument, char letter,
                         const char *meaning, const char *fallback) {
    char *left =
        die_sprintf("  %c%c%s--%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
                    letter ? ", " : "  ", name, argument ? " " : "", argument ? argument : "");
    char *line = die_sprintf("%-28s%s%s%s%s%s%s\n", left, strlen(left) < 28 ? "" : "\n",
                             strlen(left) < 28 ? "" : "                            ", meaning,
                             fallback ? " [" : "", fallback ? fallback : "", fallback ? "]" : "");
    file_print(out, line);
    free(line);
    free(left);
}

static void print_help(struct file *out) {
    file_print(out,
               "Usage: posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]\n"
               "Write a table of sinusoidal position encodings as source code. Every entry is the\n"
               "exact sin or cos of p * w, position p = first + r*step, frequency w = base^(-e),\n"
               "rounded once.\n\n"
               "What the table is:\n");
    for (int k = 0; k < WORDS; k++)
        print_option(out, words[k].name, words[k].argument, 0, words[k].meaning, words[k].fallback);
    file_print(out, "\nWhat the run does:\n");
    for (int k = 0; k < OPTIONS - WORDS; k++)
        print_option(out, run_options[k].name, run_options[k].argument, run_options[k].letter,
                     run_options[k].meaning, NULL);
    file_print(out, "\nExample: posenc --max-len 512 --d-model 384 -o pe.h\n"
                    "writes static const float pe_512x384[512][384].\n");
}

static void print_version(struct file *out) {
    file_print(out, "posenc " VERSION "\n");
}

/* getopt_long has refused the long option `argument`: why? */
static _Noreturn void refuse(const char *argument, const struct option options[]) {
    size_t length = strcspn(argument + 2, "=");
    char *name = die_sprintf("%.*s", (int)length, argument + 2);
    for (int k = 0; k < OPTIONS; k++)
        if (strcmp(name, options[k].name) == 0)
            die(DIE_REQUEST, "option '--%s' takes no value", name);
    const char *meant = nearest(name, &options->name, OPTIONS, sizeof *options);
    if (meant)
        die(DIE_REQUEST, "unknown option '--%.60s'; did you mean --%s?", name, meant);
    die(DIE_REQUEST, "unknown option '--%.60s'; see posenc --help", name);
}

static uint64_t read_count(const char *text, size_t length, const char *option, const char *whole) {
    uint64_t value = 0;
    size_t k = 0;
    for (; k < length && text[k] >= '0' && text[k] <= '9'; k++)
        if (value <= CHOICE_ENTRIES)
            value = 10 * value + (uint64_t)(text[k] - '0');
    if (k == 0 || k < length)
        die(DIE_REQUEST, "%s '%.60s' is no whole number", option, whole);
    return value;
}

/* "A:B" with A < B <= rows */
static void read_rows(const char *text, const struct spec *spec, struct emit_options *run) {
    const char *colon = strchr(text, ':');
    if (!colon)
        die(DIE_REQUEST, "rows '%.60s' is not of the form A:B", text);
    run->begin = read_count(text, (size_t)(colon - text), "rows", text);
    run->end = read_count(colon + 1, strlen(colon + 1), "rows", text);
    if (run->begin >= run->end || run->end > table_rows(spec))
        die(DIE_REQUEST, "rows '%.60s' is no part of 0:%" PRIu64, text, table_rows(spec));
    if (spec->form.format != FORMAT_RAW)
        die(DIE_REQUEST, "rows '%.60s' is for format raw only", text);
}

static struct emit_options read_run_options(const char *const given[OPTIONS],
                                            const struct spec *spec) {
    static const char *const engines[] = {"auto", "double", "wide", "mpfr"};
    struct emit_options run = {.engine = ENGINE_AUTO, .end = table_rows(spec)};
    run.if_changed = given[IF_CHANGED] != NULL;
    run.template = given[TEMPLATE];
    if (given[ENGINE]) {
        while (run.engine <= ENGINE_MPFR && strcmp(given[ENGINE], engines[run.engine]) != 0)
            run.engine++;
        if (run.engine > ENGINE_MPFR)
            die(DIE_REQUEST, "engine '%.60s' is none of auto, double, wide, mpfr", given[ENGINE]);
    }
    if (given[THREADS]) {
        uint64_t threads =
            read_count(given[THREADS], strlen(given[THREADS]), "threads", given[THREADS]);
        if (threads == 0)
            die(DIE_REQUEST, "threads '%.60s' must be at least 1", given[THREADS]);
        run.threads = threads < CREW_MAX ? (unsigned)threads : CREW_MAX;
    } else {
        run.threads = cpus_allowed();
    }
    if (given[ROWS])
        read_rows(given[ROWS], spec, &run);
    return run;
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();

    struct option options[OPTIONS + 1] = {{0}};
    for (int k = 0; k < OPTIONS; k++)
        options[k] = (struct option){
            option_name(k), option_argument(k) ? required_argument : no_argument, NULL, 256 + k};
    const char *given[OPTIONS] = {NULL};
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":o:hV", options, NULL)) != -1;) {
        if (found == ':')
            die(DIE_REQUEST, "option '%.60s' needs a value", argv[optind - 1]);
        if (found == '?' && optopt > 0 && optopt < 256)
            die(DIE_REQUEST, "unknown option '-%c'; see posenc --help", optopt);
        if (found == '?')
            refuse(argv[optind - 1], options);
        int k = found == 'o'   ? OUTPUT
                : found == 'h' ? HELP
                : found == 'V' ? SHOW_VERSION
                               : found - 256;
        given[k] = optarg ? optarg : "";
    }
    if (given[HELP])
        print_to_stdout(print_help);
    if (given[SHOW_VERSION])
        print_to_stdout(print_version);
    if (optind < argc)
        die(DIE_REQUEST, "unexpected argument '%.60s'; see posenc --help", argv[optind]);
    const char *output = given[OUTPUT] ? given[OUTPUT] : "-";
    struct spec spec;
    char *wrong = spec_parse(&spec, given, output);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct emit_options run = read_run_options(given, &spec);
    struct counts counts = emit_table(&spec, &run);
    if (given[VERBOSE])
        fprintf(stderr,
                "posenc: %s: %" PRIu64 " entries decided in double, %" PRIu64
                " in double-double, %" PRIu64 " by MPFR; at most %u threads\n",
                spec.text[NAME], counts.decided[LEVEL_DOUBLE], counts.decided[LEVEL_WIDE],
                counts.decided[LEVEL_MPFR], run.threads);
    spec_free(&spec);
    return 0;
}
