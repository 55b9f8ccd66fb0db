/* SPDX-License-Identifier: MIT */
#include "fit/simplest.h"
#include "guess/guess_parts.h"
#include "table/scaling.h"
#include "words/presets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of several presets with the same table, people know these best. */
static int fame_of(const char *preset) {
    static const char *const famous[] = {
        "sine",    "twiddle", "vaswani",   "whisper",         "tensor2tensor",
        "fairseq", "rope-hf", "rope-meta", "rope-vllm",       "mae",
        "timm-2d", "detr",    "hf-marian", "guided-diffusion"};
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

/* A word costs more than a few digits, as does the number of a choice that has one; a table without a name more than a word.
 * How many rows are listed is free of cost, and so are sizes, but for those of a preset that has its own. A name that stands
 * for sines and cosines doesn't fit a table of one of them. */
static double cost_of(const char *const given[WORDS]) {
    const word_set free_of_cost =
        WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(GRID) | WORD_SET(PRESET) | WORD_SET(TYPE);
    double cost = given[PRESET] ? fame_of(given[PRESET]) / 1000.0 : 6;
    for (int k = 0; k < WORDS; k++) {
        if (!given[k] || (free_of_cost & WORD_SET(k)))
            continue;
        const char *number = k == ZERO_ROWS || k == UNROTATED_ROWS ? "0"
                             : words[k].argument                   ? given[k]
                                                                   : strchr(given[k], ':');
        if (k == SCALING)
            cost += is_published(given[k]) ? 5 : 9;
        else
            cost += (words[k].argument ? 0 : 6) + (number ? 4 + text_cost(number) : 0);
    }
    const struct preset *preset = given[PRESET] ? preset_named(given[PRESET]) : NULL;
    if (preset && preset->given[D_MODEL]) /* a wave, of either component */
        cost += same_text(preset->given[D_MODEL], given[D_MODEL]) ? given[COMPONENT] ? -3 : 0 : 6;
    else if (preset && has_one(preset, NULL) != has_one(preset, given[COMPONENT]))
        cost += has_one(preset, NULL) ? 6 : 3;
    return cost;
}

/* The canonical text of a word that the table reads; NULL if it doesn't read it. An even number of columns has nothing
 * odd, nor has a grid whose axes own all columns. */
static const char *text_read(const struct trial *trial, int k) {
    const struct request *request = &trial->request;
    const struct table *table = trial->table;
    const bool even = k == ODD && table->d_model % 2 == 0 &&
                      (table->grid.axes == 0 ||
                       2 * grid_row_pairs(&table->grid, table->d_model) == table->d_model);
    return word_is_of_table((enum word)k) && request->ignored_because_of[k] == WORDS && !even
               ? request->text[k]
               : NULL;
}

/* Words that say which sines and cosines there are. */
static const word_set of_columns = WORD_SET(D_MODEL) | WORD_SET(COMPONENT) | WORD_SET(ORDER) |
                                   WORD_SET(LAYOUT) | WORD_SET(ODD) | WORD_SET(REPEAT);

static bool same_words(const struct trial *a, const struct trial *b, word_set except) {
    bool same = true;
    for (int k = 0; k < WORDS && same; k++)
        same = (except | WORD_SET(PRESET)) & WORD_SET(k) ||
               same_text(text_read(a, k), text_read(b, k));
    return same;
}

/* Is it the one column of sines, or of cosines, of a preset that has one column? */
static bool is_column(const struct trial *trial, const char *preset) {
    const struct preset *row = preset ? preset_named(preset) : NULL;
    const struct table *table = trial->table;
    return row && row->given[D_MODEL] && strcmp(row->given[D_MODEL], "1") == 0 &&
           table->arrays == 1 && table->channel_count == 1 &&
           (table->component == COMPONENT_SIN || table->component == COMPONENT_COS);
}

/* The words that make the trial's table under a preset, or without one, except those that they have anyway. Returns whether
 * they do. */
static bool words_under(struct texts *texts, const struct trial *trial, const char *preset,
                        const struct text *listed, const char *given[WORDS]) {
    const word_set as_given =
        WORD_SET(TYPE) | WORD_SET(SCALE) | WORD_SET(ZERO_POINT) | WORD_SET(POSITIONS_FILE);
    const word_set shown =
        WORD_SET(PRESET) | WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(TYPE) | WORD_SET(GRID);
    const word_set apart = WORD_SET(ZERO_ROWS) | WORD_SET(UNROTATED_ROWS);
    const char *least[WORDS] = {NULL};
    struct trial under;
    for (int k = 0; k < WORDS; k++) {
        given[k] = as_given & WORD_SET(k) ? trial->given[k] : text_read(trial, k);
        if ((shown | as_given | apart) & WORD_SET(k))
            least[k] = given[k];
    }
    given[PRESET] = least[PRESET] = preset;
    const word_set except = is_column(trial, preset) ? of_columns : 0;
    for (int k = 0; k < WORDS; k++)
        if (except & WORD_SET(k))
            given[k] = k == D_MODEL                                                 ? "1"
                       : k == COMPONENT && trial->table->component == COMPONENT_COS ? "cos"
                                                                                    : NULL;
    if (except)
        least[D_MODEL] = "1";
    if (trial_open_listed(&under, least, listed)) { /* words may depend on sizes: "over:n" */
        for (int k = 0; k < WORDS; k++)
            if (!least[k] && same_text(text_read(&under, k), given[k]))
                given[k] = NULL;
        trial_close(&under);
    }
    if (!trial_open_listed(&under, given, listed))
        return false;
    const bool same = same_words(&under, trial, except);
    for (int k = 0; k < WORDS; k++) {
        if (given[k] && !(shown & WORD_SET(k)) &&
            same_text(request_omitted(&under.request, (enum word)k), under.request.text[k]))
            given[k] = NULL;
        else if (given[k] && k != PRESET)
            given[k] = texts_keep(texts, text_format("%s", given[k]));
    }
    trial_close(&under);
    return same;
}

bool preset_is_tried(const struct preset *preset, bool grid, uint64_t rows) {
    const uint64_t listed_most = 1
                                 << 16; /* of positions that are listed when a table is resolved */
    const bool listed = preset->given[POSITIONS] || preset->given[CLAMP];
    return (preset->given[GRID_COLUMNS] != NULL) == grid && (!listed || rows <= listed_most);
}

double name_words(struct texts *texts, const struct trial *trial, const char *only_preset,
                  const struct text *listed, const char *named[WORDS]) {
    const bool grid = trial->table->grid.axes > 0;
    double least = cost_of(trial->given);
    memcpy(named, trial->given, sizeof trial->given);
    if (!trial->given[PRESET])
        least = INFINITY; /* the words of a search aren't the shortest */
    bool all = false;     /* the last one has no name: words without a preset */
    for (const struct preset *preset = presets; !all; preset++) {
        const char *given[WORDS];
        all = preset->name == NULL;
        const bool tried = all ? !only_preset
                               : preset_is_tried(preset, grid, trial->table->position_count) &&
                                     (!only_preset || strcmp(only_preset, preset->name) == 0);
        if (tried && words_under(texts, trial, preset->name, listed, given) &&
            cost_of(given) < least) {
            least = cost_of(given);
            memcpy(named, given, sizeof given);
        }
    }
    return isinf(least) ? cost_of(trial->given) : least;
}
