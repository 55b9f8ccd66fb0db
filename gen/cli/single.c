#include "cli/single.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/run.h"
#include "emit/output_files.h"

#include <string.h>

static void list(const struct resolved *resolved) {
    struct file *out = file_create("-");
    char **names = output_names(&resolved->output);
    run_list(out, resolved->output.text[NAME], names);
    file_commit(&out, 1, false);
    output_names_free(names);
}

static void write(const struct options *options, const struct resolved *resolved) {
    struct outputs outputs = {.count = 0};
    struct depfile depfile = {.wrong = NULL};
    struct emit_options run = run_options_of(options, &resolved->output);
    run.progress =
        progress_new(resolved->table->arrays * (run.end - run.begin) * resolved->table->columns);
    const struct inputs inputs = resolved_inputs(resolved);
    char **names = output_names(&resolved->output);
    run_guard_inputs(resolved, &outputs);
    run_claim_outputs(names, &outputs, run.check);
    run_add_to_depfile(names, inputs.path, &depfile);
    output_names_free(names);
    run_claim_depfile(options, &depfile, &outputs);
    struct faults faults = run_emit(options, resolved, &run, &outputs);
    die_if_faulty(&faults);
    run_write_depfile(options, &depfile, &outputs);
    outputs_commit(&outputs, run.if_changed);
    progress_end(run.progress);
    depfile_free(&depfile);
}

void single_run(const struct options *options) {
    const char *path = options->given[OUTPUT] ? options->given[OUTPUT] : "-";
    const char *depfile = options->given[DEPFILE];
    struct resolved resolved = {.table = NULL};
    struct template_set templates = {.count = 0};
    struct faults faults = {NULL, 0};
    memcpy(resolved.given, options->given, sizeof resolved.given);
    if (options->given[LIST] && depfile)
        die(DIE_REQUEST, "option '--list' can't be combined with --depfile");
    resolve(&resolved, path, &templates, &faults);
    run_check_entries(options, &resolved, &faults);
    die_if_faulty(&faults);
    if (depfile && strcmp(path, "-") == 0)
        die(DIE_REQUEST, "depfile '%s': the table needs an output file, which --output names",
            depfile);
    if (options->given[LIST]) {
        run_options_of(options, &resolved.output); /* dies of wrong ones, as the run would */
        list(&resolved);
    } else {
        write(options, &resolved);
    }
    resolved_free(&resolved);
    template_set_free(&templates);
}
