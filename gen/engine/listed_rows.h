/* Position-major rows of listed positions: a row is a vector of channels, and the next row may be anywhere.
 *
 * The channels at the higher digits of a whole position are turned by the angle of its lowest digit; so rows whose
 * positions differ only in that are as fast as in position_major.h. The reference engine computes other
 * rows, which costs less than seeds of their own. */
#ifndef POSENC_LISTED_ROWS_H
#define POSENC_LISTED_ROWS_H

#include "engine/levels.h"

/* What the workers of a table share. */
struct listed_rows;

/* The table has a list and must outlive the rows. */
struct listed_rows *listed_rows_new(const struct table *, const struct simd *);
void listed_rows_free(struct listed_rows *);

/* The first seed that was undecided; of kind ENGINE_FINE if there is none. */
struct engine_error listed_rows_error(const struct listed_rows *);

/* For runs of at most `columns` channels. */
struct listed_rows_worker;
struct listed_rows_worker *listed_rows_worker_new(const struct listed_rows *, size_t columns);
void listed_rows_worker_free(struct listed_rows_worker *);

/* Computes channels [from, from + n) of a row of each array, into host-order elements; one array's are `apart` bytes
 * after the other's. Threads may call it at the same time, each
 * with its own worker and levels. */
void listed_rows_compute(const struct listed_rows *, struct listed_rows_worker *, struct levels *,
                         uint64_t row, uint64_t from, size_t n, void *entries, size_t apart);

#endif
