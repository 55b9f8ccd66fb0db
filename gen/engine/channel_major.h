/* Channel-major rows: a row is one channel at many positions. A vector of turns by l positions serves one
 * anchor position after the other; where positions fall it is that of the opposite angles. */
#ifndef POSENC_CHANNEL_MAJOR_H
#define POSENC_CHANNEL_MAJOR_H

#include "engine/levels.h"
#include "engine/phasors.h"

/* One a thread. */
struct channel_major;

/* For runs of `columns` positions at most. */
struct channel_major *channel_major_new(const struct table *, const struct simd *, size_t columns);
void channel_major_free(struct channel_major *);

/* A run of more positions than this is further from its seed than the bounds allow. */
enum { CHANNEL_MAJOR_MAX = 1024 * 512 };

/* Channel j at positions [from, from + columns). */
void channel_major_compute(struct channel_major *, struct levels *, uint64_t j, uint64_t from,
                           size_t columns, void *entries);

#endif
