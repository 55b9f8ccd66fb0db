#include "cli/audit_plot.h"
#include "audit/pipelines.h"
#include "base/die.h"
#include "cli/run.h"
#include "emit/outputs.h"
#include "plot/error_lines.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 64, SAMPLES = 16 };

/* How many entries have no error that is a number. */
static uint64_t not_numbers(const struct comparison *comparison) {
    return comparison->all.nan + comparison->all.infinite;
}

/* The largest error of the file in each octave of positions. It isn't known where all that is wrong may be NaN or
 * infinity. */
static struct error_line line_of_file(const struct comparison *comparison) {
    struct error_line line = {.name = "this file"};
    bool others[ERROR_OCTAVES] = {false};
    for (uint64_t position = 0; position < comparison->lines; position++) {
        const struct line *found = &comparison->line[position];
        const size_t octave = error_octave(position);
        line.largest[octave] = fmax(line.largest[octave], found->absolute);
        others[octave] = others[octave] || (found->wrong > 0 && found->absolute == 0);
    }
    for (size_t octave = 0; octave < ERROR_OCTAVES; octave++)
        if (others[octave] && line.largest[octave] == 0 && not_numbers(comparison) > 0)
            line.largest[octave] = (double)NAN;
    return line;
}

/* The entries of a position that a pipeline computes. */
static void compute(struct pipelines *pipelines, size_t k, const struct table *table,
                    uint64_t position, char *entries) {
    if (!table->channel_major) {
        pipelines_compute(pipelines, k, position, 0, (size_t)table->columns, entries);
        return;
    }
    for (uint64_t j = 0; j < table->rows; j++)
        pipelines_compute(pipelines, k, j, position, 1, entries + j * table->type->bytes);
}

/* The largest of `largest` and the differences between elements; NaN if there is a NaN or an infinity. */
static double larger_error(const struct measure *measure, const void *got, const void *wanted,
                           uint64_t count, double largest) {
    for (uint64_t k = 0; k < count; k++) {
        double apart = fabs(measure_value(measure, element_load(measure->type, got, k)) -
                            measure_value(measure, element_load(measure->type, wanted, k)));
        if (!isfinite(apart))
            return (double)NAN;
        largest = apart > largest ? apart : largest;
    }
    return largest;
}

/* Makes a line of each pipeline except the exact one, which has no errors. Those of the same formats, which differ in how
 * they compute frequencies, are a group. Returns how many. */
static size_t name_lines(const struct pipelines *pipelines, struct error_line lines[]) {
    size_t count = 0, group = 0;
    for (size_t k = PIPELINE_EXACT + 1; k < pipelines_count(pipelines) && count < LINES; k++) {
        const char *name = pipelines_formats(pipelines, k);
        bool same = count > 0 && strcmp(pipelines_formats(pipelines, k - 1), name) == 0;
        group += !same;
        lines[count++] = (struct error_line){.name = same ? NULL : name, .group = group};
    }
    return count;
}

/* Adds what the pipelines compute at some positions of each octave. */
static void sample_lines(struct pipelines *pipelines, const struct table *table,
                         struct error_line lines[], size_t count) {
    const struct measure measure = measure_of(table);
    const uint64_t positions = table->position_count;
    const size_t bytes = (size_t)table->channel_count * table->type->bytes;
    char *got = die_malloc(bytes), *wanted = die_malloc(bytes);
    for (size_t octave = 0; error_octave_begin(octave) < positions && count > 0; octave++) {
        const uint64_t begin = error_octave_begin(octave), next = error_octave_begin(octave + 1),
                       last = (next < positions ? next : positions) - 1,
                       samples = last - begin < SAMPLES ? last - begin + 1 : SAMPLES;
        for (uint64_t n = 0; n < samples; n++) {
            uint64_t position = samples == 1 ? begin : begin + (last - begin) * n / (samples - 1);
            compute(pipelines, PIPELINE_EXACT, table, position, wanted);
            for (size_t k = 0; k < count; k++) {
                compute(pipelines, PIPELINE_EXACT + 1 + k, table, position, got);
                double *largest = &lines[k].largest[octave];
                if (!isnan(*largest))
                    *largest = larger_error(&measure, got, wanted, table->channel_count, *largest);
            }
        }
    }
    free(got);
    free(wanted);
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
static char *note_of(const struct comparison *comparison) {
    const uint64_t others = not_numbers(comparison);
    static const char usual[] = "largest |element − exact|; of the usual ways "
                                "at some positions of each octave";
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
                           const struct audit_words *chosen, const struct comparison *comparison) {
    const struct table *table = chosen->resolved.table;
    char *name = name_of(array), *command = command_of(options, name, chosen->command),
         *note = note_of(comparison), *title = text_format("Errors of %.60s", name);
    struct error_line line[LINES + 1] = {line_of_file(comparison)};
    struct pipelines *pipelines = pipelines_new(table);
    size_t count = name_lines(pipelines, line + 1);
    sample_lines(pipelines, table, line + 1, count);
    const struct error_lines lines = {.title = title,
                                      .command = command,
                                      .note = note,
                                      .label = figures_row_label(table),
                                      .line = line,
                                      .count = count + 1,
                                      .positions = table->position_count};
    struct drawing drawing = error_lines_draw(&lines);
    pipelines_free(pipelines);
    free(name);
    free(command);
    free(title);
    free(note);
    return drawing;
}

void audit_plot(const struct options *options, const struct array *array,
                const struct audit_words *chosen, const struct comparison *comparison) {
    const char *path = options->given[PLOT];
    if (!path)
        return;
    struct outputs outputs = {.count = 0};
    outputs_guard(&outputs, array->path);
    run_guard_inputs(&chosen->resolved, &outputs);
    char *wrong = outputs_claim(&outputs, path, false);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct drawing drawing = draw(options, array, chosen, comparison);
    struct text svg = drawing_svg(&drawing);
    file_write(outputs_open(&outputs, path, false), svg.bytes, svg.used);
    outputs_commit(&outputs, false);
    text_free(&svg);
    drawing_free(&drawing);
}
