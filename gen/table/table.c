#include "table/table.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

struct table *table_new(void) {
    struct table *table = die_malloc(sizeof *table);
    memset(table, 0, sizeof *table);
    mpq_inits(table->amplitude_squared, table->scale, table->multiplier_squared, (mpq_ptr)NULL);
    frequencies_init(&table->frequencies);
    positions_init(&table->positions);
    return table;
}

void table_free(struct table *table) {
    if (!table)
        return;
    for (int axis = 0; axis < GRID_AXES && table->axis[axis]; axis++) {
        scaling_axis_clear(&table->axis[axis]->frequencies.scaling);
        free(table->axis[axis]);
    }
    mpq_clears(table->amplitude_squared, table->scale, table->multiplier_squared, (mpq_ptr)NULL);
    frequencies_clear(&table->frequencies);
    positions_clear(&table->positions);
    free(table);
}

struct sizes table_sizes(const struct table *table) {
    return (struct sizes){table->d_model, table->d_model / 2, table->max_len};
}

struct sizes table_axis_sizes(const struct table *table, int axis) {
    if (table->grid.axes == 0)
        return table_sizes(table);
    uint64_t pairs = grid_pairs(&table->grid, axis, table->d_model);
    return (struct sizes){2 * pairs, pairs, table->grid.size[axis]};
}

bool table_is_constant(const struct table *table) {
    return table->component == COMPONENT_FREQUENCY || table->component == COMPONENT_FACTOR;
}

void table_recipe(const struct table *table, const struct bases *bases, uint64_t k,
                  struct recipe *recipe) {
    const struct sizes sizes = table_sizes(table);
    bool factor = table->component == COMPONENT_FACTOR;
    (factor ? frequencies_factor : frequencies_recipe)(&table->frequencies, bases, &sizes, k,
                                                       recipe);
}

struct amplitude *table_amplitude(const struct table *table) {
    return amplitude_new(table->multiplier_squared, table->multiplier_rule,
                         &table->frequencies.scaling);
}

void table_position(const struct table *table, uint64_t r, struct number *p) {
    positions_at(&table->positions, r, p);
}

const struct number *table_step(const struct table *table) {
    return &table->positions.step[0];
}

static struct channel zero_channel(void) {
    return (struct channel){.function = CHANNEL_ZERO};
}

static struct channel sine_or_cosine(const struct table *table, bool second, uint64_t frequency) {
    struct channel channel = {CHANNEL_COSINE, frequency, 0, 0};
    if (second == (table->order == ORDER_COS_SIN))
        channel.function = CHANNEL_SINE;
    return channel;
}

/* A channel has three coordinates: the pair, the first or second of the pair, and the axis. The layout says which of
 * the first two runs faster, and the nesting says where the axis comes among them. */
static struct channel grid_channel(const struct table *table, uint64_t j) {
    const struct grid *grid = &table->grid;
    bool halves = table->layout == LAYOUT_HALVES;
    uint64_t axes = (uint64_t)grid->axes, pairs = table->axis[grid->columns[0]]->pairs;
    uint64_t pair, axis = 0, second;
    if (grid->nesting == NESTING_OUTER) {
        while (axis < axes && j >= 2 * pairs) {
            j -= 2 * pairs;
            if (++axis < axes)
                pairs = table->axis[grid->columns[axis]]->pairs;
        }
        pair = halves ? j % pairs : j / 2;
        second = halves ? j / pairs : j % 2;
    } else if (grid->nesting == NESTING_MIDDLE) {
        pair = halves ? j % pairs : j / (2 * axes);
        axis = halves ? j / pairs % axes : j / 2 % axes;
        second = halves ? j / (pairs * axes) : j % 2;
    } else {
        axis = j % axes;
        pair = halves ? j / axes % pairs : j / axes / 2;
        second = halves ? j / axes / pairs : j / axes % 2;
    }
    if (axis == axes || second > 1 || pair >= pairs)
        return zero_channel();
    struct channel channel = sine_or_cosine(table, second == 1, pair);
    channel.axis = grid->columns[axis];
    channel.column = halves ? second * pairs + pair : 2 * pair + second;
    return channel;
}

static struct channel one_component(const struct table *table, uint64_t j) {
    struct channel channel = {.function = CHANNEL_FREQUENCY, .frequency = j};
    switch ((enum repeat)table->repeat) {
    case REPEAT_NONE:
        break;
    case REPEAT_HALVES:
        channel.frequency = j % table->pairs;
        break;
    case REPEAT_INTERLEAVE:
        channel.frequency = j / 2;
        break;
    }
    switch ((enum component)table->component) {
    case COMPONENT_SIN:
        channel.function = CHANNEL_SINE;
        break;
    case COMPONENT_COS:
        channel.function = CHANNEL_COSINE;
        break;
    case COMPONENT_FREQUENCY:
    case COMPONENT_FACTOR:
    case COMPONENT_BOTH: /* table_channel has its channels */
        break;
    }
    return channel;
}

static struct channel one_of_both(const struct table *table, uint64_t j) {
    uint64_t pairs = table->pairs, frequency;
    bool cosine_first = table->order == ORDER_COS_SIN, second;
    uint64_t more = table->d_model % 2 == 1 && table->odd == ODD_SIN;
    if (j >= 2 * pairs + more)
        return zero_channel();
    if (table->layout == LAYOUT_INTERLEAVED) {
        frequency = j / 2;
        second = j % 2 == 1;
        if (j == 2 * pairs) /* the odd channel is a sine in either order */
            second = cosine_first;
    } else {
        /* the odd channel makes the half of the sines longer by one */
        uint64_t first_half = pairs + (cosine_first ? 0 : more);
        second = j >= first_half;
        frequency = second ? j - first_half : j;
    }
    return sine_or_cosine(table, second, table->by_column ? j : frequency);
}

struct channel table_channel(const struct table *table, uint64_t j) {
    if (table->grid.axes > 0)
        return grid_channel(table, j);
    struct channel channel =
        table->component == COMPONENT_BOTH ? one_of_both(table, j) : one_component(table, j);
    if (channel.function == CHANNEL_SINE &&
        frequencies_rest(&table->frequencies, channel.frequency))
        channel.function = CHANNEL_ZERO;
    return channel;
}

bool table_zero_row(const struct table *table, uint64_t r) {
    return positions_zero(&table->positions, r);
}

uint64_t table_grid_row(const struct table *table, uint64_t r) {
    return r - positions_zeros_below(&table->positions, r);
}
