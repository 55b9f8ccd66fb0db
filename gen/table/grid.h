/* SPDX-License-Identifier: MIT */
/* Grids: positions with two to four coordinates, each of which owns some of the columns; and what each column holds, with a
 * grid or without. */
#ifndef POSENC_GRID_H
#define POSENC_GRID_H

#include <stdbool.h>
#include <stdint.h>

struct table;
struct value;

enum { GRID_AXES = 4 };

/* Axes are numbered in the order in which the word grid names their sizes: y, x, or t, y, x, or s, t, y, x. */
struct grid {
    int axes; /* 0: there is no grid */
    uint64_t size[GRID_AXES];
    bool listed; /* a file lists the points; a size is then the number of distinct coordinates */
    int owners;  /* how many axes own columns */
    int columns[GRID_AXES];     /* these axes, in the order in which they own columns */
    uint64_t weight[GRID_AXES]; /* by axis: its share of d_model; 0 if it owns none */
    int rows[GRID_AXES];        /* the axes from the slowest to the fastest */
    uint64_t block[GRID_AXES];  /* by axis: how many of its coordinates a block of rows has */
    uint64_t block_rows;        /* how many rows a block has; 1 if rows don't come in blocks */
    int nesting;                /* enum nesting (rows/choices.h) */
    int shared;                 /* as the choices of grid-frequencies: 0 or 1 */
};

/* Parses one of the words grid, grid-columns, grid-rows and grid-blocks; grid comes first. */
void grid_parse(struct grid *, struct value *);

/* Does the text name axes without sizes? */
bool grid_is_listed(const char *text);

/* How many rows a grid has; the coordinate of its row r along an axis. */
uint64_t grid_count(const struct grid *);
uint64_t grid_coordinate(const struct grid *, int axis, uint64_t r);

/* Does an axis own columns? If not, rows don't depend on its coordinate. */
bool grid_owns(const struct grid *, int axis);

/* How many pairs of d_model columns an axis owns. */
uint64_t grid_pairs(const struct grid *, int axis, uint64_t d_model);

/* The name of an axis: 's', 't', 'y' or 'x'. */
char grid_letter(const struct grid *, int axis);

/* How many pairs of d_model columns the axes own together. */
uint64_t grid_row_pairs(const struct grid *, uint64_t d_model);

/* A channel is a column before axes are exchanged: channel j of [0, arrays * channel_count) has one function, frequency and
 * axis. The channels of one array follow those of the other. */
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
