/* Position-major rows: a row is a vector of channels, of each array.
 *
 * The channels at an anchor row are turned by the angles l * step * w, for offsets l < stride. The same turns serve
 * every anchor. From anchor to anchor, and from piece to piece, the channels are turned too. In a segment whose
 * positions fall, the turns are those by the opposite angles; where positions stay the same, no turn is needed. */
#ifndef POSENC_POSITION_MAJOR_H
#define POSENC_POSITION_MAJOR_H

#include "engine/levels.h"
#include "engine/phasors.h"

/* A seed serves POSITION_MAJOR_RESEED pieces, of at most POSITION_MAJOR_ROWS rows each. */
enum { POSITION_MAJOR_ROWS = 4096, POSITION_MAJOR_RESEED = 1024 };

/* What the workers of a table share. */
struct position_major;

/* For `rows` rows of the table, which must outlive it, in pieces of at most piece_rows rows and piece_columns
 * channels. */
struct position_major *position_major_new(const struct table *, const struct simd *, uint64_t rows,
                                          uint64_t piece_rows, size_t piece_columns);
void position_major_free(struct position_major *);

/* The first seed that was undecided; of kind ENGINE_FINE if there is none. */
struct engine_error position_major_error(const struct position_major *);

/* Goes to a row, in a segment of that direction. If `follows`, the last row gone to was `row - piece_rows` in the
 * same segment, and a turn leads from there. Neither this nor position_major_copy is thread-safe. */
void position_major_go(struct position_major *, uint64_t row, int direction, bool follows);

/* A worker has its own copy of each array's channels [from, from + columns) in the row that position_major_go went to
 * last. */
struct position_major_worker;
struct position_major_worker *position_major_worker_new(const struct position_major *);
void position_major_worker_free(struct position_major_worker *);
void position_major_copy(const struct position_major *, struct position_major_worker *,
                         uint64_t from, size_t columns);

/* Computes `count` rows of the copied channels, from the row copied on, into host-order elements. Those of the next
 * array begin `apart` bytes further on. Threads may call it at the same time, each with its own worker and levels. */
void position_major_compute(const struct position_major *, struct position_major_worker *,
                            struct levels *, uint64_t row, uint64_t count, void *entries,
                            size_t apart);

#endif
