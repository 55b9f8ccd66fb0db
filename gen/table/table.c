#include "table/table.h"

static bool is_odd(const struct spec *spec) {
    return spec->d_model % 2 == 1;
}

static bool by_column(const struct spec *spec) {
    return spec->frequencies.list.count == 0 && spec->frequencies.spacing == SPACING_COLUMN;
}

/* Pairs of a table without a grid; the odd sine has none. */
static uint64_t pairs_of(const struct spec *spec) {
    return spec->d_model / 2 + (is_odd(spec) && spec->odd == ODD_EXTEND);
}

uint64_t table_positions(const struct spec *spec) {
    return spec->along < 0 ? spec->max_len : spec->grid.size[spec->along];
}

uint64_t table_row_columns(const struct spec *spec) {
    if (spec->grid.axes > 0)
        return spec->d_model;
    if (spec->component == COMPONENT_BOTH || by_column(spec)) {
        bool cut = spec->odd == ODD_DROP, grown = spec->odd == ODD_EXTEND;
        return spec->d_model - (is_odd(spec) && cut) + (is_odd(spec) && grown);
    }
    return pairs_of(spec) * (spec->repeat == REPEAT_NONE ? 1 : 2);
}

uint64_t table_rows(const struct spec *spec) {
    return spec->axes == AXES_POSITION_MAJOR ? table_positions(spec) : table_row_columns(spec);
}

uint64_t table_columns(const struct spec *spec) {
    return spec->axes == AXES_POSITION_MAJOR ? table_row_columns(spec) : table_positions(spec);
}

struct sizes table_sizes(const struct spec *spec, int axis) {
    if (spec->grid.axes == 0)
        return (struct sizes){spec->d_model, spec->d_model / 2, spec->max_len};
    uint64_t pairs = grid_pairs(&spec->grid, axis, spec->d_model);
    return (struct sizes){2 * pairs, pairs, spec->grid.size[axis]};
}

uint64_t table_axis_frequencies(const struct spec *spec, int axis) {
    if (spec->grid.axes > 0)
        return grid_pairs(&spec->grid, axis, spec->d_model);
    if (by_column(spec))
        return table_row_columns(spec);
    bool one_more = is_odd(spec) && spec->odd == ODD_SIN && spec->component == COMPONENT_BOTH;
    return pairs_of(spec) + one_more;
}

uint64_t table_frequencies(const struct spec *spec) {
    uint64_t count = table_axis_frequencies(spec, 0);
    for (int axis = 1; axis < spec->grid.axes; axis++)
        count += table_axis_frequencies(spec, axis);
    return count;
}

void table_recipe(const struct spec *spec, const struct bases *bases, uint64_t k,
                  struct recipe *recipe) {
    int axis = 0;
    for (; axis + 1 < spec->grid.axes && k >= table_axis_frequencies(spec, axis); axis++)
        k -= table_axis_frequencies(spec, axis);
    const struct sizes sizes = table_sizes(spec, axis);
    frequencies_recipe(&spec->frequencies, bases, axis, &sizes, k, recipe);
}

struct amplitude *table_amplitude(const struct spec *spec) {
    mpq_t square;
    mpq_init(square);
    unsigned long factor = spec->type->fixed ? (unsigned long)spec->type->factor : 1;
    mpq_set_ui(square, factor * factor, 1);
    mpq_mul(square, square, spec->amplitude);
    const struct scaling *scaling = &spec->frequencies.scaling;
    const struct rope_amplitude *more = scaling_amplitude(scaling);
    for (int twice = 0; twice < 2 && more->attention; twice++)
        mpq_mul(square, square, scaling->value[ROPE_ATTENTION]);
    struct amplitude *amplitude = amplitude_new(square, more->factor, scaling);
    mpq_clear(square);
    return amplitude;
}

void table_position(const struct spec *spec, uint64_t r, struct number *p) {
    positions_at(&spec->positions, spec->along < 0 ? TABLE_ONE_AXIS : spec->along, r, p);
}

size_t table_segments(const struct spec *spec, struct segment *segments) {
    return positions_segments(&spec->positions, spec->along < 0 ? TABLE_ONE_AXIS : spec->along,
                              table_positions(spec), segments);
}

static struct channel zero_channel(void) {
    return (struct channel){CHANNEL_ZERO, 0, 0};
}

static struct channel sine_or_cosine(const struct spec *spec, bool second, uint64_t frequency) {
    struct channel channel = {CHANNEL_COSINE, frequency, 0};
    if (second == (spec->order == ORDER_COS_SIN))
        channel.function = CHANNEL_SINE;
    return channel;
}

/* A channel is the index of a pair, whether it is the first of its two, and the axis that owns it; halves
 * and interleaved say which of the first two runs faster, and the nesting where the third stands. */
static struct channel grid_channel(const struct spec *spec, uint64_t j) {
    const struct grid *grid = &spec->grid;
    bool halves = spec->layout == LAYOUT_HALVES;
    uint64_t pairs = grid_pairs(grid, grid->columns[0], spec->d_model), pair, axis = 0, second;
    uint64_t axes = (uint64_t)grid->axes;
    if (grid->nesting == NESTING_OUTER) {
        while (axis < axes && j >= 2 * pairs) {
            j -= 2 * pairs;
            if (++axis < axes)
                pairs = grid_pairs(grid, grid->columns[axis], spec->d_model);
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
    int owner = grid->columns[axis];
    struct channel channel = sine_or_cosine(spec, second == 1, pair);
    channel.axis = owner;
    for (int k = 0; k < owner; k++)
        channel.frequency += table_axis_frequencies(spec, k);
    return channel;
}

static struct channel one_component(const struct spec *spec, uint64_t j) {
    uint64_t pairs = by_column(spec) ? table_row_columns(spec) : pairs_of(spec);
    uint64_t frequency = spec->repeat == REPEAT_INTERLEAVE ? j / 2 : j % pairs;
    switch (spec->component) {
    case COMPONENT_SIN:
        return (struct channel){CHANNEL_SINE, frequency, 0};
    case COMPONENT_COS:
        return (struct channel){CHANNEL_COSINE, frequency, 0};
    default:
        return (struct channel){CHANNEL_FREQUENCY, frequency, 0};
    }
}

struct channel table_channel(const struct spec *spec, uint64_t j) {
    if (spec->grid.axes > 0)
        return grid_channel(spec, j);
    if (spec->component != COMPONENT_BOTH)
        return one_component(spec, j);
    uint64_t pairs = pairs_of(spec), frequency;
    bool cosine_first = spec->order == ORDER_COS_SIN, second;
    uint64_t more = is_odd(spec) && spec->odd == ODD_SIN;
    if (j >= 2 * pairs + more)
        return zero_channel();
    if (spec->layout == LAYOUT_INTERLEAVED) {
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
    return sine_or_cosine(spec, second, by_column(spec) ? j : frequency);
}

uint64_t table_zero_channels(const struct spec *spec) {
    if (spec->grid.axes > 0)
        return spec->d_model - 2 * table_frequencies(spec);
    return spec->component == COMPONENT_BOTH && is_odd(spec) && spec->odd == ODD_ZERO;
}

bool table_zero_row(const struct spec *spec, uint64_t r) {
    return spec->along < 0 && positions_zero(&spec->positions, r);
}

uint64_t table_grid_row(const struct spec *spec, uint64_t r) {
    return r - positions_zeros_below(&spec->positions, r);
}
