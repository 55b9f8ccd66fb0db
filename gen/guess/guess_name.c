#include "guess/guess_name.h"
#include "base/text.h"
#include "exact/expression.h"
#include "fit/table_model.h"
#include "guess/guess_shapes.h"
#include "guess/simplest.h"
#include "words/presets.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
            text_put(&text, "%s%" PRIu64, a > 0 ? "x" : "", size[a]);
        }
        grid[count++] = guess_keep(search, text_string(&text));
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
    const struct preset *alias; /* of that preset, or NULL */
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
    const struct preset *alias = visiting->alias;
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
static void visit_alias(struct visiting *visiting, const struct preset *alias) {
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
    for (const struct preset *alias = aliases; alias->name; alias++)
        if (grids_only || alias->given[SCALING]) /* no preset scales, so these come first too */
            visit_alias(&visiting, alias);
}

double published_value(const char *text, uint64_t positions, uint64_t size) {
    const struct sizes sizes = {0, 0, positions, size};
    struct number number;
    number_init(&number);
    double value = NAN;
    if (!expression_parse(&number, text, &sizes))
        value = mpq_get_d(number.rational) + mpq_get_d(number.pi) * acos(-1);
    number_clear(&number);
    return value;
}

size_t published_positions(struct guess_search *search, const uint64_t size[], int axes,
                           struct published list[PUBLISHED_MOST]) {
    static const struct published rows[] = {
        {"0", "1"},
        {"1", "1"},
        {"-1", "1"},
        {"2", "1"},
        {"max-len-1", "-1"},
        {"max-len/2-1/2", "-1"},
        {"1/2-max-len/2", "1"},
    };
    static const struct published grids[] = {
        {"0", "1"},
        {"1", "1"},
        {"-1", "1"},
        {"1/2", "1"},
        {"2", "1"},
        {"3", "1"},
        {"2pi/size-2pi", "4pi/size"}, /* dinov3: centres of patches from -1 to 1, times 2 pi */
        {"0", "16/size"},             /* eva02: stretched to the patches of pretraining */
        {"0", "14/size"},
        {"0", "24/size"},
        {"0", "32/size"},
        {"1/size-1", "2/size"},
        {"0", "1/2"},
        {"0", "2"},
    };
    size_t count = 0;
    if (axes == 1) {
        for (; count < sizeof rows / sizeof *rows; count++)
            list[count] = rows[count];
        return count;
    }
    for (; count < sizeof grids / sizeof *grids; count++)
        list[count] = grids[count];
    for (int a = 0; a < axes; a++) {
        /* detr and deformable-detr: divided by the size and a little more */
        char *whole = text_format("2pi/%" PRIu64 ".000001", size[a]);
        char *half = text_format("pi/%" PRIu64 ".000001", size[a]);
        const char *step = guess_keep(search, whole);
        list[count++] = (struct published){step, step};
        list[count++] = (struct published){guess_keep(search, half), step};
        /* dinov3 with one size for both axes */
        char *first = text_format("2pi/%" PRIu64 "-2pi", size[a]);
        char *by = text_format("4pi/%" PRIu64, size[a]);
        list[count++] = (struct published){guess_keep(search, first), guess_keep(search, by)};
    }
    return count;
}

/* Of several presets with the same table, people know these best. */
int guess_fame(const char *preset) {
    static const char *const famous[] = {
        "vaswani",   "whisper", "tensor2tensor", "fairseq", "rope-hf",   "rope-meta",
        "rope-vllm", "mae",     "timm-2d",       "detr",    "hf-marian", "guided-diffusion"};
    int rank = 0;
    for (size_t k = 0; k < sizeof famous / sizeof *famous; k++)
        if (strcmp(famous[k], preset) == 0)
            return (int)k;
    while (presets[rank].name && strcmp(presets[rank].name, preset) != 0)
        rank++;
    return 100 + rank;
}

/* Is a preset for a table of one component? */
static bool has_one(const struct preset *preset, const char *component) {
    const char *text = component ? component : preset ? preset->given[COMPONENT] : NULL;
    return text && strcmp(text, "both") != 0;
}

/* A word costs more than a few digits; a table without a name more than a word. A name that stands for sines and cosines
 * doesn't fit a table of one of them. */
double guess_words_cost(const char *const given[WORDS]) {
    double cost = given[PRESET] ? guess_fame(given[PRESET]) / 1000.0 : 6;
    for (int k = 0; k < WORDS; k++)
        if (k == SCALING && given[k])
            cost += guess_is_published(given[k]) ? 5 : 9;
        else if (given[k] && k != MAX_LEN && k != D_MODEL && k != GRID && k != PRESET && k != TYPE)
            cost += words[k].argument ? 4 + guess_cost(given[k]) : 6;
    const struct preset *preset = given[PRESET] ? preset_named(given[PRESET]) : NULL;
    if (preset && has_one(preset, NULL) != has_one(preset, given[COMPONENT]))
        cost += 6;
    return cost;
}

struct naming {
    struct guess_search *search;
    const char *whole[WORDS]; /* all words of the table, canonical */
    const struct table_model *model;
    const char *given[WORDS];
};

static bool makes_it(const struct naming *naming) {
    struct trial trial;
    struct table_model model;
    bool same = false;
    if (!trial_open(&trial, naming->given))
        return false;
    if (trial.table->channel_count == naming->model->channels &&
        trial.table->position_count == naming->model->positions) {
        model_open(&model, trial.table);
        same = model_same(naming->model, &model);
        model_close(&model);
    }
    trial_close(&trial);
    return same;
}

/* Leaves words out, as long as the table stays the same. */
static void shorten(struct naming *naming) {
    const char *kept[WORDS];
    for (int k = 0; k < WORDS; k++) {
        if (!naming->given[k] || k == MAX_LEN || k == D_MODEL || k == PRESET || k == TYPE)
            continue;
        memcpy(kept, naming->given, sizeof kept);
        naming->given[k] = NULL;
        if (!makes_it(naming))
            memcpy(naming->given, kept, sizeof kept);
    }
}

/* The words that a preset alone gets wrong. Returns false if the preset and the sizes make no table. */
static bool add_words(struct naming *naming) {
    struct trial trial;
    if (!trial_open(&trial, naming->given))
        return false;
    for (int k = 0; k < WORDS; k++)
        if (naming->whole[k] && word_is_of_table((enum word)k) &&
            (trial.request.ignored_because_of[k] != WORDS || !trial.request.text[k] ||
             strcmp(trial.request.text[k], naming->whole[k]) != 0))
            naming->given[k] = naming->whole[k];
    trial_close(&trial);
    return true;
}

static bool has_grid(const struct preset *preset) {
    return preset->given[GRID_COLUMNS] != NULL;
}

static void start(struct naming *naming, const char *preset) {
    memset(naming->given, 0, sizeof naming->given);
    naming->given[PRESET] = preset;
    naming->given[MAX_LEN] = naming->whole[MAX_LEN];
    naming->given[D_MODEL] = naming->whole[D_MODEL];
    naming->given[GRID] = naming->model->table->grid.axes > 0 ? naming->whole[GRID] : NULL;
    naming->given[TYPE] = naming->whole[TYPE];
    naming->given[SCALE] = naming->whole[SCALE];
}

static void keep_best(const struct naming *naming, double *best, const char *named[WORDS]) {
    double cost = guess_words_cost(naming->given);
    if (cost < *best) {
        *best = cost;
        memcpy(named, naming->given, sizeof naming->given);
    }
}

/* The words as a whole: those that the table reads. */
static void find_whole(struct naming *naming, const struct trial *trial) {
    for (int k = 0; k < WORDS; k++)
        if (word_is_of_table((enum word)k) && trial->request.text[k] &&
            (trial->request.ignored_because_of[k] == WORDS || k == MAX_LEN || k == D_MODEL))
            naming->whole[k] =
                guess_keep(naming->search, text_format("%s", trial->request.text[k]));
    if (trial->request.given[TYPE])
        naming->whole[TYPE] = trial->request.given[TYPE];
}

/* Each preset that makes the table alone; if there is none, each with more words; then no preset at all: any name says
 * more. */
static void try_presets(struct naming *naming, double *best, const char *named[WORDS]) {
    const char *only = naming->search->user[PRESET];
    const bool grid = naming->model->table->grid.axes > 0;
    for (int more = 0; more < 2 && isinf(*best); more++)
        for (const struct preset *preset = presets; preset->name; preset++) {
            if (has_grid(preset) != grid || (only && strcmp(only, preset->name) != 0))
                continue;
            start(naming, preset->name);
            if (more > 0)
                naming->given[ODD] = naming->whole[ODD];
            bool whole = more == 0 || add_words(naming);
            if (!whole || guess_words_cost(naming->given) > *best + 24 || !makes_it(naming))
                continue;
            if (more > 0)
                shorten(naming);
            keep_best(naming, best, named);
        }
    if (only || !isinf(*best))
        return;
    start(naming, NULL);
    if (add_words(naming) && makes_it(naming)) {
        shorten(naming);
        keep_best(naming, best, named);
    }
}

double guess_name(struct guess_search *search, const char *const given[WORDS],
                  const char *named[WORDS]) {
    struct naming naming = {.search = search};
    struct trial trial;
    struct table_model model;
    double best = INFINITY;
    memcpy(named, given, sizeof naming.given);
    if (!trial_open(&trial, given))
        return best;
    model_open(&model, trial.table);
    naming.model = &model;
    find_whole(&naming, &trial);
    try_presets(&naming, &best, named);
    model_close(&model);
    trial_close(&trial);
    return isinf(best) ? guess_words_cost(given) : best;
}
