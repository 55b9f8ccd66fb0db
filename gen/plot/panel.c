#include "plot/panel.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

long panel_x(const struct panel *panel, double value) {
    return panel->x + axis_place(&panel->across, value, panel->width);
}

long panel_y(const struct panel *panel, double value) {
    long along = axis_place(&panel->up, value, panel->height);
    return panel->y + (panel->down ? along : panel->height - along);
}

/* Digits of tick labels, with room for those of the widest fonts; the least space between two labels. */
enum { DIGIT = 70, SPACE = 100 };

static long width_of(const char *text) {
    long width = 0;
    for (; *text; text++)
        width +=
            (*text & 0xc0) == 0x80 ? 0 : DIGIT; /* of the bytes of a character the first counts */
    return width;
}

/* The widest label; powers are narrow. */
static long widest(const struct axis *axis, const struct ticks *ticks) {
    long most = 0;
    for (long k = ticks->first; k <= ticks->last && !axis->base; k++) {
        char *text = ticks_text(ticks, k);
        most = width_of(text) > most ? width_of(text) : most;
        free(text);
    }
    return most;
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

/* The ticks of the axis across, as many as have room for their labels. */
static struct ticks roomy_ticks(const struct panel *panel) {
    struct axis axis = panel->across;
    for (;; axis.ticks--) {
        const struct ticks ticks = axis_ticks(&axis);
        const long apart = lround((double)panel->width * ticks.step / (axis.high - axis.low));
        if (axis.ticks == 1 || widest(&axis, &ticks) + SPACE <= apart)
            return ticks;
    }
}

static void ticks_across(const struct panel *panel) {
    const struct ticks ticks = roomy_ticks(panel);
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

/* Moves the left end of the area so far that its labels don't touch that of the axis. */
static void make_room(struct panel *panel) {
    enum { ROOM = 6 * DIGIT };
    char *number = text_format("%" PRIu64, panel->widest);
    long width = width_of(number);
    free(number);
    if (panel->up.ticks > 0) {
        const struct ticks ticks = axis_ticks(&panel->up);
        const long labels = widest(&panel->up, &ticks);
        width = labels > width ? labels : width;
    }
    if (width > ROOM) {
        panel->x += width - ROOM;
        panel->width -= width - ROOM;
    }
}

void panel_begin(struct panel *panel, const char *class, const char *title, const char *note) {
    struct drawing *drawing = panel->drawing;
    const long left = panel->x;
    make_room(panel);
    drawing_group(drawing, class);
    drawing_text(drawing, "head", left, panel->y - 310, title);
    drawing_text(drawing, "note", left, panel->y - 130, note);
    if (panel->across.ticks > 0)
        ticks_across(panel);
    if (panel->up.ticks > 0)
        ticks_up(panel);
    drawing_text(drawing, "label", panel->x + panel->width / 2, panel->y + panel->height + 380,
                 panel->across.label);
    drawing_turned(drawing, "label", left - 530, panel->y + panel->height / 2, panel->up.label);
}

void panel_end(const struct panel *panel) {
    drawing_box(panel->drawing, "frame", panel->x, panel->y, panel->width, panel->height);
    drawing_end(panel->drawing);
}

static char *line_class(struct look look) {
    return text_format("line s%zu d%zu", look.colour, look.dashes % PANEL_DASHES);
}

static char *point_class(struct look look) {
    return text_format("point s%zu", look.colour);
}

/* A line without length, whose round ends are seen. */
static void add_dot(struct text *path, long x, long y) {
    path_to(path, 'M', x, y);
    path_to(path, 'L', x, y);
}

/* Draws a path, if it has points. Takes both. */
static void draw_look(const struct panel *panel, char *class, struct text *path) {
    if (path->used > 0)
        drawing_path(panel->drawing, class, path);
    free(class);
}

bool panel_line(const struct panel *panel, struct look look, const double x[], const double y[],
                size_t count) {
    struct text path = {NULL, 0, 0}, points = {NULL, 0, 0};
    for (size_t k = 0; k < count; k++) {
        bool begins = k == 0 || isnan(y[k - 1]), ends = k + 1 == count || isnan(y[k + 1]);
        if (isnan(y[k]))
            continue;
        if (begins && ends)
            add_dot(&points, panel_x(panel, x[k]), panel_y(panel, y[k]));
        else
            path_to(&path, begins ? 'M' : 'L', panel_x(panel, x[k]), panel_y(panel, y[k]));
    }
    const bool dots = path.used == 0 && points.used > 0;
    draw_look(panel, line_class(look), &path);
    draw_look(panel, point_class(look), &points);
    return dots;
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
    const long x = legend_x(panel), y = legend_y(panel, n);
    struct text path = {NULL, 0, 0};
    path_to(&path, 'M', x, y);
    path_to(&path, 'L', x + 240, y);
    draw_look(panel, line_class(look), &path);
    panel_legend_more(panel, n, text);
}

void panel_legend_dots(const struct panel *panel, size_t n, struct look look, const char *text) {
    struct text dot = {NULL, 0, 0};
    add_dot(&dot, legend_x(panel) + 120, legend_y(panel, n));
    draw_look(panel, point_class(look), &dot);
    panel_legend_more(panel, n, text);
}
