#include "guess/guess_shapes.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The shapes that a structure may be: words that say which columns and rows a table has, without its numbers. */

struct shapes {
    struct guess_search *search;
    const struct structure *structure;
    guess_visit *visit;
    const struct preset *preset; /* NULL: the words are those of no preset */
    const struct preset *alias;  /* of that preset, or NULL */
    const char *given[WORDS];
};

/* --- words that follow from the structure */

const char *shape_zero_rows(struct guess_search *search, const struct structure *structure) {
    struct text list = {NULL, 0, 0};
    if (!structure->without_zeros)
        return "none";
    for (size_t k = 0; k < search->data->rows; k++) {
        if (!search->data->zero[k])
            continue;
        text_put(&list, "%s%" PRIu64, list.used ? "," : "", search->data->row[k]);
    }
    return guess_keep(search, text_string(&list));
}

/* The place of the k-th slowest axis in the word grid. */
static int place_of(const char *rows, int axes, int k) {
    const char *all = &"styx"[GRID_AXES - axes];
    return rows ? (int)(strchr(all, rows[k]) - all) : k;
}

size_t shape_grids(struct guess_search *search, const struct structure *structure, int axes,
                   const char *rows, const char *grid[SHAPE_GRIDS]) {
    size_t count = 0;
    if (axes == 0) {
        grid[0] = "none";
        return structure->axes == 1;
    }
    if (structure->axes == 1 && structure->size[0] > 1)
        return 0;
    /* each set of the axes, as bits, that has as many as the structure */
    for (int set = 0; set < 1 << axes && count < SHAPE_GRIDS; set++) {
        uint64_t size[GRID_AXES] = {0};
        int next = 0;
        for (int k = 0; k < axes; k++) {
            bool large = set >> k & 1 && next < structure->axes;
            size[place_of(rows, axes, k)] = large ? structure->size[next] : 1;
            next += set >> k & 1;
        }
        if (next != structure->axes)
            continue;
        struct text text = {NULL, 0, 0};
        for (int a = 0; a < axes; a++) {
            text_put(&text, "%s%" PRIu64, a > 0 ? "x" : "", size[a]);
        }
        grid[count++] = guess_keep(search, text_string(&text));
    }
    return count;
}

/* --- shapes of no preset */

/* A shape that contradicts the user's words isn't visited. */
static void visit(struct shapes *shapes) {
    const char *const *user = shapes->search->user;
    for (int k = 0; k < WORDS; k++)
        if (user[k] && shapes->given[k] && strcmp(user[k], shapes->given[k]) != 0 &&
            k != ZERO_ROWS && k != ODD)
            return;
    shapes->visit(shapes->search, shapes->given);
}

/* --- which columns: both components, or one */

static void visit_orders(struct shapes *shapes) {
    static const char *const layout[] = {"interleaved", "halves"}, *const order[] = {"sin-cos",
                                                                                     "cos-sin"};
    for (int k = 0; k < 4; k++) {
        shapes->given[LAYOUT] = layout[k / 2];
        shapes->given[ORDER] = order[k % 2];
        visit(shapes);
    }
    shapes->given[LAYOUT] = shapes->given[ORDER] = NULL;
}

static void visit_components(struct shapes *shapes, const char *repeat) {
    static const char *const component[] = {"cos", "sin"};
    const uint64_t channels = shapes->search->data->view.channels;
    bool once = strcmp(repeat, "none") == 0;
    shapes->given[REPEAT] = repeat;
    shapes->given[ODD] = "drop";
    for (uint64_t odd = 0; odd < 2 && !(odd && guess_has_simple(shapes->search)); odd++) {
        shapes->given[D_MODEL] = guess_number(shapes->search, (once ? 2 : 1) * channels + odd);
        for (int k = 0; k < 2; k++) {
            shapes->given[COMPONENT] = component[k];
            visit(shapes);
        }
    }
    shapes->given[COMPONENT] = shapes->given[REPEAT] = shapes->given[ODD] = NULL;
}

static void visit_repeats(struct shapes *shapes, bool axes) {
    const struct structure *structure = shapes->structure;
    if (structure->halves)
        visit_components(shapes, "halves");
    if (structure->interleaved)
        visit_components(shapes, "interleave");
    if (!structure->halves && !structure->interleaved) {
        visit_components(shapes, "none");
        if (axes)
            visit_components(shapes, "axis");
    }
}

/* --- without a grid */

static void visit_both(struct shapes *shapes, uint64_t d, const char *odd) {
    shapes->given[D_MODEL] = guess_number(shapes->search, d);
    shapes->given[ODD] = odd;
    visit_orders(shapes);
    shapes->given[ODD] = NULL;
}

static void visit_plain(struct shapes *shapes) {
    const uint64_t channels = shapes->search->data->view.channels;
    if (shapes->structure->halves || shapes->structure->interleaved) {
        visit_repeats(shapes, false);
        return;
    }
    if (channels % 2 == 0) {
        visit_both(shapes, channels, NULL);
        if (!guess_has_simple(shapes->search)) {
            visit_both(shapes, channels + 1, "drop");
            visit_both(shapes, channels - 1, "extend");
        }
    } else {
        visit_both(shapes, channels, "sin");
        visit_both(shapes, channels, "zero");
    }
    visit_repeats(shapes, false);
    shapes->given[SPACING] = "column";
    visit_both(shapes, channels, "sin");
    shapes->given[SPACING] = NULL;
}

/* --- grids */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

/* The axes in the order in which they first own a column that changes. With `counted`, each has as large a share as it
 * has columns; a column that doesn't change belongs to the axis of the column before it. NULL if no axis has a column. */
static const char *columns_of(struct shapes *shapes, bool counted) {
    const struct structure *structure = shapes->structure;
    const char *letters = &"styx"[GRID_AXES - structure->axes];
    int order[GRID_AXES], owners = 0;
    uint64_t columns[GRID_AXES] = {0}, common = 0, before = 0;
    int last = -1;
    for (uint64_t j = 0; j < shapes->search->data->view.channels; j++) {
        int axis = structure->axis[j];
        if (axis == COLUMN_CONSTANT)
            axis = last;
        if (axis == -1)
            before++;
        if (axis < 0)
            continue;
        if (columns[axis] == 0)
            order[owners++] = axis;
        columns[axis] += 1 + before;
        before = 0;
        last = axis;
    }
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < owners; k++)
        common = common_divisor(columns[order[k]], common);
    for (int k = 0; k < owners; k++) {
        uint64_t share = columns[order[k]] / common;
        char *one = counted && share > 1 && share < 1000
                        ? text_format("%c%" PRIu64, letters[order[k]], share)
                        : text_format("%c", letters[order[k]]);
        text_print(&text, one);
        free(one);
    }
    const char *kept = guess_keep(shapes->search, text_string(&text));
    return owners > 0 ? kept : NULL;
}

static void visit_nestings(struct shapes *shapes) {
    static const char *const nesting[] = {"outer", "middle", "inner"}, *const frequencies[] = {
                                                                           "axis", "shared"};
    for (int k = 0; k < 6; k++) {
        shapes->given[GRID_NESTING] = nesting[k % 3];
        shapes->given[GRID_FREQUENCIES] = frequencies[k / 3];
        shapes->given[D_MODEL] = guess_number(shapes->search, shapes->search->data->view.channels);
        shapes->given[ODD] = "zero";
        visit_orders(shapes);
        visit_repeats(shapes, true);
    }
    shapes->given[GRID_NESTING] = shapes->given[GRID_FREQUENCIES] = NULL;
}

static void visit_grids(struct shapes *shapes) {
    const char *grid[SHAPE_GRIDS];
    size_t grids =
        shape_grids(shapes->search, shapes->structure, shapes->structure->axes, NULL, grid);
    const char *equal = columns_of(shapes, false), *counted = columns_of(shapes, true);
    if (shapes->structure->block > 1) {
        char *block =
            text_format("%" PRIu64 "x%" PRIu64, shapes->structure->block, shapes->structure->block);
        shapes->given[GRID_BLOCKS] = guess_keep(shapes->search, block);
    }
    for (size_t k = 0; k < grids && equal; k++) {
        shapes->given[GRID] = grid[k];
        shapes->given[GRID_COLUMNS] = equal;
        visit_nestings(shapes);
        shapes->given[GRID_COLUMNS] = counted;
        if (strcmp(counted, equal) != 0)
            visit_nestings(shapes);
    }
}

/* Rows that are all the same are frequencies. */
static bool visit_frequencies(struct shapes *shapes) {
    const struct structure *structure = shapes->structure;
    const uint64_t channels = shapes->search->data->view.channels;
    for (uint64_t j = 0; j < channels; j++)
        if (structure->axis[j] >= 0)
            return false;
    const char *repeat = structure->halves        ? "halves"
                         : structure->interleaved ? "interleave"
                                                  : "none";
    bool once = strcmp(repeat, "none") == 0;
    shapes->given[COMPONENT] = "frequency";
    shapes->given[REPEAT] = repeat;
    shapes->given[D_MODEL] = guess_number(shapes->search, once ? 2 * channels : channels);
    visit(shapes);
    return true;
}

void shape_each(struct guess_search *search, const struct structure *structure, guess_visit *each) {
    struct shapes shapes = {.search = search, .structure = structure, .visit = each};
    shapes.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    shapes.given[ZERO_ROWS] = shape_zero_rows(search, structure);
    if (visit_frequencies(&shapes))
        return;
    if (structure->axes > 1)
        visit_grids(&shapes);
    else
        visit_plain(&shapes);
}

/* --- shapes of presets */

/* How many axes own these columns of a grid; 0 if there is none. */
static int axes_of(const char *columns) {
    int axes = 0;
    for (; columns && *columns; columns++)
        axes += strchr("styx", *columns) != NULL;
    return axes;
}

static void preset_with(struct shapes *shapes, uint64_t d) {
    shapes->given[D_MODEL] = guess_number(shapes->search, d);
    shapes->visit(shapes->search, shapes->given);
}

/* The widths that this number of channels may have: with `once`, of one component that has each pair once. */
static void preset_sizes(struct shapes *shapes, bool once) {
    const uint64_t channels = shapes->search->data->view.channels;
    const char *odd = shapes->preset->given[ODD];
    preset_with(shapes, once ? 2 * channels : channels);
    if (odd && strcmp(odd, "drop") == 0 && !once)
        preset_with(shapes, channels + 1);
    if (odd && strcmp(odd, "extend") == 0 && !once)
        preset_with(shapes, channels - 1);
}

static void preset_components(struct shapes *shapes) {
    static const char *const component[] = {"cos", "sin"};
    static const char *const repeat[] = {"none", "halves", "interleave", "axis"};
    const struct structure *structure = shapes->structure;
    const struct preset *alias = shapes->alias;
    if (!shapes->preset->given[COMPONENT] && !(alias && alias->given[COMPONENT])) {
        preset_sizes(shapes, false);
        return;
    }
    for (int c = 0; c < 2; c++)
        for (int r = 0; r < 4; r++) {
            bool possible = r == 0   ? !structure->halves && !structure->interleaved
                            : r == 1 ? structure->halves
                            : r == 2 ? structure->interleaved
                                     : structure->axes > 1;
            if (!possible)
                continue;
            shapes->given[COMPONENT] = component[c];
            shapes->given[REPEAT] = repeat[r];
            preset_sizes(shapes, r == 0);
        }
    shapes->given[COMPONENT] = shapes->given[REPEAT] = NULL;
}

static void preset_grids(struct shapes *shapes, const char *columns, bool grids_only) {
    const struct preset *preset = shapes->preset;
    const char *only = shapes->search->user[PRESET], *grid[SHAPE_GRIDS];
    const int axes = axes_of(columns);
    if ((only && strcmp(only, preset->name) != 0) || (grids_only && axes == 0))
        return;
    size_t grids =
        shape_grids(shapes->search, shapes->structure, axes, preset->given[GRID_ROWS], grid);
    shapes->given[PRESET] = preset->name;
    for (size_t k = 0; k < grids; k++) {
        shapes->given[GRID] = axes > 0 ? grid[k] : NULL;
        preset_components(shapes);
    }
}

/* Other systems share out the columns of a grid among its axes as no preset does. */
static void preset_of_alias(struct shapes *shapes, const struct preset *alias) {
    static const enum word words_of_grid[] = {GRID_COLUMNS, GRID_NESTING, BASE,
                                              FIRST,        SCALING,      ORDER};
    enum { COUNT = sizeof words_of_grid / sizeof *words_of_grid };
    const struct preset *preset = preset_named(alias->preset);
    const char *columns =
        alias->given[GRID_COLUMNS] ? alias->given[GRID_COLUMNS] : preset->given[GRID_COLUMNS];
    if (!alias->given[GRID_COLUMNS] && !alias->given[SCALING])
        return;
    shapes->preset = preset;
    shapes->alias = alias;
    for (size_t k = 0; k < COUNT; k++)
        shapes->given[words_of_grid[k]] = alias->given[words_of_grid[k]];
    preset_grids(shapes, columns, true);
    shapes->alias = NULL;
    for (size_t k = 0; k < COUNT; k++)
        shapes->given[words_of_grid[k]] = NULL;
}

void shape_presets(struct guess_search *search, const struct structure *structure, bool grids_only,
                   guess_visit *each) {
    struct shapes shapes = {.search = search, .structure = structure, .visit = each};
    shapes.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    shapes.given[ZERO_ROWS] = shape_zero_rows(search, structure);
    for (const struct preset *preset = presets; preset->name; preset++) {
        shapes.preset = preset;
        preset_grids(&shapes, preset->given[GRID_COLUMNS], grids_only);
    }
    for (const struct preset *alias = aliases; alias->name; alias++)
        if (grids_only || alias->given[SCALING]) /* no preset scales, so these come first too */
            preset_of_alias(&shapes, alias);
}
