/* Panels: an area with two axes, in which a figure draws. */
#ifndef POSENC_PANEL_H
#define POSENC_PANEL_H

#include "plot/axis.h"
#include "plot/drawing.h"

#include <stdbool.h>
#include <stdint.h>

struct panel {
    struct drawing *drawing;
    long x, y, width, height; /* of the area between the axes */
    struct axis across, up;
    bool down; /* the upright axis begins at the top */
    uint64_t
        widest; /* the largest number that a figure itself writes where the labels of the upright axis are */
};

/* Begins a group of that class: the title, a line that says what is shown, both axes with their ticks, and the labels.
 * The area gets narrower where labels beside it are wide. */
void panel_begin(struct panel *, const char *class, const char *title, const char *note);
void panel_end(const struct panel *);

/* The place of a point of the axes in the drawing. */
long panel_x(const struct panel *, double value);
long panel_y(const struct panel *, double value);

/* How a line looks: its colour, or PANEL_COLOURS for a broad line in that of texts; its dashes: none, or one of the
 * patterns of the template. */
enum { PANEL_COLOURS = 7, PANEL_DASHES = 8 };
struct look {
    size_t colour, dashes;
};

/* A line from point to point. A value of NaN interrupts it. A point between two of them is a dot. Returns whether there are
 * only dots. */
bool panel_line(const struct panel *, struct look, const double x[], const double y[],
                size_t count);

/* The n-th line of the legend beside the area: what the lines, or the dots, of a look are. */
enum { PANEL_LEGEND_STEP = 200 };
void panel_legend(const struct panel *, size_t n, struct look, const char *text);
void panel_legend_dots(const struct panel *, size_t n, struct look, const char *text);

/* The same without a sample: more of what the lines above are. */
void panel_legend_more(const struct panel *, size_t n, const char *text);

#endif
