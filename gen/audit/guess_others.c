#include "audit/contrast.h"
#include "audit/guess_name.h"
#include "audit/guess_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rival {
    struct other other;
    int fame; /* of its preset */
};

/* The best one, and the rivals so far, the nearest first. */
struct contest {
    struct guess_search *search;
    const struct trial *best;
    const struct guess_model *model;
    struct rival rivals[OTHERS + 1];
    size_t count;
};

static void differ_in_row(const struct contest *contest, const struct guess_model *model,
                          size_t row, struct other *other) {
    const struct sample *sample = &contest->search->sample;
    const uint64_t position = contest->search->data->row[row];
    for (size_t n = 0; n < sample->channels; n++) {
        const uint64_t j = sample->channel[n];
        double difference =
            fabs(model_entry(contest->model, position, j) - model_entry(model, position, j));
        other->mean += difference;
        other->most = fmax(other->most, difference);
    }
}

/* Rows of zeros are in no sample, but may be what differs. */
static void find_difference(const struct contest *contest, const struct guess_model *model,
                            struct other *other) {
    const struct sample *sample = &contest->search->sample;
    const struct guess_data *data = contest->search->data;
    enum { ZEROS = 8 };
    size_t zeros = 0;
    for (size_t k = 0; k < sample->rows; k++)
        differ_in_row(contest, model, sample->row[k], other);
    for (size_t k = 0; k < data->rows && zeros < ZEROS && data->zeros > 0; k++)
        if (data->zero[k]) {
            differ_in_row(contest, model, k, other);
            zeros++;
        }
    other->mean /= (double)((sample->rows + zeros) * sample->channels);
}

/* Is the table of these words one of those already? The more famous one stays. */
static bool is_there(struct contest *contest, const struct guess_model *model,
                     const struct rival *rival) {
    for (size_t k = 0; k < contest->count; k++) {
        struct rival *old = &contest->rivals[k];
        struct trial trial;
        struct guess_model there;
        if (fabs(old->other.mean - rival->other.mean) > 1e-9 ||
            !trial_open(&trial, old->other.given))
            continue;
        model_open(&there, trial.table);
        bool same = model_same(&there, model);
        model_close(&there);
        trial_close(&trial);
        if (same && rival->fame < old->fame)
            *old = *rival;
        if (same)
            return true;
    }
    return false;
}

/* Puts a rival in its place, and drops the farthest. */
static void insert(struct contest *contest, const struct rival *rival) {
    size_t k = contest->count;
    for (; k > 0 && rival->other.mean < contest->rivals[k - 1].other.mean; k--)
        contest->rivals[k] = contest->rivals[k - 1];
    contest->rivals[k] = *rival;
    if (contest->count < OTHERS)
        contest->count++;
}

/* Can a person see what differs, in a few sentences? */
static bool is_told(const struct contest *contest, const struct trial *trial) {
    enum { SENTENCES_MOST = 3 };
    char *sentences[CONTRAST_MAX];
    size_t count = contrast(&contest->best->request, &trial->request, sentences);
    for (size_t k = 0; k < count; k++)
        free(sentences[k]);
    return count > 0 && count <= SENTENCES_MOST;
}

/* Returns false if the words make no table of the same size. */
static bool enter(struct contest *contest, const char *const given[WORDS]) {
    const struct table *best = contest->best->table;
    struct rival rival = {.fame = given[PRESET] ? guess_fame(given[PRESET]) : 1000};
    struct trial trial;
    struct guess_model model;
    memcpy(rival.other.given, given, sizeof rival.other.given);
    if (!trial_open(&trial, given))
        return false;
    bool alike = trial.table->channel_count == best->channel_count &&
                 trial.table->position_count == best->position_count &&
                 trial.table->channel_major == best->channel_major &&
                 table_is_constant(trial.table) == table_is_constant(best);
    if (alike) {
        model_open(&model, trial.table);
        if (!model_same(contest->model, &model) && is_told(contest, &trial)) {
            find_difference(contest, &model, &rival.other);
            if (!is_there(contest, &model, &rival))
                insert(contest, &rival);
        }
        model_close(&model);
    }
    trial_close(&trial);
    return alike;
}

/* The presets, as they stand. Of one component, each pair may have one column or two. */
static void enter_presets(struct contest *contest) {
    const struct table *best = contest->best->table;
    const char *given[WORDS] = {NULL};
    for (int k = 0; k < WORDS; k++)
        if (k == MAX_LEN || k == TYPE || k == SCALE || k == ZERO_POINT ||
            (k == GRID && best->grid.axes > 0))
            given[k] = contest->best->given[k];
    for (const struct preset *preset = presets; preset->name; preset++) {
        given[PRESET] = preset->name;
        given[D_MODEL] = guess_number(contest->search, best->channel_count);
        if (enter(contest, given))
            continue;
        given[D_MODEL] = guess_number(contest->search, 2 * best->channel_count);
        enter(contest, given);
    }
}

/* One word that people get wrong. */
static void enter_words(struct contest *contest) {
    static const struct {
        enum word word;
        const char *text;
    } slips[] = {
        {SPACING, "pair"},      {SPACING, "endpoint"}, {LAYOUT, "interleaved"},
        {LAYOUT, "halves"},     {ORDER, "sin-cos"},    {ORDER, "cos-sin"},
        {FIRST, "0"},           {FIRST, "1"},          {BASE, "10000"},
        {BASE, "500000"},       {COMPONENT, "sin"},    {COMPONENT, "cos"},
        {REPEAT, "interleave"}, {REPEAT, "halves"},
    };
    const char *given[WORDS];
    for (size_t k = 0; k < sizeof slips / sizeof *slips; k++) {
        memcpy(given, contest->best->given, sizeof given);
        given[slips[k].word] = slips[k].text;
        if (slips[k].word != COMPONENT || contest->best->table->component != COMPONENT_BOTH)
            enter(contest, given);
    }
}

size_t guess_others(struct guess_search *search, const struct ranked *best,
                    struct other others[OTHERS]) {
    struct contest contest = {.search = search};
    struct trial trial;
    struct guess_model model;
    if (!trial_open(&trial, best->given))
        return 0;
    model_open(&model, trial.table);
    contest.best = &trial;
    contest.model = &model;
    enter_presets(&contest);
    enter_words(&contest);
    for (size_t k = 0; k < contest.count; k++)
        others[k] = contest.rivals[k].other;
    model_close(&model);
    trial_close(&trial);
    return contest.count;
}
