#include "plot/error_lines.h"
#include "plot/layout.h"

#include <math.h>

size_t error_octave(uint64_t position) {
    size_t octave = 0;
    for (; position > 0; position /= 2)
        octave++;
    return octave;
}

uint64_t error_octave_begin(size_t octave) {
    return octave == 0 ? 0 : UINT64_C(1) << (octave - 1);
}

/* Where an octave begins on the axis, whose numbers are logarithms to base 10. Position 0 has the place of two octaves
 * before that of position 1. */
static double begin_of(size_t octave) {
    static const double log10_of_2 = 0.30102999566398120;
    return log10_of_2 * (octave == 0 ? -2 : (double)octave - 1);
}

/* Whole decades that hold all errors above 0, and a place below them for errors of 0. */
enum { LEAST_DECADES = 2 };
static const double below = 0.9;

static struct axis error_axis(const struct error_line lines[], size_t count, size_t octaves) {
    double low = INFINITY, high = -INFINITY;
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < octaves; k++) {
            double size = lines[n].largest[k], y = size > 0 ? axis_log10(size) : (double)NAN;
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
    if (!(low <= high))
        low = high = 0;
    low = floor(low);
    high = ceil(high) < low + LEAST_DECADES ? low + LEAST_DECADES : ceil(high);
    return (struct axis){
        .low = low - below, .high = high, .base = 10, .label = "largest error", .ticks = 10};
}

static struct look look_of(const struct error_line *line) {
    const size_t other = line->group - 1;
    return line->group == 0 ? (struct look){PANEL_COLOURS, 0}
                            : (struct look){other % PANEL_COLOURS, other / PANEL_COLOURS};
}

static void draw_line(const struct panel *panel, const struct error_line *line, size_t groups,
                      size_t octaves) {
    double x[2 * ERROR_OCTAVES], y[2 * ERROR_OCTAVES];
    /* lines that are exact don't hide each other */
    const double exact =
        panel->up.low + below * (double)(groups - line->group) / (double)(groups + 1);
    for (size_t k = 0; k < octaves; k++)
        for (size_t end = 0; end < 2; end++) {
            double size = line->largest[k];
            x[2 * k + end] = begin_of(k + end);
            y[2 * k + end] = size > 0 ? axis_log10(size) : size == 0 ? exact : (double)NAN;
        }
    panel_line(panel, look_of(line), x, y, 2 * octaves);
    if (line->name)
        panel_legend(panel, line->group, look_of(line), line->name);
}

/* The places of position 0 and of errors of 0, which the axes don't have. */
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
    enum { LEGEND = 1500 }; /* names are longer than in other figures */
    const size_t octaves = error_octave(lines->positions - 1) + 1,
                 groups = lines->line[lines->count - 1].group + 1;
    struct drawing drawing = layout_new(false, lines->title, lines->command);
    struct panel panel = layout_panel(&drawing, false, 0);
    panel.width -= LEGEND;
    panel.across = (struct axis){.low = begin_of(0),
                                 .high = begin_of(octaves),
                                 .base = 10,
                                 .label = lines->label,
                                 .ticks = 8};
    panel.up = error_axis(lines->line, lines->count, octaves);
    panel_begin(&panel, "errors", "Errors by position", lines->note);
    draw_zeros(&panel);
    for (size_t n = lines->count; n-- > 0;) /* the first is drawn last */
        draw_line(&panel, &lines->line[n], groups, octaves);
    panel_end(&panel);
    return drawing;
}
