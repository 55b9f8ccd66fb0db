/* From measured turns to the numbers of the words, still as intervals. */
#ifndef POSENC_GUESS_FIT_H
#define POSENC_GUESS_FIT_H

#include "audit/guess_tracks.h"

/* The turns of an axis, before they are taken within half a turn of 0: log |turn of frequency k| = start - slope*k. */
struct fit_line {
    bool sound;
    double start, slope, slope_error;
};
struct fit_line fit_axis(const struct tracks *, int axis);

/* The line of the highest frequencies alone, as far as they are on one: a rule of scaling bends the others. */
struct fit_line fit_highest(const struct tracks *, int axis);

/* By what the rule divides the lowest frequencies of that line. */
double fit_factor(const struct tracks *, int axis, const struct fit_line *);

/* A number and how far it may be off. */
struct fit_number {
    bool known;
    double value, error;
};

/* What step and first are along an axis whose frequencies are known. */
struct fit_number fit_step(const struct tracks *, int axis, const double w[]);
struct fit_number fit_first(const struct tracks *, int axis, const double w[],
                            const struct fit_number *step);

/* The position of one coordinate, of pairs whose frequencies are known. */
struct fit_number fit_position(const struct tracks *, int axis, const double w[], size_t c);

#endif
