/* Frequencies: the w of each pair of a table. */
#ifndef POSENC_FREQUENCIES_H
#define POSENC_FREQUENCIES_H

#include "exact/number.h"
#include "table/grid.h"
#include "table/scaling.h"

struct frequencies {
    enum spacing spacing;
    mpq_t base, logarithm;   /* of a base exp(Q): 0, and Q */
    mpq_t over[GRID_AXES];   /* the D of spacing over:D, along each axis */
    bool listed;             /* does a file replace base and spacing? */
    struct number_list list; /* its numbers */
    struct scaling scaling;
};

void frequencies_init(struct frequencies *);
void frequencies_clear(struct frequencies *);

/* The bases that the recipes of frequencies share; `factor` has the value of a scaling rule's key factor, or is
 * NULL. */
struct bases {
    struct base *base, *factor;
};
struct bases frequencies_bases(const struct frequencies *);
void bases_free(struct bases *);

#endif
