#include "audit/guess_search.h"
#include "audit/guess_cost.h"
#include "base/die.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_ROWS = 96, SAMPLE_CHANNELS = 512 };

/* The first rows, where positions are small, the last, and some between them. */
static void choose_rows(struct sample *sample, const struct guess_data *data) {
    enum { BEGINNING = 32 };
    size_t live = data->rows - data->zeros, number = 0;
    sample->row = die_malloc(SAMPLE_ROWS * sizeof *sample->row);
    for (size_t k = 0; k < data->rows; k++) {
        if (data->zero[k])
            continue;
        size_t others = SAMPLE_ROWS - BEGINNING, rest = live > BEGINNING ? live - BEGINNING : 1;
        size_t n = number - BEGINNING;
        bool taken = number < BEGINNING || live <= SAMPLE_ROWS ||
                     (n * others) / rest != ((n + 1) * others) / rest;
        if (taken && sample->rows < SAMPLE_ROWS)
            sample->row[sample->rows++] = k;
        number++;
    }
}

static void choose_channels(struct sample *sample, const struct guess_data *data) {
    uint64_t all = data->view.channels;
    sample->channels = (size_t)(all < SAMPLE_CHANNELS ? all : SAMPLE_CHANNELS);
    sample->channel = die_malloc(sample->channels * sizeof *sample->channel);
    for (size_t n = 0; n < sample->channels; n++) {
        uint64_t j =
            all <= SAMPLE_CHANNELS ? n : (uint64_t)((double)all / SAMPLE_CHANNELS * (double)n);
        sample->channel[n] = j;
    }
}

static void find_means(struct sample *sample, const struct guess_data *data) {
    sample->mean = die_malloc(sample->channels * sizeof *sample->mean);
    sample->row_mean = die_malloc((sample->rows + 1) * sizeof *sample->row_mean);
    memset(sample->row_mean, 0, (sample->rows + 1) * sizeof *sample->row_mean);
    for (size_t n = 0; n < sample->channels; n++) {
        double sum = 0;
        for (size_t k = 0; k < sample->rows; k++) {
            double v = guess_value(data, sample->row[k], sample->channel[n]);
            v = isfinite(v) && fabs(v) < 1e3 ? v : 0;
            sum += v;
            sample->row_mean[k] += v / (double)sample->channels;
        }
        sample->mean[n] = sum / (double)(sample->rows + (sample->rows == 0));
    }
}

void guess_search_open(struct guess_search *search, const struct guess_data *data,
                       const char *const user[WORDS], const char *type) {
    *search = (struct guess_search){.data = data, .user = user, .type = type};
    choose_rows(&search->sample, data);
    choose_channels(&search->sample, data);
    find_means(&search->sample, data);
}

void guess_search_close(struct guess_search *search) {
    for (size_t k = 0; k < search->texts; k++)
        free(search->text[k]);
    free(search->text);
    free(search->found);
    free(search->sample.row);
    free(search->sample.channel);
    free(search->sample.mean);
    free(search->sample.row_mean);
}

const char *guess_keep(struct guess_search *search, char *text) {
    search->text = die_grow(search->text, search->texts, sizeof *search->text);
    return search->text[search->texts++] = text;
}

const char *guess_number(struct guess_search *search, uint64_t number) {
    return guess_keep(search, text_format("%" PRIu64, number));
}

void guess_words(const struct guess_search *search, const char *const given[WORDS],
                 const char *complete[WORDS]) {
    for (int k = 0; k < WORDS; k++)
        complete[k] = search->user[k] ? search->user[k] : given[k];
    if (!complete[TYPE])
        complete[TYPE] = search->type;
    if (search->data->view.channel_major || complete[PRESET])
        complete[AXES] = search->data->view.channel_major ? "channel-major" : "position-major";
}

static bool fits(const struct guess_search *search, const struct table *table) {
    const struct view *view = &search->data->view;
    return table->position_count == view->positions && table->channel_count == view->channels &&
           table->arrays == 1 && table->channel_major == view->channel_major;
}

bool guess_is_clean(const struct guess_search *search) {
    for (size_t k = 0; k < search->count; k++)
        if (search->found[k].clean)
            return true;
    return false;
}

bool guess_is_exact(const struct guess_search *search) {
    for (size_t k = 0; k < search->count; k++)
        if (search->found[k].exact)
            return true;
    return false;
}

bool guess_has_simple(const struct guess_search *search) {
    double best = INFINITY;
    for (size_t k = 0; k < search->count; k++)
        best = fmin(best, search->found[k].error);
    for (size_t k = 0; k < search->count; k++)
        if (search->found[k].simple &&
            search->found[k].error <= 2 * best + 4 * search->data->quantum)
            return true;
    return false;
}

double guess_try(struct guess_search *search, const char *const given[WORDS]) {
    struct candidate candidate = {.error = INFINITY};
    struct trial trial;
    guess_words(search, given, candidate.given);
    if (!trial_open(&trial, candidate.given))
        return INFINITY;
    if (fits(search, trial.table)) {
        struct guess_model model;
        model_open(&model, trial.table);
        struct explained explained;
        candidate.error = guess_error(search, &model, -1, &explained);
        candidate.simple = guess_is_simple(candidate.given);
        candidate.clean = explained.clean && candidate.simple;
        candidate.exact = explained.exact;
        if (isfinite(candidate.error)) {
            search->found = die_grow(search->found, search->count, sizeof *search->found);
            search->found[search->count++] = candidate;
        }
        model_close(&model);
    }
    trial_close(&trial);
    return candidate.error;
}
