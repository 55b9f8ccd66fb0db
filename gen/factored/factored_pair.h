/* One pair of columns of a factored table: the sines and the cosines of one frequency.
 *
 * Pairs are independent, so each is made separately: its numbers are rounded from exact values (factored_seed.c), some
 * are moved until all entries are right (factored_search.c), and the entries are computed from what is stored and
 * compared with the engine's (factored_verify.c). */
#ifndef POSENC_FACTORED_PAIR_H
#define POSENC_FACTORED_PAIR_H

#include "engine/reference.h"
#include "engine/rotation.h"
#include "factored/factored.h"

/* The numbers v of rotation.h for the sine and the cosine of an angle, by SINE and COSINE. */
struct fixed_phasor {
    int64_t of[2];
};

struct factored_pair {
    struct rotation rotation;
    bool shifted;    /* is rotation.shift chosen, rather than 0? */
    uint64_t rows;   /* of the large table */
    bool needs[2];   /* does the large table have sines, cosines? only these must be right */
    void *wanted[2]; /* the engine's elements for these, by row */
    size_t count[2]; /* rows of the small tables, by COARSE and FINE */
    struct fixed_phasor *v[2]; /* the contents of these tables */
};

/* Allocates a pair, without `wanted`; the table's component sets `needs`. */
struct factored_pair factored_pair_new(const struct table *, const struct factored *);
void factored_pair_free(struct factored_pair *);

/* Chooses the shift, and rounds the exact values of frequency k of the reference's table to the numbers. */
void factored_seed(struct factored_pair *, struct reference *, uint64_t k);

/* Moves numbers by a few units until every entry is the wanted one, or no move helps. `random` seeds the choice of
 * moves. */
void factored_search(struct factored_pair *, uint64_t random);

/* Stores the numbers as columns 2i and 2i + 1 of the arrays, and the shift. */
void factored_store(struct factored *, const struct factored_pair *, uint64_t i);

/* Adds another count, and keeps the earlier of the two first entries. */
void factored_wrong_add(struct factored_wrong *, struct factored_wrong);

/* Computes every entry of frequency i from the arrays, as the accessor does, and compares it with the wanted one. The
 * numbers and the shift of the pair are not looked at. */
struct factored_wrong factored_verify(const struct factored *, const struct table *,
                                      const struct factored_pair *, uint64_t i);

static inline uint32_t factored_wanted(const struct factored_pair *pair, int function, uint64_t r) {
    return (uint32_t)element_load(pair->rotation.type, pair->wanted[function], (size_t)r);
}

static inline struct split_phasor factored_split(const struct factored_pair *pair,
                                                 const struct fixed_phasor *v) {
    return (struct split_phasor){{rotation_split(&pair->rotation, v->of[SINE]),
                                  rotation_split(&pair->rotation, v->of[COSINE])}};
}

#endif
