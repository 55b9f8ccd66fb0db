/* Arrays of the phasors of simd.h, made from the seeds of the reference engine. */
#ifndef POSENC_PHASORS_H
#define POSENC_PHASORS_H

#include "engine/reference.h"
#include "engine/simd.h"

/* The sine and the cosine of 0. */
static const struct double_double zero_and_one[2] = {{0, 0}, {1, 0}};

/* Room for n phasors; dies if memory runs out. */
struct phasors phasors_new(size_t n);
void phasors_free(struct phasors *);

/* The phasors from number k on, in the same memory. */
struct phasors phasors_from(const struct phasors *, size_t k);

void phasors_copy(size_t n, const struct phasors *from, const struct phasors *to);

static inline void phasors_copy_one(const struct phasors *from, size_t k, const struct phasors *to,
                                    size_t l) {
    to->a[l] = from->a[k];
    to->a_low[l] = from->a_low[k];
    to->b[l] = from->b[k];
    to->b_low[l] = from->b_low[k];
}

/* Makes phasor k the channel of an angle, or the turn by it, from the angle's sine and cosine. `function` is
 * CHANNEL_SINE or CHANNEL_COSINE. */
void phasors_set_channel(const struct phasors *, size_t k, int function,
                         const struct double_double value[2]);
void phasors_set_turn(const struct phasors *, size_t k, const struct double_double value[2]);

/* Makes the first of the channels the cosine at the angle of the first sine. */
void phasors_cosine(const struct phasors *sine, const struct phasors *to);

/* Makes the turns by the opposite angles; `to` may be `from`. */
void phasors_opposite(size_t n, const struct phasors *from, const struct phasors *to);

/* Copies one phasor n times. */
void phasors_fill(size_t n, const struct phasors *one, const struct phasors *to);

#endif
