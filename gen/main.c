#include "cpus.h"
#include "crew.h"
#include "die.h"
#include "emit.h"
#include "file.h"
#include "help.h"
#include "number.h"
#include "options.h"
#include "request.h"
#include "table.h"

#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void write_table(const struct options *options) {
    options_check(options, "table");
    struct spec spec;
    char *wrong =
        request_parse(&spec, options->given, options->given[OUTPUT] ? options->given[OUTPUT] : "-");
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct emit_options run = read_run_options(options->given, &spec);
    struct counts counts = emit_table(&spec, &run);
    if (options->given[VERBOSE])
        fprintf(stderr,
                "posenc: %s: %" PRIu64 " entries decided in double, %" PRIu64
                " in double-double, %" PRIu64 " by MPFR; at most %u threads\n",
                spec.text[NAME], counts.decided[LEVEL_DOUBLE], counts.decided[LEVEL_WIDE],
                counts.decided[LEVEL_MPFR], run.threads);
    spec_free(&spec);
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();
    struct options options = options_read(argc, argv);
    char **operands = options.operands;
    if (options.given[HELP] && *operands)
        help_word(*operands);
    else if (options.given[HELP])
        help_print();
    else if (options.given[SHOW_VERSION])
        help_version();
    else if (*operands && strcmp(*operands, "presets") == 0) {
        options_check(&options, "presets");
        help_presets(operands + 1);
    } else if (*operands) {
        die(DIE_REQUEST, "unexpected argument '%.60s'; see posenc --help", *operands);
    } else {
        write_table(&options);
    }
    return 0;
}
