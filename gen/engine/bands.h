/* The rows that position-major tables are computed from.
 *
 * A band is one piece of rows, or several that together have no more rows than the stride. The phasors of all arrays at
 * its first row are made once, from a seed or by a turn from the band before, and serve all threads. In a table of pairs
 * every sine is followed by the cosine of its frequency, and one phasor makes both. */
#ifndef POSENC_BANDS_H
#define POSENC_BANDS_H

#include "engine/phasors.h"
#include "engine/pieces.h"

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

/* For `rows` rows of the table, which must outlive the bands, cut into pieces like these. */
void bands_init(struct bands *, const struct table *, const struct simd *, uint64_t rows,
                const struct pieces *);
void bands_clear(struct bands *);

/* Goes to the band of a row, in a segment of that direction. If `follows`, the last row gone to was one piece before, in
 * the same segment. A band that has holders stays as it is. */
void bands_go(struct bands *, uint64_t row, int direction, bool follows);

const struct turns *bands_turns(const struct bands *, int direction);

#endif
