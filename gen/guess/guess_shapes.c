#include "base/text.h"
#include "guess/guess_structure.h"
#include "words/presets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct shapes {
    struct guess_search *search;
    const struct structure *structure;
    shape_visit *visit;
    const char *given[WORDS];
    bool done;
};

/* A shape that contradicts the user's words isn't visited. */
static void visit(struct shapes *shapes) {
    const char *const *user = shapes->search->user;
    bool agrees = !shapes->done;
    for (int k = 0; k < WORDS && agrees; k++)
        agrees = !user[k] || !shapes->given[k] || k == ZERO_ROWS || k == ODD || k == D_MODEL ||
                 strcmp(user[k], shapes->given[k]) == 0;
    if (agrees)
        shapes->done = shapes->visit(shapes->search, shapes->given);
}

static void visit_with(struct shapes *shapes, enum word word, const char *const choices[]) {
    for (size_t k = 0; choices[k]; k++) {
        shapes->given[word] = choices[k];
        visit(shapes);
    }
    shapes->given[word] = NULL;
}

/* --- which columns: both components, or one */

static void visit_both(struct shapes *shapes, const char *odd) {
    static const char *const layout[] = {"interleaved", "halves"}, *const orders[] = {
                                                                       "sin-cos", "cos-sin", NULL};
    shapes->given[D_MODEL] = guess_number(shapes->search, shapes->search->data->view.channels);
    shapes->given[ODD] = odd;
    for (int k = 0; k < 2; k++) {
        shapes->given[LAYOUT] = layout[k];
        visit_with(shapes, ORDER, orders);
    }
    shapes->given[LAYOUT] = shapes->given[ODD] = NULL;
}

static void visit_components(struct shapes *shapes, const char *repeat) {
    static const char *const cosines_first[] = {"cos", "sin", NULL}, *const sines_first[] = {
                                                                         "sin", "cos", NULL};
    const bool zero = entry_at(shapes->search->data, 0, 0) == 0; /* cosines begin so less often */
    const uint64_t channels = shapes->search->data->view.channels;
    const bool once = strcmp(repeat, "none") == 0 && !shapes->given[SPACING];
    shapes->given[REPEAT] = repeat;
    shapes->given[ODD] = "drop";
    shapes->given[D_MODEL] = guess_number(shapes->search, (once ? 2 : 1) * channels);
    visit_with(shapes, COMPONENT, zero ? sines_first : cosines_first);
    shapes->given[REPEAT] = shapes->given[ODD] = NULL;
}

static void visit_repeats(struct shapes *shapes, bool axes) {
    const struct structure *structure = shapes->structure;
    if (structure->halves)
        visit_components(shapes, "halves");
    if (structure->interleaved)
        visit_components(shapes, "interleave");
    if (axes)
        visit_components(shapes, "axis");
    visit_components(shapes, "none");
}

/* Without a grid. */
static void visit_plain(struct shapes *shapes) {
    const uint64_t channels = shapes->search->data->view.channels;
    const bool even = channels % 2 == 0;
    if (channels == 1) {
        visit_repeats(shapes, false);
        return;
    }
    for (int column = 0; column < 2; column++) {
        shapes->given[SPACING] = column ? "column" : NULL;
        visit_both(shapes, even ? NULL : "sin");
        if (!even)
            visit_both(shapes, "zero");
        visit_repeats(shapes, false);
    }
    shapes->given[SPACING] = NULL;
}

/* --- grids */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

/* The axes that own columns, in their order, and how many columns; the axes of a grid, with those of size 1. Those of size 1
 * have numbers below 0. */
struct owners {
    int axes, count, axis[GRID_AXES];
    uint64_t columns[GRID_AXES]; /* an even number */
};

/* To what a column belongs that doesn't change. */
struct still {
    enum {
        WITH_BEFORE,
        EACH_ALONE,
        ALL_ALONE
    } to;          /* the axis of the column before it; or one of size 1, several of
                                                       which may follow each other; or one such axis */
    bool trailing; /* zeros at the end too */
};

/* Axes of size 1 come first, so the others have higher numbers then. */
static struct owners owners_of(const struct shapes *shapes, struct still still) {
    const struct structure *structure = shapes->structure;
    const int *axis = structure->axis;
    uint64_t channels = shapes->search->data->view.channels, before = 0;
    struct owners owners = {.axes = structure->axes};
    int last = 0;
    bool halves = channels % 2 == 0;
    for (uint64_t j = 0; j < channels / 2 && halves; j++)
        halves = axis[j] == axis[j + channels / 2] || (axis[j] < 0 && axis[j + channels / 2] < 0);
    channels /= halves ? 2 : 1;
    while (channels > 0 && axis[channels - 1] == COLUMN_ZERO && !halves && !still.trailing)
        channels--;
    for (uint64_t j = 0, run; j < channels; j += run) {
        const bool moves = axis[j] >= 0;
        for (run = 1;
             j + run < channels && (axis[j + run] == axis[j] || (axis[j + run] < 0 && !moves));)
            run++;
        int k = 0;
        while (k < owners.count &&
               (moves ? owners.axis[k] != axis[j] : owners.axis[k] >= 0 || still.to != ALL_ALONE))
            k++;
        if (!moves && still.to == WITH_BEFORE && owners.count == 0) {
            before += run;
        } else if (!moves && still.to == WITH_BEFORE) {
            owners.columns[last] += run;
        } else if (k < owners.count) {
            owners.columns[k] += run;
            last = k;
        } else if (k < GRID_AXES && (moves || owners.axes < GRID_AXES)) {
            owners.axis[k] = moves ? axis[j] : structure->axes - ++owners.axes;
            owners.columns[k] = run + before;
            owners.count++;
            last = k;
            before = 0;
        }
    }
    for (int k = 0; k < owners.count; k++)
        owners.columns[k] = (owners.columns[k] * (halves ? 2 : 1) + 1) / 2 * 2;
    return owners;
}

/* The smallest shares, each below 10, that give the axes these numbers of columns; false if there are none. */
static bool find_shares(const struct owners *owners, uint64_t channels, uint64_t share[GRID_AXES]) {
    enum { MOST = 9 };
    for (uint64_t sum = 1; sum <= (uint64_t)MOST * GRID_AXES; sum++) {
        uint64_t rest = sum;
        bool fit = true;
        for (int k = 0; k < owners->count && fit; k++) {
            share[k] = 1;
            while (share[k] < MOST && channels * share[k] / (2 * sum) < owners->columns[k] / 2)
                share[k]++;
            fit = channels * share[k] / (2 * sum) == owners->columns[k] / 2 && rest >= share[k];
            rest -= share[k];
        }
        if (fit && rest == 0)
            return true;
    }
    return false;
}

/* The word for the axes that own columns: equal shares, the smallest ones, or as many as there are columns. NULL if there is
 * none. */
enum sharing { EQUAL, SMALLEST, COUNTED, SHARINGS };
static const char *columns_of(struct shapes *shapes, const struct owners *owners,
                              enum sharing sharing) {
    const char *letters = &"styx"[GRID_AXES - owners->axes];
    uint64_t common = 0, share[GRID_AXES] = {1, 1, 1, 1};
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < owners->count; k++)
        common = common_divisor(owners->columns[k], common);
    if (sharing == SMALLEST && !find_shares(owners, shapes->search->data->view.channels, share))
        return NULL;
    for (int k = 0; k < owners->count; k++) {
        if (sharing == COUNTED)
            share[k] = owners->columns[k] / common;
        text_put(&text, "%c", letters[owners->axis[k] + owners->axes - shapes->structure->axes]);
        if (share[k] > 1 && share[k] < 1000)
            text_put(&text, "%" PRIu64, share[k]);
    }
    const char *kept = guess_keep(shapes->search, text_string(&text));
    return owners->count > 0 ? kept : NULL;
}

/* Sizes of the axes as a word has them, after those of size 1. */
static const char *sizes_of(struct guess_search *search, int axes, const uint64_t size[],
                            int count) {
    struct text text = {NULL, 0, 0};
    for (int a = count - axes; a < count; a++)
        text_put(&text, "%s%" PRIu64, a > count - axes ? "x" : "", a < 0 ? 1 : size[a]);
    return guess_keep(search, text_string(&text));
}

static void visit_nestings(struct shapes *shapes) {
    static const char *const nesting[] = {"outer", "middle", "inner"}, *const frequencies[] = {
                                                                           "axis", "shared"};
    for (int k = 0; k < 6; k++) {
        shapes->given[GRID_NESTING] = nesting[k % 3];
        shapes->given[GRID_FREQUENCIES] = frequencies[k / 3];
        visit_both(shapes, "zero");
        visit_repeats(shapes, true);
    }
    shapes->given[GRID_NESTING] = shapes->given[GRID_FREQUENCIES] = NULL;
}

static void visit_grid(struct shapes *shapes) {
    static const struct still stills[] = {{WITH_BEFORE, false},
                                          {EACH_ALONE, false},
                                          {ALL_ALONE, false},
                                          {EACH_ALONE, true},
                                          {ALL_ALONE, true}};
    enum { STILLS = sizeof stills / sizeof *stills, COLUMNS = STILLS * SHARINGS };
    const struct structure *structure = shapes->structure;
    const char *columns[COLUMNS];
    size_t count = 0;
    for (size_t n = 0; n < COLUMNS; n++) {
        const struct owners owners = owners_of(shapes, stills[n / SHARINGS]);
        columns[count] = columns_of(shapes, &owners, (enum sharing)(n % SHARINGS));
        size_t k = 0;
        while (columns[count] && k < count && strcmp(columns[k], columns[count]) != 0)
            k++;
        if (k < count || !columns[count])
            continue;
        shapes->given[GRID] =
            sizes_of(shapes->search, owners.axes, structure->size, structure->axes);
        shapes->given[GRID_COLUMNS] = columns[count++];
        visit_nestings(shapes);
    }
    shapes->given[GRID_COLUMNS] = NULL;
}

/* The word grid for that many axes, where sizes of 1 stand wherever they can. Returns how many ways there are. */
enum { GRIDS = 8 };
static size_t grids_of(struct shapes *shapes, int axes, const char *grid[GRIDS]) {
    const struct structure *structure = shapes->structure;
    size_t count = 0;
    for (int set = 0; set < 1 << axes && count < GRIDS; set++) {
        struct text text = {NULL, 0, 0};
        int next = 0;
        for (int k = 0; k < axes; k++) {
            const bool large = (set >> k & 1) && next < structure->axes;
            text_put(&text, "%s%" PRIu64, k > 0 ? "x" : "", large ? structure->size[next] : 1);
            next += set >> k & 1;
        }
        const char *kept = guess_keep(shapes->search, text_string(&text));
        if (next == structure->axes)
            grid[count++] = kept;
    }
    return count;
}

/* How published tables share out their columns among the axes: slow columns that don't change can't tell it. */
static void visit_published(struct shapes *shapes) {
    static const enum word words_of_sharing[] = {GRID_COLUMNS, GRID_NESTING, GRID_FREQUENCIES,
                                                 SCALING};
    enum { COUNT = sizeof words_of_sharing / sizeof *words_of_sharing };
    const struct preset *const lists[] = {presets, aliases};
    const char *seen[64];
    size_t known = 0;
    for (size_t n = 0; n < 2; n++)
        for (const struct preset *row = lists[n]; row->name && !shapes->done; row++) {
            const struct preset *under = row->preset ? preset_named(row->preset) : row;
            struct text all = {NULL, 0, 0};
            for (size_t k = 0; k < COUNT; k++) {
                const enum word word = words_of_sharing[k];
                shapes->given[word] = row->given[word] ? row->given[word] : under->given[word];
                text_put(&all, "%s ", shapes->given[word] ? shapes->given[word] : "");
            }
            const char *sharing = guess_keep(shapes->search, text_string(&all)), *grid[GRIDS];
            bool twice = !shapes->given[GRID_COLUMNS] || known == 64;
            for (size_t k = 0; k < known; k++)
                twice |= strcmp(seen[k], sharing) == 0;
            if (twice)
                continue;
            seen[known++] = sharing;
            int axes = 0;
            for (const char *at = shapes->given[GRID_COLUMNS]; *at; at++)
                axes += strchr("styx", *at) != NULL;
            const size_t grids = axes < shapes->structure->axes ? 0 : grids_of(shapes, axes, grid);
            for (size_t k = 0; k < grids; k++) {
                shapes->given[GRID] = grid[k];
                visit_both(shapes, "zero");
                visit_repeats(shapes, true);
            }
        }
    for (size_t k = 0; k < COUNT; k++)
        shapes->given[words_of_sharing[k]] = NULL;
}

/* Rows that are all the same may be frequencies. */
static void visit_frequencies(struct shapes *shapes) {
    const struct structure *structure = shapes->structure;
    const uint64_t channels = shapes->search->data->view.channels;
    const char *repeat = structure->halves        ? "halves"
                         : structure->interleaved ? "interleave"
                                                  : "none";
    const bool once = strcmp(repeat, "none") == 0;
    shapes->given[COMPONENT] = "frequency";
    shapes->given[REPEAT] = repeat;
    shapes->given[D_MODEL] = guess_number(shapes->search, once ? 2 * channels : channels);
    visit(shapes);
    shapes->given[COMPONENT] = shapes->given[REPEAT] = NULL;
}

/* The word zero-rows. */
static const char *zero_rows(struct guess_search *search, const struct structure *structure) {
    struct text list = {NULL, 0, 0};
    if (!structure->without_zeros)
        return "none";
    for (size_t k = 0; k < search->data->rows; k++)
        if (search->data->zero[k])
            text_put(&list, "%s%" PRIu64, list.used ? "," : "", search->data->row[k]);
    return guess_keep(search, text_string(&list));
}

void shape_each(struct guess_search *search, const struct structure *structure, shape_visit *each) {
    struct shapes shapes = {.search = search, .structure = structure, .visit = each};
    bool changing = false;
    for (uint64_t j = 0; j < search->data->view.channels; j++)
        changing |= structure->axis[j] >= 0;
    shapes.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    shapes.given[ZERO_ROWS] = zero_rows(search, structure);
    if (!changing)
        visit_frequencies(&shapes);
    if (structure->axes == 1) {
        visit_plain(&shapes);
        return;
    }
    int first = 0;
    while (first < structure->axes && structure->block[first] == 1)
        first++;
    if (first < structure->axes) {
        const int blocked = structure->axes - first < 2 ? 2 : structure->axes - first;
        shapes.given[GRID_BLOCKS] = sizes_of(search, blocked, structure->block, structure->axes);
    }
    visit_published(&shapes);
    visit_grid(&shapes);
}
