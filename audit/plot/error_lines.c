/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "fit/entries.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The beginning of an octave on the axis, whose numbers are logarithms to base 10. Position 0 is put two octaves before
 * position 1. */
static double begin_of(size_t octave) {
    static const double log10_of_2 = 0.30102999566398120;
    return log10_of_2 * (octave == 0 ? -2 : (double)octave - 1);
}

/* The axis of errors: whole decades for all errors above 0, and below them a place for errors of 0; only that place if
 * all are 0. */
enum { LEAST_DECADES = 2 };
static const double below = 0.9;

/* The logarithm of an octave's largest error, if that is above 0. */
static double log_of(const struct error_line *line, size_t octave) {
    return line->largest[octave] > 0 ? axis_log10(line->largest[octave]) : (double)NAN;
}

static struct axis error_axis(const struct error_line lines[], size_t count, size_t octaves) {
    struct axis axis = {.base = 10, .label = "largest error", .ticks = 10};
    double *logs = die_malloc(count * octaves * sizeof *logs);
    for (size_t k = 0; k < count * octaves; k++)
        logs[k] = log_of(&lines[k / octaves], k % octaves);
    if (!axis_decades(&axis, logs, count * octaves, LEAST_DECADES))
        axis = (struct axis){.label = "largest error"}; /* all are exact */
    axis.low -= below;
    free(logs);
    return axis;
}

/* The n-th line is broad, or has the next pattern of dashes of its colour. */
static struct look look_of(const struct error_line lines[], size_t n) {
    if (lines[n].group == 0)
        return (struct look){PANEL_COLOURS, 0};
    struct look look = {(lines[n].group - 1) % PANEL_COLOURS, 0};
    for (size_t k = 0; k < n; k++)
        look.dashes += lines[k].group > 0 && (lines[k].group - 1) % PANEL_COLOURS == look.colour;
    return look;
}

/* Draws a line. An error of 0 is in the middle of its place at the bottom. */
static void draw_line(const struct panel *panel, const struct error_line *line, struct look look,
                      size_t octaves) {
    double ends[ERROR_OCTAVES + 1], y[ERROR_OCTAVES];
    for (size_t k = 0; k <= octaves; k++)
        ends[k] = begin_of(k);
    for (size_t k = 0; k < octaves; k++)
        y[k] = line->largest[k] == 0 ? panel->up.low + below / 2 : log_of(line, k);
    panel_steps(panel, look, ends, y, octaves);
}

/* --- the legend */

/* How many names a line has, and the characters of the longest. */
static size_t count_names(const char *names, size_t *longest) {
    size_t count = 1, length = 0;
    for (; *names; names++) {
        length = *names == '\n' ? 0 : length + 1;
        count += *names == '\n';
        *longest = length > *longest ? length : *longest;
    }
    return count;
}

/* Draws the names of a line as entries n, n + 1... of the legend, with a sample beside the first. Returns the number of the
 * next entry. */
static size_t draw_names(const struct panel *panel, size_t n, struct look look, const char *names) {
    for (bool first = true; *names; first = false, n++) {
        size_t length = strcspn(names, "\n");
        char *name = text_format("%s%.*s", first ? "" : "or ", (int)length, names);
        if (first)
            panel_legend(panel, n, look, false, name);
        else
            panel_legend_more(panel, n, name);
        free(name);
        names += length + (names[length] == '\n');
    }
    return n;
}

/* Makes room for the note and for the legend, whose names are longer and may be more than in other figures. */
static void widen(struct drawing *drawing, struct panel *panel, const struct error_lines *lines) {
    enum { LEGEND = 1500, ROOM = 2280, CHARACTER = 65, ENDS = 160 };
    size_t longest = 0, count = 0;
    for (size_t n = 0; n < lines->count; n++)
        count += count_names(lines->line[n].name, &longest);
    const long wide = (long)(longest + strlen("or ")) * CHARACTER,
               high = (long)count * PANEL_LEGEND_STEP + ENDS,
               noted = panel->x + (long)strlen(lines->note) * CHARACTER + ENDS;
    panel->width -= LEGEND;
    drawing->width += wide > ROOM ? wide - ROOM : 0;
    if (drawing->width < noted)
        drawing->width = noted;
    if (high > panel->height) {
        drawing->height += high - panel->height;
        panel->height = high;
    }
}

/* Marks and labels the places of position 0 and of errors of 0, which the logarithmic axes lack. */
static void draw_zeros(const struct panel *panel) {
    struct text line = {NULL, 0, 0};
    long y = panel_y(panel, panel->up.low + below), x = panel_x(panel, 0);
    path_line(&line, panel->x, y, panel->x + panel->width, y);
    path_line(&line, x, panel->y, x, panel->y + panel->height);
    drawing_path(panel->drawing, "frame", &line);
    drawing_text(panel->drawing, "side", panel->x - 80,
                 panel_y(panel, panel->up.low + below / 2) + 40, "exact");
    drawing_text(panel->drawing, "tick", panel_x(panel, begin_of(0) / 2),
                 panel->y + panel->height + 180, "0");
}

struct drawing error_lines_draw(const struct error_lines *lines) {
    const size_t octaves = error_octave(lines->positions - 1) + 1;
    struct drawing drawing = layout_new(false, lines->title, lines->command);
    struct panel panel = layout_panel(&drawing, false, 0);
    char *head = text_format("Errors by %s", lines->label);
    widen(&drawing, &panel, lines);
    panel.across = (struct axis){.low = begin_of(0),
                                 .high = begin_of(octaves),
                                 .base = 10,
                                 .label = lines->label,
                                 .ticks = octaves > 1 ? 8 : 0};
    panel.up = error_axis(lines->line, lines->count, octaves);
    panel_begin(&panel, "errors", head, lines->note);
    draw_zeros(&panel);
    for (size_t n = lines->count; n-- > 0;) /* the first is drawn last */
        draw_line(&panel, &lines->line[n], look_of(lines->line, n), octaves);
    for (size_t n = 0, at = 0; n < lines->count; n++)
        at = draw_names(&panel, at, look_of(lines->line, n), lines->line[n].name);
    panel_end(&panel);
    free(head);
    return drawing;
}

/* --- the lines of an array */

/* How many places of an octave are measured, evenly spread, besides those with the file's largest errors. */
enum { SPREAD = 16 };

struct measuring {
    const struct array *array;
    const struct table *table;
    const struct comparison *comparison;
    const struct shares *shares;
    struct error_lines *lines; /* that are made; the file's is the first */
    struct measure measure;
    size_t channels;        /* of all arrays */
    bool by_column;         /* of a table of one position, errors are drawn against columns */
    size_t ways;            /* how many there are; of those that are alike the first is drawn */
    struct error_line *way; /* the line of each, before those with the same errors are joined */
    uint64_t *got, *wanted; /* the bits of a position */
};

/* --- the file */

/* Adds the largest error of some places of an octave. It counts as unknown rather than 0 if the only wrong entries are NaN
 * or infinity. */
static void add_error(struct measuring *measuring, size_t octave, double error, bool others) {
    double *largest = &measuring->lines->line[0].largest[octave];
    if (error > 0)
        *largest = error > *largest || isnan(*largest) ? error : *largest;
    else if (others && *largest == 0)
        *largest = (double)NAN;
}

static double apart(const struct measuring *measuring, uint64_t got, uint64_t wanted) {
    return fabs(measure_value(&measuring->measure, got) -
                measure_value(&measuring->measure, wanted));
}

static void add_positions(struct measuring *measuring) {
    const struct errors *octaves = measuring->comparison->octave;
    for (size_t k = 0; k < ERROR_OCTAVES; k++)
        add_error(measuring, k, octaves[k].worst.error.absolute,
                  octaves[k].nan + octaves[k].infinite > 0);
}

static char *add_columns(struct measuring *measuring) {
    const struct element *type = measuring->table->type;
    char *got = die_malloc(measuring->channels * type->bytes);
    char *wrong = array_read(measuring->array, 0, measuring->channels, got);
    pipelines_position(measuring->shares->pipelines, PIPELINE_EXACT, 0, measuring->wanted);
    for (size_t k = 0; k < measuring->channels && !wrong; k++) {
        double error = apart(measuring, element_load(type, got, k), measuring->wanted[k]);
        add_error(measuring, error_octave(k), isfinite(error) ? error : 0, !isfinite(error));
    }
    free(got);
    return wrong;
}

/* --- the usual ways */

/* Adds the errors of all usual ways at a position. A NaN or an infinity makes an octave's largest error NaN. */
static void compute_ways(struct measuring *measuring, uint64_t position) {
    struct pipelines *pipelines = measuring->shares->pipelines;
    pipelines_position(pipelines, PIPELINE_EXACT, position, measuring->wanted);
    for (size_t k = 0; k < measuring->ways; k++) {
        double *largest = measuring->way[k].largest;
        if (measuring->shares->alike[k] != k)
            continue;
        pipelines_position(pipelines, k, position, measuring->got);
        for (size_t j = 0; j < measuring->channels; j++) {
            const size_t octave = error_octave(measuring->by_column ? j : position);
            const double error = apart(measuring, measuring->got[j], measuring->wanted[j]);
            if (!isfinite(error))
                largest[octave] = (double)NAN;
            else if (error > largest[octave])
                largest[octave] = error;
        }
    }
}

static void compute_positions(struct measuring *measuring) {
    const uint64_t positions = measuring->table->position_count;
    for (size_t octave = 0; error_octave_begin(octave) < positions; octave++) {
        const struct found *worst = &measuring->comparison->octave[octave].worst;
        const uint64_t begin = error_octave_begin(octave), next = error_octave_begin(octave + 1),
                       last = (next < positions ? next : positions) - 1,
                       samples = last - begin < SPREAD ? last - begin + 1 : SPREAD;
        for (uint64_t n = 0; n < samples; n++)
            compute_ways(measuring, begin + spread_evenly(last - begin + 1, samples, n));
        if (worst->error.absolute > 0)
            compute_ways(
                measuring,
                place_of(measuring->table, cell_index(measuring->table, worst->cell)).position);
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
static void add_ways(struct measuring *measuring) {
    const struct shares *shares = measuring->shares;
    struct error_lines *lines = measuring->lines;
    size_t *line_of = die_malloc(measuring->ways * sizeof *line_of);
    size_t group_of[FAMILIES] = {0}, groups = 0;
    for (size_t k = 0; k < measuring->ways; k++) {
        const struct error_line *way = &measuring->way[shares->alike[k]];
        size_t at = 1;
        while (at < lines->count && !same_errors(&lines->line[at], way))
            at++;
        if (at == lines->count)
            lines->line[lines->count++] = *way;
        line_of[k] = at;
    }
    for (size_t at = 1; at < lines->count; at++) {
        struct alike alike = {shares->pipelines, line_of, at, 0};
        while (line_of[alike.first] != at)
            alike.first++;
        size_t *group = &group_of[pipelines_list(shares->pipelines)[alike.first].row->family];
        if (*group == 0)
            *group = ++groups;
        lines->line[at].group = *group;
        lines->line[at].name = alike_names(&alike, "\n", SIZE_MAX);
    }
    free(line_of);
}

/* The note on what the lines don't show. */
static char *note_of(const struct comparison *comparison, bool by_column) {
    const struct errors *all = &comparison->all;
    const uint64_t others = all->nan + all->infinite;
    const char *usual = by_column ? "largest |element − exact| of the columns"
                                  : "largest |element − exact|; of the usual ways at some "
                                    "positions of each octave, the file's worst among them";
    return others ? text_format("%s; without %" PRIu64 " entries of NaN or infinity", usual, others)
                  : text_format("%s", usual);
}

char *error_lines_measure(struct error_lines *lines, const struct array *array,
                          const struct table *table, const struct comparison *comparison,
                          const struct shares *shares) {
    const size_t channels = (size_t)(table->arrays * table->channel_count),
                 ways = shares->count > 0 ? pipelines_count(shares->pipelines) : 0,
                 bytes = (2 * ways + 1) * sizeof *lines->line;
    const bool by_column = table->position_count == 1 && channels > 1;
    struct error_line *line = memset(die_malloc(bytes), 0, bytes);
    uint64_t *bits = die_malloc(2 * channels * sizeof *bits);
    struct measuring measuring = {array,
                                  table,
                                  comparison,
                                  shares,
                                  lines,
                                  .measure = measure_of(table),
                                  .channels = channels,
                                  .by_column = by_column,
                                  .ways = ways,
                                  .way = line + ways + 1,
                                  .got = bits,
                                  .wanted = bits + channels};
    char *wrong = NULL;
    line->name = text_format("this file");
    *lines = (struct error_lines){.note = note_of(comparison, by_column),
                                  .label = by_column ? "column" : figures_row_label(table),
                                  .line = line,
                                  .count = 1,
                                  .positions = by_column ? channels : table->position_count};
    if (by_column)
        wrong = add_columns(&measuring);
    else
        add_positions(&measuring);
    if (!wrong && by_column)
        compute_ways(&measuring, 0);
    else if (!wrong && ways > 0)
        compute_positions(&measuring);
    add_ways(&measuring);
    free(bits);
    return wrong;
}

void error_lines_free(struct error_lines *lines) {
    for (size_t n = 0; n < lines->count; n++)
        free((char *)lines->line[n].name);
    free(lines->line);
    free((char *)lines->note);
}
