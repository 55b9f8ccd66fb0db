/* The rows that position-major tables are computed from.
 *
 * A band is one piece of rows, or several that together have no more rows than the stride. The phasors of all arrays at
 * its first row are made once, from a seed or by a turn from the band before, and serve all threads. In a table of pairs
 * every sine is followed by the cosine of its frequency, and one phasor makes both. */
#ifndef POSENC_BY_ROW_H
#define POSENC_BY_ROW_H

#include "engine/row_method.h"

enum { BANDS_STRIDE = 64 };

/* A seed serves BANDS_RESEED bands; a piece has at most BANDS_ROWS rows. */
enum { BANDS_ROWS = 4096, BANDS_RESEED = 1024 };

/* Turns of the phasors of an array by 0 rows, by 1 row, and so on to `stride` rows, one after the other; and by a band.
 * For rising or for falling positions. */
struct turns {
    bool made;
    struct phasors offsets, band;
};

struct band {
    uint64_t row; /* the first */
    int direction;
    struct phasors phasors; /* of all arrays at that row */
    unsigned holders;       /* workers that compute from it */
    struct band *other;     /* of the list of all bands */
};

struct bands {
    const struct table *table;
    const struct simd *simd;
    struct reference *reference;
    uint64_t rows; /* of a band, at most */
    bool several;  /* does a band follow another? */
    size_t stride;
    size_t entries; /* of a phasor: 1, or the 2 of a pair */
    size_t phasors; /* of one array */
    struct turns up, down;
    double *reach;           /* by phasor: max |sine| of the offsets */
    struct band *all, *here; /* here: the one gone to */
    unsigned turned;         /* how often since the seeds */
};

/* Position-major rows: a row is a vector of channels, of each array.
 *
 * The channels at an anchor row are turned by the angles l * step * w, for offsets l < stride. The same turns serve
 * every anchor. From anchor to anchor the channels are turned too: all threads share the anchor of a band of rows
 * (bands.h), and a thread makes those within its piece, for one tile of columns after the other. In a segment whose
 * positions fall, the turns are those by the opposite angles; where positions stay the same, no turn is needed. A sine and
 * the cosine that follows it share a phasor. Rows of few channels are computed some at a time: their offsets are one run,
 * for which the anchor's phasors are repeated. */

extern const struct row_method by_row;

/* Position-major rows of listed positions: a row is a vector of channels, and the next row may be anywhere.
 *
 * The channels at the higher digits of a whole position are turned by the angle of its lowest digit; so rows whose
 * positions differ only in that are as fast as others. The channels at other positions have seeds of their own. */
extern const struct row_method by_listed_row;

#endif
