/* A drawing: marks in their order, which templates/figure.svg makes SVG of. All markup and all colours are there; a mark
 * has numbers, texts and paths.
 *
 * Lengths are tenths of a pixel, from the top left corner. */
#ifndef POSENC_DRAWING_H
#define POSENC_DRAWING_H

#include "base/text.h"

#include <stddef.h>

struct drawing {
    long width, height;
    char *title, *command; /* what it shows; the command that makes it again */
    struct mark *mark;
    size_t count;
};

/* The texts may come from a user. */
struct drawing drawing_new(long width, long height, const char *title, const char *command);
void drawing_free(struct drawing *);

/* A text; its class says how it looks and which of its points (x, y) is. The text is copied. */
void drawing_text(struct drawing *, const char *class, long x, long y, const char *text);

/* The same, read from below. */
void drawing_turned(struct drawing *, const char *class, long x, long y, const char *text);

/* base^exponent, such as a tick's. */
void drawing_power(struct drawing *, const char *class, long x, long y, int base, long exponent);

/* A path: lines, or, of a class of areas, what they enclose. Takes the path. */
void drawing_path(struct drawing *, const char *class, struct text *path);

/* A rectangle, which may be a cell of a class of colours. */
void drawing_box(struct drawing *, const char *class, long x, long y, long width, long height);

/* Paths until drawing_end are in units of cells: a rectangle is cut into so many of them. */
void drawing_cells(struct drawing *, long x, long y, long width, long height, size_t across,
                   size_t down);
void drawing_end(struct drawing *);

/* A group until drawing_end, with a class that tests and programs find it by. */
void drawing_group(struct drawing *, const char *class);

/* The whole file. */
struct text drawing_svg(const struct drawing *);

/* Appends a command of a path with its point: 'M', 'L', 'm' or 'l'. */
void path_to(struct text *path, char command, long x, long y);

#endif
