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

/* A word costs more than a few digits, as does the number of a choice that has one; a table without a name more than a word.
 * How many rows are listed is free of cost. A name that stands for sines and cosines doesn't fit a table of one of them. */
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
    if (preset && has_one(preset, NULL) != has_one(preset, given[COMPONENT]))
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

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_words(const struct trial *a, const struct trial *b) {
    bool same = true;
    for (int k = 0; k < WORDS && same; k++)
        same = k == PRESET || same_text(text_read(a, k), text_read(b, k));
    return same;
}

/* The words that make the trial's table under a preset, or without one: all that the preset alone has otherwise. Returns
 * whether they do. */
static bool words_under(struct texts *texts, const struct trial *trial, const char *preset,
                        const struct text *listed, const char *given[WORDS]) {
    static const enum word kept[] = {TYPE, SCALE, ZERO_POINT, POSITIONS_FILE};
    const struct request *request = &trial->request;
    struct trial under;
    memset(given, 0, WORDS * sizeof *given);
    given[PRESET] = preset;
    given[MAX_LEN] = request->text[MAX_LEN];
    given[D_MODEL] = request->text[D_MODEL];
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        given[kept[k]] = trial->given[kept[k]];
    if (trial->table->grid.axes > 0)
        given[GRID] = request->text[GRID];
    for (int zero = ZERO_ROWS; trial->given[zero] && !given[zero]; zero = UNROTATED_ROWS)
        given[zero] = trial->given[zero]; /* a grid needs them beside its size */
    if (trial->given[UNROTATED_ROWS])
        given[UNROTATED_ROWS] = trial->given[UNROTATED_ROWS];
    given[ODD] = text_read(trial, ODD);
    if (!trial_open_listed(&under, given, listed))
        return false;
    if (given[ODD] && preset && same_text(preset_named(preset)->given[ODD], given[ODD]))
        given[ODD] = NULL;
    for (int k = 0; k < WORDS; k++)
        if (k != PRESET && !given[k] && text_read(trial, k) &&
            !same_text(text_read(&under, k), text_read(trial, k)))
            given[k] = texts_keep(texts, text_format("%s", request->text[k]));
    trial_close(&under);
    if (!trial_open_listed(&under, given, listed))
        return false;
    const bool same = same_words(&under, trial);
    for (int k = 0; k < WORDS; k++) /* what these words have anyway */
        if (k != MAX_LEN && k != D_MODEL && k != PRESET && k != TYPE && k != GRID && given[k] &&
            same_text(request_omitted(&under.request, (enum word)k), under.request.text[k]))
            given[k] = NULL;
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
    const char *given[WORDS];
    double least = cost_of(trial->given);
    memcpy(named, trial->given, sizeof given);
    if (!trial->given[PRESET])
        least = INFINITY; /* the words of a search aren't the shortest */
    for (const struct preset *preset = presets; preset->name; preset++) {
        if (!preset_is_tried(preset, grid, trial->table->position_count) ||
            (only_preset && strcmp(only_preset, preset->name) != 0) ||
            !words_under(texts, trial, preset->name, listed, given))
            continue;
        const double cost = cost_of(given);
        if (cost < least) {
            least = cost;
            for (int k = 0; k < WORDS; k++)
                named[k] = given[k] ? texts_keep(texts, text_format("%s", given[k])) : NULL;
        }
    }
    if (!only_preset && words_under(texts, trial, NULL, listed, given) && cost_of(given) < least) {
        least = cost_of(given);
        for (int k = 0; k < WORDS; k++)
            named[k] = given[k] ? texts_keep(texts, text_format("%s", given[k])) : NULL;
    }
    return isinf(least) ? cost_of(trial->given) : least;
}
