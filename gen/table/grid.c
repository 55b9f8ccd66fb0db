#include "table/grid.h"
#include "base/text.h"
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
