#include "guess/guess_search.h"
#include "base/die.h"
#include "engine/reference.h"
#include "fit/measure.h"
#include "fit/pairs.h"
#include "fit/simplest.h"
#include "guess/guess_solve.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the sample */

enum { SAMPLE_ROWS = 96, SAMPLE_CHANNELS = 512, BEGINNING = 32 };

/* The first rows, where positions are small, the last, and some between them. */
static void choose_rows(struct excerpt *sample, const struct entries *data) {
    sample->rows = data->rows < SAMPLE_ROWS ? data->rows : SAMPLE_ROWS;
    sample->row = die_malloc(sample->rows * sizeof *sample->row);
    for (size_t n = 0; n < sample->rows; n++)
        sample->row[n] = (size_t)spread_beyond(BEGINNING, data->rows, sample->rows, n);
}

static void choose_channels(struct excerpt *sample, const struct entries *data) {
    const uint64_t all = data->view.channels;
    sample->channels = (size_t)(all < SAMPLE_CHANNELS ? all : SAMPLE_CHANNELS);
    sample->channel = die_malloc(sample->channels * sizeof *sample->channel);
    for (size_t n = 0; n < sample->channels; n++)
        sample->channel[n] = n * all / sample->channels;
}

/* Finds the channels that move: those that differ from row to row, except for rows of zeros, by an eighth of the largest
 * entry, or all if none does. Differences of a few units in the last place are those of rounding. */
static void find_moving(struct excerpt *sample, const struct entries *data) {
    enum { FEW_UNITS = 4 };
    const double eighth = 0.125;
    bool any = false;
    sample->moves = die_malloc(sample->channels * sizeof *sample->moves);
    sample->still = data->rows > 1;
    for (size_t n = 0; n < sample->channels; n++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < sample->rows; k++) {
            if (data->kind[sample->row[k]] == ROW_ZERO)
                continue;
            least = fmin(least, sample->value[k * sample->channels + n]);
            most = fmax(most, sample->value[k * sample->channels + n]);
        }
        sample->moves[n] = most - least > eighth * data->largest;
        sample->still &=
            !(most - least > FEW_UNITS * grain_at(&data->grain, fmax(fabs(least), fabs(most))));
        any |= sample->moves[n];
    }
    for (size_t n = 0; n < sample->channels && !any; n++)
        sample->moves[n] = true;
}

void guess_search_open(struct guess_search *search, const struct entries *data,
                       const char *const user[WORDS], const char *type) {
    *search = (struct guess_search){
        .data = data, .user = user, .type = type, .closest.judgement.magnitude = INFINITY};
    struct excerpt *sample = &search->sample;
    search->cost = die_malloc(COSTS_KEPT * sizeof *search->cost);
    memset(search->cost, 0, COSTS_KEPT * sizeof *search->cost);
    for (int k = 0; k < WORDS; k++)
        search->solved |= user[k] ? 0 : WORD_SET(k);
    choose_rows(sample, data);
    choose_channels(sample, data);
    sample->value = die_malloc(sample->rows * sample->channels * sizeof *sample->value);
    for (size_t n = 0; n < sample->channels; n++)
        for (size_t k = 0; k < sample->rows; k++)
            sample->value[k * sample->channels + n] =
                entry_at(data, sample->row[k], sample->channel[n]);
    find_moving(sample, data);
}

void guess_search_close(struct guess_search *search) {
    for (size_t k = 0; k < search->texts; k++)
        free(search->text[k]);
    free(search->text);
    text_free(&search->listed);
    free(search->found);
    noise_close(&search->noise);
    free(search->frequency);
    free(search->cost);
    free(search->simplest);
    free(search->sample.row);
    free(search->sample.channel);
    free(search->sample.value);
    free(search->sample.moves);
}

const char *guess_keep(struct guess_search *search, char *text) {
    search->text = die_grow(search->text, search->texts, sizeof *search->text);
    return search->text[search->texts++] = text;
}

const char *guess_number(struct guess_search *search, uint64_t number) {
    return guess_keep(search, text_format("%" PRIu64, number));
}

/* --- words */

void guess_words(const struct guess_search *search, const char *const given[WORDS],
                 const char *complete[WORDS]) {
    for (int k = 0; k < WORDS; k++)
        complete[k] = search->user[k] ? search->user[k] : given[k];
    if (!complete[TYPE])
        complete[TYPE] = search->type;
    if (search->data->view.channel_major || complete[PRESET])
        complete[AXES] = search->data->view.channel_major ? "channel-major" : "position-major";
}

bool guess_trial(struct guess_search *search, const char *const given[WORDS], struct trial *trial) {
    const struct view *view = &search->data->view;
    const char *complete[WORDS];
    guess_words(search, given, complete);
    if (!trial_open_listed(trial, complete, &search->listed))
        return false;
    const struct table *table = trial->table;
    if (table->position_count == view->positions && table->channel_count == view->channels &&
        table->arrays == 1 && table->channel_major == view->channel_major)
        return true;
    trial_close(trial);
    return false;
}

/* --- what noise explains */

static double frequency_of(const struct table_model *model, uint64_t j) {
    const struct channel *channel = &model->channel[j];
    return channel->function == CHANNEL_ZERO ? 0 : model->axis[channel->axis].w[channel->frequency];
}

/* The ways to compute frequencies err by some of their last bits, which is slow to find. So tables with nearly the same
 * frequencies share what was found. */
struct noise guess_noise(struct guess_search *search, const struct table_model *model) {
    const double near = 1e-4;
    bool known = search->frequency != NULL;
    for (uint64_t j = 0; j < model->channels && known; j++) {
        const double w = frequency_of(model, j);
        known = fabs(w - search->frequency[j]) <= near * fabs(w);
    }
    if (!known) {
        noise_close(&search->noise);
        noise_open(&search->noise, model, &search->data->grain);
        search->frequency =
            die_realloc(search->frequency, model->channels * sizeof *search->frequency);
        for (uint64_t j = 0; j < model->channels; j++)
            search->frequency[j] = frequency_of(model, j);
    }
    struct noise noise = search->noise;
    noise.model = model;
    return noise;
}

/* Of a mean error, each counts up to one of this many of the amplitude. A table is close if a tenth of its entries are near,
 * and far if not even its beginning is, a third of the sample. */
enum { MAGNITUDE_LIMIT = 20 };
static const double CLOSE = 0.9 / MAGNITUDE_LIMIT, FAR = 0.75 / MAGNITUDE_LIMIT;

/* Is the row one of the part's? */
static bool has_row(const struct part *part, const struct table_model *model, uint64_t position) {
    if (!part)
        return true;
    if (table_fixed_row(model->table, position))
        return false;
    const uint64_t c = model_coordinate(model, part->axis, position);
    return c >= part->begin && c < part->end;
}

/* How many bits it takes to say what noise leaves of entries: the logarithm of how many times the bound each is off. One
 * that is no number counts as many as a float has. Logarithms are slow, so factors are multiplied first. */
struct bits {
    double sum, product;
};
static const double LARGE_PRODUCT = 0x1p900;

static void bits_gather(struct bits *bits) {
    bits->sum += log2(bits->product);
    bits->product = 1;
}

static void bits_add(struct bits *bits, double error, double bound) {
    const double most = 0x1p32;
    bits->product *= error < INFINITY && bound > 0 ? fmin(most, error / bound) : most;
    if (bits->product > LARGE_PRODUCT)
        bits_gather(bits);
}

/* Entries that were looked at; those of them that noise doesn't explain; and those that are off by far more, as damage is.
 * Rows of zeros are none: words say them. */
struct seen {
    size_t entries, beyond, far;
};

/* Are nearly all of them far off? */
static bool is_hopeless(struct seen seen) {
    enum { LEAST = 64 };
    return seen.entries >= LEAST && 8 * seen.far > 7 * seen.entries;
}

static void see(struct seen *seen, bool beyond, bool far) {
    seen->entries++;
    seen->beyond += beyond;
    seen->far += far;
}

struct judgement guess_judge(struct guess_search *search, const struct table_model *model,
                             const struct noise *noise, const struct part *part, double most) {
    enum { DAMAGE = 16, FEW = 12, UNEVEN = 7919 };
    const struct excerpt *sample = &search->sample;
    const double limit = fabs(model->amplitude) / MAGNITUDE_LIMIT;
    struct judgement judgement;
    struct seen all = {0, 0, 0}, moving = all, beginning = all;
    struct bits misfit = {0, 1};
    double sum = 0, sum_of_moving = 0;
    for (size_t n = 0; n < sample->rows && misfit.sum <= most && !is_hopeless(moving); n++) {
        const size_t k = sample->rows - 1 - n * UNEVEN % sample->rows;
        const uint64_t position = search->data->row[sample->row[k]];
        const struct model_row row = model_row_at(model, position);
        if (!has_row(part, model, position))
            continue;
        for (size_t i = 0; i < sample->channels; i += part ? part->every : 1) {
            const uint64_t j = sample->channel[i];
            const struct channel *channel = &model->channel[j];
            if (part && (channel->axis != part->axis || channel->function == CHANNEL_ZERO))
                continue;
            const double angle = model_row_angle(model, &row, j),
                         wanted = model_row_entry(model, &row, j, angle),
                         error = fabs(sample->value[k * sample->channels + i] - wanted),
                         bound = noise ? noise_bound_of_angle(noise, j, angle, wanted) : limit;
            const bool beyond = !(error <= bound),
                       far = !(error <= DAMAGE * bound) &&
                             search->data->kind[sample->row[k]] != ROW_ZERO;
            sum += error < limit ? error : limit;
            sum_of_moving += !sample->moves[i] ? 0 : error < limit ? error : limit;
            if (beyond)
                bits_add(&misfit, error, bound);
            see(&all, beyond, far);
            if (sample->moves[i])
                see(&moving, beyond, far);
            if (sample->moves[i] && sample->row[k] < BEGINNING)
                see(&beginning, beyond, far);
        }
        bits_gather(&misfit);
    }
    judgement.misfit = is_hopeless(moving) ? INFINITY : misfit.sum;
    judgement.magnitude = all.entries > 0 ? sum / (double)all.entries / fabs(model->amplitude) : 0;
    judgement.of_moving = moving.entries > 0
                              ? sum_of_moving / (double)moving.entries / fabs(model->amplitude)
                              : judgement.magnitude;
    judgement.explained = FEW * (all.far + (all.beyond - all.far) * sample->rows) <= all.entries &&
                          !is_hopeless(moving);
    judgement.near = 2 * moving.beyond <= moving.entries ||
                     8 * beginning.beyond <= beginning.entries || judgement.magnitude < 0.01;
    return judgement;
}

/* How much a number of the words may say: those that leave only rounding have more to go by. */
static const double SIMPLE_MOST = 4.5, EXACT_MOST = 5.5, BASE_MOST = 6;
static const word_set ALL_WORDS = ~(word_set)0;

/* Of exact tables seven digits fewer than entries have: those of doubles show longer numbers. */
static double exact_most(const struct guess_search *search) {
    return fmax(EXACT_MOST, -7 - log10(grain_at(&search->data->grain, 0.5)));
}

bool guess_leaves_open(const struct guess_search *search, const char *const given[WORDS]) {
    return words_dearest(given, search->solved & ~WORD_SET(BASE)) > exact_most(search);
}

/* Do the angles of an axis move by half turns only, or not at all, as far as float code can tell? */
static bool is_still(const struct table_model *model, int a) {
    const double half = acos(-1), noise = 1e-6;
    const struct model_axis *axis = &model->axis[a];
    bool still = axis->size > 1 && !axis->listed, any = false;
    for (uint64_t j = 0; j < model->channels && still; j++) {
        const struct channel *channel = &model->channel[j];
        if (channel->axis != a || channel->function == CHANNEL_ZERO)
            continue;
        const double turn = axis->w[channel->frequency] * axis->step;
        still = fabs(remainder(turn, half)) <= noise * fabs(turn);
        any = true;
    }
    return still && any;
}

/* Is it one row whose angles are all the same, as they are at position 0 or with base 1? */
static bool has_one_angle(const struct table_model *model) {
    bool nothing = !table_is_constant(model->table);
    for (int a = 0; a < model->axes && nothing; a++) {
        const struct model_axis *axis = &model->axis[a];
        nothing = axis->size == 1 && (axis->count == 0 || model_position(axis, 0) == 0 ||
                                      axis->w[0] == axis->w[axis->count - 1]);
    }
    return nothing;
}

/* Is it no table that anybody makes? Its positions on an axis are all the same, so that nearly equal rows don't tell which
 * one it is; or its entries are far larger than any of the array. */
static bool is_degenerate(const struct guess_search *search, const struct table_model *model) {
    const double far = 1e4;
    for (int a = 0; a < model->axes; a++)
        if (is_still(model, a))
            return true;
    return has_one_angle(model) || fabs(model->amplitude) > far * search->data->largest;
}

/* Are most of the angles so large that doubles don't tell them? */
static bool is_beyond_doubles(const struct table_model *model) {
    const double most = 0x1p50;
    uint64_t beyond = 0;
    for (uint64_t j = 0; j < model->channels; j++) {
        const struct channel *channel = &model->channel[j];
        const struct model_axis *axis = &model->axis[channel->axis];
        const double far =
            fmax(fabs(model_position(axis, 0)), fabs(model_position(axis, axis->size - 1)));
        beyond += channel->function != CHANNEL_ZERO && far * axis->w[channel->frequency] > most;
    }
    return 2 * beyond > model->channels;
}

/* Judges such a table by some of its exact entries: all of these have to be what the array has. */
static void judge_exactly(const struct guess_search *search, const struct table_model *model,
                          struct candidate *candidate) {
    enum { ENTRIES = 64, UNEVEN = 7919 };
    const struct excerpt *sample = &search->sample;
    const struct table *table = model->table;
    const struct measure measure = measure_of(table);
    const struct grain *grain = &search->data->grain;
    const size_t all = sample->rows * sample->channels;
    struct exact_entries *entries = exact_entries_new(table);
    bool same = true;
    for (size_t n = 0; n < ENTRIES && n < all && same; n++) {
        const size_t at = n * UNEVEN % all;
        const uint64_t p = search->data->row[sample->row[at / sample->channels]],
                       j = sample->channel[at % sample->channels];
        struct exact_entry entry = {.row = table->channel_major ? j : p,
                                    .column = table->channel_major ? p : j};
        same = exact_entries_at(entries, &entry).kind == ENGINE_FINE;
        const double wanted = measure_value(&measure, entry.bits);
        same = same && fabs(sample->value[at] - wanted) <=
                           (grain->printed ? grain_rounding(grain, wanted) : 0);
    }
    exact_entries_free(entries);
    candidate->exact = same;
    if (same)
        candidate->judgement = (struct judgement){.near = true, .explained = true};
}

/* Judges a table that is neither far nor degenerate by its noise. If the noise of float hides the signal, only an exact
 * table is recognised. */
static void judge(struct guess_search *search, const struct table_model *model,
                  struct candidate *candidate) {
    struct noise noise = guess_noise(search, model);
    bool signal = noise_leaves_signal(&noise);
    if (!signal) {
        noise.level = NOISE_F64;
        signal = noise_leaves_signal(&noise);
    }
    candidate->judgement = signal
                               ? guess_judge(search, model, &noise, NULL, INFINITY)
                               : (struct judgement){.magnitude = INFINITY, .of_moving = INFINITY};
    candidate->exact = candidate->judgement.explained;
    if (noise.level != NOISE_F64 && candidate->exact) {
        noise.level = NOISE_F64;
        candidate->exact = guess_judge(search, model, &noise, NULL, 0).misfit == 0;
    }
}

static void keep(struct guess_search *search, const struct candidate *candidate) {
    search->found = die_grow(search->found, search->count, sizeof *search->found);
    search->found[search->count++] = *candidate;
}

bool guess_try(struct guess_search *search, const char *const given[WORDS]) {
    struct candidate candidate = {.judgement = {.magnitude = INFINITY, .of_moving = INFINITY}};
    struct trial trial;
    if (!guess_trial(search, given, &trial))
        return false;
    guess_words(search, given, candidate.given);
    const struct table_model *model = trial_model(&trial);
    if (!is_degenerate(search, model)) {
        const struct judgement rough = guess_judge(search, model, NULL, NULL, INFINITY);
        candidate.judgement.magnitude = rough.magnitude;
        candidate.judgement.of_moving = rough.of_moving;
        if (search->rounded_once && is_beyond_doubles(model))
            judge_exactly(search, model, &candidate);
        else if (rough.magnitude < FAR)
            judge(search, model, &candidate);
    }
    /* of what was solved, bits determine one long number, the base; ntk's factor multiplies it, and a spacing's D, which
     * is a rare word, its logarithm */
    const char *scaling = given[SCALING] && !search->user[SCALING] ? given[SCALING] : "",
               *spacing = given[SPACING] && !search->user[SPACING] ? given[SPACING] : "";
    const double rare = 1,
                 of_ntk =
                     strncmp(scaling, "ntk:", 4) == 0 ? text_cost(strchr(scaling, '=') + 1) : 0,
                 of_over = strncmp(spacing, "over:", 5) == 0 ? rare + text_cost(spacing + 5) : 0,
                 of_base = words_dearest(given, search->solved & WORD_SET(BASE)) + of_ntk + of_over,
                 of_others = words_dearest(given, search->solved & ~WORD_SET(BASE)),
                 of_all = words_dearest(candidate.given, ALL_WORDS);
    candidate.same_places = candidate.exact;
    candidate.exact = candidate.exact && !guess_leaves_open(search, given);
    candidate.simple = of_all <= (candidate.exact ? exact_most(search) : SIMPLE_MOST);
    candidate.unidentified = !candidate.exact && (of_others > EXACT_MOST || of_base > BASE_MOST);
    candidate.long_base = !candidate.exact && (of_base > EXACT_MOST || of_ntk + of_over > 0);
    search->nearest = fmin(search->nearest, candidate.judgement.of_moving);
    if (candidate.judgement.magnitude < search->closest.judgement.magnitude)
        search->closest = candidate;
    if (candidate.judgement.near)
        keep(search, &candidate);
    trial_close(&trial);
    return candidate.judgement.explained;
}

void guess_add(struct guess_search *search, const char *const given[WORDS]) {
    struct candidate candidate = {
        .judgement = {.near = true, .explained = true, .magnitude = INFINITY}};
    memcpy(candidate.given, given, sizeof candidate.given);
    keep(search, &candidate);
}

static bool has_simple(const struct guess_search *search, bool exact) {
    bool found = false;
    for (size_t k = 0; k < search->count && !found; k++) {
        const struct candidate *one = &search->found[k];
        found = one->simple && !one->unidentified && one->judgement.misfit == 0 &&
                (one->exact || !exact);
    }
    return found;
}

bool guess_is_clean(const struct guess_search *search) {
    return has_simple(search, false);
}

bool guess_is_exact(const struct guess_search *search) {
    return has_simple(search, true);
}

/* --- the best */

/* The least mean error of those that noise explains. */
static double least_magnitude(const struct guess_search *search) {
    double least = INFINITY;
    for (size_t k = 0; k < search->count; k++)
        if (search->found[k].judgement.explained)
            least = fmin(least, search->found[k].judgement.magnitude);
    return least;
}

/* The score of a candidate whose words cost that much. Twice as many bits of misfit count as much as some digits. So does
 * twice the mean error, from twice the least on: below that longer numbers fit what float frequencies err alike. */
static double score_of(const struct candidate *candidate, double cost_of_words, double least) {
    const double of_twice = 4, of_twice_error = 6, of_odd_numbers = 6,
                 error = candidate->judgement.magnitude / (2 * least);
    const bool simple = words_dearest(candidate->given, ALL_WORDS) <= SIMPLE_MOST;
    return cost_of_words + (simple ? 0 : of_odd_numbers) +
           of_twice * log2(candidate->judgement.misfit + 1) +
           (isfinite(error) ? of_twice_error * fmax(0, log2(error)) : 0);
}

/* First, whether noise explains nearly all entries, then whether that of float64 does, then whether any is left. */
static int rank_of(const struct candidate *candidate) {
    const struct judgement *judgement = &candidate->judgement;
    return 4 * judgement->explained + 2 * candidate->exact + (judgement->misfit == 0);
}

static int better_first(const void *a, const void *b) {
    const struct candidate *x = a, *y = b;
    const int p = rank_of(x), q = rank_of(y);
    return p != q ? q - p : (x->score > y->score) - (x->score < y->score);
}

/* If nothing is near, the closest counts, if a tenth of its entries are near. */
static void take_closest(struct guess_search *search) {
    if (search->count == 0 && !search->rounded_once && search->closest.judgement.magnitude < CLOSE)
        keep(search, &search->closest);
}

static void sort_found(struct guess_search *search) {
    const double least = least_magnitude(search);
    for (size_t k = 0; k < search->count; k++)
        search->found[k].score =
            score_of(&search->found[k], guess_words_cost(search->found[k].given), least);
    if (search->count > 0)
        qsort(search->found, search->count, sizeof *search->found, better_first);
}

/* Is the text another one than that of a table without the word? */
static bool is_solved(enum word word, const char *text) {
    return text &&
           strcmp(text, word == BASE      ? "10000"
                        : word == SCALING ? "none"
                                          : "1") != 0 &&
           !(word == FIRST && strcmp(text, "0") == 0);
}

/* Tries the best words without those that were solved. Fewer words that explain the array too are better ones. */
static void try_fewer(struct guess_search *search) {
    enum { FEWER_OF = 4 };
    static const word_set solved[] = {WORD_SET(SCALING),
                                      WORD_SET(SCALING) | WORD_SET(STEP),
                                      WORD_SET(SCALING) | WORD_SET(AMPLITUDE),
                                      WORD_SET(BASE),
                                      WORD_SET(STEP),
                                      WORD_SET(FIRST),
                                      WORD_SET(AMPLITUDE),
                                      WORD_SET(BASE) | WORD_SET(STEP),
                                      WORD_SET(FIRST) | WORD_SET(STEP)};
    struct candidate best[FEWER_OF];
    const size_t count = search->count < FEWER_OF ? search->count : FEWER_OF;
    for (size_t n = 0; n < count; n++)
        best[n] = search->found[n];
    for (size_t n = 0; n < count; n++)
        for (size_t s = 0; s < sizeof solved / sizeof *solved; s++) {
            bool all = true;
            for (int k = 0; k < WORDS; k++)
                if (solved[s] & WORD_SET(k)) {
                    all &= !search->user[k] && is_solved((enum word)k, best[n].given[k]);
                    best[n].given[k] = NULL;
                }
            if (all)
                guess_try(search, best[n].given);
            memcpy(best[n].given, search->found[n].given, sizeof best[n].given);
        }
}

/* Unless they are exact, tries the best words with one number narrowed. */
static void try_narrowed(struct guess_search *search) {
    enum { ROUNDS = 2 };
    for (int round = 0; round < ROUNDS && search->count > 0 && !search->found[0].exact; round++) {
        const struct candidate best = search->found[0];
        guess_narrow(search, best.given, best.judgement.misfit == 0);
        sort_found(search);
    }
}

/* Is the table of a trial one of those before it? */
static bool is_known(struct trial trial[], size_t n) {
    bool known = false;
    for (size_t k = 0; k < n && !known; k++)
        known = model_same(trial_model(&trial[k]), trial_model(&trial[n]));
    return known;
}

size_t guess_rank(struct guess_search *search, struct candidate best[RANKED]) {
    enum { LOOKED_AT = 4 * RANKED };
    struct trial trial[RANKED];
    size_t count = 0, unlikely = 0;
    take_closest(search);
    sort_found(search);
    try_narrowed(search);
    try_fewer(search);
    sort_found(search);
    const double least = least_magnitude(search);
    for (size_t k = 0; k < search->count && k < LOOKED_AT && count < RANKED; k++) {
        const struct candidate *one = &search->found[k];
        unlikely += !one->judgement.explained;
        if (unlikely > RANKED_UNLIKELY)
            break;
        if (!trial_open_listed(&trial[count], one->given, &search->listed))
            continue;
        if (is_known(trial, count)) {
            trial_close(&trial[count]);
            continue;
        }
        best[count] = *one;
        best[count].score =
            score_of(&best[count], guess_name(search, &trial[count], best[count].given), least);
        count++;
    }
    for (size_t k = 0; k < count; k++)
        trial_close(&trial[k]);
    if (count > 0)
        qsort(best, count, sizeof *best, better_first);
    return count;
}
