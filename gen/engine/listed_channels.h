/* Channel-major rows of listed positions: a row is one channel, and its positions may be anywhere.
 *
 * The phasors of a run's positions are put together from those of their digits. The reference
 * engine computes those that have none. */
#ifndef POSENC_LISTED_CHANNELS_H
#define POSENC_LISTED_CHANNELS_H

#include "engine/levels.h"

/* Each thread has its own. */
struct listed_channels;

/* The table has a list and must outlive this. */
struct listed_channels *listed_channels_new(const struct table *, const struct simd *);
void listed_channels_free(struct listed_channels *);

/* Computes channel j of each array at positions [from, from + columns), into host-order elements; one array's are
 * `apart` bytes after the other's. */
void listed_channels_compute(struct listed_channels *, struct levels *, uint64_t j, uint64_t from,
                             size_t columns, void *entries, size_t apart);

#endif
