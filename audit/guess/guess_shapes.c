#include "base/die.h"
#include "base/text.h"
#include "guess/guess_structure.h"
#include "words/presets.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct shapes {
    struct guess_search *search;
    const struct structure *structure;
    shape_visit *visit;
    const char *given[WORDS];
    void (*leaf)(struct shapes *); /* what is done with the words of a shape: they are visited, */
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

/* Which columns a table has: both components if it has a layout, or one. */
static const struct {
    const char *layout, *repeat;
} arrangements[] = {{"interleaved", NULL}, {"halves", NULL}, {NULL, "halves"},
                    {NULL, "interleave"},  {NULL, "axis"},   {NULL, "none"}};
enum {
    ARRANGEMENTS = 2 * sizeof arrangements / sizeof *arrangements
}; /* sines first, or cosines */

static bool has_grid(const struct shapes *shapes) {
    return shapes->given[GRID_COLUMNS] || shapes->given[GRID_NESTING];
}

/* If each column is there twice, both look alike. */
static bool repeat_is_possible(const struct shapes *shapes, const char *repeat) {
    return strcmp(repeat, "halves") == 0       ? shapes->structure->halves
           : strcmp(repeat, "interleave") == 0 ? shapes->structure->interleaved
                                               : strcmp(repeat, "none") == 0 || has_grid(shapes);
}

/* Visits the shape so far with all columns that it may have. Cosines begin less often with 0 than sines do. */
static void visit_arrangements(struct shapes *shapes) {
    const uint64_t channels = shapes->search->data->view.channels;
    const struct entries *data = shapes->search->data;
    const bool zero = fabs(entry_at(data, 0, 0)) <= grain_at(&data->grain, 0),
               zeros = channels % 2 != 0 && shapes->structure->axis[channels - 1] == COLUMN_ZERO;
    for (size_t k = 0; k < ARRANGEMENTS; k++) {
        const char *layout = arrangements[k / 2].layout, *repeat = arrangements[k / 2].repeat;
        if (layout ? channels == 1 : !repeat_is_possible(shapes, repeat))
            continue;
        const bool once = !layout && strcmp(repeat, "none") == 0 && !shapes->given[SPACING],
                   sines = (k % 2 == 0) == (layout || zero);
        shapes->given[D_MODEL] = guess_number(shapes->search, (once ? 2 : 1) * channels);
        shapes->given[LAYOUT] = layout;
        shapes->given[REPEAT] = repeat;
        shapes->given[ORDER] = !layout ? NULL : sines ? "sin-cos" : "cos-sin";
        shapes->given[COMPONENT] = layout ? NULL : sines ? "sin" : "cos";
        shapes->given[ODD] = !layout                     ? "drop"
                             : has_grid(shapes) || zeros ? "zero"
                             : channels % 2 != 0         ? "sin"
                                                         : NULL;
        shapes->leaf(shapes);
    }
}

/* Without a grid. */
static void visit_plain(struct shapes *shapes) {
    visit_arrangements(shapes);
    shapes->given[SPACING] = "column";
    if (shapes->search->data->view.channels > 1)
        visit_arrangements(shapes);
    shapes->given[SPACING] = NULL;
}

/* --- grids
 *
 * The columns of a grid are a row of pairs, each of which an axis owns. Columns that don't change belong to an axis of one
 * point, or are slow ones of the axis beside them. */

/* Which columns are those of a pair, as far as its owner is concerned. */
enum fold {
    FOLD_NONE, /* each column is one: of a component; or both columns lie within those of its axis */
    FOLD_NEIGHBOURS, /* the pair i has the columns 2i and 2i + 1 */
    FOLD_HALVES      /* and here i and i + pairs */
};

/* How axes own pairs in a shape. */
struct dealing {
    enum fold fold;
    bool turns;   /* the axes take turns, until one has its share; else each has a section */
    bool doubled; /* a pair has two columns, whatever the fold */
};

/* The axes that own pairs, in their order, and how many; `axes` counts all axes of the grid. Those of one point come first,
 * and have numbers below 0. */
struct owners {
    int axes, count, axis[GRID_AXES];
    uint64_t pairs[GRID_AXES];
};
enum { OWNERS_MOST = 24 };

/* Pairs that don't change may belong to the axis of the pairs before them, or after them, or to an axis of one point; or to
 * several such axes, whose first frequencies are the same. */
enum still { STILL_BEFORE, STILL_AFTER, STILL_ALONE, STILL_APART, STILLS };
enum { STILL = -1 };

/* The axis of each pair that the first `columns` columns make, or STILL. Returns false if a pair has two axes. */
static bool fold_columns(const struct structure *structure, enum fold fold, uint64_t columns,
                         int owner[]) {
    const uint64_t pairs = fold == FOLD_NONE ? columns : columns / 2;
    for (uint64_t i = 0; i < pairs; i++)
        owner[i] = STILL;
    for (uint64_t j = 0; j < columns && pairs > 0; j++) {
        int *of_pair = &owner[fold == FOLD_NONE ? j : fold == FOLD_NEIGHBOURS ? j / 2 : j % pairs];
        if (structure->axis[j] >= 0 && *of_pair >= 0 && *of_pair != structure->axis[j])
            return false;
        *of_pair = structure->axis[j] >= 0 ? structure->axis[j] : *of_pair;
    }
    return true;
}

/* Adds an axis as the owner of these pairs. Returns false if it has pairs already, unless it was added last. */
static bool add_owner(struct owners *owners, int axis, uint64_t pairs) {
    for (int k = 0; k + 1 < owners->count; k++)
        if (owners->axis[k] == axis)
            return false;
    if (owners->count > 0 && owners->axis[owners->count - 1] == axis) {
        owners->pairs[owners->count - 1] += pairs;
        return true;
    }
    if (owners->count == GRID_AXES)
        return false;
    owners->axis[owners->count] = axis;
    owners->pairs[owners->count++] = pairs;
    return true;
}

/* Adds an axis of one point. */
static bool add_still(struct owners *owners, const struct structure *structure, uint64_t pairs) {
    return owners->axes < GRID_AXES &&
           add_owner(owners, structure->axes - 1 - owners->axes++, pairs);
}

/* How many pairs from i on have one axis, or none. */
static uint64_t run_of(const struct shapes *shapes, const struct dealing *dealing,
                       const int owner[], uint64_t pairs, uint64_t i, enum still still) {
    const struct entries *data = shapes->search->data;
    const uint64_t columns = dealing->fold == FOLD_NEIGHBOURS ? 2 : 1;
    uint64_t run = 1;
    for (; i + run < pairs && owner[i + run] == owner[i]; run++)
        if (owner[i] < 0 && still == STILL_APART &&
            entry_at(data, 0, (i + run) * columns) == entry_at(data, 0, i * columns))
            break;
    return run;
}

/* Each axis has the pairs of one section. */
static bool find_sections(const struct shapes *shapes, const struct dealing *dealing,
                          const int owner[], uint64_t pairs, enum still still,
                          struct owners *owners) {
    bool fit = true;
    for (uint64_t i = 0, run; i < pairs && fit; i += run) {
        run = run_of(shapes, dealing, owner, pairs, i, still);
        const int before = i > 0 ? owner[i - 1] : STILL,
                  after = i + run < pairs ? owner[i + run] : STILL,
                  beside = before < 0 || (still == STILL_AFTER && after >= 0) ? after : before,
                  axis = owner[i] >= 0 ? owner[i] : beside;
        const bool within = before >= 0 && before == after;
        if (owner[i] >= 0 || within || still < STILL_ALONE)
            fit = axis >= 0 && add_owner(owners, axis, run);
        else
            fit = add_still(owners, shapes->structure, run);
    }
    return fit;
}

/* The first axis among the pairs place, place + turns, ... that isn't `other`; STILL if there is none. */
static int axis_of_turn(const int owner[], uint64_t pairs, uint64_t place, uint64_t turns,
                        int other) {
    for (uint64_t i = place; i < pairs; i += turns)
        if (owner[i] >= 0 && owner[i] != other)
            return owner[i];
    return STILL;
}

/* The axes take turns: each gets the pairs place, place + turns, ..., until it has its share. The others of these pairs go
 * to the first axis. */
static bool find_turns(const struct structure *structure, const int owner[], uint64_t pairs,
                       uint64_t turns, enum still still, struct owners *owners) {
    const int first = axis_of_turn(owner, pairs, 0, turns, STILL);
    uint64_t left = pairs;
    bool fit = first >= 0 ? add_owner(owners, first, 0) : add_still(owners, structure, 0);
    for (uint64_t place = 1; place < turns && fit; place++) {
        const int axis = axis_of_turn(owner, pairs, place, turns, first);
        uint64_t own = 0, n = 0;
        for (uint64_t i = place; i < pairs; i += turns, n++)
            if ((owner[i] >= 0 && owner[i] == axis) ||
                (owner[i] < 0 && (axis < 0 || still == STILL_BEFORE) && own == n))
                own = n + 1;
        fit = own > 0 &&
              (axis >= 0 ? add_owner(owners, axis, own) : add_still(owners, structure, own));
        left -= own;
    }
    owners->pairs[0] = left;
    return fit;
}

/* The smallest shares that give the axes these numbers of pairs, or else these numbers themselves. Returns false if no
 * shares give these numbers. */
static bool find_shares(const struct owners *owners, uint64_t d, uint64_t share[GRID_AXES]) {
    enum { SUMS = 9 * GRID_AXES };
    uint64_t all = 0;
    bool fit = false;
    for (int k = 0; k < owners->count; k++)
        all += owners->pairs[k];
    for (uint64_t n = 1; n <= SUMS + 1 && !fit; n++) {
        const uint64_t sum = n <= SUMS ? n : all;
        uint64_t rest = sum;
        fit = true;
        for (int k = 0; k < owners->count && fit; k++) {
            share[k] = 1;
            while (share[k] < sum && d * share[k] / (2 * sum) < owners->pairs[k])
                share[k]++;
            fit = d * share[k] / (2 * sum) == owners->pairs[k] && rest >= share[k];
            rest -= share[k];
        }
        fit = fit && rest == 0;
    }
    return fit;
}

/* The word for the axes that own columns; NULL if there is none. */
static const char *columns_of(struct shapes *shapes, const struct owners *owners, uint64_t d) {
    const char *letters = &"styx"[GRID_AXES - owners->axes];
    uint64_t share[GRID_AXES];
    struct text text = {NULL, 0, 0};
    if (owners->count == 0 || !find_shares(owners, d, share))
        return NULL;
    for (int k = 0; k < owners->count; k++) {
        text_put(&text, "%c", letters[owners->axis[k] + owners->axes - shapes->structure->axes]);
        if (share[k] > 1)
            text_put(&text, "%" PRIu64, share[k]);
    }
    return guess_keep(shapes->search, text_string(&text));
}

/* Sizes of the axes as a word has them, after those of size 1. */
static const char *sizes_of(struct guess_search *search, int axes, const uint64_t size[],
                            int count) {
    struct text text = {NULL, 0, 0};
    for (int a = count - axes; a < count; a++)
        text_put(&text, "%s%" PRIu64, a > count - axes ? "x" : "", a < 0 ? 1 : size[a]);
    return guess_keep(search, text_string(&text));
}

static bool same_owners(const struct owners *a, const struct owners *b) {
    bool same = a->axes == b->axes && a->count == b->count;
    for (int k = 0; k < a->count && same; k++)
        same = a->axis[k] == b->axis[k] && a->pairs[k] == b->pairs[k];
    return same;
}

/* How the axes own the pairs of the shape so far. */
static struct dealing dealing_of(const struct shapes *shapes) {
    const char *const *given = shapes->given;
    const bool shared = strcmp(given[GRID_FREQUENCIES], "shared") == 0,
               inner = strcmp(given[GRID_NESTING], "inner") == 0,
               outer = strcmp(given[GRID_NESTING], "outer") == 0;
    struct dealing dealing = {FOLD_NONE, inner, true};
    if (given[LAYOUT] && strcmp(given[LAYOUT], "halves") == 0) {
        dealing.fold = outer && !shared ? FOLD_NONE : FOLD_HALVES;
    } else if (given[LAYOUT]) {
        dealing.fold = inner && !shared ? FOLD_NONE : FOLD_NEIGHBOURS;
        dealing.turns = inner || (!outer && !shared);
    } else if (strcmp(given[REPEAT], "halves") == 0) {
        dealing.fold = FOLD_HALVES;
    } else if (strcmp(given[REPEAT], "interleave") == 0) {
        dealing.fold = FOLD_NEIGHBOURS;
    } else {
        dealing.doubled = strcmp(given[REPEAT], "axis") == 0;
    }
    return dealing;
}

/* Adds the owners of the first `columns` columns, unless they are known. An axis without a fold owns whole pairs. */
static size_t add_owners(const struct shapes *shapes, const struct dealing *dealing,
                         const int owner[], uint64_t columns, struct owners list[], size_t count) {
    const bool halved = dealing->doubled && dealing->fold == FOLD_NONE;
    const uint64_t pairs = dealing->fold == FOLD_NONE ? columns : columns / 2;
    const int stills = shapes->structure->tolerant ? STILL_ALONE : STILLS;
    for (int still = 0; still < stills; still++)
        for (uint64_t turns = dealing->turns ? 2 : 1; turns <= (dealing->turns ? GRID_AXES : 1);
             turns++) {
            struct owners owners = {.axes = shapes->structure->axes};
            bool fit =
                dealing->turns
                    ? find_turns(shapes->structure, owner, pairs, turns, (enum still)still, &owners)
                    : find_sections(shapes, dealing, owner, pairs, (enum still)still, &owners);
            for (int k = 0; k < owners.count && halved; k++) {
                fit = fit && owners.pairs[k] % 2 == 0;
                owners.pairs[k] /= 2;
            }
            for (size_t n = 0; n < count && fit; n++)
                fit = !same_owners(&list[n], &owners);
            if (fit && count < OWNERS_MOST && owners.axes > 1)
                list[count++] = owners;
        }
    return count;
}

/* Visits the shape so far with all ways in which axes may own its columns. Those at the end that nobody owns are 0. */
static void visit_owners(struct shapes *shapes) {
    const struct structure *structure = shapes->structure;
    const uint64_t channels = shapes->search->data->view.channels;
    const bool both = shapes->given[LAYOUT] != NULL;
    const struct dealing dealing = dealing_of(shapes);
    struct owners list[OWNERS_MOST];
    int *owner = die_malloc(channels * sizeof *owner);
    size_t count = 0;
    uint64_t columns = dealing.doubled ? channels / 2 * 2 : channels;
    for (int way = 0; way < (both ? GRID_AXES : 1) && columns > 0; way++, columns -= 2) {
        bool zero = true;
        for (uint64_t j = columns; j < channels; j++)
            zero &= structure->axis[j] == COLUMN_ZERO;
        if (zero && fold_columns(structure, dealing.fold, columns, owner))
            count = add_owners(shapes, &dealing, owner, columns, list, count);
    }
    free(owner);
    for (size_t k = 0; k < count && !shapes->done; k++) {
        const struct owners *owners = &list[k];
        shapes->given[GRID_COLUMNS] =
            columns_of(shapes, owners, dealing.doubled ? channels : 2 * channels);
        shapes->given[GRID] =
            sizes_of(shapes->search, owners->axes, structure->size, structure->axes);
        if (shapes->given[GRID_COLUMNS])
            visit(shapes);
    }
    shapes->given[GRID] = shapes->given[GRID_COLUMNS] = NULL;
}

/* Visits all ways in which the axes of a grid may own its columns. */
static void visit_grid(struct shapes *shapes) {
    static const char *const nesting[] = {"outer", "middle", "inner"}, *const frequencies[] = {
                                                                           "axis", "shared"};
    shapes->leaf = visit_owners;
    for (int k = 0; k < 6; k++) {
        shapes->given[GRID_NESTING] = nesting[k % 3];
        shapes->given[GRID_FREQUENCIES] = frequencies[k / 3];
        visit_arrangements(shapes);
    }
    shapes->given[GRID_NESTING] = shapes->given[GRID_FREQUENCIES] = NULL;
    shapes->leaf = visit;
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
                visit_arrangements(shapes);
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

/* The rows that are apart, as the word zero-rows or unrotated-rows lists them. */
static const char *rows_apart(struct guess_search *search, const struct structure *structure,
                              enum row_kind kind) {
    struct text list = {NULL, 0, 0};
    for (size_t k = 0; k < search->data->rows && structure->apart.kind == kind; k++)
        if (is_apart(&structure->apart, search->data, k))
            text_put(&list, "%s%" PRIu64, list.used ? "," : "", search->data->row[k]);
    return list.used ? guess_keep(search, text_string(&list)) : "none";
}

void shape_each(struct guess_search *search, const struct structure *structure, shape_visit *each) {
    struct shapes shapes = {.search = search, .structure = structure, .visit = each, .leaf = visit};
    bool changing = false;
    for (uint64_t j = 0; j < search->data->view.channels; j++)
        changing |= structure->axis[j] >= 0;
    shapes.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    shapes.given[ZERO_ROWS] = rows_apart(search, structure, ROW_ZERO);
    shapes.given[UNROTATED_ROWS] = rows_apart(search, structure, ROW_UNROTATED);
    if (!changing)
        visit_frequencies(&shapes);
    if (structure->axes == 1)
        visit_plain(&shapes);
    int first = 0;
    while (first < structure->axes && structure->block[first] == 1)
        first++;
    if (first < structure->axes) {
        const int blocked = structure->axes - first < 2 ? 2 : structure->axes - first;
        shapes.given[GRID_BLOCKS] = sizes_of(search, blocked, structure->block, structure->axes);
    }
    if (structure->axes > 1)
        visit_published(&shapes);
    if (changing)
        visit_grid(&shapes);
}
