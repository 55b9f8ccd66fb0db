/* SPDX-License-Identifier: MIT */
/* A drawing is a list of marks, which templates/figure.svg turns into SVG. All markup and all colours are in that file;
 * a mark has numbers, texts and paths.
 *
 * Lengths are tenths of a pixel, from the top left corner. */
#ifndef POSENC_DRAWING_H
#define POSENC_DRAWING_H

#include "base/file.h"
#include "base/text.h"
#include "emit/template.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Axes: from numbers to places along a line, and round numbers for the ticks.
 *
 * Coordinates are computed by sums and products of doubles, and by correctly rounded logarithms, which are the same
 * everywhere. */

struct axis {
    double low,
        high;   /* the numbers at its ends, low < high; of a logarithmic axis their exponents */
    int base;   /* of a logarithmic axis: 2 or 10; 0: it is linear */
    bool whole; /* there is nothing between whole numbers */
    const char *label;
    int ticks; /* at most this many steps from tick to tick; 0: no ticks */
};

/* Ticks are at first * step, (first + 1) * step, ... last * step. */
struct ticks {
    long digit;   /* 1, 2 or 5: */
    int exponent; /* step = digit * 10^exponent */
    double step;
    long first, last;
};
struct ticks axis_ticks(const struct axis *);

/* The text of tick k, "-0.5" or "2e-6". The caller frees it. */
char *ticks_text(const struct ticks *, long k);

/* Sets the ends of an axis of whole numbers: first and last, or half a step around them if they are one number. */
void axis_span(struct axis *, double first, double last);

/* The least of 1, 1.5, 2, 3, 5 and 7.5 times a power of ten that no value is beyond; 1 if all are 0. */
double axis_scale(const double values[], size_t count);

/* Sets the ends of a logarithmic axis to whole decades, at least `least`, that hold all numbers except NaN.
 * Returns false, and leaves the axis, if there are none. */
bool axis_decades(struct axis *, const double logarithms[], size_t count, int least);

/* The logarithm of a number x > 0. */
double axis_log10(double x);

struct drawing {
    long width, height;
    struct template_values values; /* of the template's holes; each mark is a part */
};

/* A text. Its class determines how it looks, and which of its points is at (x, y). The text is copied. */
void drawing_text(struct drawing *, const char *class, long x, long y, const char *text);

/* A path: lines or, if the class is one of areas, what they enclose. Takes the path. */
void drawing_path(struct drawing *, const char *class, struct text *path);

/* A rectangle, which may be a cell of a class of colours. */
void drawing_box(struct drawing *, const char *class, long x, long y, long width, long height);

/* Paths until drawing_end are in units of cells: a rectangle is cut into across * down of them. */
void drawing_cells(struct drawing *, long x, long y, long width, long height, size_t across,
                   size_t down);
void drawing_end(struct drawing *);

/* Writes it to an output, and frees it. */
void drawing_write(struct drawing *, struct file *);

/* Appends a straight line to a path. */
void path_line(struct text *path, long x, long y, long to_x, long to_y);

/* Panels: an area with two axes, in which a figure draws. */

struct panel {
    struct drawing *drawing;
    long x, y, width, height; /* of the area between the axes */
    struct axis across, up;
    bool down; /* the vertical axis begins at the top */
    uint64_t
        widest; /* the largest number that a figure writes itself among the labels of the vertical axis */
};

/* Begins a group of that class: the title, a line that says what is shown, both axes with their ticks, and the labels.
 * Wide labels beside the area make it narrower. */
void panel_begin(struct panel *, const char *class, const char *title, const char *note);
void panel_end(const struct panel *);

/* The place of a point of the axes in the drawing. */
long panel_x(const struct panel *, double value);
long panel_y(const struct panel *, double value);

/* How a line looks. Its colour; PANEL_COLOURS is a broad line in the colour of texts. Its dashes: none, or one of the
 * template's patterns. */
enum { PANEL_COLOURS = 7, PANEL_DASHES = 8 };
struct look {
    size_t colour, dashes;
};

/* A line from point to point. A value of NaN interrupts it. A point between two NaNs is a dot. Returns whether there
 * are only dots. */
bool panel_line(const struct panel *, struct look, const double x[], const double y[],
                size_t count);

/* A line that has one value from each of the ends to the next. */
void panel_steps(const struct panel *, struct look, const double ends[], const double y[],
                 size_t steps);

/* The n-th line of the legend beside the area: the meaning of lines, or dots, with this look. */
enum { PANEL_LEGEND_STEP = 200 };
void panel_legend(const struct panel *, size_t n, struct look, bool dots, const char *text);

/* A further line of that text, without a sample. */
void panel_legend_more(const struct panel *, size_t n, const char *text);

/* The layout of a figure: one panel, or four in two rows, below a title and a command. */

/* A drawing for one panel or for four, with its title and the command that makes it again. */
struct drawing layout_new(bool four, const char *title, const char *command);

/* The n-th panel of the drawing. */
struct panel layout_panel(struct drawing *, bool four, size_t n);

#endif
