/* Arrays of the pairs of lanes.h, filled from the reference engine's seeds. */
#ifndef POSENC_PAIRS_H
#define POSENC_PAIRS_H

#include "lanes.h"
#include "reference.h"

struct pairs pairs_new(size_t n);
void pairs_free(struct pairs *);

/* The pairs from the k-th on. */
struct pairs pairs_from(const struct pairs *, size_t k);

void pairs_copy(size_t n, const struct pairs *from, const struct pairs *to);

/* Pair k becomes the channel whose sine and cosine these are, or the turn by that angle. */
void pairs_set_channel(const struct pairs *, size_t k, int function,
                       const struct double_double value[2]);
void pairs_set_turn(const struct pairs *, size_t k, const struct double_double value[2]);

/* The turns by the opposite angles; `to` may be `from`. */
void pairs_opposite(size_t n, const struct pairs *from, const struct pairs *to);

/* n times one pair. */
void pairs_fill(size_t n, const struct pairs *one, const struct pairs *to);

#endif
