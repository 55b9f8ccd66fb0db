/* Errors against position, on logarithmic axes: a line for a file, and one for each usual way to compute its table. */
#ifndef POSENC_ERROR_LINES_H
#define POSENC_ERROR_LINES_H

#include "plot/drawing.h"

#include <stddef.h>
#include <stdint.h>

/* Positions are grouped by octaves: 0 alone, then those of [2^(k-1), 2^k) for k = 1, 2... */
enum { ERROR_OCTAVES = 42 };
size_t error_octave(uint64_t position);
uint64_t error_octave_begin(size_t octave);

/* Lines of a group have one colour, and differ by their dashes. Group 0 is the line that the others are compared with. */
struct error_line {
    const char *name; /* a line of text for each way that is drawn as this line */
    size_t group;
    double largest[ERROR_OCTAVES]; /* |element - exact|; 0: all are exact; NaN: not known */
};

struct error_lines {
    const char *title, *command, *note;
    const char *label; /* of the horizontal axis: what positions are called */
    const struct error_line *line;
    size_t count;
    uint64_t positions; /* how many positions the lines cover */
};

/* Errors of 0, for which a logarithmic axis has no place, are drawn below it. drawing_write frees the drawing. */
struct drawing error_lines_draw(const struct error_lines *);

#endif
