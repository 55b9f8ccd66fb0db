#include "table/grid_channel.h"
#include "table/grid_pairs.h"

/* A grid has a row of pairs. Each has one channel, or two: sine and cosine, or one component repeated. This is how
 * the two channels of all pairs lie, for pairs h0 h1 w0 w1 of two axes and the second channels h0' h1' w0' w1'. */
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

/* Which pair of the row comes where: in the middle, interleaved sines and cosines go frequency by frequency. */
static enum deal deal_of_places(const struct table *table) {
    const struct grid *grid = &table->grid;
    bool by_frequency =
        grid->nesting == NESTING_MIDDLE && !grid->shared && table->layout == LAYOUT_INTERLEAVED;
    return grid->nesting == NESTING_INNER || by_frequency ? DEAL_ONE_BY_ONE : DEAL_SECTIONS;
}

/* The place of a channel: which pair of the row, and is it the second of its two channels? */
struct place {
    uint64_t pair;
    bool second;
};

/* Sections follow each other, with twice as many channels as pairs. */
static struct place place_in_sections(const struct table *table, uint64_t j) {
    uint64_t begin = 0, pairs = 1;
    for (int k = 0; k < table->grid.owners; k++) {
        pairs = grid_pairs(&table->grid, table->grid.columns[k], table->d_model);
        if (j < 2 * (begin + pairs))
            break;
        begin += pairs;
    }
    j -= 2 * begin;
    return (struct place){begin + j % pairs, j >= pairs};
}

static struct place place_of(const struct table *table, uint64_t j) {
    uint64_t axes = (uint64_t)table->grid.owners;
    switch (copies_of(table)) {
    case COPIES_NONE:
        break;
    case COPIES_ROW:
        return (struct place){j % table->pairs, j >= table->pairs};
    case COPIES_AXIS:
        return place_in_sections(table, j);
    case COPIES_TURN:
        return (struct place){j / (2 * axes) * axes + j % axes, j / axes % 2 == 1};
    case COPIES_PAIR:
        return (struct place){j / 2, j % 2 == 1};
    }
    return (struct place){j, false};
}

uint64_t grid_shared_frequency(const struct table *table, int axis, uint64_t k) {
    enum deal deal = table->grid.nesting == NESTING_OUTER ? DEAL_SECTIONS : DEAL_ONE_BY_ONE;
    return grid_number_in_row(&table->grid, deal, table->d_model, (struct axis_pair){axis, k});
}

struct channel grid_channel(const struct table *table, uint64_t j) {
    if (j >= table->channel_count - table->zero_channels)
        return (struct channel){.function = CHANNEL_ZERO};
    bool unrotated = j < table->unrotated_columns;
    const struct place place = place_of(table, unrotated ? 0 : j - table->unrotated_columns);
    const struct axis_pair own =
        grid_pair_of_row(&table->grid, deal_of_places(table), table->d_model, place.pair);
    struct channel channel = {.function = table_function(table, place.second),
                              .unrotated = unrotated,
                              .frequency = own.pair,
                              .axis = own.axis,
                              .column = own.pair};
    if (table->grid.shared)
        channel.frequency = grid_shared_frequency(table, own.axis, own.pair);
    uint64_t pairs = grid_pairs(&table->grid, own.axis, table->d_model);
    if (table->component == COMPONENT_BOTH)
        channel.column = table->layout == LAYOUT_HALVES ? place.second * pairs + own.pair
                                                        : 2 * own.pair + place.second;
    return channel;
}
