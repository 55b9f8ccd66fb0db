#include "table/table.h"
#include "base/die.h"
#include "table/grid_channel.h"

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
    rows_apart_free(&table->zero_rows);
    rows_apart_free(&table->unrotated_rows);
    free(table);
}

struct sizes table_sizes(const struct table *table) {
    return (struct sizes){table->d_model, table->d_model / 2, table->max_len,
                          table->grid.axes ? 0 : table->max_len};
}

struct sizes table_axis_sizes(const struct table *table, int axis) {
    if (table->grid.axes == 0)
        return table_sizes(table);
    uint64_t pairs = grid_pairs(&table->grid, axis, table->d_model);
    uint64_t size = table->grid.listed ? table->max_len : table->grid.size[axis];
    return (struct sizes){2 * pairs, pairs, size, size};
}

struct sizes table_formula_sizes(const struct table *table, int axis) {
    return table->grid.shared ? table_sizes(table) : table_axis_sizes(table, axis);
}

bool table_is_constant(const struct table *table) {
    return table->component == COMPONENT_FREQUENCY || table->component == COMPONENT_FACTOR;
}

/* Which frequency, and of which table: an axis of a grid may share those of the grid. */
static const struct table *source_of(const struct table *table, uint64_t *k) {
    if (!table->shared)
        return table;
    *k = grid_shared_frequency(table->shared, table->shared_axis, *k);
    return table->shared;
}

bool table_is_covered(const struct table *table) {
    const struct frequencies *frequencies = &table->frequencies;
    return !table->multiplier_rule && !frequencies->scaling.rule->real &&
           (frequencies->list.count > 0 || mpq_sgn(frequencies->base) != 0);
}

void table_recipe(const struct table *table, const struct bases *bases, uint64_t k,
                  struct recipe *recipe) {
    const struct table *source = source_of(table, &k);
    const struct sizes sizes = table_sizes(source);
    bool factor = table->component == COMPONENT_FACTOR;
    (factor ? frequencies_factor : frequencies_recipe)(&source->frequencies, bases, &sizes, k,
                                                       recipe);
}

uint64_t table_exponent(const struct table *table, uint64_t k, mpq_t divisor) {
    const struct table *source = source_of(table, &k);
    const struct sizes sizes = table_sizes(source);
    frequencies_divisor(&source->frequencies, &sizes, divisor);
    return frequencies_index(&source->frequencies, k);
}

bool table_rests(const struct table *table, uint64_t k) {
    const struct table *source = source_of(table, &k);
    return frequencies_rest(&source->frequencies, k);
}

struct amplitude *table_amplitude(const struct table *table) {
    return amplitude_new(table->multiplier_squared, table->multiplier_rule,
                         &table->frequencies.scaling);
}

void table_position(const struct table *table, uint64_t r, struct number *p) {
    if (r == TABLE_ORIGIN) {
        number_set_zero(p);
        return;
    }
    positions_at(&table->positions, r, p);
}

const struct number *table_step(const struct table *table) {
    return &table->positions.step[0];
}

const struct position_list *table_list(const struct table *table) {
    return table->grid.axes == 0 ? positions_list(&table->positions) : NULL;
}

enum function table_function(const struct table *table, bool second) {
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

static struct channel one_component(const struct table *table, uint64_t j) {
    struct channel channel = {.function = table_function(table, false), .frequency = j};
    switch ((enum repeat)table->repeat) {
    case REPEAT_NONE:
    case REPEAT_AXIS: /* for grids */
        break;
    case REPEAT_HALVES:
        channel.frequency = j % table->pairs;
        break;
    case REPEAT_INTERLEAVE:
        channel.frequency = j / 2;
        break;
    }
    return channel;
}

static struct channel one_of_both(const struct table *table, uint64_t j) {
    uint64_t pairs = table->pairs, frequency;
    bool cosine_first = table->order == ORDER_COS_SIN, second;
    uint64_t more = table->d_model % 2 == 1 && table->odd == ODD_SIN;
    if (j >= 2 * pairs + more)
        return (struct channel){.function = CHANNEL_ZERO};
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
    return (struct channel){.function = table_function(table, second),
                            .frequency = table->by_column ? j : frequency};
}

struct channel table_channel(const struct table *table, uint64_t j) {
    const bool second = j >= table->channel_count; /* of the arrays */
    if (second)
        j -= table->channel_count;
    struct channel channel = table->grid.axes > 0                 ? grid_channel(table, j)
                             : table->component == COMPONENT_BOTH ? one_of_both(table, j)
                                                                  : one_component(table, j);
    if (second && channel.function == CHANNEL_COSINE)
        channel.function = CHANNEL_SINE;
    if (table->grid.axes == 0 && channel.function == CHANNEL_SINE &&
        table_rests(table, channel.frequency))
        channel.function = CHANNEL_ZERO;
    return channel;
}

bool table_zero_row(const struct table *table, uint64_t r) {
    return rows_apart_have(&table->zero_rows, r);
}

bool table_unrotated_row(const struct table *table, uint64_t r) {
    return rows_apart_have(&table->unrotated_rows, r);
}

bool table_row_apart(const struct table *table, uint64_t r) {
    return table_zero_row(table, r) || table_unrotated_row(table, r);
}

uint64_t table_rows_apart(const struct table *table) {
    return table->zero_rows.count + table->unrotated_rows.count;
}

uint64_t table_coordinate(const struct table *table, int axis, uint64_t r) {
    if (table_unrotated_row(table, r))
        return TABLE_ORIGIN;
    if (table->grid.axes == 0)
        return r;
    if (table->grid.listed)
        return table->positions.file.point[axis][r];
    uint64_t row =
        r - rows_apart_below(&table->zero_rows, r) - rows_apart_below(&table->unrotated_rows, r);
    return grid_coordinate(&table->grid, axis, row);
}
