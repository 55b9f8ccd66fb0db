#include "audit/probe.h"
#include "audit/shares.h"
#include "base/die.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/audit_parts.h"
#include "plot/error_lines.h"
#include "plot/figures.h"
#include "read/array.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The lines of audit --plot: the errors of the file, and those of the usual ways to compute its table. */

/* Errors against positions, or against columns if the table has one position. */
struct plot_lines {
    struct error_line *line; /* the file's first */
    size_t count;
    uint64_t places; /* positions or columns */
    bool by_column;
};

/* How many places of an octave are measured: SPREAD evenly spread ones, and the WORST with the file's largest
 * errors. */
enum { SPREAD = 16, WORST = 8 };

struct worst {
    uint64_t place[WORST];
    double error[WORST]; /* the largest first; 0: none */
};

/* What computing the lines needs. */
struct plotting {
    const struct array *array;
    const struct table *table;
    const struct comparison *comparison;
    const struct shares *shares;
    struct plot_lines *lines;
    struct worst worst[ERROR_OCTAVES];
    struct measure measure;
    size_t channels;  /* of all arrays */
    size_t pipelines; /* how many there are; of those that are alike the first is drawn */
    struct error_line *line_of_way; /* of each, before those with the same errors are joined */
    uint64_t *got, *wanted;         /* the bits of a position */
};

/* --- the file */

static void add_worst(struct worst *worst, uint64_t place, double error) {
    size_t n = WORST;
    while (n > 0 && error > worst->error[n - 1]) {
        n--;
        if (n + 1 < WORST) {
            worst->error[n + 1] = worst->error[n];
            worst->place[n + 1] = worst->place[n];
        }
    }
    if (n < WORST) {
        worst->error[n] = error;
        worst->place[n] = place;
    }
}

/* Adds the errors of a place. The error counts as unknown rather than 0 if the only wrong entries may be NaN or
 * infinity. */
static void add_place(struct plotting *plotting, uint64_t place, double error, bool others) {
    const size_t octave = error_octave(place);
    double *largest = &plotting->lines->line[0].largest[octave];
    add_worst(&plotting->worst[octave], place, error);
    if (error > 0)
        *largest = error > *largest || isnan(*largest) ? error : *largest;
    else if (others && *largest == 0)
        *largest = (double)NAN;
}

static double apart(const struct plotting *plotting, uint64_t got, uint64_t wanted) {
    return fabs(measure_value(&plotting->measure, got) - measure_value(&plotting->measure, wanted));
}

static void add_positions(struct plotting *plotting) {
    const struct comparison *comparison = plotting->comparison;
    bool others = comparison->all.nan + comparison->all.infinite > 0;
    for (uint64_t position = 0; position < comparison->lines; position++) {
        const struct line_errors *found = &comparison->line[position];
        add_place(plotting, position, found->absolute,
                  others && found->wrong > 0 && found->absolute == 0);
    }
}

static char *add_columns(struct plotting *plotting) {
    const struct element *type = plotting->table->type;
    char *got = die_malloc(plotting->channels * type->bytes);
    char *wrong = array_read(plotting->array, 0, plotting->channels, got);
    pipelines_position(plotting->shares->pipelines, PIPELINE_EXACT, 0, plotting->wanted);
    for (size_t k = 0; k < plotting->channels && !wrong; k++) {
        double error = apart(plotting, element_load(type, got, k), plotting->wanted[k]);
        add_place(plotting, k, isfinite(error) ? error : 0, !isfinite(error));
    }
    free(got);
    return wrong;
}

/* --- the usual ways */

/* Adds the errors of all usual ways at a position. A NaN or an infinity makes an octave's largest error NaN. */
static void compute_ways(struct plotting *plotting, uint64_t position) {
    struct pipelines *pipelines = plotting->shares->pipelines;
    pipelines_position(pipelines, PIPELINE_EXACT, position, plotting->wanted);
    for (size_t k = 0; k < plotting->pipelines; k++) {
        double *largest = plotting->line_of_way[k].largest;
        if (plotting->shares->alike[k] != k)
            continue;
        pipelines_position(pipelines, k, position, plotting->got);
        for (size_t j = 0; j < plotting->channels; j++) {
            const size_t octave = error_octave(plotting->lines->by_column ? j : position);
            const double error = apart(plotting, plotting->got[j], plotting->wanted[j]);
            if (!isfinite(error))
                largest[octave] = (double)NAN;
            else if (error > largest[octave])
                largest[octave] = error;
        }
    }
}

static void compute_positions(struct plotting *plotting) {
    const uint64_t positions = plotting->table->position_count;
    for (size_t octave = 0; error_octave_begin(octave) < positions; octave++) {
        const struct worst *worst = &plotting->worst[octave];
        const uint64_t begin = error_octave_begin(octave), next = error_octave_begin(octave + 1),
                       last = (next < positions ? next : positions) - 1,
                       samples = last - begin < SPREAD ? last - begin + 1 : SPREAD;
        for (uint64_t n = 0; n < samples; n++)
            compute_ways(plotting, begin + spread_evenly(last - begin + 1, samples, n));
        for (size_t n = 0; n < WORST && worst->error[n] > 0; n++)
            compute_ways(plotting, worst->place[n]);
    }
}

/* --- lines */

static bool same_errors(const struct error_line *one, const struct error_line *other) {
    for (size_t k = 0; k < ERROR_OCTAVES; k++) {
        double x = one->largest[k], y = other->largest[k];
        if (!(x == y || (isnan(x) && isnan(y))))
            return false;
    }
    return true;
}

/* Joins ways with the same errors, names the lines, and gives the lines of a family one colour. */
static void add_ways(struct plotting *plotting) {
    const struct shares *shares = plotting->shares;
    struct plot_lines *lines = plotting->lines;
    size_t *line_of = die_malloc(plotting->pipelines * sizeof *line_of);
    size_t group_of[FAMILIES] = {0}, groups = 0;
    for (size_t k = 0; k < plotting->pipelines; k++) {
        size_t at = 1;
        while (at < lines->count && !same_errors(&lines->line[at], &plotting->line_of_way[k]))
            at++;
        if (shares->alike[k] != k)
            at = line_of[shares->alike[k]];
        else if (at == lines->count)
            lines->line[lines->count++] = plotting->line_of_way[k];
        line_of[k] = at;
    }
    for (size_t at = 1; at < lines->count; at++) {
        struct alike alike = {shares->pipelines, line_of, at, 0};
        while (line_of[alike.first] != at)
            alike.first++;
        size_t *group = &group_of[pipelines_row(shares->pipelines, alike.first)->family];
        if (*group == 0)
            *group = ++groups;
        lines->line[at].group = *group;
        lines->line[at].name = alike_names(&alike, "\n", SIZE_MAX);
    }
    free(line_of);
}

/* The comparison has the lines of positions. The usual ways are those of the shares; those with the same errors are one
 * line. Their errors are taken at some places of each octave and where those of the file are largest. Returns NULL, or a
 * message if the file can't be read any more. */
static char *plot_lines_make(struct plot_lines *lines, const struct array *array,
                             const struct table *table, const struct comparison *comparison,
                             const struct shares *shares) {
    const size_t channels = (size_t)(table->arrays * table->channel_count),
                 pipelines = shares->count > 0 ? pipelines_count(shares->pipelines) : 0;
    const bool by_column = table->position_count == 1 && channels > 1;
    *lines = (struct plot_lines){.by_column = by_column,
                                 .places = by_column ? channels : table->position_count,
                                 .line = die_malloc((pipelines + 1) * sizeof *lines->line)};
    lines->line[lines->count++] = (struct error_line){.name = text_format("this file")};
    struct plotting plotting = {.array = array,
                                .table = table,
                                .comparison = comparison,
                                .shares = shares,
                                .lines = lines,
                                .measure = measure_of(table),
                                .channels = channels,
                                .pipelines = pipelines,
                                .line_of_way = die_malloc(pipelines * sizeof *plotting.line_of_way),
                                .got = die_malloc(channels * sizeof *plotting.got),
                                .wanted = die_malloc(channels * sizeof *plotting.wanted)};
    memset(plotting.line_of_way, 0, pipelines * sizeof *plotting.line_of_way);
    char *wrong = NULL;
    if (by_column)
        wrong = add_columns(&plotting);
    else
        add_positions(&plotting);
    if (!wrong && by_column)
        compute_ways(&plotting, 0);
    else if (!wrong && pipelines > 0)
        compute_positions(&plotting);
    add_ways(&plotting);
    free(plotting.line_of_way);
    free(plotting.got);
    free(plotting.wanted);
    return wrong;
}

static void plot_lines_free(struct plot_lines *lines) {
    for (size_t n = 0; n < lines->count; n++)
        free((char *)lines->line[n].name);
    free(lines->line);
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
    return text_string(&command);
}

/* The note on what the lines don't show. */
static char *note_of(const struct comparison *comparison, const struct plot_lines *lines) {
    const uint64_t others = comparison->all.nan + comparison->all.infinite;
    const char *usual = lines->by_column ? "largest |element − exact| of the columns"
                                         : "largest |element − exact|; of the usual ways at some "
                                           "positions of each octave, the file's worst among them";
    return others ? text_format("%s; without %" PRIu64 " entries of NaN or infinity", usual, others)
                  : text_format("%s", usual);
}

/* The file without its folder, and the array in it if that has a name. */
static char *name_of(const struct array *array) {
    return text_format("%s%s%s", path_base(array->path), array->name ? ":" : "",
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
    char *wrong = outputs_claim(outputs, path);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    return outputs_open(outputs, path);
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
    drawing_write(&drawing, out);
}
