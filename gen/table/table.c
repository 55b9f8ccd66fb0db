/* SPDX-License-Identifier: MIT */
#include "table/table.h"
#include "base/die.h"
#include "base/integer.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* --- frequencies */

struct bases frequencies_bases(const struct frequencies *frequencies) {
    mpq_srcptr raised = frequencies->scaling.raised;
    return (struct bases){base_new(frequencies->base),
                          mpq_sgn(raised) > 0 ? base_new(raised) : NULL};
}

void bases_free(struct bases *bases) {
    base_free(bases->base);
    base_free(bases->factor);
}

/* The table that has frequency *k, and its number there: an axis of a grid may share the frequencies of the grid. */
static const struct table *source_of(const struct table *table, uint64_t *k) {
    if (!table->shared)
        return table;
    *k = table->shared->shared_number[table->shared_axis][*k];
    return table->shared;
}

uint64_t table_exponent(const struct table *table, uint64_t k, mpq_t divisor) {
    const struct table *source = source_of(table, &k);
    switch (source->frequencies.spacing) {
    case SPACING_PAIR:
        rational_set(divisor, (int64_t)source->d_model, 1);
        return 2 * k;
    case SPACING_COLUMN:
        rational_set(divisor, (int64_t)source->d_model, 1);
        break;
    case SPACING_ENDPOINT:
        rational_set(divisor, (int64_t)(source->d_model / 2) - 1, 1);
        break;
    case SPACING_OVER:
    case SPACINGS:
        mpq_set(divisor, source->frequencies.over[0]);
        break;
    }
    return k;
}

bool table_rests(const struct table *table, uint64_t k) {
    const struct frequencies *frequencies = &source_of(table, &k)->frequencies;
    return k >= frequencies->scaling.turning ||
           (frequencies->listed && mpq_sgn(frequencies->list.value[k]) == 0);
}

/* Turns the recipe of a frequency into that of its factor: the unscaled frequency over the scaled one, which is not
 * 0. */
static void divide(const struct frequencies *frequencies, uint64_t k, struct recipe *recipe) {
    if (recipe->factor) { /* a rule that multiplies w by a real number changes nothing else */
        recipe->quotient = true;
        return;
    }
    mpq_inv(recipe->ratio, recipe->ratio);
    if (frequencies->listed)
        mpq_mul(recipe->ratio, recipe->ratio, frequencies->list.value[k]);
    recipe->base[0] = recipe->base[1];
    mpq_neg(recipe->power[0], recipe->power[1]);
    recipe->base[1] = NULL;
}

struct frequency *table_frequency(const struct table *table, const struct bases *bases,
                                  uint64_t k) {
    const struct table *source = source_of(table, &k);
    const struct frequencies *frequencies = &source->frequencies;
    struct recipe recipe;
    recipe_init(&recipe);
    recipe.base[1] = bases->factor;
    if (frequencies->listed) {
        mpq_set(recipe.ratio, frequencies->list.value[k]);
    } else {
        mpq_t divisor;
        mpq_init(divisor);
        recipe.base[0] = bases->base;
        rational_set(recipe.power[0], -(int64_t)table_exponent(source, k, divisor), 1);
        mpq_div(recipe.power[0], recipe.power[0], divisor);
        mpq_clear(divisor);
    }
    scaling_apply(&frequencies->scaling, k, &recipe);
    if (table->component == COMPONENT_FACTOR)
        divide(frequencies, k, &recipe);
    struct frequency *frequency = frequency_new(&recipe);
    recipe_clear(&recipe);
    return frequency;
}

/* --- what follows from the words */

/* What follows from the words of a table: its dimensions, its frequencies, and what multiplies its entries. */

/* A table without a grid, or of one axis. */
static void derive_columns(struct table *table) {
    bool odd = table->d_model % 2 == 1, both = table->component == COMPONENT_BOTH;
    /* one column is that of pair 0, whatever the component */
    bool one = table->d_model == 1 && !both && table->odd == ODD_SIN;
    bool extended = odd && (table->odd == ODD_EXTEND || one),
         dropped = odd && table->odd == ODD_DROP;
    table->by_column = !table->frequencies.listed && table->frequencies.spacing == SPACING_COLUMN;
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

/* Derives the channels of a grid. With one component, only pairs that an axis owns have channels. */
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

/* Derives what follows from the words of the table's shape. */
static void derive_shape(struct table *table) {
    table->arrays = table->component == COMPONENT_COS_SIN ? TABLE_ARRAYS : 1;
    if (table->grid.axes == 0)
        derive_columns(table);
    else
        derive_grid(table);
    table->rows = table->channel_major ? table->channel_count : table->position_count;
    table->columns = table->channel_major ? table->position_count : table->channel_count;
}

void table_factor(const struct table *table, mpq_t factor) {
    const struct element *type = table->type;
    rational_set(factor, type->fixed ? type->factor : 1, 1);
    if (type->scaled && mpq_sgn(table->scale) > 0)
        mpq_div(factor, factor, table->scale);
}

/* The product of three squares: of the amplitude, of the type's factor over the scale, and of a scaling rule's factor
 * if that is a root. */
static void derive_multiplier(struct table *table) {
    table_factor(table, table->multiplier_squared);
    mpq_mul(table->multiplier_squared, table->multiplier_squared, table->multiplier_squared);
    mpq_mul(table->multiplier_squared, table->multiplier_squared, table->amplitude_squared);
    if (table->component == COMPONENT_FACTOR) /* the rule's amplitude is no part of it */
        return;
    mpq_t square;
    mpq_init(square);
    table->multiplier_rule = scaling_amplitude(&table->frequencies.scaling, square).factor;
    mpq_mul(table->multiplier_squared, table->multiplier_squared, square);
    mpq_clear(square);
}

struct sizes table_sizes(const struct table *table) {
    return (struct sizes){table->d_model, table->d_model / 2, table->max_len,
                          table->grid.axes ? 0 : table->max_len};
}

static struct sizes table_axis_sizes(const struct table *table, int axis) {
    if (table->grid.axes == 0)
        return table_sizes(table);
    uint64_t pairs = grid_pairs(&table->grid, axis, table->d_model);
    uint64_t size = table->grid.listed ? table->max_len : table->grid.size[axis];
    return (struct sizes){2 * pairs, pairs, size, size};
}

struct sizes table_formula_sizes(const struct table *table, int axis) {
    return table->grid.shared ? table_sizes(table) : table_axis_sizes(table, axis);
}

/* Makes the table of an axis. It shares the exact numbers of the grid, which frees them, and has each channel of the
 * axis once. */
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
    table->zero_rows = table->unrotated_rows = (struct row_set){NULL, 0};
    table->unrotated_columns = 0;
    table->d_model = sizes.d_model;
    table->max_len = grid->grid.size[axis];
    derive_shape(table);
    return table;
}

struct table *table_by_pairs(const struct table *whole) {
    struct table *table = die_malloc(sizeof *table);
    *table = *whole;
    table->layout = LAYOUT_INTERLEAVED;
    table->order = ORDER_SIN_COS;
    table->repeat = REPEAT_NONE;
    table->channel_major = 1;
    table->zero_rows = table->unrotated_rows = (struct row_set){NULL, 0};
    derive_shape(table);
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

/* A factor is a quotient of frequencies. */
static void check_factors(const struct table *table, const struct request *request) {
    for (uint64_t k = 0; k < table->frequency_count && !request_is_wrong(request); k++)
        if (table_rests(table, k))
            faults_put(request->faults, COMPONENT,
                       "component 'factor' divides by frequencies, and one is 0");
}

/* --- memory */

/* Measured bytes: of a channel if all channels of a row are computed together, also at listed positions; of a listed
 * position, of the place of a grid's point in a list, and of a listed position that is no ratio of small integers. */
#define CHANNEL_BYTES UINT64_C(416)
#define LISTED_CHANNEL_BYTES UINT64_C(768)
#define LISTED_BYTES UINT64_C(8)
#define POINT_BYTES UINT64_C(4)
#define LISTED_LARGE_BYTES UINT64_C(192)

static uint64_t list_bytes(const struct table *table) {
    const struct position_list *list = table_list(table);
    uint64_t bytes = list ? LISTED_BYTES * list->count + LISTED_LARGE_BYTES * list->larges : 0;
    for (int axis = 0; axis < table->grid.axes && table->axis[axis] && table->grid.listed; axis++)
        bytes += POINT_BYTES * table->position_count + list_bytes(table->axis[axis]);
    return bytes;
}

uint64_t table_memory(const struct table *table) {
    const bool together = !table->channel_major && !table_is_constant(table);
    const uint64_t channel = table_list(table) ? LISTED_CHANNEL_BYTES : CHANNEL_BYTES,
                   map = table->grid.axes > 0 ? sizeof *table->channel : 0;
    return MEMORY_RUN + TABLE_FREQUENCY_BYTES * table->frequency_count +
           ((together ? channel * table->arrays : 0) + map) * table->channel_count +
           list_bytes(table);
}

static void fit(struct table *table, const struct request *request) {
    struct value value = {.word = SCALING, .text = request->text[SCALING]};
    scaling_fit(&table->frequencies.scaling, table->d_model, &value);
    faults_add(request->faults, SCALING, value.wrong);
}

/* Makes the tables of a grid's axes, if there is one, and fits the rule of scaling to the table or to these. */
static void derive_axes(struct table *table, const struct request *request) {
    int axes = table->grid.axes;
    derive_multiplier(table); /* the axes' tables copy it */
    if (axes > 0)
        channels_fill(table);
    if (axes == 0 || table->grid.shared)
        fit(table, request);
    for (int axis = 0; axis < axes; axis++) {
        table->axis[axis] = axis_table(table, axis);
        if (!table->grid.shared && grid_owns(&table->grid, axis))
            fit(table->axis[axis], request);
    }
    if (table->component != COMPONENT_FACTOR)
        return;
    check_factors(table, request); /* the table of a grid has no frequencies of its own */
    for (int axis = 0; axis < axes; axis++)
        check_factors(table->axis[axis], request);
}

struct table *table_new(void) {
    struct table *table = die_malloc(sizeof *table);
    memset(table, 0, sizeof *table);
    mpq_inits(table->amplitude_squared, table->scale, table->multiplier_squared, (mpq_ptr)NULL);
    mpq_init(table->frequencies.base);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_init(table->frequencies.over[axis]);
    scaling_init(&table->frequencies.scaling);
    positions_init(&table->positions);
    return table;
}

void table_free(struct table *table) {
    if (!table)
        return;
    for (int axis = 0; axis < GRID_AXES && table->axis[axis]; axis++) {
        scaling_axis_clear(&table->axis[axis]->frequencies.scaling);
        free(table->axis[axis]);
        free(table->shared_number[axis]);
    }
    free(table->channel);
    mpq_clears(table->amplitude_squared, table->scale, table->multiplier_squared, (mpq_ptr)NULL);
    mpq_clear(table->frequencies.base);
    for (int axis = 0; axis < GRID_AXES; axis++)
        mpq_clear(table->frequencies.over[axis]);
    number_list_free(&table->frequencies.list);
    scaling_clear(&table->frequencies.scaling);
    positions_clear(&table->positions);
    row_set_free(&table->zero_rows);
    row_set_free(&table->unrotated_rows);
    free(table);
}

bool table_is_constant(const struct table *table) {
    return table->component == COMPONENT_FREQUENCY || table->component == COMPONENT_FACTOR;
}

bool table_is_covered(const struct table *table) {
    const struct frequencies *frequencies = &table->frequencies;
    return !table->multiplier_rule && !frequencies->scaling.rule->real &&
           (frequencies->listed || mpq_sgn(frequencies->base) != 0);
}

struct amplitude *table_amplitude(const struct table *table) {
    const bool negative = table->amplitude_negative && table->component != COMPONENT_FACTOR;
    return amplitude_new(table->multiplier_squared, negative, table->multiplier_rule,
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

bool table_zero_row(const struct table *table, uint64_t r) {
    return row_set_have(&table->zero_rows, r);
}

static bool is_unrotated_row(const struct table *table, uint64_t r) {
    return row_set_have(&table->unrotated_rows, r);
}

bool table_fixed_row(const struct table *table, uint64_t r) {
    return table_zero_row(table, r) || is_unrotated_row(table, r);
}

uint64_t table_coordinate(const struct table *table, int axis, uint64_t r) {
    if (is_unrotated_row(table, r))
        return TABLE_ORIGIN;
    if (table->grid.axes == 0)
        return r;
    if (table->grid.listed)
        return table->positions.point[axis][r];
    uint64_t row =
        r - row_set_below(&table->zero_rows, r) - row_set_below(&table->unrotated_rows, r);
    return grid_coordinate(&table->grid, axis, row);
}

struct table *table_resolve(struct request *request) {
    struct table *table = table_new();
    const struct request_sources *source = &request->source;
    const struct preset *named = source->alias ? source->alias : source->preset;
    request_say(request, PRESET, named && !source->model.named ? named->name : NULL);
    request_say(request, MODEL, source->model.named);
    request_say(request, ASSUME, source->model.assumed ? word_choice(&words[ASSUME], true) : NULL);
    request_say(request, IGNORE, source->model.ignored);
    table_words_parse(table, request);
    derive_shape(table);
    if (!request_is_wrong(request))
        table_check(table, request);
    if (!request_is_wrong(request))
        table_check_lists(table, request);
    if (!request_is_wrong(request))
        derive_axes(table, request);
    return table;
}
