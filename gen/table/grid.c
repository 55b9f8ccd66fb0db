/* SPDX-License-Identifier: MIT */
#include "table/grid.h"
#include "base/die.h"
#include "base/text.h"
#include "table/table.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t grid_row_pairs(const struct grid *grid, uint64_t d_model) {
    uint64_t pairs = 0;
    for (int axis = 0; axis < grid->axes; axis++)
        pairs += grid_pairs(grid, axis, d_model);
    return pairs;
}

char grid_letter(const struct grid *grid, int axis) {
    return "styx"[GRID_AXES - grid->axes + axis];
}

static int axis_named(const struct grid *grid, char letter) {
    for (int axis = 0; axis < grid->axes; axis++)
        if (grid_letter(grid, axis) == letter)
            return axis;
    return -1;
}

bool grid_is_listed(const char *text) {
    return *text && strspn(text, "styx") == strlen(text);
}

/* Parses the letters of the axes of a grid without sizes. */
static void parse_letters(struct grid *grid, struct value *value) {
    static const char all[] = "styx";
    size_t length = strlen(value->text);
    if (length < 2 || length > GRID_AXES || strcmp(all + GRID_AXES - length, value->text) != 0) {
        value_refuse(value, ": axes without sizes are yx, tyx or styx");
        return;
    }
    grid->axes = (int)length;
    grid->listed = true;
    for (int axis = 0; axis < grid->axes; axis++)
        grid->size[axis] = 1; /* until the file is read */
}

/* Parses sizes as in 2x3x4. Returns how many there are. */
static int parse_sizes(struct value *value, uint64_t sizes[]) {
    uint64_t count = 1;
    int axes = 0;
    for (const char *at = value->text; !value->wrong; at++) {
        size_t length = strcspn(at, "x");
        char *size = text_format("%.*s", (int)length, at);
        if (axes == GRID_AXES)
            value_refuse(value, " has more than %d axes", GRID_AXES);
        else if (length == 0 || strspn(size, "0123456789") != length)
            value_refuse(value, " is not of the form HxW, TxHxW or SxTxHxW");
        else if (strspn(size, "0") == length)
            value_refuse(value, ": each size must be at least 1");
        else
            value->wrong = choice_size(value->word, size, &sizes[axes]);
        free(size);
        if (!value->wrong && sizes[axes] > CHOICE_ENTRIES / count)
            value_refuse(value, " is too large: a table has at most 2^40 entries");
        if (value->wrong)
            break;
        text_put(&value->canonical, "%s%" PRIu64, axes > 0 ? "x" : "", sizes[axes]);
        count *= sizes[axes++];
        at += length;
        if (!*at)
            break;
    }
    if (axes < 2)
        value_refuse(value, " has one axis: it is not a grid");
    return axes;
}

static void parse_grid(struct grid *grid, struct value *value) {
    grid->axes = 0;
    grid->listed = false;
    if (grid_is_listed(value->text))
        parse_letters(grid, value);
    else if (!value_is_default(value))
        grid->axes = parse_sizes(value, grid->size);
}

/* Parses the sizes of blocks. If they are fewer than the grid's, they are those of its last axes. */
static void parse_blocks(struct grid *grid, struct value *value) {
    uint64_t sizes[GRID_AXES] = {1, 1, 1, 1};
    const int axes = value_is_default(value) ? 0 : parse_sizes(value, sizes);
    if (grid->axes > 0 && axes > grid->axes)
        value_refuse(value, " has %d axes, and the grid has %d", axes, grid->axes);
    grid->block_rows = 1;
    for (int axis = 0; axis < GRID_AXES; axis++) {
        int k = axis - (grid->axes - axes);
        grid->block[axis] = k >= 0 && k < axes ? sizes[k] : 1;
        grid->block_rows *= grid->block[axis];
    }
}

/* Parses letters of axes, each at most once. grid-rows names all axes. grid-columns names any of them, and a share may
 * follow each. The default is their order in the word grid, with equal shares. */
static void parse_axes(struct grid *grid, struct value *value) {
    static const char *const letters[] = {[2] = "y and x", [3] = "t, y and x", "s, t, y and x"};
    const bool columns = value->word == GRID_COLUMNS,
               given = grid->axes > 0 && !value_is_default(value);
    uint64_t share[GRID_AXES] = {0}; /* by axis; 0 if it isn't named */
    int *order = columns ? grid->columns : grid->rows, count = given ? 0 : grid->axes;
    const char *at = value->text;
    for (int axis = 0; axis < GRID_AXES && !given; axis++) {
        order[axis] = axis;
        share[axis] = 1;
    }
    for (; given && *at && count < grid->axes; count++) {
        const int axis = axis_named(grid, *at);
        if (axis < 0 || share[axis] > 0)
            break;
        at++;
        order[count] = axis;
        size_t digits = columns ? strspn(at, "0123456789") : 0;
        share[axis] = digits ? strtoull(at, NULL, 10) : 1;
        if (digits > 3 || share[axis] == 0)
            value_refuse(value, ": a share is a number of 1 to 999");
        at += digits;
    }
    if (given && (count < (columns ? 1 : grid->axes) || *at))
        value_refuse(value, " must name %s of the grid%s once: %s", columns ? "axes" : "each axis",
                     columns ? ", each" : "", letters[grid->axes]);
    if (columns) {
        grid->owners = count;
        memcpy(grid->weight, share, sizeof share);
    }
}

void grid_parse(struct grid *grid, struct value *value) {
    (value->word == GRID          ? parse_grid
     : value->word == GRID_BLOCKS ? parse_blocks
                                  : parse_axes)(grid, value);
}

uint64_t grid_count(const struct grid *grid) {
    uint64_t count = 1;
    for (int axis = 0; axis < grid->axes; axis++)
        count *= grid->size[axis];
    return count;
}

/* The coordinate along an axis of a number that counts through all axes in the order of the rows, with size[axis]
 * coordinates along each. */
static uint64_t digit(const struct grid *grid, const uint64_t size[], int axis, uint64_t number) {
    for (int k = grid->axes - 1; grid->rows[k] != axis; k--)
        number /= size[grid->rows[k]];
    return number % size[axis];
}

uint64_t grid_coordinate(const struct grid *grid, int axis, uint64_t r) {
    if (grid->block_rows == 1)
        return digit(grid, grid->size, axis, r);
    uint64_t blocks[GRID_AXES];
    for (int k = 0; k < grid->axes; k++)
        blocks[k] = grid->size[k] / grid->block[k];
    return digit(grid, blocks, axis, r / grid->block_rows) * grid->block[axis] +
           digit(grid, grid->block, axis, r % grid->block_rows);
}

bool grid_owns(const struct grid *grid, int axis) {
    return grid->weight[axis] > 0;
}

uint64_t grid_pairs(const struct grid *grid, int axis, uint64_t d_model) {
    uint64_t all = 0;
    for (int k = 0; k < grid->axes; k++)
        all += grid->weight[k];
    if (all == 0)
        return 0;
    return d_model * grid->weight[axis] / (2 * all); /* d_model < 2^40, a weight < 2^10 */
}

/* --- channels */

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

/* Numbers the frequencies of a shared list: the axes take one each in turn, or with grid-nesting outer a section each. */
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
