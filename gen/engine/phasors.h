/* Arrays of the pairs of simd.h, filled from the reference engine's seeds. */
#ifndef POSENC_PHASORS_H
#define POSENC_PHASORS_H

#include "engine/reference.h"
#include "engine/simd.h"

struct phasors phasors_new(size_t n);
void phasors_free(struct phasors *);

/* The pairs from the k-th on. */
struct phasors phasors_from(const struct phasors *, size_t k);

void phasors_copy(size_t n, const struct phasors *from, const struct phasors *to);

/* Pair k becomes the channel whose sine and cosine these are, or the turn by that angle. */
void phasors_set_channel(const struct phasors *, size_t k, int function,
                         const struct double_double value[2]);
void phasors_set_turn(const struct phasors *, size_t k, const struct double_double value[2]);

/* The turns by the opposite angles; `to` may be `from`. */
void phasors_opposite(size_t n, const struct phasors *from, const struct phasors *to);

/* n times one pair. */
void phasors_fill(size_t n, const struct phasors *one, const struct phasors *to);

#endif
