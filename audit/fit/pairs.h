/* SPDX-License-Identifier: MIT */
/* The frequencies of a table as they are measured: the angle of each pair of columns from one position to the next. */
#ifndef POSENC_PAIRS_H
#define POSENC_PAIRS_H

#include "fit/entries.h"
#include "fit/table_model.h"

#include <math.h>

/* The columns of one frequency of an axis. The angle at coordinate begin + c of its axis is phase + c*turn. Both are within
 * (-pi, pi], and off by at most their errors, in radians; an error is infinite where an angle isn't known. Of a column that
 * is alone the wave is known, but not its direction: the turn is 0 or above. */
struct pair {
    int axis;
    uint64_t k;           /* the number of the frequency */
    int64_t sine, cosine; /* channels; -1 if there is none */
    double turn, turn_error;
    double phase, phase_error;
    bool bent; /* of a column that is alone: its angles are known, but don't go in even steps */
};

/* Where an axis has its rows: coordinate c has its entries in row[c] of those that are here; rows that aren't here or are
 * 0 have SIZE_MAX. Only the first ALONG_MOST coordinates count. */
enum { ALONG_MOST = 4096 };
struct along {
    size_t size, *row;
    size_t begin, count; /* coordinates [begin, begin + count) are evenly spaced */
};

struct pairs {
    const struct entries *data;
    struct pair *pair; /* axis by axis, by rising k */
    size_t count;
    struct along axis[GRID_AXES];
    int axes;
    bool paired;                       /* at most one of them lacks a column */
    double amplitude, amplitude_error; /* of sines and cosines */
    double rounding;                   /* of the computation, relative to angles */
    size_t wave_least; /* of how many entries a column that is alone is measured as a wave */
};

/* Fewer entries may be those of a wave too, but seldom show which. */
enum { WAVE_LEAST = 6, WAVE_LEAST_OF_ALL = 4 };

/* The pairs of a table of that shape. Its numbers (base, first, step...) don't matter. */
void pairs_open(struct pairs *, const struct entries *, const struct table_model *);
void pairs_close(struct pairs *);

/* Measures the amplitude, turns and phases. Returns false if these columns aren't sines and cosines: if the squares of pairs
 * don't add up to one number, or columns that are alone aren't waves. */
bool pairs_measure(struct pairs *);

/* Reads the frequencies of a table that holds them, as turns. Returns false if fewer than two are
 * above 0. */
bool pairs_read(struct pairs *);

/* How long measuring takes, in units of an entry of a model. */
uint64_t pairs_work(const struct pairs *);

/* Gives the waves of columns that are alone their direction: that of these frequencies times the step. */
void pairs_orient(struct pairs *, int axis, const double w[], double step);

/* The angle of a pair at a coordinate, and how far it may be off. */
double pair_angle(const struct pairs *, const struct pair *, size_t c, double *error);

static inline bool pair_is_whole(const struct pair *pair) {
    return pair->sine >= 0 && pair->cosine >= 0;
}

static inline bool along_has(const struct along *along, size_t c) {
    return along->row[c] != SIZE_MAX;
}

/* An angle within half a turn of 0. */
static inline double angle_wrapped(double angle) {
    const double turn = 2 * 3.14159265358979323846;
    return angle - turn * rint(angle / turn);
}

#endif
