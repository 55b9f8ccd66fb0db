/* What each column holds: its function, frequency and axis. */
#ifndef POSENC_CHANNELS_H
#define POSENC_CHANNELS_H

#include "table/grid.h"

#include <stdbool.h>
#include <stdint.h>

struct table;

/* What channel j of [0, arrays * channel_count) holds. The channels of one array follow those of the other. */
enum function { CHANNEL_SINE, CHANNEL_COSINE, CHANNEL_ZERO, CHANNEL_FREQUENCY };
struct channel {
    enum function function;
    uint64_t frequency;
    bool unrotated;  /* its angle is 0 in every row; ignore frequency, axis and column */
    int axis;        /* in a grid, the axis that owns the channel */
    uint64_t column; /* in a grid, its number among the channels of that axis */
};
struct channel table_channel(const struct table *, uint64_t j);

/* Are its entries the same in every row, except for rows of zeros? */
static inline bool channel_is_fixed(struct channel channel) {
    return channel.function == CHANNEL_ZERO || channel.unrotated;
}

/* How the pairs of a row are dealt to the axes of a grid, in the order of grid-columns. */
enum deal {
    DEAL_SECTIONS,   /* the pairs of the first axis, then those of the second, ... */
    DEAL_ONE_BY_ONE, /* pair i to axis i mod axes until that has its share, then to the first */
};

/* The axis of each pair of a row of d_model columns, which has at least one pair. The caller frees the list. */
unsigned char *channels_deal(const struct grid *, enum deal, uint64_t d_model);

/* When pairs are dealt one by one: the first axis for which they run out; -1 if there are enough. */
int channels_short_axis(const struct grid *, uint64_t d_model);

/* Fills the map of a grid's channels: which axis and frequency each column belongs to. */
void channels_fill(struct table *);

#endif
