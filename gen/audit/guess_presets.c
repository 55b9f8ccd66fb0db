#include "audit/guess_shapes.h"
#include "base/text.h"
#include "words/aliases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *shape_zero_rows(struct guess_search *search, const struct structure *structure) {
    struct text list = {NULL, 0, 0};
    if (!structure->without_zeros)
        return "none";
    for (size_t k = 0; k < search->data->rows; k++) {
        if (!search->data->zero[k])
            continue;
        char *row = text_format("%s%" PRIu64, list.used ? "," : "", search->data->row[k]);
        text_print(&list, row);
        free(row);
    }
    text_add(&list, "", 1);
    return guess_keep(search, list.bytes);
}

/* Where the size of the k-th slowest axis stands in the word grid. */
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
            char *one = text_format("%s%" PRIu64, a > 0 ? "x" : "", size[a]);
            text_print(&text, one);
            free(one);
        }
        text_add(&text, "", 1);
        grid[count++] = guess_keep(search, text.bytes);
    }
    return count;
}

/* How many axes own these columns of a grid; 0 if there is none. */
static int axes_of(const char *columns) {
    int axes = 0;
    for (; columns && *columns; columns++)
        axes += strchr("styx", *columns) != NULL;
    return axes;
}

struct visiting {
    struct guess_search *search;
    const struct structure *structure;
    const struct preset *preset;
    const struct alias *alias; /* of that preset, or NULL */
    shape_visit *visit;
    void *context;
    const char *given[WORDS];
};

static void visit_with(struct visiting *visiting, uint64_t d) {
    visiting->given[D_MODEL] = guess_number(visiting->search, d);
    visiting->visit(visiting->context, visiting->given);
}

/* The sizes that d can have, for so many channels: of one component with each pair once, or else. */
static void visit_sizes(struct visiting *visiting, bool once) {
    const uint64_t channels = visiting->search->data->view.channels;
    const char *odd = visiting->preset->given[ODD];
    visit_with(visiting, once ? 2 * channels : channels);
    if (odd && strcmp(odd, "drop") == 0 && !once)
        visit_with(visiting, channels + 1);
    if (odd && strcmp(odd, "extend") == 0 && !once)
        visit_with(visiting, channels - 1);
}

static void visit_components(struct visiting *visiting) {
    static const char *const component[] = {"cos", "sin"};
    static const char *const repeat[] = {"none", "halves", "interleave", "axis"};
    const struct structure *structure = visiting->structure;
    const struct alias *alias = visiting->alias;
    if (!visiting->preset->given[COMPONENT] && !(alias && alias->given[COMPONENT])) {
        visit_sizes(visiting, false);
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
            visiting->given[COMPONENT] = component[c];
            visiting->given[REPEAT] = repeat[r];
            visit_sizes(visiting, r == 0);
        }
    visiting->given[COMPONENT] = visiting->given[REPEAT] = NULL;
}

static void visit_grids(struct visiting *visiting, const char *columns, bool grids_only) {
    const struct preset *preset = visiting->preset;
    const char *only = visiting->search->user[PRESET], *grid[SHAPE_GRIDS];
    const int axes = axes_of(columns);
    if ((only && strcmp(only, preset->name) != 0) || (grids_only && axes == 0))
        return;
    size_t grids =
        shape_grids(visiting->search, visiting->structure, axes, preset->given[GRID_ROWS], grid);
    visiting->given[PRESET] = preset->name;
    for (size_t k = 0; k < grids; k++) {
        visiting->given[GRID] = axes > 0 ? grid[k] : NULL;
        visit_components(visiting);
    }
}

/* Other systems share out the columns of a grid among its axes as no preset does. */
static void visit_alias(struct visiting *visiting, const struct alias *alias) {
    static const enum word words_of_grid[] = {GRID_COLUMNS, GRID_NESTING, BASE,
                                              FIRST,        SCALING,      ORDER};
    enum { COUNT = sizeof words_of_grid / sizeof *words_of_grid };
    const struct preset *preset = preset_named(alias->preset);
    const char *columns =
        alias->given[GRID_COLUMNS] ? alias->given[GRID_COLUMNS] : preset->given[GRID_COLUMNS];
    if (!alias->given[GRID_COLUMNS] && !alias->given[SCALING])
        return;
    visiting->preset = preset;
    visiting->alias = alias;
    for (size_t k = 0; k < COUNT; k++)
        visiting->given[words_of_grid[k]] = alias->given[words_of_grid[k]];
    visit_grids(visiting, columns, true);
    visiting->alias = NULL;
    for (size_t k = 0; k < COUNT; k++)
        visiting->given[words_of_grid[k]] = NULL;
}

void shape_presets(struct guess_search *search, const struct structure *structure, bool grids_only,
                   shape_visit *visit, void *context) {
    struct visiting visiting = {
        .search = search, .structure = structure, .visit = visit, .context = context};
    visiting.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    visiting.given[ZERO_ROWS] = shape_zero_rows(search, structure);
    for (const struct preset *preset = presets; preset->name; preset++) {
        visiting.preset = preset;
        visit_grids(&visiting, preset->given[GRID_COLUMNS], grids_only);
    }
    for (const struct alias *alias = aliases; alias->name; alias++)
        if (grids_only || alias->given[SCALING]) /* no preset scales, so these come first too */
            visit_alias(&visiting, alias);
}
