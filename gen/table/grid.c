#include "table/grid.h"
#include "base/die.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

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
static char *parse_letters(struct grid *grid, const char *text, char **canonical) {
    static const char all[] = "styx";
    size_t length = strlen(text);
    if (length < 2 || length > GRID_AXES || strcmp(all + GRID_AXES - length, text) != 0)
        return text_format("grid '%.60s': axes without sizes are yx, tyx or styx", text);
    grid->axes = (int)length;
    grid->listed = true;
    for (int axis = 0; axis < grid->axes; axis++)
        grid->size[axis] = 1; /* until the file is read */
    *canonical = text_format("%s", text);
    return NULL;
}

static char *parse_sizes(struct grid *grid, const char *text, char **canonical) {
    grid->axes = 0;
    grid->listed = false;
    if (word_is_default(GRID, text)) {
        *canonical = text_format("none");
        return NULL;
    }
    if (grid_is_listed(text))
        return parse_letters(grid, text, canonical);
    char *list = text_format("%s", ""), *wrong = NULL;
    for (const char *at = text; !wrong; at++) {
        size_t length = strcspn(at, "x");
        char *size = text_format("%.*s", (int)length, at), *canonical_size = NULL;
        if (grid->axes == GRID_AXES)
            wrong = text_format("grid '%.60s' has more than %d axes", text, GRID_AXES);
        else if (length == 0 || strspn(size, "0123456789") != length)
            wrong = text_format("grid '%.60s' is not of the form HxW, TxHxW or SxTxHxW", text);
        else if (strspn(size, "0") == length)
            wrong = text_format("grid '%.60s': each size must be at least 1", text);
        else
            wrong = choice_size(GRID, size, &grid->size[grid->axes], &canonical_size);
        if (!wrong) {
            char *longer = text_format("%s%s%s", list, *list ? "x" : "", canonical_size);
            free(list);
            list = longer;
            grid->axes++;
        }
        free(size);
        free(canonical_size);
        at += length;
        if (!*at)
            break;
    }
    if (!wrong && grid->axes < 2)
        wrong = text_format("grid '%.60s' has one axis: it is not a grid", text);
    uint64_t count = 1;
    for (int axis = 0; axis < grid->axes && !wrong; axis++) {
        if (grid->size[axis] > CHOICE_ENTRIES / count)
            wrong =
                text_format("grid '%.60s' is too large: a table has at most 2^40 entries", text);
        count *= grid->size[axis];
    }
    if (wrong)
        free(list);
    else
        *canonical = list;
    return wrong;
}

/* Parses the letters of all axes, each once, into their order. If `weight` isn't NULL, a number may follow each
 * letter. */
static char *parse_order(const struct grid *grid, enum word word, const char *text, int order[],
                         uint64_t weight[]) {
    bool seen[GRID_AXES] = {false};
    int count = 0;
    const char *at = text;
    for (; *at && count < grid->axes; count++) {
        int axis = axis_named(grid, *at++);
        if (axis < 0 || seen[axis])
            break;
        seen[axis] = true;
        order[count] = axis;
        if (!weight)
            continue;
        size_t digits = strspn(at, "0123456789");
        weight[axis] = digits ? strtoull(at, NULL, 10) : 1;
        if (digits > 3 || weight[axis] == 0)
            return text_format("%s '%.60s': a share is a number of 1 to 999", words[word].name,
                               text);
        at += digits;
    }
    static const char *const letters[] = {[2] = "y and x", [3] = "t, y and x", "s, t, y and x"};
    if (count < grid->axes || *at)
        return text_format("%s '%.60s' must name each axis of the grid once: %s", words[word].name,
                           text, letters[grid->axes]);
    return NULL;
}

/* Parses the order of the axes along columns or rows; the default is their order in the word grid. */
static char *parse_axes(struct grid *grid, enum word word, const char *text, char **canonical) {
    int *order = word == GRID_ROWS ? grid->rows : grid->columns;
    bool by_default = strcmp(text, "grid") == 0;
    *canonical = text_format("%s", text);
    for (int axis = 0; axis < GRID_AXES; axis++) {
        order[axis] = axis;
        if (word == GRID_COLUMNS)
            grid->weight[axis] = 1;
    }
    if (by_default || grid->axes == 0)
        return NULL;
    return parse_order(grid, word, text, order, word == GRID_COLUMNS ? grid->weight : NULL);
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
        return parse_sizes(grid, text, canonical);
    case GRID_NESTING:
        return choice_parse(word, text, &grid->nesting, canonical);
    case GRID_FREQUENCIES:
        return parse_frequencies(grid, text, canonical);
    default:
        return parse_axes(grid, word, text, canonical);
    }
}

uint64_t grid_count(const struct grid *grid) {
    uint64_t count = 1;
    for (int axis = 0; axis < grid->axes; axis++)
        count *= grid->size[axis];
    return count;
}

uint64_t grid_coordinate(const struct grid *grid, int axis, uint64_t r) {
    for (int k = grid->axes - 1; grid->rows[k] != axis; k--)
        r /= grid->size[grid->rows[k]];
    return r % grid->size[axis];
}

uint64_t grid_pairs(const struct grid *grid, int axis, uint64_t d_model) {
    uint64_t all = 0;
    for (int k = 0; k < grid->axes; k++)
        all += grid->weight[k];
    if (all == 0)
        return 0;
    return d_model * grid->weight[axis] / (2 * all); /* d_model < 2^40, a weight < 2^10 */
}
