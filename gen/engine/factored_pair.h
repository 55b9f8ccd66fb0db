/* One pair of columns of a factored table: the sines and the cosines of one frequency. Pairs have nothing to do with
 * each other, so each is searched alone, and memory doesn't grow with their number. */
#ifndef POSENC_FACTORED_PAIR_H
#define POSENC_FACTORED_PAIR_H

#include "engine/reference.h"
#include "engine/rotation.h"

/* The numbers v of rotation.h for the sine and the cosine of an angle. */
struct fixed_phasor {
    int64_t of[2];
};

struct factored_pair {
    struct rotation rotation;
    uint64_t rows; /* of the large table */
    size_t coarse_rows, fine_rows;
    bool needs[2];       /* does the large table have the sines, the cosines? Others may be wrong */
    uint32_t *wanted[2]; /* by row, the bits that the engine says, of those that it has */
    struct fixed_phasor *coarse, *fine;
};

/* Sets the numbers to the nearest to the exact values, for frequency k. The positions are the reference's table's. */
void factored_pair_seed(struct factored_pair *, struct reference *, uint64_t k);

/* Moves numbers by a few units until every entry is the wanted one, or no such move is found within a bounded number of
 * tries. `seed` begins a sequence of random numbers. Returns false if it knows of a wrong entry. */
bool factored_search(struct factored_pair *, uint64_t seed);

static inline struct split_phasor factored_split(const struct factored_pair *pair,
                                                 const struct fixed_phasor *v) {
    return (struct split_phasor){{rotation_split(&pair->rotation, v->of[SINE]),
                                  rotation_split(&pair->rotation, v->of[COSINE])}};
}

#endif
