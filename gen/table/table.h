/* What a specification means: which real number every entry of the table is. */
#ifndef POSENC_TABLE_H
#define POSENC_TABLE_H

#include "table/spec.h"

#include <stddef.h>

/* Sizes as emitted: [max_len][row_columns], or channel-major [row_columns][max_len]. */
uint64_t table_rows(const struct spec *);
uint64_t table_columns(const struct spec *);

/* The number of positions, and of channels: d_model, but for the words odd, component and repeat. */
uint64_t table_positions(const struct spec *);
uint64_t table_row_columns(const struct spec *);

/* The sizes of an axis of the grid, and of what it owns; TABLE_ONE_AXIS where there is no grid. */
enum { TABLE_ONE_AXIS = 0 };
struct sizes table_sizes(const struct spec *, int axis);

/* How many different frequencies an axis has, and all axes together. */
uint64_t table_axis_frequencies(const struct spec *, int axis);
uint64_t table_frequencies(const struct spec *);

/* The recipe of frequency k of [0, table_frequencies). */
void table_recipe(const struct spec *, const struct bases *, uint64_t k, struct recipe *);

/* What sines and cosines are multiplied by: the amplitude, the type's factor and that of a scaling rule. */
struct amplitude *table_amplitude(const struct spec *);

/* The position of row r (before axes are exchanged) along the axis that is meant. */
void table_position(const struct spec *, uint64_t r, struct number *p);

/* Rows [0, table_positions) in segments of equal steps. */
size_t table_segments(const struct spec *, struct segment *segments);

/* What channel j of [0, row_columns) holds. */
struct channel {
    enum { CHANNEL_SINE, CHANNEL_COSINE, CHANNEL_ZERO, CHANNEL_FREQUENCY } function;
    uint64_t frequency;
    int axis;
};
struct channel table_channel(const struct spec *, uint64_t j);

/* So many of the last channels are 0. */
uint64_t table_zero_channels(const struct spec *);

/* Is row r of those that are 0? Row r of a grid, among all rows, is row table_grid_row of the grid. */
bool table_zero_row(const struct spec *, uint64_t r);
uint64_t table_grid_row(const struct spec *, uint64_t r);

#endif
