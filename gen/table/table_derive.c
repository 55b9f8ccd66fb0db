#include "table/table_derive.h"
#include "base/die.h"
#include "base/integer.h"
#include "table/grid_pairs.h"

#include <stdlib.h>

/* A table without a grid, or of one axis. */
static void derive_columns(struct table *table) {
    bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH;
    bool extended = odd && table->odd == ODD_EXTEND, dropped = odd && table->odd == ODD_DROP;
    table->by_column =
        !table->frequencies.list.path && table->frequencies.spacing == SPACING_COLUMN;
    table->pairs = table->d_model / 2 + extended;
    table->position_count = table->max_len;
    if (both || table->by_column)
        table->channel_count = table->d_model - dropped + extended;
    else
        table->channel_count = table->pairs * (table->repeat == REPEAT_NONE ? 1 : 2);
    table->zero_channels = both && odd && table->odd == ODD_ZERO;
    bool odd_sine = both && odd && table->odd == ODD_SIN;
    table->frequency_count = table->by_column ? table->channel_count : table->pairs + odd_sine;
}

/* The file of positions must have been read. */
static void derive_segments(struct table *table) {
    table->segment_count =
        positions_segments(&table->positions, table->position_count, table->segments);
}

/* The channels of a grid: those of one component are only those that an axis owns. */
static void derive_grid(struct table *table) {
    table->position_count = table->max_len;
    table->pairs = grid_row_pairs(&table->grid, table->d_model);
    table->channel_count =
        table->pairs * (table->repeat == REPEAT_NONE ? 1 : 2) + table->unrotated_columns;
    table->zero_channels = 0;
    if (table->component == COMPONENT_BOTH) {
        table->channel_count = table->d_model;
        table->zero_channels = table->d_model - 2 * table->pairs;
    }
}

static void derive_sizes(struct table *table) {
    table->rows = table->channel_major ? table->channel_count : table->position_count;
    table->columns = table->channel_major ? table->position_count : table->channel_count;
}

/* The squares of the amplitude, of the type's factor over the scale, and of what a scaling rule multiplies by,
 * if that is a root, multiplied. */
static void derive_multiplier(struct table *table) {
    const struct element *type = table->type;
    int64_t factor = type->fixed ? type->factor : 1;
    rational_set(table->multiplier_squared, factor * factor, 1);
    mpq_mul(table->multiplier_squared, table->multiplier_squared, table->amplitude_squared);
    for (int twice = 0; twice < 2 && type->scaled && mpq_sgn(table->scale) > 0; twice++)
        mpq_div(table->multiplier_squared, table->multiplier_squared, table->scale);
    const struct scaling *scaling = &table->frequencies.scaling;
    const struct rope_amplitude *more = scaling_amplitude(scaling);
    if (table->component == COMPONENT_FACTOR) /* the rule's amplitude is no part of it */
        return;
    if (more->square) {
        mpq_t square;
        mpq_init(square);
        more->square(scaling, square);
        mpq_mul(table->multiplier_squared, table->multiplier_squared, square);
        mpq_clear(square);
    }
    table->multiplier_rule = more->factor;
}

void table_derive(struct table *table) {
    derive_multiplier(table);
    table->arrays = table->component == COMPONENT_COS_SIN ? TABLE_ARRAYS : 1;
    if (table->grid.axes == 0)
        derive_columns(table);
    else
        derive_grid(table);
    derive_sizes(table);
}

/* The table of an axis shares the exact numbers of the grid, which frees them. It has each of its channels once. */
static struct table *axis_table(const struct table *grid, int axis) {
    struct table *table = die_malloc(sizeof *table);
    const struct sizes sizes = table_axis_sizes(grid, axis);
    *table = *grid;
    table->shared = grid->grid.shared ? grid : NULL;
    table->shared_axis = axis;
    table->grid.axes = table->grid.shared = 0;
    table->repeat = REPEAT_NONE;
    table->frequencies.scaling =
        scaling_of_axis(&grid->frequencies.scaling, grid_letter(&grid->grid, axis));
    table->frequencies.over[0][0] = grid->frequencies.over[axis][0];
    table->positions = positions_of_axis(&grid->positions, axis);
    table->zero_rows = table->unrotated_rows = (struct rows_apart){NULL, 0};
    table->unrotated_columns = 0;
    table->d_model = sizes.d_model;
    table->max_len = grid->grid.size[axis];
    derive_columns(table);
    derive_sizes(table);
    derive_segments(table);
    return table;
}

struct table *table_by_pairs(const struct table *whole) {
    struct table *table = die_malloc(sizeof *table);
    *table = *whole;
    table->layout = LAYOUT_INTERLEAVED;
    table->order = ORDER_SIN_COS;
    table->component = COMPONENT_BOTH;
    table->repeat = REPEAT_NONE;
    table->channel_major = 1;
    table->zero_rows = table->unrotated_rows = (struct rows_apart){NULL, 0};
    table->arrays = 1;
    derive_columns(table);
    derive_sizes(table);
    return table;
}

struct table *table_of_array(const struct table *whole, uint64_t array) {
    struct table *table = die_malloc((1 + GRID_AXES) * sizeof *table); /* itself, then its axes */
    table[0] = *whole;
    for (int axis = 0; axis < whole->grid.axes; axis++) {
        table[1 + axis] = *whole->axis[axis];
        table->axis[axis] = &table[1 + axis];
    }
    for (int k = 0; k <= whole->grid.axes; k++) {
        table[k].component = array == 0 ? COMPONENT_COS : COMPONENT_SIN;
        table[k].arrays = 1;
    }
    return table;
}

/* A factor is a quotient of frequencies. Returns false after a fault. */
static bool check_factors(const struct table *table, struct faults *faults) {
    for (uint64_t k = 0; k < table->frequency_count; k++)
        if (table_rests(table, k)) {
            faults_add(faults, COMPONENT,
                       text_format("component 'factor' divides by frequencies, and one is 0"));
            return false;
        }
    return true;
}

static void fit(struct table *table, const struct request *request, struct faults *faults) {
    char *wrong = scaling_fit(&table->frequencies.scaling, table->d_model);
    if (wrong)
        faults_add(faults, SCALING,
                   text_format("scaling '%.60s': %s", request->text[SCALING], wrong));
    free(wrong);
}

void table_derive_axes(struct table *table, const struct request *request, struct faults *faults) {
    int axes = table->grid.axes;
    if (axes == 0)
        derive_segments(table);
    if (axes == 0 || table->grid.shared)
        fit(table, request, faults);
    for (int axis = 0; axis < axes; axis++) {
        table->axis[axis] = axis_table(table, axis);
        if (!table->grid.shared && grid_owns(&table->grid, axis))
            fit(table->axis[axis], request, faults);
    }
    if (table->component != COMPONENT_FACTOR || faults->count > 0)
        return;
    bool divides = axes > 0 || check_factors(table, faults);
    for (int axis = 0; axis < axes && divides; axis++)
        divides = check_factors(table->axis[axis], faults);
}
