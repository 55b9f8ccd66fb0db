/* The frequencies of a table as they are measured: the angle from one position to the next, of each pair of columns. */
#ifndef POSENC_GUESS_TRACKS_H
#define POSENC_GUESS_TRACKS_H

#include "audit/guess_search.h"

/* The columns of one frequency of an axis. */
struct track {
    int axis;
    uint64_t k;           /* the number of the frequency */
    int64_t sine, cosine; /* channels; -1 if there is none */

    /* Where positions rise evenly, coordinate c of the stretch has the angle phase + c*turn, both within (-pi, pi]. */
    double turn, phase;
    double error; /* of the turn, relative; infinity if it can't be told from 0 */
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
void tracks_open(struct tracks *, const struct guess_search *, const struct guess_model *);
void tracks_close(struct tracks *);

/* Finds the amplitude: do squares of sines and cosines add up to the same number? */
bool tracks_find_amplitude(struct tracks *);

/* The frequencies of a table that holds them. Returns false if there are fewer than two. */
bool tracks_read(struct tracks *);

/* Measures turns and phases of pairs. */
void tracks_measure(struct tracks *);

/* The angle of a pair at a coordinate. */
double track_angle(const struct tracks *, const struct track *, size_t c);

/* Is there a row for it? */
static inline bool stretch_has(const struct stretch *stretch, size_t c) {
    return stretch->row[c] != SIZE_MAX;
}

#endif
