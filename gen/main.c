#include "base/die.h"
#include "base/file.h"
#include "cli/build.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/run.h"
#include "emit/emit.h"
#include "engine/capacity.h"
#include "exact/number.h"
#include "table/request.h"
#include "table/table.h"

#include <fenv.h>
#include <stdbool.h>
#include <string.h>

static void list_table(const struct spec *spec) {
    struct file *out = file_create("-");
    run_list(out, spec);
    file_commit(&out, 1, false);
}

static _Noreturn void refuse(struct fault fault) {
    if (fault.in_file)
        die_plainly(DIE_REQUEST, fault.text);
    die(DIE_REQUEST, "%s", fault.text);
}

static void write_table(const struct options *options, const struct spec *spec,
                        const char *output) {
    struct outputs outputs = {.count = 0};
    if (options->given[DEPFILE] && strcmp(output, "-") == 0)
        die(DIE_REQUEST, "depfile '%s': standard output is no file to depend on anything",
            options->given[DEPFILE]);
    struct emit_options run = run_options_of(options, spec);
    run_guard_inputs(spec, &outputs);
    run.progress = progress_new((run.end - run.begin) * table_columns(spec));
    struct counts counts;
    struct fault fault = emit_table(spec, &run, &outputs, &counts);
    if (fault.text)
        refuse(fault);
    run_write_depfile(options, spec, &outputs);
    outputs_commit(&outputs, run.if_changed);
    progress_end(run.progress);
    run_report(options, spec, &run, counts);
}

static void one_table(const struct options *options) {
    const char *output = options->given[OUTPUT] ? options->given[OUTPUT] : "-";
    struct spec spec;
    if (options->given[LIST] && options->given[DEPFILE])
        die(DIE_REQUEST, "option '--list' only lists: not with --depfile");
    struct fault fault = request_parse(&spec, options->given, NULL, output);
    if (fault.text)
        refuse(fault);
    char *wrong = capacity_check(&spec);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    if (options->given[LIST])
        list_table(&spec);
    else
        write_table(options, &spec, output);
    spec_free(&spec);
}

/* Is that the command's name? Then its options must be its own. */
static bool is_command(const struct options *options, const char *name) {
    if (!*options->operands || strcmp(*options->operands, name) != 0)
        return false;
    options_check(options, name);
    return true;
}

static _Noreturn void unexpected(const char *operand) {
    const char *meant = help_nearest_command(operand);
    die(DIE_REQUEST, "unexpected argument '%.60s'; %s%s%s", operand,
        meant ? "did you mean posenc " : "see posenc --help", meant ? meant : "", meant ? "?" : "");
}

static void at_most(char *const operands[], int count) {
    for (int k = 0; k <= count && operands[k]; k++)
        if (k == count)
            unexpected(operands[k]);
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();
    if (argc < 2)
        help_missing();
    struct options options = options_read(argc, argv);
    char **operands = options.operands;
    if (options.given[HELP] && *operands) {
        help_word(*operands);
    } else if (options.given[HELP]) {
        help_print();
    } else if (options.given[SHOW_VERSION]) {
        help_version();
    } else if (is_command(&options, "help")) {
        at_most(operands, 2);
        if (operands[1])
            help_word(operands[1]);
        else
            help_usage();
    } else if (is_command(&options, "version")) {
        at_most(operands, 1);
        help_version();
    } else if (is_command(&options, "presets")) {
        help_presets(operands + 1);
    } else if (is_command(&options, "build")) {
        if (!operands[1])
            die(DIE_REQUEST, "missing: the manifest, as in posenc build tables.ini");
        return build_run(operands[1], operands + 2, &options);
    } else if (*operands) {
        unexpected(*operands);
    } else {
        options_check(&options, "table");
        one_table(&options);
    }
    return 0;
}
