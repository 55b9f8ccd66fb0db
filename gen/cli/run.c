#include "cli/run.h"
#include "base/cpus.h"
#include "base/die.h"
#include "emit/ordered_writer.h"
#include "table/table.h"

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
    return threads < ORDERED_WRITER_MAX ? (unsigned)threads : ORDERED_WRITER_MAX;
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
