/* Position-major rows: a row is a vector of channels.
 *
 * The channels at an anchor row are turned by the offset's angles, l * step * w. The offsets l < stride serve
 * every anchor; from anchor to anchor, and from piece to piece, channels are turned too. In a stretch whose
 * positions fall the turns are those of the opposite angles, and where they stay none is needed. */
#ifndef POSENC_ACROSS_H
#define POSENC_ACROSS_H

#include "levels.h"
#include "pairs.h"

/* Rows that one seed may lead to: pieces of RESEED, each of so many rows at most. */
enum { ACROSS_ROWS = 4096, ACROSS_RESEED = 1024 };

struct across;

/* For pieces of piece_rows rows and piece_columns channels at most. */
struct across *across_new(const struct spec *, const struct lanes *, uint64_t piece_rows,
                          size_t piece_columns);
void across_free(struct across *);

/* Goes to row `row`, of a stretch of that direction: from `row - piece_rows` of the same stretch by a turn
 * where `follows`. Not thread-safe, as across_copy is not. */
void across_go(struct across *, uint64_t row, int direction, bool follows);

/* A worker's own copy of the channels [from, from + columns) of the row where `across` is. */
struct across_worker;
struct across_worker *across_worker_new(const struct across *);
void across_worker_free(struct across_worker *);
void across_copy(const struct across *, struct across_worker *, uint64_t from, size_t columns);

/* Computes `count` rows, from the one copied on, into an array of columns. */
void across_compute(const struct across *, struct across_worker *, struct levels *, uint64_t row,
                    uint64_t count, void *entries);

#endif
