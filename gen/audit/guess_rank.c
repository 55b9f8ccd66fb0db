#include "audit/guess_rank.h"
#include "audit/contrast.h"
#include "audit/guess_name.h"
#include "audit/guess_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the best */

/* A number with more digits must explain the entries better: about a quarter for seven digits. */
static const double PER_COST = 0.04;

static double merit_of(const struct guess_search *search, double error, double cost) {
    return log(error + search->data->quantum / 4) + PER_COST * cost;
}

struct entrant {
    const struct candidate *candidate;
    double merit;
};

static int by_merit(const void *a, const void *b) {
    const struct entrant *x = a, *y = b;
    return x->merit < y->merit ? -1 : x->merit > y->merit;
}

/* Names the few candidates that have most merit as they are. */
bool guess_best(struct guess_search *search, struct ranked *best) {
    enum { NAMED = 3 };
    struct entrant *entrants = malloc((search->count + 1) * sizeof *entrants);
    best->merit = INFINITY;
    for (size_t k = 0; k < search->count; k++)
        entrants[k] = (struct entrant){
            &search->found[k], merit_of(search, search->found[k].error,
                                        guess_words_cost(search->found[k].given))};
    qsort(entrants, search->count, sizeof *entrants, by_merit);
    for (size_t k = 0; k < search->count && k < NAMED; k++) {
        const char *named[WORDS];
        double cost = guess_name(search, entrants[k].candidate->given, named);
        double merit = merit_of(search, entrants[k].candidate->error, cost);
        if (merit < best->merit) {
            best->merit = merit;
            memcpy(best->given, named, sizeof named);
        }
    }
    free(entrants);
    return search->count > 0;
}

/* --- others */

static double difference(const struct guess_search *search, const struct guess_model *a,
                         const struct guess_model *b) {
    const struct sample *sample = &search->sample;
    double most = 0;
    for (size_t n = 0; n < sample->channels; n++)
        for (size_t k = 0; k < sample->rows; k++) {
            uint64_t row = search->data->row[sample->row[k]], j = sample->channel[n];
            most = fmax(most, fabs(model_entry(a, row, j) - model_entry(b, row, j)));
        }
    for (size_t k = 0; k < search->data->rows; k++) /* rows of zeros are in no sample */
        if (search->data->zero[k])
            for (size_t n = 0; n < sample->channels; n++) {
                uint64_t row = search->data->row[k], j = sample->channel[n];
                most = fmax(most, fabs(model_entry(a, row, j) - model_entry(b, row, j)));
            }
    return most;
}

struct rival {
    struct other other;
    size_t sentences;
    int fame;
};

static bool goes_before(const struct rival *a, const struct rival *b) {
    return a->sentences != b->sentences ? a->sentences < b->sentences : a->fame < b->fame;
}

/* Puts a rival in its place among the best ones. */
static size_t insert(struct rival rivals[], size_t count, const struct rival *rival) {
    enum { KEPT = OTHERS };
    size_t k = count;
    while (k > 0 && goes_before(rival, &rivals[k - 1]))
        k--;
    if (k == KEPT)
        return count;
    if (count == KEPT)
        count--;
    memmove(&rivals[k + 1], &rivals[k], (count - k) * sizeof *rivals);
    rivals[k] = *rival;
    return count + 1;
}

/* Is the table of these words one of those already? The more famous one stays. */
static bool is_there(struct rival rivals[], size_t count, const struct guess_model *model,
                     const struct rival *rival) {
    for (size_t k = 0; k < count; k++) {
        struct trial trial;
        struct guess_model there;
        if (rivals[k].sentences != rival->sentences || !trial_open(&trial, rivals[k].other.given))
            continue;
        model_open(&there, trial.table);
        bool same = model_same(&there, model);
        model_close(&there);
        trial_close(&trial);
        if (same && rival->fame < rivals[k].fame)
            rivals[k] = *rival;
        if (same)
            return true;
    }
    return false;
}

/* The best one, and how a preset's table of the same sizes differs from it. */
struct judged {
    struct guess_search *search;
    const struct trial *trial;
    const struct guess_model *model;
};

static size_t judge(const struct judged *judged, const struct preset *preset, struct rival rivals[],
                    size_t count) {
    enum { SENTENCES_MOST = 3 };
    struct rival rival = {.fame = guess_fame(preset->name)};
    struct trial trial;
    const struct table *best = judged->trial->table;
    const char **given = rival.other.given;
    for (int k = 0; k < WORDS; k++)
        if (k == MAX_LEN || k == TYPE || k == SCALE || (k == GRID && best->grid.axes > 0))
            given[k] = judged->trial->given[k];
    given[PRESET] = preset->name;
    for (int twice = 0; twice < 2; twice++) { /* of one component each pair may have one column */
        uint64_t channels = best->channel_count * (uint64_t)(twice + 1);
        given[D_MODEL] = guess_number(judged->search, channels);
        if (!trial_open(&trial, given))
            continue;
        if (trial.table->rows == best->rows && trial.table->columns == best->columns)
            break;
        trial_close(&trial);
        if (twice == 1)
            return count;
    }
    if (!trial.table)
        return count;
    struct guess_model model;
    char *sentences[CONTRAST_MAX];
    model_open(&model, trial.table);
    rival.sentences = contrast(&judged->trial->request, &trial.request, sentences);
    for (size_t k = 0; k < rival.sentences; k++)
        free(sentences[k]);
    if (trial.table->channel_major == best->channel_major && !model_same(judged->model, &model)) {
        rival.other.differs = difference(judged->search, judged->model, &model);
        if (rival.sentences > 0 && rival.sentences <= SENTENCES_MOST &&
            !is_there(rivals, count, &model, &rival))
            count = insert(rivals, count, &rival);
    }
    model_close(&model);
    trial_close(&trial);
    return count;
}

size_t guess_others(struct guess_search *search, const struct ranked *best,
                    struct other others[OTHERS]) {
    struct rival rivals[OTHERS + 1];
    size_t count = 0;
    struct trial trial;
    struct guess_model model;
    if (!trial_open(&trial, best->given))
        return 0;
    model_open(&model, trial.table);
    const struct judged judged = {search, &trial, &model};
    for (const struct preset *preset = presets; preset->name; preset++)
        count = judge(&judged, preset, rivals, count);
    for (size_t k = 0; k < count; k++)
        others[k] = rivals[k].other;
    model_close(&model);
    trial_close(&trial);
    return count;
}
