#include "cli/run.h"
#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"
#include "emit/depfile.h"
#include "emit/ordered_writer.h"
#include "table/table.h"
#include "words/choice.h"

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

struct emit_options run_options_of(const struct options *options, const struct spec *spec) {
    const char *const *given = options->given;
    static const char *const engines[] = {"auto", "double", "wide", "mpfr"};
    struct emit_options run = {.engine = ENGINE_AUTO, .end = table_rows(spec)};
    run.if_changed = given[IF_CHANGED] != NULL;
    run.check = given[CHECK] != NULL;
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
        run.threads = threads < ORDERED_WRITER_MAX ? (unsigned)threads : ORDERED_WRITER_MAX;
    } else {
        run.threads = cpus_allowed();
    }
    if (given[ROWS])
        read_rows(given[ROWS], spec, &run);
    return run;
}

void run_report(const struct options *options, const struct spec *spec,
                const struct emit_options *run, struct counts counts) {
    if (options->given[VERBOSE])
        fprintf(stderr,
                "posenc: %s: %" PRIu64 " entries decided in double, %" PRIu64
                " in double-double, %" PRIu64 " by MPFR; at most %u threads\n",
                spec->text[NAME], counts.decided[LEVEL_DOUBLE], counts.decided[LEVEL_WIDE],
                counts.decided[LEVEL_MPFR], run->threads);
}

/* The files that a table is made from, ended by NULL. */
struct inputs {
    const char *path[4];
};
static struct inputs inputs_of(const struct spec *spec) {
    const char *const candidates[] = {spec->form.template, spec->frequencies.list.path,
                                      spec->frequencies.scaling.factors.path};
    struct inputs inputs = {{NULL}};
    size_t count = 0;
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++)
        if (candidates[k])
            inputs.path[count++] = candidates[k];
    return inputs;
}

void run_guard_inputs(const struct spec *spec, struct outputs *outputs) {
    const struct inputs inputs = inputs_of(spec);
    for (const char *const *path = inputs.path; *path; path++)
        outputs_guard(outputs, *path);
}

void run_add_inputs(const struct spec *spec, struct text *list) {
    const struct inputs inputs = inputs_of(spec);
    for (const char *const *path = inputs.path; *path; path++)
        depfile_add(list, *path);
}

void run_list(struct file *out, const struct spec *spec) {
    char **names = emit_names(spec);
    file_print(out, spec->text[NAME]);
    for (char **name = names; *name; name++) {
        file_print(out, "\t");
        file_print(out, *name);
    }
    file_print(out, "\n");
    emit_names_free(names);
}

void run_write_depfile(const struct options *options, const struct spec *spec,
                       struct outputs *outputs) {
    if (!options->given[DEPFILE])
        return;
    struct text targets = {NULL, 0, 0}, inputs = {NULL, 0, 0};
    char **names = emit_names(spec);
    for (char **name = names; *name; name++)
        depfile_add(&targets, *name);
    emit_names_free(names);
    run_add_inputs(spec, &inputs);
    struct text rule = depfile_rule(&targets, &inputs);
    file_write(outputs_open(outputs, options->given[DEPFILE], false), rule.bytes, rule.used);
    text_free(&rule);
    text_free(&targets);
    text_free(&inputs);
}
