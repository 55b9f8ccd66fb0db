#include "plot/error_lines.h"
#include "base/die.h"
#include "plot/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t error_octave(uint64_t position) {
    size_t octave = 0;
    for (; position > 0; position /= 2)
        octave++;
    return octave;
}

uint64_t error_octave_begin(size_t octave) {
    return octave == 0 ? 0 : UINT64_C(1) << (octave - 1);
}

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
    path_to(&line, 'M', panel->x, y);
    path_to(&line, 'L', panel->x + panel->width, y);
    path_to(&line, 'M', x, panel->y);
    path_to(&line, 'L', x, panel->y + panel->height);
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
