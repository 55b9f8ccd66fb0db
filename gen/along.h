/* Channel-major rows: a row is one channel at many positions. A vector of turns by l positions serves one
 * anchor position after the other; where positions fall it is that of the opposite angles. */
#ifndef POSENC_ALONG_H
#define POSENC_ALONG_H

#include "levels.h"
#include "pairs.h"

/* One a thread. */
struct along;

/* For runs of `columns` positions at most. */
struct along *along_new(const struct spec *, const struct lanes *, size_t columns);
void along_free(struct along *);

/* A run of more positions than this is further from its seed than the bounds allow. */
enum { ALONG_MAX = 1024 * 512 };

/* Channel j at positions [from, from + columns). */
void along_compute(struct along *, struct levels *, uint64_t j, uint64_t from, size_t columns,
                   void *entries);

#endif
