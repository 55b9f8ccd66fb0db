#include "table/grid.h"
#include "base/text.h"
#include "words/choice.h"

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

/* The letters of the axes of a grid without sizes. */
static char *parse_letters(struct grid *grid, const char *text) {
    static const char all[] = "styx";
    size_t length = strlen(text);
    if (length < 2 || length > GRID_AXES || strcmp(all + GRID_AXES - length, text) != 0)
        return text_format("grid '%.60s': axes without sizes are yx, tyx or styx", text);
    grid->axes = (int)length;
    grid->listed = true;
    for (int axis = 0; axis < grid->axes; axis++)
        grid->size[axis] = 1; /* until the file is read */
    return NULL;
}

/* Parses sizes as in 2x3x4, and how many there are. */
static char *parse_sizes(enum word word, const char *text, uint64_t sizes[], int *axes,
                         char **canonical) {
    const char *name = words[word].name;
    struct text list = {NULL, 0, 0};
    uint64_t count = 1;
    char *wrong = NULL;
    *axes = 0;
    for (const char *at = text; !wrong; at++) {
        size_t length = strcspn(at, "x");
        char *size = text_format("%.*s", (int)length, at), *own = NULL;
        if (*axes == GRID_AXES)
            wrong = text_format("%s '%.60s' has more than %d axes", name, text, GRID_AXES);
        else if (length == 0 || strspn(size, "0123456789") != length)
            wrong = text_format("%s '%.60s' is not of the form HxW, TxHxW or SxTxHxW", name, text);
        else if (strspn(size, "0") == length)
            wrong = text_format("%s '%.60s': each size must be at least 1", name, text);
        else
            wrong = choice_size(word, size, &sizes[*axes], &own);
        if (!wrong && sizes[*axes] > CHOICE_ENTRIES / count)
            wrong = text_format("%s '%.60s' is too large: a table has at most 2^40 entries", name,
                                text);
        if (!wrong) {
            text_put(&list, "%s%s", *axes > 0 ? "x" : "", own);
            count *= sizes[(*axes)++];
        }
        free(size);
        free(own);
        at += length;
        if (!*at)
            break;
    }
    if (!wrong && *axes < 2)
        wrong = text_format("%s '%.60s' has one axis: it is not a grid", name, text);
    *canonical = wrong ? NULL : text_format("%s", text_string(&list));
    text_free(&list);
    return wrong;
}

static char *parse_grid(struct grid *grid, const char *text, char **canonical) {
    grid->axes = 0;
    grid->listed = false;
    return word_is_default(GRID, text) ? NULL
           : grid_is_listed(text)      ? parse_letters(grid, text)
                                  : parse_sizes(GRID, text, grid->size, &grid->axes, canonical);
}

/* Parses the sizes of blocks. If they are fewer than the grid's, they are those of its last axes. */
static char *parse_blocks(struct grid *grid, const char *text, char **canonical) {
    uint64_t sizes[GRID_AXES] = {1, 1, 1, 1};
    int axes = 0;
    char *wrong = word_is_default(GRID_BLOCKS, text)
                      ? NULL
                      : parse_sizes(GRID_BLOCKS, text, sizes, &axes, canonical);
    if (!wrong && grid->axes > 0 && axes > grid->axes)
        wrong = text_format("grid-blocks '%.60s' has %d axes, and the grid has %d", text, axes,
                            grid->axes);
    if (wrong)
        return wrong;
    grid->block_rows = 1;
    for (int axis = 0; axis < GRID_AXES; axis++) {
        int k = axis - (grid->axes - axes);
        grid->block[axis] = k >= 0 && k < axes ? sizes[k] : 1;
        grid->block_rows *= grid->block[axis];
    }
    return NULL;
}

/* The axes that a text names, in its order, and the share of each. */
struct axis_order {
    int count, axis[GRID_AXES];
    uint64_t share[GRID_AXES]; /* by axis; 0 if it isn't named */
};

/* Parses letters of axes, each at most once: of all axes along rows, of any axes along columns, where a share may follow
 * each. */
static char *parse_order(const struct grid *grid, enum word word, const char *text,
                         struct axis_order *order) {
    bool columns = word == GRID_COLUMNS;
    const char *at = text;
    *order = (struct axis_order){.count = 0};
    for (; *at && order->count < grid->axes; order->count++) {
        int axis = axis_named(grid, *at);
        if (axis < 0 || order->share[axis] > 0)
            break;
        at++;
        order->axis[order->count] = axis;
        size_t digits = columns ? strspn(at, "0123456789") : 0;
        order->share[axis] = digits ? strtoull(at, NULL, 10) : 1;
        if (digits > 3 || order->share[axis] == 0)
            return text_format("%s '%.60s': a share is a number of 1 to 999", words[word].name,
                               text);
        at += digits;
    }
    static const char *const letters[] = {[2] = "y and x", [3] = "t, y and x", "s, t, y and x"};
    if (order->count < (columns ? 1 : grid->axes) || *at)
        return text_format("%s '%.60s' must name %s of the grid%s once: %s", words[word].name, text,
                           columns ? "axes" : "each axis", columns ? ", each" : "",
                           letters[grid->axes]);
    return NULL;
}

/* Parses the order of the axes along columns or rows; the default is their order in the word grid. */
static char *parse_axes(struct grid *grid, enum word word, const char *text) {
    struct axis_order order = {grid->axes, {0, 1, 2, 3}, {1, 1, 1, 1}};
    bool by_default = word_is_default(word, text) || grid->axes == 0;
    char *wrong = by_default ? NULL : parse_order(grid, word, text, &order);
    if (wrong)
        return wrong;
    memcpy(word == GRID_ROWS ? grid->rows : grid->columns, order.axis, sizeof order.axis);
    if (word == GRID_COLUMNS) {
        grid->owners = order.count;
        memcpy(grid->weight, order.share, sizeof order.share);
    }
    return NULL;
}

/* Without a grid nothing is shared, whatever a preset for grids says. */
static char *parse_frequencies(struct grid *grid, const char *text, char **canonical) {
    char *wrong = choice_parse(GRID_FREQUENCIES, text, &grid->shared, canonical);
    if (grid->axes == 0)
        grid->shared = 0;
    return wrong;
}

char *grid_parse(struct grid *grid, enum word word, const char *text, char **canonical) {
    switch (word) {
    case GRID:
        return parse_grid(grid, text, canonical);
    case GRID_NESTING:
        return choice_parse(word, text, &grid->nesting, canonical);
    case GRID_BLOCKS:
        return parse_blocks(grid, text, canonical);
    case GRID_FREQUENCIES:
        return parse_frequencies(grid, text, canonical);
    default:
        return parse_axes(grid, word, text);
    }
}

uint64_t grid_count(const struct grid *grid) {
    uint64_t count = 1;
    for (int axis = 0; axis < grid->axes; axis++)
        count *= grid->size[axis];
    return count;
}

/* An axis's digit of a number that counts through all axes, in the order of the rows, to `size` on each. */
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
