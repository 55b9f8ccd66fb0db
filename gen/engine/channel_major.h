/* Channel-major rows: a row is one channel at many positions.
 *
 * The channel at an anchor position is turned by l positions, for l = 0, 1, 2... The vector of these turns serves
 * one anchor after the other. Where positions fall, the turns are those by the opposite angles. */
#ifndef POSENC_CHANNEL_MAJOR_H
#define POSENC_CHANNEL_MAJOR_H

#include "engine/levels.h"
#include "engine/phasors.h"

/* Each thread has its own. */
struct channel_major;

/* For runs of at most `columns` positions. The table must outlive it. */
struct channel_major *channel_major_new(const struct table *, const struct simd *, size_t columns);
void channel_major_free(struct channel_major *);

/* The longest run. The end of a longer one would be further from its seed than the bounds allow. */
enum { CHANNEL_MAJOR_MAX = 1024 * 512 };

/* Computes channel j of each array at positions [from, from + columns), into host-order elements. Those of the next
 * array begin `apart` bytes further on. */
void channel_major_compute(struct channel_major *, struct levels *, uint64_t j, uint64_t from,
                           size_t columns, void *entries, size_t apart);

#endif
