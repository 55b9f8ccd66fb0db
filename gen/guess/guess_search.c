#include "guess/guess_search.h"
#include "base/die.h"
#include "fit/table_model.h"
#include "guess/guess_name.h"
#include "guess/simplest.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the best */

static int better_first(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->explains != y->explains || x->exact != y->exact)
        return (y->explains + y->exact) - (x->explains + x->exact);
    const double p = x->explains ? x->cost : x->merit, q = y->explains ? y->cost : y->merit;
    return p < q ? -1 : p > q;
}

static void rank(struct guess_search *search, struct ranked *ranked) {
    ranked->merit = guess_merit(search, ranked->error, ranked->cost);
}

/* Names the few candidates that are best as they are. */
size_t guess_rank(struct guess_search *search, struct ranked best[RANKED]) {
    struct ranked *all = die_malloc((search->count + 1) * sizeof *all);
    for (size_t k = 0; k < search->count; k++) {
        const struct candidate *candidate = &search->found[k];
        all[k] = (struct ranked){.explains = candidate->explains,
                                 .exact = candidate->exact,
                                 .cost = guess_words_cost(candidate->given),
                                 .error = candidate->error};
        memcpy(all[k].given, candidate->given, sizeof all[k].given);
        rank(search, &all[k]);
    }
    qsort(all, search->count, sizeof *all, better_first);
    const size_t count = search->count < RANKED ? search->count : RANKED;
    for (size_t k = 0; k < count; k++) {
        best[k] = all[k];
        best[k].cost = guess_name(search, all[k].given, best[k].given);
        rank(search, &best[k]);
    }
    qsort(best, count, sizeof *best, better_first);
    free(all);
    return count;
}

/* An error above LIMIT times the amplitude says only that the entry is another number. A part of the sample is near if its
 * mean error is below NEAR times the amplitude, and well below that of the mean of the row or the column, whichever is
 * nearer: a table of zeros is near to very slow waves, but they explain nothing. All parts together must be explained too,
 * but less well: positions in bf16 leave only the slow columns of large positions. */
static const double LIMIT = 0.05, NEAR = 0.01, EXPLAINED = 0.3, ALL_EXPLAINED = 0.7;
enum { PARTS = 8 };

static double limited(double error, double limit) {
    return error < limit ? error : limit; /* NaN too */
}

/* The errors of a part of the sample. */
struct sum {
    double error, plain; /* of the model; of the mean of the row or the column */
    size_t entries;
};

/* Frequencies span many magnitudes: their errors are relative. */
static double unit_of(const struct table_model *model) {
    return table_is_constant(model->table) ? 1 : model->amplitude;
}

static void add_part(const struct guess_search *search, const struct table_model *model, int axis,
                     size_t part, size_t every, struct sum *sum) {
    const struct sample *sample = &search->sample;
    const struct guess_data *data = search->data;
    const bool constant = table_is_constant(model->table);
    const double unit = unit_of(model), limit = LIMIT * unit;
    size_t begin = sample->rows * part / PARTS, end = sample->rows * (part + 1) / PARTS;
    for (size_t n = 0; n < sample->channels; n += every) {
        uint64_t j = sample->channel[n];
        if (axis >= 0 && model->channel[j].axis != axis)
            continue;
        for (size_t k = begin; k<end; k += every> 1 ? 5 : 1) {
            double got = guess_value(data, sample->row[k], j);
            double wanted = model_entry(model, data->row[sample->row[k]], j);
            double apart = fabs(got - wanted), error = constant ? apart / fabs(wanted) : apart;
            sum->entries++;
            sum->error += limited(error, limit);
            double plain = fmin(fabs(got - sample->mean[n]), fabs(got - sample->row_mean[k]));
            sum->plain += constant ? limit : limited(plain, limit);
        }
    }
}

/* Is a part near, by a few entries of each? */
static bool may_be_near(const struct guess_search *search, const struct table_model *model,
                        int axis) {
    enum { FEW = 48 };
    size_t every = search->sample.channels / FEW | 1; /* odd, to see sines and cosines */
    if (every == 1)
        return true;
    for (size_t part = 0; part < PARTS; part++) {
        struct sum sum = {.entries = 0};
        add_part(search, model, axis, part, every, &sum);
        if (sum.error <= 3 * NEAR * unit_of(model) * (double)sum.entries)
            return true;
    }
    return false;
}

/* Rows that are 0 throughout are in no sample, but should be 0 in the table too. */
static void add_zeros(const struct guess_search *search, const struct table_model *model, int axis,
                      struct sum *sum) {
    enum { ZEROS = 8 };
    const struct sample *sample = &search->sample;
    const struct guess_data *data = search->data;
    const double limit = LIMIT * model->amplitude;
    size_t zeros = 0;
    for (size_t k = 0; k < data->rows && zeros < ZEROS && data->zeros > 0; k++) {
        if (!data->zero[k])
            continue;
        zeros++;
        for (size_t n = 0; n < sample->channels; n++) {
            uint64_t j = sample->channel[n];
            if (axis >= 0 && model->channel[j].axis != axis)
                continue;
            double error = fabs(model_entry(model, data->row[k], j));
            sum->error += limited(error, limit);
            sum->entries++;
        }
    }
}

double guess_error(const struct guess_search *search, const struct table_model *model, int axis) {
    const size_t rows = search->sample.rows;
    struct sum all = {.entries = 0};
    size_t near = 0;
    if (!may_be_near(search, model, axis))
        return INFINITY;
    for (size_t part = 0; part < PARTS; part++) {
        struct sum sum = {.entries = 0};
        add_part(search, model, axis, part, 1, &sum);
        near += sum.entries > 0 && sum.error <= EXPLAINED * sum.plain &&
                sum.error <= NEAR * unit_of(model) * (double)sum.entries;
        all.plain += sum.plain;
        all.error += sum.error;
        all.entries += sum.entries;
    }
    add_zeros(search, model, axis, &all);
    if (axis < 0 && all.error > ALL_EXPLAINED * all.plain)
        return INFINITY;
    return near >= (rows < (size_t)2 * PARTS ? 1 : 2) ? all.error / (double)all.entries : INFINITY;
}

double guess_merit(const struct guess_search *search, double error, double cost) {
    const double per_cost = 0.06;
    return log(error + 2 * search->data->quantum) + per_cost * cost;
}

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

/* How many entries of the sample noise doesn't explain, at its level. Errors that are not much larger than noise are no
 * damage: each of them is as bad as many. */
static size_t unexplained(const struct guess_search *search, const struct noise *noise) {
    enum { DAMAGE = 16 };
    const struct sample *sample = &search->sample;
    const struct guess_data *data = search->data;
    size_t count = 0;
    for (size_t n = 0; n < sample->channels; n++)
        for (size_t k = 0; k < sample->rows; k++) {
            const uint64_t position = data->row[sample->row[k]], j = sample->channel[n];
            const double wanted = model_entry(noise->model, position, j),
                         apart = fabs(guess_value(data, sample->row[k], j) - wanted);
            const double bound = noise_bound(noise, position, j, wanted);
            count += apart <= bound ? 0 : apart <= DAMAGE * bound ? sample->rows : 1;
        }
    for (size_t k = 0; k < data->rows && data->zeros > 0; k++)
        if (data->zero[k] && !table_zero_row(noise->model->table, data->row[k]))
            count += sample->rows * sample->channels; /* it should be there, or be damage */
    return count;
}

/* Which noise explains nearly all of the sample? */
static void judge(const struct guess_search *search, const struct table_model *model,
                  struct candidate *candidate) {
    enum { FEW = 50 }; /* one of this many may be damaged */
    const size_t entries = search->sample.rows * search->sample.channels;
    struct noise noise;
    noise_open(&noise, model, &search->data->grain);
    candidate->clean = FEW * unexplained(search, &noise) <= entries;
    noise.level = NOISE_F64;
    candidate->exact = candidate->clean && FEW * unexplained(search, &noise) <= entries;
    candidate->explains = candidate->clean;
    candidate->clean &= candidate->simple;
    noise_close(&noise);
}

void guess_try(struct guess_search *search, const char *const given[WORDS]) {
    struct candidate candidate = {.error = INFINITY};
    struct trial trial;
    guess_words(search, given, candidate.given);
    if (!trial_open(&trial, candidate.given))
        return;
    if (fits(search, trial.table))
        candidate.error = guess_error(search, trial_model(&trial), -1);
    if (isfinite(candidate.error)) {
        candidate.simple = guess_is_simple(candidate.given);
        judge(search, &trial.model, &candidate);
        search->found = die_grow(search->found, search->count, sizeof *search->found);
        search->found[search->count++] = candidate;
    }
    trial_close(&trial);
}
