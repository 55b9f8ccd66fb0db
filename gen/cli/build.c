/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/manifest.h"
#include "emit/emit.h"
#include "emit/output.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static void list_files(struct file *out, char *const *names) {
    for (; *names; names++) {
        char *printable = text_printable(*names);
        file_print(out, "\t%s", printable);
        free(printable);
    }
}

static json_t *json_names(char *const *names) {
    json_t *list = json_array();
    for (; *names; names++)
        json_array_append_new(list, json_text(*names));
    return list;
}

/* The object of a table */
static char *table_as_json(const struct manifest *manifest, const struct section *section) {
    json_t *inputs = json_names(section->inputs);
    if (manifest->path)
        json_array_insert_new(inputs, 0, json_text(manifest->path));
    char *digest = text_format("%016" PRIx64, section->digest);
    json_t *table = json_pack("{ss so so so ss}", "name", section->name, "outputs",
                              json_names(section->outputs), "inputs", inputs, "defines",
                              json_names(section->defines), "digest", digest);
    char *text = json_dumps(table, JSON_ENSURE_ASCII);
    free(digest);
    json_decref(table);
    return text;
}

/* Prints a line of each table: its name, then a tab and the name of each file, in the order of writing; with --inputs also
 * an empty field, then a tab and the name of each file that it is made from. With --json, an array of objects, one a
 * line. */
static void list_tables(const struct manifest *manifest, const struct options *options) {
    const bool json = options->given[JSON], inputs = options->given[INPUTS];
    struct file *out = file_create("-");
    const char *before = "[\n";
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        if (!section->wanted)
            continue;
        if (json) {
            char *text = table_as_json(manifest, section);
            file_print(out, "%s%s", before, text);
            before = ",\n";
            free(text);
            continue;
        }
        file_print(out, "%s", section->name);
        list_files(out, section->outputs);
        if (inputs) {
            file_print(out, "\t");
            list_files(out, (char *[]){(char *)manifest->path, NULL});
            list_files(out, section->inputs);
        }
        file_print(out, "\n");
    }
    file_print(out, json ? "\n]\n" : "");
    file_commit(&out, 1);
}

/* Claims the files of the wanted tables, and returns what they depend on. Dies if two outputs have the same file, or if
 * the run reads one of them. */
static struct depfile claim_outputs(const struct manifest *manifest, const struct options *options,
                                    struct outputs *outputs) {
    const char *name = options->given[DEPFILE];
    struct depfile depfile = {.wrong = NULL};
    if (manifest->path) {
        outputs_guard(outputs, manifest->path);
        depfile_add(&depfile, &depfile.inputs, manifest->path);
    }
    for (size_t k = 0; k < manifest->count; k++)
        for (char **path = manifest->sections[k].inputs; *path; path++)
            outputs_guard(outputs, *path);
    for (size_t k = 0; k < manifest->count; k++) {
        const struct section *section = &manifest->sections[k];
        for (char **output = section->outputs; section->wanted && *output; output++) {
            die_if(DIE_REQUEST, outputs_claim(outputs, *output, section->name));
            depfile_add(&depfile, &depfile.outputs, *output);
        }
        for (char **path = section->inputs; section->wanted && *path; path++)
            depfile_add(&depfile, &depfile.inputs, *path);
    }
    if (name) {
        die_if(DIE_REQUEST, outputs_claim(outputs, name, NULL));
        die_if(DIE_REQUEST, depfile.wrong);
    }
    return depfile;
}

static int report_differences(const struct outputs *outputs) {
    int status = 0;
    for (size_t k = 0; k < outputs->count; k++)
        if (file_differs(outputs->file[k])) {
            const char *unreadable = file_unreadable(outputs->file[k]);
            report_line("posenc: %s: %s", outputs->name[k],
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

/* Computes a table and prints it into files that join `outputs`; dies if an entry stays undecided. --verbose reports on
 * standard error how it was computed. */
static void write_table(struct manifest *manifest, struct section *section,
                        const struct options *options, struct progress *progress,
                        struct outputs *outputs) {
    struct manifest_table *table = manifest_table(manifest, section, options);
    const struct resolved *resolved = &table->resolved;
    struct emit_options run = run_options_of(options, &resolved->output);
    run.progress = progress;
    char *advice = resolved_advice(resolved);
    if (advice)
        report_line("posenc: %s", advice);
    free(advice);
    model_say_assumed(&resolved->model, resolved->model.chosen);
    bool makes = options->given[OUTPUT_DIR] && outputs->mode != FILE_CHECK;
    for (char **name = section->outputs; *name && makes; name++)
        temporary_make_folders(*name);
    const struct emitted emitted = emit_table(&resolved->output, &run, outputs);
    die_if(emitted.error.kind == ENGINE_MINUS_ZERO ? DIE_REQUEST : DIE_JOB,
           resolved_message(resolved, emitted.error));
    if (emitted.wrong.count > 0)
        die(DIE_JOB,
            "%s: no exact factored table was found: of %" PRIu64 " entries %" PRIu64
            " would be wrong, the first in row %" PRIu64 ", column %" PRIu64,
            resolved->request.text[NAME], resolved->table->rows * resolved->table->columns,
            emitted.wrong.count, emitted.wrong.row, emitted.wrong.column);
    const uint64_t *decided = emitted.counts.decided;
    if (options->given[VERBOSE])
        report_line("posenc: %s: %" PRIu64 " entries decided in double, %" PRIu64
                    " in double-double, %" PRIu64 " by MPFR; at most %u threads",
                    resolved->request.text[NAME], decided[LEVEL_DOUBLE], decided[LEVEL_WIDE],
                    decided[LEVEL_MPFR], run.threads);
    manifest_table_free(table);
}

static int write_tables(struct manifest *manifest, const struct options *options) {
    struct outputs outputs = {.mode = options->given[CHECK]        ? FILE_CHECK
                                      : options->given[IF_CHANGED] ? FILE_IF_CHANGED
                                                                   : FILE_WRITE};
    struct progress *progress = progress_new(entries_of(manifest));
    struct depfile depfile = claim_outputs(manifest, options, &outputs);
    for (size_t k = 0; k < manifest->count; k++)
        if (manifest->sections[k].wanted)
            write_table(manifest, &manifest->sections[k], options, progress, &outputs);
    if (options->given[DEPFILE]) {
        struct text rule = depfile_rule(&depfile);
        file_write(outputs_open(&outputs, options->given[DEPFILE]), rule.bytes, rule.used);
        text_free(&rule);
    }
    int status = outputs.mode == FILE_CHECK ? report_differences(&outputs) : 0;
    outputs_commit(&outputs);
    progress_end(progress);
    depfile_free(&depfile);
    return status;
}

static void check_options(const struct options *options) {
    for (int k = WORDS; k < OPTIONS && !options->given[LIST]; k++)
        if ((k == INPUTS || k == JSON) && options->given[k])
            die(DIE_REQUEST, "option '--%s' is only for --list", option_name(k));
}

/* Writes or lists the wanted tables. Returns the exit status. */
static int run(struct manifest *manifest, const struct options *options) {
    int status = 0;
    if (options->given[LIST])
        list_tables(manifest, options);
    else
        status = write_tables(manifest, options);
    manifest_free(manifest);
    return status;
}

int build_run(char *const operands[], const struct options *options) {
    struct manifest manifest;
    check_options(options);
    manifest_read(&manifest, operands[0], options);
    choose_tables(&manifest, operands + 1);
    return run(&manifest, options);
}

/* Runs a manifest of one table that isn't in a file. */
int single_run(const struct options *options) {
    const char *path = options->given[OUTPUT] ? options->given[OUTPUT] : "-";
    const char *depfile = options->given[DEPFILE];
    struct manifest manifest = {.path = NULL};
    struct manifest_table *table = die_malloc(sizeof *table);
    struct faults faults = {NULL, 0};
    check_options(options);
    *table = (struct manifest_table){.output = NULL};
    memcpy(table->resolved.given, options->given, sizeof table->resolved.given);
    resolve(&table->resolved, path, &manifest.templates, &faults);
    die_if_faulty(&faults);
    if (depfile && strcmp(path, "-") == 0)
        die(DIE_REQUEST, "depfile '%s': the table needs an output file, which --output names",
            depfile);
    const struct emit_options rows = run_options_of(options, &table->resolved.output);
    if (options->given[ROWS]) {
        struct output_options *output = &table->resolved.output;
        char *command =
            text_format("%s --rows %" PRIu64 ":%" PRIu64, output->command, rows.begin, rows.end);
        free(output->command);
        output->command = command;
        output->rows = (struct range){rows.begin, rows.end};
    }
    manifest_of_table(&manifest, table, options);
    manifest.sections->entries =
        table->resolved.table->arrays * (rows.end - rows.begin) * table->resolved.table->columns;
    return run(&manifest, options);
}
