#include "cli/run.h"
#include "base/cpus.h"
#include "base/die.h"
#include "base/file.h"
#include "emit/output.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Dies if the format isn't raw: other formats have text, or a header, that names all rows. */
static void read_rows(const char *text, const struct output_options *output,
                      struct emit_options *run) {
    const struct range rows = option_range("rows", text, output->table->rows);
    run->begin = rows.begin;
    run->end = rows.end;
    if (output->format->content != CONTENT_BYTES)
        die(DIE_REQUEST, "rows '%.60s' is for format raw only", text);
}

unsigned run_threads(const struct options *options) {
    const char *text = options->given[THREADS];
    if (!text)
        return cpus_allowed();
    uint64_t threads = option_number("threads", text);
    if (threads == 0)
        die(DIE_REQUEST, "threads '%.60s' must be at least 1", text);
    return threads < EMIT_THREADS_MAX ? (unsigned)threads : EMIT_THREADS_MAX;
}

struct emit_options run_options_of(const struct options *options,
                                   const struct output_options *output) {
    const char *const *given = options->given;
    struct emit_options run = {.engine = ENGINE_AUTO, .end = output->table->rows};
    run.if_changed = given[IF_CHANGED] != NULL;
    run.check = given[CHECK] != NULL;
    if (given[ENGINE])
        run.engine = (enum engine)option_choice(ENGINE, given[ENGINE]);
    run.threads = run_threads(options);
    if (given[ROWS])
        read_rows(given[ROWS], output, &run);
    return run;
}

void run_check_entries(const struct options *options, const struct resolved *resolved,
                       struct faults *faults) {
    if (faults->count > 0 || !resolved->output.format->no_minus_zero)
        return;
    struct emit_options run = run_options_of(options, &resolved->output);
    emit_check_entries(&resolved->output, &run, faults);
}

struct faults run_emit(const struct options *options, const struct resolved *resolved,
                       const struct emit_options *run, struct outputs *outputs) {
    struct emitted emitted = emit_table(&resolved->output, run, outputs);
    char *wrong = resolved_message(resolved, emitted.error);
    if (wrong && emitted.faults.count == 0)
        die(DIE_JOB, "%s", wrong);
    if (emitted.wrong.count > 0)
        die(DIE_JOB,
            "%s: no exact factored table was found: of %" PRIu64 " entries %" PRIu64
            " would be wrong, the first in row %" PRIu64 ", column %" PRIu64,
            resolved->request.text[NAME], resolved->table->rows * resolved->table->columns,
            emitted.wrong.count, emitted.wrong.row, emitted.wrong.column);
    const uint64_t *decided = emitted.counts.decided;
    if (options->given[VERBOSE] && emitted.faults.count == 0)
        fprintf(stderr,
                "posenc: %s: %" PRIu64 " entries decided in double, %" PRIu64
                " in double-double, %" PRIu64 " by MPFR; at most %u threads\n",
                resolved->request.text[NAME], decided[LEVEL_DOUBLE], decided[LEVEL_WIDE],
                decided[LEVEL_MPFR], run->threads);
    return emitted.faults;
}

void run_guard_inputs(const struct resolved *resolved, struct outputs *outputs) {
    const struct inputs inputs = resolved_inputs(resolved);
    for (const char *const *path = inputs.path; *path; path++)
        outputs_guard(outputs, *path);
}

void run_check_figure(const char *what, const char *path) {
    static const char *const others[] = {".png", ".jpg", ".jpeg", ".pdf", ".gif", ".webp"};
    const char *dot = path ? strrchr(path, '.') : NULL;
    for (size_t k = 0; dot && k < sizeof others / sizeof *others; k++)
        if (strcasecmp(dot, others[k]) == 0)
            die(DIE_REQUEST, "%s '%.200s': figures are SVG, not %s", what, path, others[k] + 1);
}

void run_claim_outputs(char *const names[], struct outputs *outputs, bool check) {
    for (char *const *name = names; *name; name++) {
        char *wrong = outputs_claim(outputs, *name, check);
        if (wrong)
            die(DIE_REQUEST, "%s", wrong);
    }
}

void run_list(struct file *out, const char *table, char *const names[]) {
    file_print(out, "%s", table);
    for (char *const *name = names; *name; name++) {
        char *printable = text_printable(*name);
        file_print(out, "\t%s", printable);
        free(printable);
    }
    file_print(out, "\n");
}

void run_add_to_depfile(char *const names[], const char *const inputs[], struct depfile *depfile) {
    for (char *const *name = names; *name; name++)
        depfile_add(depfile, &depfile->outputs, *name);
    for (const char *const *path = inputs; path && *path; path++)
        depfile_add(depfile, &depfile->inputs, *path);
}

void run_claim_depfile(const struct options *options, const struct depfile *depfile,
                       struct outputs *outputs) {
    const char *name = options->given[DEPFILE];
    char *wrong = name ? outputs_claim(outputs, name, false) : NULL;
    if (name && !wrong)
        wrong = depfile->wrong;
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
}

void run_write_depfile(const struct options *options, const struct depfile *depfile,
                       struct outputs *outputs) {
    const char *name = options->given[DEPFILE];
    if (!name)
        return;
    struct text rule = depfile_rule(depfile);
    file_write(outputs_open(outputs, name, false), rule.bytes, rule.used);
    text_free(&rule);
}
