/* A position in the formats that pipelines round it to. */
#ifndef POSENC_PIPELINE_PLACE_H
#define POSENC_PIPELINE_PLACE_H

#include "exact/rounded.h"
#include "table/table.h"

#include <stdbool.h>

struct place {
    struct double_double pair;
    double rounded[ROUNDINGS];

    /* The angle that a pipeline of METHOD_ITERATED came to last here, after so many products. */
    double walked;
    uint64_t walked_times;
    const void *walked_by; /* its row; NULL: none */

    struct number number;
    struct position *exact;
    bool set; /* does `exact` have the number? */
    uint64_t at;
};

void place_init(struct place *);
void place_clear(struct place *);

/* Goes to a position of a table without a grid. */
void place_go(struct place *, const struct table *, uint64_t position);

struct position *place_exact(struct place *);

#endif
