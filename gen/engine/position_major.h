/* Position-major rows: a row is a vector of channels.
 *
 * The channels at an anchor row are turned by the offset's angles, l * step * w. The offsets l < stride serve
 * every anchor; from anchor to anchor, and from piece to piece, channels are turned too. In a segment whose
 * positions fall the turns are those of the opposite angles, and where they stay none is needed. */
#ifndef POSENC_POSITION_MAJOR_H
#define POSENC_POSITION_MAJOR_H

#include "engine/levels.h"
#include "engine/phasors.h"

/* Rows that one seed may lead to: pieces of RESEED, each of so many rows at most. */
enum { POSITION_MAJOR_ROWS = 4096, POSITION_MAJOR_RESEED = 1024 };

struct position_major;

/* For pieces of piece_rows rows and piece_columns channels at most. */
struct position_major *position_major_new(const struct table *, const struct simd *,
                                          uint64_t piece_rows, size_t piece_columns);
void position_major_free(struct position_major *);

/* The first seed that was undecided. */
struct engine_error position_major_error(const struct position_major *);

/* Goes to row `row`, of a segment of that direction: from `row - piece_rows` of the same segment by a turn
 * where `follows`. Not thread-safe, as position_major_copy is not. */
void position_major_go(struct position_major *, uint64_t row, int direction, bool follows);

/* A worker's own copy of the channels [from, from + columns) of the row that position_major_go went to last. */
struct position_major_worker;
struct position_major_worker *position_major_worker_new(const struct position_major *);
void position_major_worker_free(struct position_major_worker *);
void position_major_copy(const struct position_major *, struct position_major_worker *,
                         uint64_t from, size_t columns);

/* Computes `count` rows, from the one copied on, into an array of columns. */
void position_major_compute(const struct position_major *, struct position_major_worker *,
                            struct levels *, uint64_t row, uint64_t count, void *entries);

#endif
