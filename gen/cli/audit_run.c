#include "cli/audit_run.h"
#include "audit/report.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/audit_diagnosis.h"
#include "cli/audit_guess.h"
#include "cli/audit_plot.h"
#include "cli/audit_words.h"
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

/* The options whose meaning needs another, or excludes it. */
static void check_options(const struct options *options) {
    const char *const *given = options->given;
    if (given[JSON] && given[CSV])
        die(DIE_REQUEST, "option '--json' can't be combined with --csv");
    if (given[PLOT] && given[CSV])
        die(DIE_REQUEST, "option '--plot' can't be combined with --csv");
    if (given[PLOT] && strcmp(given[PLOT], "-") == 0)
        die(DIE_REQUEST,
            "plot '-': the report goes to standard output, so the figure needs a file");
    run_check_figure("plot", given[PLOT]);
}

/* What the entries may differ by; without --tolerance nothing. */
static struct tolerance tolerance_of(const struct options *options) {
    struct tolerance tolerance = {.has_ulps = false};
    const char *text = options->given[TOLERANCE];
    char *wrong = text ? tolerance_parse(text, &tolerance) : NULL;
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    return tolerance;
}

/* Up to so many rows, their errors are kept for the diagnosis. */
enum { LINES_USUAL = 1 << 20 };

static void compare_or_die(const struct options *options, const struct array *array,
                           const struct audit_words *chosen, const struct tolerance *tolerance,
                           enum lines lines, struct comparison *comparison) {
    struct engine_error error;
    const struct compare_options how = {.tolerance = tolerance,
                                        .threads = run_threads(options),
                                        .lines = lines,
                                        .progress = progress_new(array->count)};
    char *wrong = compare(array, chosen->resolved.table, &how, comparison, &error);
    progress_end(how.progress);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    wrong = resolved_message(&chosen->resolved, error);
    if (wrong)
        die(DIE_JOB, "%s", wrong);
}

/* Which of the usual ways of computing made the array? */
static void measure_or_die(const struct options *options, const struct array *array,
                           const struct table *table, struct shares *shares) {
    char *wrong = shares_measure(shares, array, table, run_threads(options));
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
}

/* In ASCII: what a terminal would obey in a name is escaped, DEL too, which JSON allows. */
static void print_json(struct file *out, const struct report *report) {
    json_t *object = report_json(report);
    char *text = json_dumps(object, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\x7f");
        file_write(out, at, length);
        at += length;
        file_print(out, *at ? "\\u007f" : "\n");
        at += *at != 0;
    }
    free(text);
    json_decref(object);
}

/* The report, to standard output. */
static void print(struct file *out, const struct options *options, const struct report *report) {
    if (options->given[CSV])
        report_csv(out, report);
    else if (options->given[JSON])
        print_json(out, report);
    else
        report_text(out, report);
}

static int audit(const char *file, const struct options *options, const struct array *array) {
    struct audit_words chosen;
    struct comparison comparison;
    const struct tolerance tolerance = tolerance_of(options);
    struct outputs outputs = {.count = 0};
    audit_words_find(&chosen, options, array);
    struct file *plot = audit_plot_open(options, array, &chosen.resolved, &outputs);
    const struct table *table = chosen.resolved.table;
    const bool rows = options->given[CSV] || table->rows <= LINES_USUAL;
    compare_or_die(options, array, &chosen, &tolerance, rows ? LINES_ROWS : LINES_NONE,
                   &comparison);
    struct sentences sentences = {NULL, 0};
    struct shares shares = {.count = 0};
    if (options->given[PLOT] || (comparison.all.wrong > 0 && !options->given[CSV]))
        measure_or_die(options, array, table, &shares);
    if (!options->given[CSV])
        audit_diagnose(array, &chosen, &comparison, &shares, &sentences);
    shares.reported = comparison.all.wrong;
    const struct report report = {.file = file,
                                  .array = array,
                                  .table = table,
                                  .command = chosen.command,
                                  .comparison = &comparison,
                                  .tolerance = options->given[TOLERANCE],
                                  .close = tolerance.has_close,
                                  .sentences = &sentences,
                                  .shares = &shares};
    if (plot && rows && !table->channel_major) {
        audit_plot_write(plot, options, array, &chosen, &comparison, &shares);
    } else if (plot) {
        struct comparison positions;
        compare_or_die(options, array, &chosen, &tolerance, LINES_POSITIONS, &positions);
        audit_plot_write(plot, options, array, &chosen, &positions, &shares);
        comparison_free(&positions);
    }
    print(outputs_open(&outputs, "-", false), options, &report);
    outputs_commit(&outputs, false); /* the report is out before the plot is in place */
    int status = comparison.all.not_allowed > 0 ? 1 : 0;
    shares_free(&shares);
    sentences_free(&sentences);
    comparison_free(&comparison);
    audit_words_free(&chosen);
    return status;
}

int audit_run(const char *file, const struct options *options) {
    check_options(options);
    struct array array;
    const struct array_words said = {options->given[TYPE], options->given[ENDIAN]};
    char *wrong = array_open(&array, file, said);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    int status =
        options->given[GUESS] ? audit_guess(options, &array) : audit(file, options, &array);
    array_close(&array);
    return status;
}
