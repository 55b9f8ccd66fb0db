#include "table/grid_pairs.h"

uint64_t grid_row_pairs(const struct grid *grid, uint64_t d_model) {
    uint64_t pairs = 0;
    for (int axis = 0; axis < grid->axes; axis++)
        pairs += grid_pairs(grid, axis, d_model);
    return pairs;
}

/* --- sections */

static struct axis_pair pair_of_sections(const struct grid *grid, uint64_t d_model, uint64_t i) {
    int k = 0;
    for (; k < grid->owners - 1; k++) {
        uint64_t pairs = grid_pairs(grid, grid->columns[k], d_model);
        if (i < pairs)
            break;
        i -= pairs;
    }
    return (struct axis_pair){grid->columns[k], i};
}

static uint64_t number_in_sections(const struct grid *grid, uint64_t d_model,
                                   struct axis_pair which) {
    uint64_t begin = 0;
    for (int k = 0; grid->columns[k] != which.axis; k++)
        begin += grid_pairs(grid, grid->columns[k], d_model);
    return begin + which.pair;
}

/* --- one by one: axis k of the order, except for the first, has the pairs k, k + axes, k + 2*axes, ... */

/* How many of the first i pairs are not the first axis's. */
static uint64_t others_below(const struct grid *grid, uint64_t d_model, uint64_t i) {
    uint64_t axes = (uint64_t)grid->owners, others = 0;
    for (uint64_t k = 1; k < axes; k++) {
        uint64_t pairs = grid_pairs(grid, grid->columns[k], d_model);
        uint64_t turns = (i + axes - 1 - k) / axes; /* how often it was the turn of axis k */
        others += turns < pairs ? turns : pairs;
    }
    return others;
}

static struct axis_pair dealt_pair(const struct grid *grid, uint64_t d_model, uint64_t i) {
    uint64_t axes = (uint64_t)grid->owners;
    int turn = grid->columns[i % axes], first = grid->columns[0];
    if (turn != first && i / axes < grid_pairs(grid, turn, d_model))
        return (struct axis_pair){turn, i / axes};
    return (struct axis_pair){first, i - others_below(grid, d_model, i)};
}

/* The least i with more than `pair` pairs of the first axis among the pairs up to i. */
static uint64_t dealt_to_first(const struct grid *grid, uint64_t d_model, uint64_t pair) {
    uint64_t least = pair, beyond = grid_row_pairs(grid, d_model);
    while (least < beyond) {
        uint64_t i = least + (beyond - least) / 2;
        if (i + 1 - others_below(grid, d_model, i + 1) > pair)
            beyond = i;
        else
            least = i + 1;
    }
    return least;
}

static uint64_t number_when_dealt(const struct grid *grid, uint64_t d_model,
                                  struct axis_pair which) {
    uint64_t k = 0;
    while (grid->columns[k] != which.axis)
        k++;
    return k == 0 ? dealt_to_first(grid, d_model, which.pair)
                  : which.pair * (uint64_t)grid->owners + k;
}

int grid_axis_undealt(const struct grid *grid, uint64_t d_model) {
    uint64_t axes = (uint64_t)grid->owners, all = grid_row_pairs(grid, d_model);
    for (uint64_t k = 1; k < axes; k++) {
        uint64_t pairs = grid_pairs(grid, grid->columns[k], d_model);
        if (pairs > 0 && (pairs - 1) * axes + k >= all)
            return grid->columns[k];
    }
    return -1;
}

/* --- both */

struct axis_pair grid_pair_of_row(const struct grid *grid, enum deal deal, uint64_t d_model,
                                  uint64_t i) {
    return (deal == DEAL_SECTIONS ? pair_of_sections : dealt_pair)(grid, d_model, i);
}

uint64_t grid_number_in_row(const struct grid *grid, enum deal deal, uint64_t d_model,
                            struct axis_pair which) {
    return (deal == DEAL_SECTIONS ? number_in_sections : number_when_dealt)(grid, d_model, which);
}
