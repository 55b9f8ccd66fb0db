/* Position-major rows: a row is a vector of channels, of each array.
 *
 * The channels at an anchor row are turned by the angles l * step * w, for offsets l < stride. The same turns serve
 * every anchor. From anchor to anchor the channels are turned too: all threads share the anchor of a band of rows
 * (bands.h), and a thread makes those within its piece, for one tile of columns after the other. In a segment whose
 * positions fall, the turns are those by the opposite angles; where positions stay the same, no turn is needed. A sine and
 * the cosine that follows it share a phasor. Rows of few channels are computed some at a time: their offsets are one run,
 * for which the anchor's phasors are repeated. */
#ifndef POSENC_POSITION_MAJOR_H
#define POSENC_POSITION_MAJOR_H

#include "engine/levels.h"
#include "engine/pieces.h"

/* What the workers of a table share. */
struct position_major;

/* For `rows` rows cut into pieces like these. The table must outlive it. */
struct position_major *position_major_new(const struct table *, const struct simd *, uint64_t rows,
                                          const struct pieces *);
void position_major_free(struct position_major *);

/* The first seed that was undecided; of kind ENGINE_FINE if there is none. */
struct engine_error position_major_error(const struct position_major *);

/* Goes to a row, in a segment of that direction. If `follows`, the last row gone to was one piece before, in the
 * same segment. */
void position_major_go(struct position_major *, uint64_t row, int direction, bool follows);

/* A worker holds the band of the row gone to last while it computes a piece from there. Only one thread at a time may
 * go, hold or release. */
struct position_major_worker;
struct position_major_worker *position_major_worker_new(void);
void position_major_worker_free(struct position_major_worker *);
void position_major_hold(const struct position_major *, struct position_major_worker *);
void position_major_release(struct position_major_worker *);

/* Computes all entries of a piece of the band that the worker holds. Threads may call it at the same time, each with
 * its own worker and levels. */
void position_major_compute(const struct position_major *, struct position_major_worker *,
                            struct levels *, const struct piece *);

#endif
