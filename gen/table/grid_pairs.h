/* The pairs of a grid's row: which axis each belongs to. They are numbered over all axes, from 0. */
#ifndef POSENC_GRID_PAIRS_H
#define POSENC_GRID_PAIRS_H

#include "table/grid.h"

/* How the axes, in the order of grid-columns, get their pairs. */
enum deal {
    DEAL_SECTIONS,   /* the pairs of the first axis, then those of the second, ... */
    DEAL_ONE_BY_ONE, /* pair i to axis i mod axes until that has its share, then to the first */
};

/* A pair of an axis, by its number there. */
struct axis_pair {
    int axis;
    uint64_t pair;
};

/* How many pairs of d_model columns the axes own together. */
uint64_t grid_row_pairs(const struct grid *, uint64_t d_model);

/* Pair i of the row as a pair of its axis, and the other way round. */
struct axis_pair grid_pair_of_row(const struct grid *, enum deal, uint64_t d_model, uint64_t i);
uint64_t grid_number_in_row(const struct grid *, enum deal, uint64_t d_model, struct axis_pair);

/* The first axis whose share can't be dealt one by one; -1 if all can. */
int grid_axis_undealt(const struct grid *, uint64_t d_model);

#endif
