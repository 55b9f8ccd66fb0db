/* The state of a reference, for the two files that make its entries and its seeds. */
#ifndef POSENC_REFERENCE_STATE_H
#define POSENC_REFERENCE_STATE_H

#include "engine/reference.h"
#include "engine/seeds.h"

/* No position, and no number of steps. */
static const uint64_t NOWHERE = UINT64_MAX;

struct reference {
    const struct table *table;
    struct bases bases;
    struct amplitude *amplitude, *one;
    struct frequency **frequency; /* each is made when it is first asked for */
    struct number p;              /* room for a position */
    struct position *position;    /* position `at` of the table */
    uint64_t at;
    struct ziv *ziv;
    struct engine_error error;

    /* position-major: the sine and cosine of every frequency in row pair_row */
    uint64_t (*pair)[2];
    uint64_t pair_row;
    bool zero_decided; /* at position 0 all frequencies have the same pair */
    uint64_t zero[2];

    struct position *turn; /* `times` steps */
    uint64_t times;
    bool seeds_tried;
    struct seeds *seeds;                  /* NULL: MPFR makes all seeds */
    struct multiple multiple, turn_times; /* of the position and the turn, if there are seeds */
};

struct frequency *reference_frequency(struct reference *, uint64_t k);

/* Sets position and multiple to those of a position of the table. */
void reference_go_to(struct reference *, uint64_t position);

/* Notes that an entry or a seed of frequency k is undecided. */
void reference_undecided(struct reference *, uint64_t position, uint64_t k);

#endif
