#include "base/die.h"
#include "base/file.h"
#include "base/temporary.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/manifest.h"
#include "cli/run.h"
#include "emit/emit.h"
#include "emit/output.h"
#include "words/choice.h"

#include <stdlib.h>
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

static void choose_tables(struct manifest *manifest, char *const names[]) {
    for (size_t k = 0; k < manifest->count; k++)
        manifest->sections[k].wanted = !*names;
    for (char *const *name = names; *name; name++) {
        struct section *section = manifest_section(manifest, *name);
        if (section) {
            section->wanted = true;
            continue;
        }
        const char *meant = manifest->count ? nearest(*name, &manifest->sections->name,
                                                      manifest->count, sizeof *manifest->sections)
                                            : NULL;
        die(DIE_REQUEST, "%s has no table '%.60s'%s%s%s", manifest->path, *name,
            meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
    }
}

static void list_tables(const struct manifest *manifest) {
    struct file *out = file_create("-");
    for (size_t k = 0; k < manifest->count; k++)
        if (manifest->sections[k].wanted)
            run_list(out, manifest->sections[k].name, manifest->sections[k].outputs);
    file_commit(&out, 1, false);
}

/* The wanted tables, claimed among the outputs, and what they depend on. */
static struct depfile claim_outputs(const struct manifest *manifest, const struct options *options,
                                    struct outputs *outputs) {
    struct depfile depfile = {.wrong = NULL};
    outputs_guard(outputs, manifest->path);
    depfile_add(&depfile, &depfile.inputs, manifest->path);
    for (size_t k = 0; k < manifest->count; k++)
        for (char **path = manifest->sections[k].inputs; path && *path; path++)
            outputs_guard(outputs, *path);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        if (!section->wanted)
            continue;
        run_claim_outputs(section->outputs, outputs, options->given[CHECK] != NULL);
        run_add_to_depfile(section->outputs, (const char *const *)section->inputs, &depfile);
    }
    run_claim_depfile(options, &depfile, outputs);
    return depfile;
}

static int report_differences(const struct outputs *outputs) {
    int status = 0;
    for (size_t k = 0; k < outputs->count; k++)
        if (file_differs(outputs->file[k])) {
            const char *unreadable = file_unreadable(outputs->file[k]);
            report("%s: %s", outputs->name[k],
                   unreadable ? unreadable : "differs from the manifest");
            status = DIE_JOB;
        }
    return status;
}

static uint64_t entries_of(const struct manifest *manifest) {
    uint64_t entries = 0;
    for (size_t k = 0; k < manifest->count; k++)
        if (manifest->sections[k].wanted)
            entries += manifest->sections[k].entries;
    return entries;
}

static void write_table(struct manifest *manifest, struct section *section,
                        const struct options *options, struct progress *progress,
                        struct outputs *outputs) {
    struct manifest_table *table = manifest_table(manifest, section, options);
    struct emit_options run = run_options_of(options, &table->resolved.output);
    run.progress = progress;
    for (char **name = section->outputs; *name && options->given[OUTPUT_DIR] && !run.check; name++)
        temporary_make_folders(*name);
    struct faults faults = run_emit(options, &table->resolved, &run, outputs);
    if (faults.count > 0)
        die_in(manifest->path, (int)section->line, "%s", fault_message(faults.list));
    manifest_table_free(table);
}

static int write_tables(struct manifest *manifest, const struct options *options) {
    struct outputs outputs = {.count = 0};
    struct progress *progress = progress_new(entries_of(manifest));
    struct depfile depfile = claim_outputs(manifest, options, &outputs);
    for (size_t k = 0; k < manifest->count; k++)
        if (manifest->sections[k].wanted)
            write_table(manifest, &manifest->sections[k], options, progress, &outputs);
    run_write_depfile(options, &depfile, &outputs);
    int status = options->given[CHECK] ? report_differences(&outputs) : 0;
    outputs_commit(&outputs, options->given[IF_CHANGED] != NULL);
    progress_end(progress);
    depfile_free(&depfile);
    return status;
}

int build_run(const char *path, char *const names[], const struct options *options) {
    struct manifest manifest;
    if (options->given[LIST] && (options->given[CHECK] || options->given[DEPFILE]))
        die(DIE_REQUEST, "option '--list' can't be combined with --check or --depfile");
    if (options->given[CHECK] && options->given[DEPFILE])
        die(DIE_REQUEST, "option '--check' can't be combined with --depfile");
    manifest_read(&manifest, path, options);
    choose_tables(&manifest, names);
    int status = 0;
    if (options->given[LIST])
        list_tables(&manifest);
    else
        status = write_tables(&manifest, options);
    manifest_free(&manifest);
    return status;
}
