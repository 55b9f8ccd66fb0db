/* Which entry of which axis each channel of a grid holds. */
#ifndef POSENC_GRID_CHANNEL_H
#define POSENC_GRID_CHANNEL_H

#include "table/table.h"

/* What channel j of a grid's table holds: table_channel for a table with a grid. */
struct channel grid_channel(const struct table *, uint64_t j);

/* With shared frequencies: the number of pair k of an axis among the pairs of a row without a grid. */
uint64_t grid_shared_frequency(const struct table *, int axis, uint64_t k);

#endif
