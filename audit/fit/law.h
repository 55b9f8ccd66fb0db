/* SPDX-License-Identifier: MIT */
/* From measured angles to the numbers behind them: the base of frequencies, the first position and the step. */
#ifndef POSENC_LAW_H
#define POSENC_LAW_H

#include "fit/noise.h"
#include "fit/pairs.h"

/* A number and how far it may be off. `agree` of `among` pairs agree with it; `distance` is the mean of how far they are
 * from it, in units of what they may be. */
struct estimate {
    bool known;
    double value, error, distance;
    size_t agree, among;
};

/* What step and first are along an axis whose frequencies are known; the position of one of its coordinates. If all
 * frequencies are high, or all turn together, they tell it only if it is near the number `like`; NULL: there is none. */
struct estimate estimate_step(const struct pairs *, int axis, const double w[],
                              const struct estimate *like);
struct estimate estimate_first(const struct pairs *, int axis, const double w[],
                               const struct estimate *step, const struct estimate *like);
struct estimate estimate_position(const struct pairs *, int axis, const double w[], size_t c,
                                  double rounding, const struct estimate *like);

/* The turns of an axis if its frequencies are powers of one base: log |turn of frequency k| = start - slope*k, before they
 * are taken within half a turn of 0. */
struct line {
    bool sound;
    double slope, slope_error;
};
struct line line_of(const struct pairs *, int axis);

enum wave_number { NUMBER_LOGARITHM, NUMBER_FIRST, NUMBER_STEP, NUMBER_AMPLITUDE, WAVE_NUMBERS };

/* Finds what may be added to a number of a model: to its first position or its step along an axis, or to 1, which multiplies
 * its amplitude, or the logarithms of all its frequencies. It is within 2 % of these, 10 % of logarithms, or 2e-4 of a step
 * of 0. With any number between value - error and value + error, noise explains every entry, if the model's other numbers
 * are right. It isn't `known` if no number does that; the value is then between two limits that contradict each other. */
struct estimate narrow_number(const struct entries *, const struct noise *, enum wave_number,
                              int axis);

/* Finds for the logarithms of frequencies what lets noise explain most entries, of what is `within` an estimate: `agree` of
 * `among`. With value - error and value + error it is the square root of the others less. */
struct estimate narrow_to_most(const struct entries *, const struct noise *,
                               const struct estimate *within);

#endif
