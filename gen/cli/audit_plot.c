#include "cli/audit_plot.h"
#include "base/die.h"
#include "cli/audit_plot_lines.h"
#include "cli/run.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How many entries have no error that is a number. */
static uint64_t not_numbers(const struct comparison *comparison) {
    return comparison->all.nan + comparison->all.infinite;
}

/* "posenc audit pe.npy --d-model 384 --plot FILE" */
static char *command_of(const struct options *options, const char *name, const char *table) {
    const char *endian = options->given[ENDIAN];
    struct text command = {NULL, 0, 0};
    text_print(&command, "posenc audit ");
    request_quote(name, &command);
    text_print(&command, table + strlen("posenc"));
    text_print(&command, endian ? " --endian " : "");
    text_print(&command, endian ? endian : "");
    text_print(&command, " --plot FILE");
    text_add(&command, "", 1);
    return command.bytes;
}

/* What isn't seen in the lines. */
static char *note_of(const struct comparison *comparison, const struct plot_lines *lines) {
    const uint64_t others = not_numbers(comparison);
    const char *usual = lines->by_column ? "largest |element − exact| of the columns"
                                         : "largest |element − exact|; of the usual ways at some "
                                           "positions of each octave, the file's worst among them";
    return others ? text_format("%s; without %" PRIu64 " entries of NaN or infinity", usual, others)
                  : text_format("%s", usual);
}

/* The file without its folder, and the array in it if that has a name. */
static char *name_of(const struct array *array) {
    const char *slash = strrchr(array->path, '/');
    return text_format("%s%s%s", slash ? slash + 1 : array->path, array->name ? ":" : "",
                       array->name ? array->name : "");
}

static struct drawing draw(const struct options *options, const struct array *array,
                           const struct audit_words *chosen, const struct comparison *comparison,
                           const struct plot_lines *lines) {
    const struct table *table = chosen->resolved.table;
    char *name = name_of(array), *command = command_of(options, name, chosen->command),
         *note = note_of(comparison, lines), *shown = text_printable(name),
         *title = text_format("Errors of %.57s", shown);
    const struct error_lines figure = {.title = title,
                                       .command = command,
                                       .note = note,
                                       .label =
                                           lines->by_column ? "column" : figures_row_label(table),
                                       .line = lines->line,
                                       .count = lines->count,
                                       .positions = lines->places};
    struct drawing drawing = error_lines_draw(&figure);
    free(name);
    free(shown);
    free(command);
    free(title);
    free(note);
    return drawing;
}

struct file *audit_plot_open(const struct options *options, const struct array *array,
                             const struct resolved *resolved, struct outputs *outputs) {
    const char *path = options->given[PLOT];
    if (!path)
        return NULL;
    outputs_guard(outputs, array->path);
    run_guard_inputs(resolved, outputs);
    char *wrong = outputs_claim(outputs, path, false);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    return outputs_open(outputs, path, false);
}

void audit_plot_write(struct file *out, const struct options *options, const struct array *array,
                      const struct audit_words *chosen, const struct comparison *comparison,
                      const struct shares *shares) {
    struct plot_lines lines;
    char *wrong = plot_lines_make(&lines, array, chosen->resolved.table, comparison, shares);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct drawing drawing = draw(options, array, chosen, comparison, &lines);
    plot_lines_free(&lines);
    struct text svg = drawing_svg(&drawing);
    file_write(out, svg.bytes, svg.used);
    text_free(&svg);
    drawing_free(&drawing);
}
