/* SPDX-License-Identifier: MIT */
#include "plot/drawing.h"
#include "base/die.h"
#include "base/text.h"
#include "emit/template.h"
#include "pipelines/rounded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- marks */

static void put_tenths(struct text *text, long length) {
    const unsigned long size = length < 0 ? 0 - (unsigned long)length : (unsigned long)length;
    text_put(text, "%s%lu", length < 0 ? "-" : "", size / 10);
    if (size % 10)
        text_put(text, ".%lu", size % 10);
}

static char *tenths(long length) {
    struct text text = {NULL, 0, 0};
    put_tenths(&text, length);
    return text_string(&text);
}

/* A text as content of XML, which has entities for some characters. */
static char *escaped(const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    struct text to = {NULL, 0, 0};
    char *printable = text_printable(text);
    for (const char *at = printable; *at; at++) {
        const char *found = strchr(special, *at);
        if (found)
            text_print(&to, entity[found - special]);
        else
            text_add(&to, at, 1);
    }
    free(printable);
    return text_string(&to);
}

/* Adds a mark. The template's other holes are empty for it, until they are set. */
static struct template_values *add(struct drawing *drawing, const char *kind, const char *class,
                                   long x, long y) {
    struct template_values *mark = template_turn(&drawing->values.parts);
    template_value(mark, "kind", text_format("%s", kind));
    template_value(mark, "class", text_format("%s", class));
    template_value(mark, "x", tenths(x));
    template_value(mark, "y", tenths(y));
    return mark;
}

void drawing_text(struct drawing *drawing, const char *class, long x, long y, const char *text) {
    template_value(add(drawing, "text", class, x, y), "text", escaped(text));
}

void drawing_path(struct drawing *drawing, const char *class, struct text *path) {
    template_value(add(drawing, "path", class, 0, 0), "path", text_string(path));
    *path = (struct text){NULL, 0, 0};
}

void drawing_box(struct drawing *drawing, const char *class, long x, long y, long width,
                 long height) {
    struct template_values *mark = add(drawing, "box", class, x, y);
    template_value(mark, "w", tenths(width));
    template_value(mark, "h", tenths(height));
}

/* length / (10 * count), with five digits after the point. */
static char *scale(long length, size_t count) {
    unsigned long parts = (unsigned long)length * 10000 / (unsigned long)count;
    return text_format("%lu.%05lu", parts / 100000, parts % 100000);
}

void drawing_cells(struct drawing *drawing, long x, long y, long width, long height, size_t across,
                   size_t down) {
    struct template_values *mark = add(drawing, "cells", "cells", x, y);
    template_value(mark, "w", scale(width, across));
    template_value(mark, "h", scale(height, down));
}

void drawing_end(struct drawing *drawing) {
    add(drawing, "end", "", 0, 0);
}

/* Appends a command of a path, M or L, with its point. */
static void path_to(struct text *path, const char *command, long x, long y) {
    text_print(path, command);
    put_tenths(path, x);
    text_print(path, " ");
    put_tenths(path, y);
}

void path_line(struct text *path, long x, long y, long to_x, long to_y) {
    path_to(path, "M", x, y);
    path_to(path, "L", to_x, to_y);
}

/* Filling can't fail: the template is built in, and the tests fill it with every kind of mark. */
void drawing_write(struct drawing *drawing, struct file *out) {
    template_value(&drawing->values, "width", tenths(drawing->width));
    template_value(&drawing->values, "height", tenths(drawing->height));
    struct text text = template_filled_text("figure", &drawing->values);
    file_write(out, text.bytes, text.used);
    text_free(&text);
    template_values_free(&drawing->values);
}

/* --- the layout of panels */

/* Margins around a panel's area, the space above all panels, and the size of the areas. */
enum { LEFT = 640, RIGHT = 1200, TOP = 520, BOTTOM = 480, HEADER = 620 };
enum { ALONE_WIDTH = 6400, ALONE_HEIGHT = 4000, AMONG_WIDTH = 3440, AMONG_HEIGHT = 2700 };

static long across(bool four) {
    return LEFT + (four ? AMONG_WIDTH : ALONE_WIDTH) + RIGHT;
}

static long down(bool four) {
    return TOP + (four ? AMONG_HEIGHT : ALONE_HEIGHT) + BOTTOM;
}

struct drawing layout_new(bool four, const char *title, const char *command) {
    static const char *const of_marks[] = {"w", "h", "text", "path"};
    struct drawing drawing = {.width = across(four) * (four ? 2 : 1),
                              .height = HEADER + down(four) * (four ? 2 : 1)};
    for (size_t k = 0; k < sizeof of_marks / sizeof *of_marks; k++)
        template_value(&drawing.values, of_marks[k], text_format("%s", ""));
    /* as much of the command as fits; \xHH for a control character needs more room */
    char *printable = text_printable(command);
    char *shown = four ? text_format("%.120s", printable) : text_format("%.90s", printable);
    template_value(&drawing.values, "title", escaped(title));
    template_value(&drawing.values, "command", escaped(command));
    drawing_text(&drawing, "title", LEFT, 340, title);
    drawing_text(&drawing, "command", LEFT, 540, shown);
    free(printable);
    free(shown);
    return drawing;
}

struct panel layout_panel(struct drawing *drawing, bool four, size_t n) {
    return (struct panel){.drawing = drawing,
                          .x = LEFT + (long)(n % 2) * across(four),
                          .y = HEADER + TOP + (long)(n / 2) * down(four),
                          .width = four ? AMONG_WIDTH : ALONE_WIDTH,
                          .height = four ? AMONG_HEIGHT : ALONE_HEIGHT};
}

/* --- axes */

/* The place of a number, or of an exponent, on an axis from 0 to `length`. */
static long axis_place(const struct axis *axis, double value, long length) {
    double part = (value - axis->low) / (axis->high - axis->low);
    return (long)floor(part * (double)length + 0.5);
}

void axis_span(struct axis *axis, double first, double last) {
    const double half = first < last ? 0 : 0.5;
    axis->low = first - half;
    axis->high = last + half;
}

bool axis_decades(struct axis *axis, const double logarithms[], size_t count, int least) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        low = logarithms[k] < low ? logarithms[k] : low;
        high = logarithms[k] > high ? logarithms[k] : high;
    }
    if (!(low <= high))
        return false;
    axis->low = floor(low);
    axis->high = ceil(high) < axis->low + least ? axis->low + least : ceil(high);
    return true;
}

/* 10^exponent. */
static double axis_power(int exponent) {
    double power = 1;
    for (int k = 0; k < abs(exponent); k++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

double axis_log10(double x) {
    static const double log10_of_e = 0.43429448190325182;
    return rounded_log(ROUND_F64, x) * log10_of_e;
}

double axis_scale(const double values[], size_t count) {
    static const double digits[] = {1, 1.5, 2, 3, 5, 7.5};
    double largest = 0;
    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(values[k]));
    if (largest == 0)
        return 1;
    for (int exponent = (int)floor(axis_log10(largest)) - 1;; exponent++)
        for (size_t k = 0; k < sizeof digits / sizeof *digits; k++)
            if (digits[k] * axis_power(exponent) >=
                largest * (1 - 0x1p-40)) /* powers are rounded */
                return digits[k] * axis_power(exponent);
}

struct ticks axis_ticks(const struct axis *axis) {
    static const long digits[] = {1, 2, 5};
    const double span = axis->high - axis->low;
    const int least = axis->base || axis->whole ? 0 : (int)floor(axis_log10(span)) - 2;
    struct ticks ticks = {.exponent = least};
    for (int k = 0; k == 0 || span > ticks.step * axis->ticks; k++) {
        ticks.digit = digits[k % 3];
        ticks.exponent = least + k / 3;
        ticks.step = (double)ticks.digit * axis_power(ticks.exponent);
    }
    /* an end that is a tick may have been rounded */
    ticks.first = (long)ceil(axis->low / ticks.step - 0x1p-20);
    ticks.last = (long)floor(axis->high / ticks.step + 0x1p-20);
    return ticks;
}

/* number * 10^exponent, for a number > 0. */
static char *plain(long number, int exponent) {
    enum { ZEROS = 6, PLACES = 4 };
    if (exponent > ZEROS || exponent < -PLACES) {
        for (; number % 10 == 0; exponent++)
            number /= 10;
        char *digits = text_format("%ld", number);
        char *text = text_format("%c%s%se%d", digits[0], digits[1] ? "." : "", digits + 1,
                                 exponent + (int)strlen(digits) - 1);
        free(digits);
        return text;
    }
    if (exponent >= 0)
        return text_format("%ld%.*s", number, exponent, "000000");
    const long one = (long)axis_power(-exponent);
    return text_format("%ld.%0*ld", number / one, -exponent, number % one);
}

char *ticks_text(const struct ticks *ticks, long k) {
    long number = labs(k * ticks->digit);
    int exponent = ticks->exponent;
    for (; number > 0 && number % 10 == 0 && exponent < 0; exponent++)
        number /= 10;
    char *size = number ? plain(number, exponent) : text_format("0");
    char *text = text_format("%s%s", k < 0 ? "−" : "", size);
    free(size);
    return text;
}

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
        const long exponent = lround((double)k * ticks->step);
        struct template_values *mark = add(panel->drawing, "power", class, x, y);
        template_value(mark, "text", text_format("%d", axis->base));
        template_value(mark, "path", text_format("%s%ld", exponent < 0 ? "−" : "", labs(exponent)));
        return;
    }
    char *text = ticks_text(ticks, k);
    drawing_text(panel->drawing, class, x, y, text);
    free(text);
}

/* The ticks of the horizontal axis, as many as their labels leave room for. */
static struct ticks roomy_ticks(const struct panel *panel) {
    struct axis axis = panel->across;
    for (;; axis.ticks--) {
        const struct ticks ticks = axis_ticks(&axis);
        const long distance = lround((double)panel->width * ticks.step / (axis.high - axis.low));
        if (axis.ticks == 1 || widest(&axis, &ticks) + SPACE <= distance)
            return ticks;
    }
}

static void ticks_across(const struct panel *panel) {
    const struct ticks ticks = roomy_ticks(panel);
    struct text grid = {NULL, 0, 0};
    for (long k = ticks.first; k <= ticks.last; k++) {
        long x = panel_x(panel, (double)k * ticks.step);
        path_line(&grid, x, panel->y, x, panel->y + panel->height + 50);
        tick_label(panel, &panel->across, &ticks, k, "tick", x, panel->y + panel->height + 180);
    }
    drawing_path(panel->drawing, "grid", &grid);
}

static void ticks_up(const struct panel *panel) {
    const struct ticks ticks = axis_ticks(&panel->up);
    struct text grid = {NULL, 0, 0};
    for (long k = ticks.first; k <= ticks.last; k++) {
        long y = panel_y(panel, (double)k * ticks.step);
        path_line(&grid, panel->x - 50, y, panel->x + panel->width, y);
        tick_label(panel, &panel->up, &ticks, k, "side", panel->x - 80, y + 40);
    }
    drawing_path(panel->drawing, "grid", &grid);
}

/* Moves the left end of the area so that the labels of ticks don't touch the label of the axis. */
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
    add(drawing, "group", class, 0, 0); /* until drawing_end; programs find it by its class */
    drawing_text(drawing, "head", left, panel->y - 310, title);
    drawing_text(drawing, "note", left, panel->y - 130, note);
    if (panel->across.ticks > 0)
        ticks_across(panel);
    if (panel->up.ticks > 0)
        ticks_up(panel);
    drawing_text(drawing, "label", panel->x + panel->width / 2, panel->y + panel->height + 380,
                 panel->across.label);
    /* read from below */
    template_value(add(drawing, "turned", "label", left - 530, panel->y + panel->height / 2),
                   "text", escaped(panel->up.label));
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
        const long at_x = panel_x(panel, x[k]), at_y = panel_y(panel, y[k]);
        if (begins && ends) /* a dot is a line of length 0 with round ends */
            path_line(&points, at_x, at_y, at_x, at_y);
        else
            path_to(&path, begins ? "M" : "L", at_x, at_y);
    }
    const bool dots = path.used == 0 && points.used > 0;
    draw_look(panel, line_class(look), &path);
    draw_look(panel, point_class(look), &points);
    return dots;
}

void panel_steps(const struct panel *panel, struct look look, const double ends[], const double y[],
                 size_t steps) {
    double *points = die_malloc(4 * steps * sizeof *points), *values = points + 2 * steps;
    for (size_t k = 0; k < 2 * steps; k++) {
        points[k] = ends[(k + 1) / 2];
        values[k] = y[k / 2];
    }
    panel_line(panel, look, points, values, 2 * steps);
    free(points);
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

void panel_legend(const struct panel *panel, size_t n, struct look look, bool dots,
                  const char *text) {
    const long x = legend_x(panel), y = legend_y(panel, n);
    struct text path = {NULL, 0, 0};
    path_line(&path, dots ? x + 120 : x, y, dots ? x + 120 : x + 240, y);
    draw_look(panel, dots ? point_class(look) : line_class(look), &path);
    panel_legend_more(panel, n, text);
}
