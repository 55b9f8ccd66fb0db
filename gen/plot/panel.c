#include "plot/panel.h"

#include <math.h>
#include <stdlib.h>

long panel_x(const struct panel *panel, double value) {
    return panel->x + axis_place(&panel->across, value, panel->width);
}

long panel_y(const struct panel *panel, double value) {
    long along = axis_place(&panel->up, value, panel->height);
    return panel->y + (panel->down ? along : panel->height - along);
}

static void tick_label(const struct panel *panel, const struct axis *axis,
                       const struct ticks *ticks, long k, const char *class, long x, long y) {
    if (axis->base) {
        drawing_power(panel->drawing, class, x, y, axis->base, lround((double)k * ticks->step));
        return;
    }
    char *text = ticks_text(ticks, k);
    drawing_text(panel->drawing, class, x, y, text);
    free(text);
}

static void ticks_across(const struct panel *panel) {
    const struct ticks ticks = axis_ticks(&panel->across);
    struct text grid = {NULL, 0, 0};
    for (long k = ticks.first; k <= ticks.last; k++) {
        long x = panel_x(panel, (double)k * ticks.step);
        path_to(&grid, 'M', x, panel->y);
        path_to(&grid, 'L', x, panel->y + panel->height + 50);
        tick_label(panel, &panel->across, &ticks, k, "tick", x, panel->y + panel->height + 180);
    }
    drawing_path(panel->drawing, "grid", &grid);
}

static void ticks_up(const struct panel *panel) {
    const struct ticks ticks = axis_ticks(&panel->up);
    struct text grid = {NULL, 0, 0};
    for (long k = ticks.first; k <= ticks.last; k++) {
        long y = panel_y(panel, (double)k * ticks.step);
        path_to(&grid, 'M', panel->x - 50, y);
        path_to(&grid, 'L', panel->x + panel->width, y);
        tick_label(panel, &panel->up, &ticks, k, "side", panel->x - 80, y + 40);
    }
    drawing_path(panel->drawing, "grid", &grid);
}

void panel_begin(const struct panel *panel, const char *class, const char *title,
                 const char *note) {
    struct drawing *drawing = panel->drawing;
    drawing_group(drawing, class);
    drawing_text(drawing, "head", panel->x, panel->y - 310, title);
    drawing_text(drawing, "note", panel->x, panel->y - 130, note);
    if (panel->across.ticks > 0)
        ticks_across(panel);
    if (panel->up.ticks > 0)
        ticks_up(panel);
    drawing_text(drawing, "label", panel->x + panel->width / 2, panel->y + panel->height + 380,
                 panel->across.label);
    drawing_turned(drawing, "label", panel->x - 530, panel->y + panel->height / 2, panel->up.label);
}

void panel_end(const struct panel *panel) {
    drawing_box(panel->drawing, "frame", panel->x, panel->y, panel->width, panel->height);
    drawing_end(panel->drawing);
}

static char *line_class(struct look look) {
    return text_format("line s%zu d%zu", look.colour, look.dashes % PANEL_DASHES);
}

void panel_line(const struct panel *panel, struct look look, const double x[], const double y[],
                size_t count) {
    struct text path = {NULL, 0, 0};
    for (size_t k = 0; k < count; k++) {
        bool begins = k == 0 || isnan(y[k - 1]), ends = k + 1 == count || isnan(y[k + 1]);
        if (isnan(y[k]))
            continue;
        path_to(&path, begins ? 'M' : 'L', panel_x(panel, x[k]), panel_y(panel, y[k]));
        if (begins && ends) /* a dot */
            path_to(&path, 'L', panel_x(panel, x[k]), panel_y(panel, y[k]));
    }
    char *class = line_class(look);
    drawing_path(panel->drawing, class, &path);
    free(class);
}

/* Where the n-th line of the legend is. */
static long legend_x(const struct panel *panel) {
    return panel->x + panel->width + 120;
}

static long legend_y(const struct panel *panel, size_t n) {
    return panel->y + 80 + PANEL_LEGEND_STEP * (long)n;
}

void panel_legend_more(const struct panel *panel, size_t n, const char *text) {
    drawing_text(panel->drawing, "legend", legend_x(panel) + 300, legend_y(panel, n) + 40, text);
}

void panel_legend(const struct panel *panel, size_t n, struct look look, const char *text) {
    long x = legend_x(panel), y = legend_y(panel, n);
    struct text path = {NULL, 0, 0};
    char *class = line_class(look);
    path_to(&path, 'M', x, y);
    path_to(&path, 'L', x + 240, y);
    drawing_path(panel->drawing, class, &path);
    panel_legend_more(panel, n, text);
    free(class);
}
