#include "guess/guess_shapes.h"
#include "base/text.h"
#include "fit/table_model.h"
#include "guess/simplest.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rules of released models, as their config.json has them: Llama 3.1, 3.2 and 4, gpt-oss, Qwen2.5 and Qwen3, DeepSeek-V2 and
 * V3, Kimi K2, Ministral 3 and others; then linear, ntk and dynamic with the factors that people use. */
static const char *const published[] = {
    "llama3:factor=8,original=8192",
    "llama3:factor=32,original=8192",
    "llama3:factor=16,original=8192",
    "llama3:factor=16,original=8192,low=1,high=1",
    "yarn:factor=32,original=4096,truncate=no",
    "yarn:factor=4,original=32768",
    "yarn:factor=4,original=32768,attention=1",
    "yarn:factor=2,original=32768",
    "yarn:factor=40,original=4096,mscale=1,mscale-all-dim=1",
    "yarn:factor=40,original=4096",
    "yarn:factor=64,original=4096,mscale=1,mscale-all-dim=1",
    "yarn:factor=64,original=4096,beta-fast=4,beta-slow=1",
    "yarn:factor=32,original=4096,beta-fast=1,beta-slow=1,mscale=1,mscale-all-dim=1",
    "yarn:factor=48,original=8192,mscale=1,mscale-all-dim=1",
    "yarn:factor=16,original=16384,mscale=1,mscale-all-dim=1",
    "yarn:factor=8,original=8192,attention=1.2079441541679836",
    "yarn:factor=16,original=8192,attention=1.2772588722239782",
    "yarn:factor=32,original=8192,attention=1.3465735902799727",
    "yarn:factor=64,original=4096,beta-fast=64,attention=1.4158883083359672",
    "yarn:factor=16,original=4096",
    "yarn:factor=32,original=4096",
    "yarn:factor=8,original=4096",
    "proportional:share=1/4",
    "proportional:share=1/2",
    "linear:factor=2",
    "linear:factor=4",
    "linear:factor=8",
    "ntk:factor=2",
    "ntk:factor=4",
    "ntk:factor=8",
    "ntk:factor=1000",
    "ntk:factor=100000",
};
enum { PUBLISHED_RULES = sizeof published / sizeof *published };

bool guess_is_published(const char *scaling) {
    for (size_t k = 0; k < PUBLISHED_RULES; k++)
        if (strcmp(published[k], scaling) == 0)
            return true;
    return false;
}

/* The lengths that models were first trained for, and the factors of released models. */
static const char *const originals[] = {"8192",  "4096",  "32768", "2048",
                                        "16384", "65536", "131072"};
enum { ORIGINALS = sizeof originals / sizeof *originals };
static const char *const factors[] = {"4", "8", "32", "16", "40", "2", "64", "10"};
enum { FACTORS = sizeof factors / sizeof *factors };

static void try_rule(struct guess_search *search, const char *const given[WORDS],
                     const char *text) {
    const char *with[WORDS];
    memcpy(with, given, sizeof with);
    with[SCALING] = text;
    guess_try(search, with);
}

/* A factor that no released model has, with a length that one has. */
static void try_factor(struct guess_search *search, const char *const given[WORDS],
                       const char *factor, double amplitude) {
    const double usual = 0.1 * log(strtod(factor, NULL)) + 1; /* of yarn */
    const double near = 1e-4 + 4 * search->data->quantum;
    for (int k = 0; k < ORIGINALS && !guess_is_clean(search); k++) {
        const char *rules[3] = {NULL};
        int count = 0;
        if (fabs(amplitude - usual) < near)
            rules[count++] = "yarn:factor=%s,original=%s";
        if (fabs(amplitude - 1) < near) {
            rules[count++] = "llama3:factor=%s,original=%s";
            rules[count++] = "yarn:factor=%s,original=%s,attention=1";
        }
        for (int n = 0; n < count; n++)
            try_rule(search, given,
                     guess_keep(search, text_format(rules[n], factor, originals[k])));
    }
}

void guess_scalings(struct guess_search *search, const char *const given[WORDS], const char *factor,
                    double amplitude) {
    const char *plain[WORDS];
    memcpy(plain, given, sizeof plain);
    plain[SPACING] = "pair";
    plain[AMPLITUDE] = plain[FIRST] = plain[STEP] = NULL;
    if (factor)
        try_factor(search, plain, factor, amplitude);
    for (int k = 0; !factor && k < PUBLISHED_RULES && !guess_is_clean(search); k++)
        try_rule(search, plain, published[k]);
}

bool guess_ntk(struct guess_search *search, double stretched, double error, uint64_t d,
               const char **base, const char **scaling) {
    if (d < 4)
        return false;
    for (int k = 0; k < FACTORS; k++) {
        double by = pow(strtod(factors[k], NULL), (double)d / ((double)d - 2));
        char *text = simplest_number((stretched - error) / by, (stretched + error) / by, 0);
        if (!text)
            continue;
        *base = guess_keep(search, text);
        if (guess_cost(text) > 2)
            continue;
        char *rule = text_format("ntk:factor=%s", factors[k]);
        *scaling = guess_keep(search, rule);
        return true;
    }
    return false;
}

struct shapes {
    struct guess_search *search;
    const struct structure *structure;
    shape_visit *visit;
    void *context;
    const char *given[WORDS];
};

/* A shape that contradicts the user's words isn't visited. */
static void visit(struct shapes *shapes) {
    const char *const *user = shapes->search->user;
    for (int k = 0; k < WORDS; k++)
        if (user[k] && shapes->given[k] && strcmp(user[k], shapes->given[k]) != 0 &&
            k != ZERO_ROWS && k != ODD)
            return;
    shapes->visit(shapes->context, shapes->given);
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

void shape_each(struct guess_search *search, const struct structure *structure, shape_visit *each,
                void *context) {
    struct shapes shapes = {
        .search = search, .structure = structure, .visit = each, .context = context};
    shapes.given[MAX_LEN] = guess_number(search, search->data->view.positions);
    shapes.given[ZERO_ROWS] = shape_zero_rows(search, structure);
    if (visit_frequencies(&shapes))
        return;
    if (structure->axes > 1)
        visit_grids(&shapes);
    else
        visit_plain(&shapes);
}
