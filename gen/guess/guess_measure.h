/* The frequencies of a table as they are measured: the angle from one position to the next, of each pair of columns. */
#ifndef POSENC_GUESS_MEASURE_H
#define POSENC_GUESS_MEASURE_H

#include "guess/guess_search.h"

/* The columns of one frequency of an axis. */
struct track {
    int axis;
    uint64_t k;           /* the number of the frequency */
    int64_t sine, cosine; /* channels; -1 if there is none */

    /* Where positions rise evenly, coordinate c of the stretch has the angle phase + c*turn, both within (-pi, pi]. */
    double turn, phase;
    double error; /* of the turn, relative; infinity if it may be 0 */
    double phase_error;
};

/* Where an axis has its rows: coordinate c has its entries in row[c] of those that are here; rows that aren't here or
 * are 0 have SIZE_MAX. Only the first STRETCH_MOST coordinates count. */
enum { STRETCH_MOST = 4096 };
struct stretch {
    size_t size, *row;
    size_t begin, count; /* coordinates [begin, begin + count) are evenly spaced */
};

struct tracks {
    const struct guess_search *search;
    struct track *track; /* axis by axis, by rising k */
    size_t count;
    struct stretch axis[GRID_AXES];
    int axes;
    bool paired;      /* every track has both columns */
    double amplitude; /* of the pairs; 1 without them */
};

/* The tracks of a table of that shape. Its numbers (base, first, step...) don't matter. */
void tracks_open(struct tracks *, const struct guess_search *, const struct table_model *);
void tracks_close(struct tracks *);

/* Finds the amplitude: do squares of sines and cosines add up to the same number? */
bool tracks_find_amplitude(struct tracks *);

/* The frequencies of a table that holds them. Returns false if there are fewer than two. */
bool tracks_read(struct tracks *);

/* Measures turns and phases of pairs. */
void tracks_measure(struct tracks *);

/* Is there a row for it? */
static inline bool stretch_has(const struct stretch *stretch, size_t c) {
    return stretch->row[c] != SIZE_MAX;
}

/* Turns and phases of columns that are alone: only sines, or only cosines. */

/* Measures them, and the amplitude. Whether positions rise or fall can't be seen: they are taken to rise. Returns false if
 * there are too few coordinates. */
bool waves_measure(struct tracks *);

/* The base of a table that has only sines or only cosines, if its positions are known. */

struct scan_result {
    bool found;
    double base;
};

/* The model has the positions, the spacing and any base other than 1. */
struct scan_result scan_base(const struct tracks *, const struct table_model *);

/* From measured turns to the numbers of the words, still as intervals. */

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

/* The numbers of a table without a grid, improved until its entries fit best: the angle of coordinate c in the column
 * of frequency k is (first + c*step) * exp(-logarithm * k / divisor). Errors are standard deviations. Returns false if they
 * don't come to rest near where they are, in most of the rows. */
struct polished {
    double logarithm, first, step;
    double error[3]; /* of each */
};
bool polish(const struct tracks *, double divisor, struct polished *);

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

/* From intervals to the texts of words: solves the numbers of a shape's words from the entries, and tries the simplest
 * ones. Does nothing if a table was found that leaves nothing to explain. */
guess_visit guess_numbers;

#endif
