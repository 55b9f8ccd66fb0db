#include "base/text.h"
#include "fit/simplest.h"
#include "fit/table_model.h"
#include "guess/guess_search.h"
#include "table/scaling.h"
#include "words/presets.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static bool is_published(const char *scaling) {
    for (const struct published_rule *rule = published_rules; rule->name; rule++)
        if (strcmp(rule->name, scaling) == 0)
            return true;
    return false;
}

/* Is a preset for a table of one component? */
static bool has_one(const struct preset *preset, const char *component) {
    const char *text = component ? component : preset ? preset->given[COMPONENT] : NULL;
    return text && strcmp(text, "both") != 0;
}

/* Words that say what single rows are. */
static const word_set WORDS_OF_ROWS = WORD_SET(ZERO_ROWS) | WORD_SET(UNROTATED_ROWS);

/* A word costs more than a few digits, as does the number of a choice that has one; a table without a name more than a word.
 * How many rows are listed is free of cost. A name that stands for sines and cosines doesn't fit a table of one of them. */
double guess_words_cost(const char *const given[WORDS]) {
    const word_set free_of_cost =
        WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(GRID) | WORD_SET(PRESET) | WORD_SET(TYPE);
    double cost = given[PRESET] ? guess_fame(given[PRESET]) / 1000.0 : 6;
    for (int k = 0; k < WORDS; k++) {
        if (!given[k] || (free_of_cost & WORD_SET(k)))
            continue;
        const char *number = WORDS_OF_ROWS & WORD_SET(k) ? "0"
                             : words[k].argument         ? given[k]
                                                         : strchr(given[k], ':');
        if (k == SCALING)
            cost += is_published(given[k]) ? 5 : 9;
        else
            cost += (words[k].argument ? 0 : 6) + (number ? 4 + text_cost(number) : 0);
    }
    const struct preset *preset = given[PRESET] ? preset_named(given[PRESET]) : NULL;
    if (preset && has_one(preset, NULL) != has_one(preset, given[COMPONENT]))
        cost += 6;
    return cost;
}

struct naming {
    struct guess_search *search;
    const char *whole[WORDS]; /* all words of the table, canonical */
    const struct table_model *model;
    const char *given[WORDS]; /* those that are tried now, */
    const char **named;       /* the best so far, */
    double cost;              /* and what they cost */
};

static bool makes_it(const struct naming *naming) {
    struct trial trial;
    bool same = false;
    if (!trial_open_listed(&trial, naming->given, &naming->search->listed))
        return false;
    if (trial.table->channel_count == naming->model->channels &&
        trial.table->position_count == naming->model->positions)
        same = model_same(naming->model, trial_model(&trial));
    trial_close(&trial);
    return same;
}

/* Leaves words out if the table stays the same. */
static void leave_out(struct naming *naming, word_set set) {
    const char *kept[WORDS];
    memcpy(kept, naming->given, sizeof kept);
    for (int k = 0; k < WORDS; k++)
        if (set & WORD_SET(k))
            naming->given[k] = NULL;
    if (memcmp(kept, naming->given, sizeof kept) != 0 && !makes_it(naming))
        memcpy(naming->given, kept, sizeof kept);
}

/* Of frequencies that several words say, those of the preset are the shortest. */
static void shorten(struct naming *naming) {
    leave_out(naming, WORD_SET(BASE) | WORD_SET(SPACING));
    for (int k = 0; k < WORDS; k++)
        if (k != MAX_LEN && k != D_MODEL && k != PRESET && k != TYPE)
            leave_out(naming, WORD_SET(k));
}

/* The words that a preset alone gets wrong. Returns false if the preset and the sizes make no table. */
static bool add_words(struct naming *naming) {
    struct trial trial;
    if (!trial_open_listed(&trial, naming->given, &naming->search->listed))
        return false;
    for (int k = 0; k < WORDS; k++)
        if (naming->whole[k] && word_is_of_table((enum word)k) &&
            (trial.request.ignored_because_of[k] != WORDS || !trial.request.text[k] ||
             strcmp(trial.request.text[k], naming->whole[k]) != 0))
            naming->given[k] = naming->whole[k];
    trial_close(&trial);
    return true;
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
    if (naming->whole[POSITIONS_FILE])
        naming->whole[POSITIONS_FILE] = trial->request.given[POSITIONS_FILE]; /* with its folder */
}

/* Tries a preset alone, beside sizes and rows, or with the words that it alone gets wrong; or all words without a preset. */
static void try_preset(struct naming *naming, const char *preset, bool more) {
    static const enum word sizes[] = {MAX_LEN, D_MODEL, TYPE, SCALE, ZERO_ROWS, UNROTATED_ROWS};
    const double shortens_most = 24;
    memset(naming->given, 0, sizeof naming->given);
    naming->given[PRESET] = preset;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        naming->given[sizes[k]] = naming->whole[sizes[k]];
    if (naming->model->table->grid.axes > 0)
        naming->given[GRID] = naming->whole[GRID];
    if (more && preset)
        naming->given[ODD] = naming->whole[ODD];
    if ((more && !add_words(naming)) ||
        guess_words_cost(naming->given) > naming->cost + shortens_most || !makes_it(naming))
        return;
    if (more)
        shorten(naming);
    leave_out(naming, WORD_SET(ZERO_ROWS));
    leave_out(naming, WORD_SET(UNROTATED_ROWS));
    const double cost = guess_words_cost(naming->given);
    if (cost < naming->cost) {
        naming->cost = cost;
        memcpy(naming->named, naming->given, sizeof naming->given);
    }
}

/* A preset that makes the table alone is best; then one with more words; then no preset at all, since any name says more. */
double guess_name(struct guess_search *search, struct trial *trial, const char *named[WORDS]) {
    struct naming naming = {
        .search = search, .model = trial_model(trial), .named = named, .cost = INFINITY};
    const char *only = search->user[PRESET];
    const bool grid = naming.model->table->grid.axes > 0;
    memcpy(named, trial->given, sizeof naming.given);
    find_whole(&naming, trial);
    for (int more = 0; more < 2 && isinf(naming.cost); more++)
        for (const struct preset *preset = presets; preset->name; preset++)
            if ((preset->given[GRID_COLUMNS] != NULL) == grid &&
                (!only || strcmp(only, preset->name) == 0))
                try_preset(&naming, preset->name, more > 0);
    if (isinf(naming.cost) && !only)
        try_preset(&naming, NULL, true);
    return isinf(naming.cost) ? guess_words_cost(trial->given) : naming.cost;
}
