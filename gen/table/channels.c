#include "table/channels.h"
#include "base/die.h"
#include "table/table.h"

#include <stdlib.h>

/* The function of the first or the second channel of a pair; with component cos,sin, that in the first array. */
static enum function function_of(const struct table *table, bool second) {
    switch ((enum component)table->component) {
    case COMPONENT_SIN:
        return CHANNEL_SINE;
    case COMPONENT_COS:
    case COMPONENT_COS_SIN:
        return CHANNEL_COSINE;
    case COMPONENT_FREQUENCY:
    case COMPONENT_FACTOR:
        return CHANNEL_FREQUENCY;
    case COMPONENT_BOTH:
        break;
    }
    return second == (table->order == ORDER_COS_SIN) ? CHANNEL_SINE : CHANNEL_COSINE;
}

/* --- without a grid, or for one axis of it */

static struct channel without_grid(const struct table *table, uint64_t j) {
    const bool both = table->component == COMPONENT_BOTH,
               cosine_first = table->order == ORDER_COS_SIN;
    const bool one = !both && table->repeat == REPEAT_NONE; /* channel a pair */
    const bool next =
        both ? table->layout == LAYOUT_INTERLEAVED : table->repeat == REPEAT_INTERLEAVE;
    const uint64_t odd = both && table->d_model % 2 == 1 && table->odd == ODD_SIN;
    /* an odd sine makes the half of the sines one longer */
    const uint64_t first_half = table->pairs + (cosine_first ? 0 : odd);
    uint64_t frequency = j;
    bool second = false;
    if (both && j >= 2 * table->pairs + odd)
        return (struct channel){.function = CHANNEL_ZERO};
    if (!one && next) {
        frequency = j / 2;
        second =
            j == 2 * table->pairs ? cosine_first : j % 2 == 1; /* it is a sine in either order */
    } else if (!one && j >= first_half) {
        frequency = j - first_half;
        second = true;
    }
    return (struct channel){.function = function_of(table, second),
                            .frequency = table->by_column ? j : frequency};
}

/* --- with a grid */

/* A grid has a row of pairs. Each pair has one channel or two: sine and cosine, or one component repeated. This is the
 * order of all channels, for pairs h0 h1 w0 w1 of two axes, whose second channels are h0' h1' w0' w1'. */
enum copies {
    COPIES_NONE, /* one channel each */
    COPIES_ROW,  /* h0 h1 w0 w1 h0' h1' w0' w1' */
    COPIES_AXIS, /* h0 h1 h0' h1' w0 w1 w0' w1' */
    COPIES_TURN, /* for pairs h0 w0 h1 w1: h0 w0 h0' w0' h1 w1 h1' w1' */
    COPIES_PAIR, /* h0 h0' h1 h1' w0 w0' w1 w1' */
};

static enum copies copies_of(const struct table *table) {
    static const enum copies repeated[] = {[REPEAT_NONE] = COPIES_NONE,
                                           [REPEAT_HALVES] = COPIES_ROW,
                                           [REPEAT_AXIS] = COPIES_AXIS,
                                           [REPEAT_INTERLEAVE] = COPIES_PAIR};
    const struct grid *grid = &table->grid;
    if (table->component != COMPONENT_BOTH)
        return repeated[table->repeat];
    if (table->layout == LAYOUT_HALVES)
        return grid->nesting == NESTING_OUTER && !grid->shared ? COPIES_AXIS : COPIES_ROW;
    return grid->nesting == NESTING_INNER && !grid->shared ? COPIES_TURN : COPIES_PAIR;
}

/* The order of the pairs in the row. With grid-nesting middle, interleaved sines and cosines go frequency by
 * frequency. */
static enum deal deal_of_places(const struct table *table) {
    const struct grid *grid = &table->grid;
    bool by_frequency =
        grid->nesting == NESTING_MIDDLE && !grid->shared && table->layout == LAYOUT_INTERLEAVED;
    return grid->nesting == NESTING_INNER || by_frequency ? DEAL_ONE_BY_ONE : DEAL_SECTIONS;
}

unsigned char *channels_deal(const struct grid *grid, enum deal deal, uint64_t d_model) {
    const uint64_t pairs = grid_row_pairs(grid, d_model);
    uint64_t left[GRID_AXES];
    unsigned char *axis_of = die_malloc(pairs);
    for (int axis = 0; axis < GRID_AXES; axis++)
        left[axis] = grid_owns(grid, axis) ? grid_pairs(grid, axis, d_model) : 0;
    for (uint64_t i = 0, k = 0; i < pairs; i++) {
        while (deal == DEAL_SECTIONS && left[grid->columns[k]] == 0)
            k++;
        if (deal == DEAL_ONE_BY_ONE)
            k = i % (uint64_t)grid->owners;
        const int axis = left[grid->columns[k]] > 0 ? grid->columns[k] : grid->columns[0];
        left[axis]--;
        axis_of[i] = (unsigned char)axis;
    }
    return axis_of;
}

int channels_short_axis(const struct grid *grid, uint64_t d_model) {
    uint64_t axes = (uint64_t)grid->owners, all = grid_row_pairs(grid, d_model);
    for (uint64_t k = 1; k < axes; k++) {
        uint64_t pairs = grid_pairs(grid, grid->columns[k], d_model);
        if (pairs > 0 && (pairs - 1) * axes + k >= all)
            return grid->columns[k];
    }
    return -1;
}

/* Numbers the frequencies of a shared list: they go to the axes as if grid-nesting middle dealt out pairs of channels
 * one by one. */
static void number_shared(struct table *table) {
    const struct grid *grid = &table->grid;
    uint64_t count[GRID_AXES] = {0};
    unsigned char *axis_of = channels_deal(
        grid, grid->nesting == NESTING_OUTER ? DEAL_SECTIONS : DEAL_ONE_BY_ONE, table->d_model);
    for (int axis = 0; axis < grid->axes; axis++)
        table->shared_number[axis] =
            die_malloc(grid_pairs(grid, axis, table->d_model) * sizeof *table->shared_number[axis]);
    for (uint64_t i = 0; i < table->pairs; i++)
        table->shared_number[axis_of[i]][count[axis_of[i]]++] = i;
    free(axis_of);
}

/* The column of a channel of pair i of the row. The pair is number `own` of the `pairs` of its axis. Sections follow
 * each other; each has twice as many channels as pairs. */
static uint64_t column_of(const struct table *table, uint64_t i, uint64_t own, uint64_t pairs,
                          uint64_t second) {
    const uint64_t axes = (uint64_t)table->grid.owners;
    switch (copies_of(table)) {
    case COPIES_NONE:
        break;
    case COPIES_ROW:
        return i + second * table->pairs;
    case COPIES_AXIS:
        return 2 * (i - own) + own + second * pairs;
    case COPIES_TURN:
        return i / axes * 2 * axes + i % axes + second * axes;
    case COPIES_PAIR:
        return 2 * i + second;
    }
    return i;
}

/* The channel of a pair of an axis. */
static struct channel channel_of(const struct table *table, int axis, uint64_t own, uint64_t pairs,
                                 uint64_t second) {
    struct channel channel = {
        .function = function_of(table, second), .frequency = own, .axis = axis, .column = own};
    if (table->grid.shared)
        channel.frequency = table->shared_number[axis][own];
    if (table->component == COMPONENT_BOTH)
        channel.column = table->layout == LAYOUT_HALVES ? second * pairs + own : 2 * own + second;
    return channel;
}

void channels_fill(struct table *table) {
    const uint64_t first = table->unrotated_columns;
    const uint64_t copies = copies_of(table) == COPIES_NONE ? 1 : 2;
    uint64_t count[GRID_AXES] = {0};
    if (table->grid.shared)
        number_shared(table);
    unsigned char *axis_of = channels_deal(&table->grid, deal_of_places(table), table->d_model);
    table->channel = die_malloc(table->channel_count * sizeof *table->channel);
    for (uint64_t i = 0; i < table->pairs; i++) {
        const int axis = axis_of[i];
        const uint64_t own = count[axis]++, pairs = grid_pairs(&table->grid, axis, table->d_model);
        for (uint64_t second = 0; second < copies; second++)
            table->channel[first + column_of(table, i, own, pairs, second)] =
                channel_of(table, axis, own, pairs, second);
    }
    for (uint64_t j = 0; j < first; j++) {
        table->channel[j] = table->channel[first];
        table->channel[j].unrotated = true;
    }
    for (uint64_t j = 0; j < table->zero_channels; j++)
        table->channel[table->channel_count - 1 - j] = (struct channel){.function = CHANNEL_ZERO};
    free(axis_of);
}

/* A channel of a grid. A view may have another single component than the table whose map was filled. */
static struct channel one_of_grid(const struct table *table, uint64_t j) {
    struct channel channel = table->channel[j];
    if (table->component != COMPONENT_BOTH)
        channel.function = function_of(table, false);
    return channel;
}

struct channel table_channel(const struct table *table, uint64_t j) {
    const bool second = j >= table->channel_count; /* of the arrays */
    if (second)
        j -= table->channel_count;
    struct channel channel = (table->grid.axes > 0 ? one_of_grid : without_grid)(table, j);
    if (second && channel.function == CHANNEL_COSINE)
        channel.function = CHANNEL_SINE;
    if (table->grid.axes == 0 && channel.function == CHANNEL_SINE &&
        table_rests(table, channel.frequency))
        channel.function = CHANNEL_ZERO;
    return channel;
}
