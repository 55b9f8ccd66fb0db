/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "fit/law.h"
#include "fit/simplest.h"
#include "guess/guess_parts.h"
#include "words/presets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of released models, those of most models first. */
const char *const bases_known[BASES_KNOWN] = {
    "10000",      "500000", "1000000", "10000000", "5000000",  "150000",   "50000",    "100000000",
    "160000",     "100000", "8000000", "25000",    "20000000", "12000000", "50000000", "250000",
    "1000000000", "100",    "1000",    "256",      "2000",     "20",       "1/2"};

/* --- the search, and what noise leaves of the entries for a table */

void search_open(
    struct search *search, const struct entries *data, struct texts *texts,
    const char *const user[WORDS], const struct array *array,
    uint64_t *work) { /* NOLINT(readability-non-const-parameter): the search counts it */
    *search = (struct search){.data = data,
                              .texts = texts,
                              .user = user,
                              .array = array,
                              .type = array->type->name,
                              .work = work,
                              .work_most = *work < WORK_MOST ? (*work + WORK_MOST) / 2 : *work};
    for (size_t k = 0; k < data->rows && !search->apart; k++)
        search->apart = data->kind[k] != ROW_MOVES;
}

void search_close(struct search *search) {
    text_free(&search->listed);
    noise_close(&search->noise);
    free(search->frequency);
    free(search->tried);
}

void search_complete(const struct search *search, const char *const given[WORDS],
                     const char *complete[WORDS]) {
    const struct view *view = &search->data->view;
    for (int k = 0; k < WORDS; k++)
        complete[k] = search->user[k] ? search->user[k] : given[k];
    if (!complete[TYPE])
        complete[TYPE] = search->type;
    if (view->channel_major || complete[PRESET])
        complete[AXES] = view->channel_major ? "channel-major" : "position-major";
}

bool search_is_tired(const struct search *search) {
    return *search->work > search->work_most;
}

bool search_trial(struct search *search, const char *const given[WORDS], struct trial *trial) {
    enum { WORK_OF_TRIAL = 1 << 12, WORK_OF_FREQUENCY = 64 };
    const struct view *view = &search->data->view;
    const char *complete[WORDS];
    search_complete(search, given, complete);
    *search->work += WORK_OF_TRIAL + (given[SCALING] ? WORK_OF_FREQUENCY * view->channels : 0);
    if (search_is_tired(search) || !trial_open_listed(trial, complete, &search->listed))
        return false;
    const struct table *table = trial->table;
    if (table->position_count == view->positions && table->channel_count == view->channels &&
        table->arrays == 1 && table->channel_major == view->channel_major)
        return true;
    trial_close(trial);
    return false;
}

static double frequency_of(const struct table_model *model, uint64_t j) {
    const struct channel *channel = &model->channel[j];
    return channel->function == CHANNEL_ZERO ? 0 : model->axis[channel->axis].w[channel->frequency];
}

/* The ways to compute frequencies err by some of their last bits, which is slow to find. So tables with nearly the same
 * frequencies share what was found. */
struct noise search_noise(struct search *search, const struct table_model *model) {
    enum { WORK_OF_NOISE = 512 };
    const double near = 1e-4;
    bool known = search->frequency != NULL;
    for (uint64_t j = 0; j < model->channels && known; j++) {
        const double w = frequency_of(model, j);
        known = fabs(w - search->frequency[j]) <= near * fabs(w);
    }
    if (!known) {
        *search->work += WORK_OF_NOISE * model->channels;
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

/* What is seen of a table in some rows and columns. */
struct seen {
    size_t entries, beyond;   /* all; those that noise doesn't explain */
    size_t beginning, faults; /* the same of the first rows */
    size_t rounded;           /* entries that are the exact number, rounded once */
    double error;             /* the sum of errors, relative to the amplitude, each up to a limit */
};

/* Looks at the first rows, and some of the others. Without noise, errors up to a twentieth of the amplitude are explained.
 * Stops if nearly nothing is near. */
static struct seen see(struct search *search, const struct table_model *model,
                       const struct noise *noise, size_t rows_most, size_t columns_most) {
    enum { HOPELESS = 256, BEGINNING = 32 };
    const double limit = fabs(model->amplitude) / 20;
    const struct entries *data = search->data;
    const size_t rows = data->rows < rows_most ? data->rows : rows_most;
    const uint64_t columns = model->channels < columns_most ? model->channels : columns_most;
    struct seen seen = {.entries = 0};
    for (size_t n = 0; n < rows; n++) {
        const size_t k = (size_t)spread_beyond(BEGINNING, data->rows, rows, n);
        const struct model_row row = model_row_at(model, data->row[k]);
        if (seen.entries >= HOPELESS && 8 * seen.beyond > 7 * seen.entries)
            break;
        for (uint64_t c = 0; c < columns; c++) {
            const uint64_t j = spread_in_pairs(model->channels, columns, c);
            const double angle = model_row_angle(model, &row, j),
                         wanted = model_row_entry(model, &row, j, angle),
                         error = fabs(entry_at(data, k, j) - wanted),
                         bound = noise ? noise_bound_of_angle(noise, j, angle, wanted) : limit;
            const bool beyond = !(error <= bound);
            seen.entries++;
            seen.beyond += beyond;
            seen.beginning += n < BEGINNING && !row.zero;
            seen.faults += beyond && n < BEGINNING && !row.zero;
            seen.rounded += error <= grain_rounding(&data->grain, wanted);
            seen.error += error < limit ? error : limit;
        }
        *search->work += columns;
    }
    seen.error /= fabs(model->amplitude) * (double)(seen.entries > 0 ? seen.entries : 1);
    return seen;
}

/* --- candidates */

bool has_few_bits(const struct search *search) {
    return search->data->grain.relative > FEW_BITS && !search->data->grain.printed;
}

/* The numbers of the words that may be long. */
static const word_set NUMBERS =
    WORD_SET(BASE) | WORD_SET(FIRST) | WORD_SET(STEP) | WORD_SET(AMPLITUDE);

double search_weight(const struct candidate *candidate) {
    const double fewer = candidate->digits <= DIGITS_SHORT  ? 1
                         : candidate->digits <= DIGITS_LONG ? 2
                                                            : 16;
    return 1 - (1 - candidate->share) * fewer; /* so many times as few of the bits may be others */
}

bool search_has_more_bits(const struct candidate *a, const struct candidate *b) {
    enum { OTHERS_LEAST = 8 };
    return a->counted && b->counted &&
           ENTRIES_MANY * ((1 - b->share) - 1.5 * (1 - a->share)) >= OTHERS_LEAST;
}

static bool is_better(const struct candidate *a, const struct candidate *b) {
    const double clearly = 0.01, of_a = search_weight(a), of_b = search_weight(b);
    if (a->explained != b->explained)
        return a->explained;
    if (a->explained && fabs(of_a - of_b) > clearly)
        return of_a > of_b;
    if (a->explained && a->misfit != b->misfit)
        return a->misfit < b->misfit;
    return a->error * (1 + a->digits / 64) < b->error * (1 + b->digits / 64);
}

/* Were these words tried before? */
static bool is_known(struct search *search, const char *const given[WORDS]) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    bool known = false;
    for (int k = 0; k < WORDS; k++)
        for (const char *at = given[k] ? given[k] : ""; at; at = *at ? at + 1 : NULL)
            hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    for (size_t k = 0; k < search->tried_count && !known; k++)
        known = search->tried[k] == hash;
    if (!known) {
        search->tried = die_grow(search->tried, search->tried_count, sizeof *search->tried);
        search->tried[search->tried_count++] = hash;
    }
    return known;
}

double search_share(struct search *search, struct trial *trial, uint64_t entries) {
    enum { WORK_OF_ENTRY = 32, ROWS = 96, COLUMNS = 24 };
    const struct table *table = trial->table;
    struct shares shares = {.count = 0};
    double share = 0;
    if (search->data->grain.printed) {
        const struct seen seen = see(search, trial_model(trial), NULL, ROWS, COLUMNS);
        return (double)seen.rounded / (double)seen.entries;
    }
    if (!search->wrong)
        search->wrong =
            shares_measure(&shares, search->array, table, &search->data->grain, entries);
    if (!search->wrong && shares.count > 0)
        share = (double)shares.list[0].same / (double)shares.list[0].entries;
    shares_free(&shares);
    *search->work += entries * WORK_OF_ENTRY;
    return share;
}

double search_try(struct search *search, const char *const given[WORDS]) {
    enum { ROWS = 96, COLUMNS = 384, FEW_ROWS = 40, FEW_COLUMNS = 24 };
    const double near = 0.015, larger = 8;
    struct candidate candidate = {.share = -1, .error = INFINITY};
    struct trial trial;
    search_complete(search, given, candidate.given);
    if ((!given[POSITIONS_FILE] && is_known(search, candidate.given)) ||
        !search_trial(search, given, &trial))
        return INFINITY;
    const struct table_model *model = trial_model(&trial);
    struct seen seen = see(search, model, NULL, FEW_ROWS, FEW_COLUMNS);
    const bool large = fabs(model->amplitude) > larger * search->data->largest;
    if ((seen.error < near && !large) || 8 * seen.faults < seen.beginning) {
        const struct noise noise = search_noise(search, model);
        seen = see(search, model, &noise, ROWS, COLUMNS);
        candidate.misfit = (double)seen.beyond / (double)seen.entries;
        candidate.error = seen.error;
        candidate.digits = words_dearest(candidate.given, NUMBERS);
        candidate.explained =
            12 * seen.beyond <= seen.entries || 32 * seen.faults <= seen.beginning;
        if (search->data->grain.printed || (candidate.explained && !search_is_tired(search)))
            candidate.share = search_share(search, &trial, ENTRIES_SOME);
        const bool room = search->count < CANDIDATES_MOST;
        size_t k = room ? search->count : CANDIDATES_MOST - 1;
        if (room || is_better(&candidate, &search->list[k])) {
            search->count += room;
            for (; k > 0 && is_better(&candidate, &search->list[k - 1]); k--)
                search->list[k] = search->list[k - 1];
            search->list[k] = candidate;
        }
    }
    trial_close(&trial);
    return candidate.error;
}

bool base_is_known(const char *base) {
    bool known = false;
    for (size_t k = 0; k < BASES_KNOWN && !known; k++)
        known = strcmp(base, bases_known[k]) == 0;
    return known;
}

bool search_is_clean(const struct search *search) {
    const double most = search->data->grain.relative > FEW_BITS ? 0.9995
                        : search->data->grain.wide              ? 0.5
                                                                : 0.75;
    const struct candidate *best = search->list;
    const struct preset *preset =
        search->count > 0 && best->given[PRESET] ? preset_named(best->given[PRESET]) : NULL;
    const char *base = search->count == 0 || search->user[BASE] ? NULL : best->given[BASE];
    const bool known = !base || (preset && !best->given[BASE]) || base_is_known(base);
    return search->count > 0 && best->explained && best->misfit == 0 && known &&
           (best->share >= most || search->data->grain.printed) && best->digits <= DIGITS_SHORT;
}

/* Are integers off by a unit or two from a table of short numbers, as a cast makes them? Then they are read again. */
static bool is_cast(const struct search *search) {
    const struct entries *data = search->data;
    return search->array->type->fixed && data->grain.cut == CUT_NONE && search->count > 0 &&
           search->list->error * data->largest <= 2 * data->grain.absolute &&
           search->list->digits <= DIGITS_SHORT;
}

bool search_is_done(const struct search *search) {
    return search_is_clean(search) || is_cast(search) || search_is_tired(search);
}

/* Have words of any base nearly all of the bits? Damage may be rows that other words list, or rows of another grid. */
bool search_is_enough(const struct search *search) {
    const double nearly_all = search->data->grain.relative > FEW_BITS ? 0.9999 : 0.98,
                 most_of_damaged = 0.85;
    const struct candidate *best = search->list;
    if (search_is_done(search))
        return true;
    if (search->count == 0 || !best->explained)
        return false;
    if (best->misfit == 0)
        return best->share >= nearly_all;
    return !search->apart && !best->given[GRID] && search->data->grain.relative <= FEW_BITS &&
           best->share >= most_of_damaged && best->digits <= DIGITS_SHORT &&
           (!best->given[BASE] || base_is_known(best->given[BASE]));
}

/* --- numbers that the entries leave open */

/* The unit of a decimal's last digit that isn't 0. */
static double last_digit(const char *text) {
    const char *point = strchr(text, '.');
    size_t zeros = 0, length = strlen(text);
    while (!point && zeros + 1 < length && text[length - 1 - zeros] == '0')
        zeros++;
    return point ? pow(10, -(double)strlen(point + 1)) : pow(10, (double)zeros);
}

struct estimate search_narrow_base(const struct search *search, const struct noise *noise,
                                   const struct estimate *within) {
    struct noise exact = *noise;
    exact.level = NOISE_F64;
    exact.grain.relative += has_few_bits(search) ? FLT_EPSILON : 0; /* rounded to float first */
    return narrow_to_most(search->data, &exact, within);
}

/* Has a base nearby clearly more of the bits, or one with as many digits as many of them? */
static bool has_likelier_base(struct search *search, const struct candidate *candidate,
                              double value, double width) {
    const bool few = has_few_bits(search);
    const int tried = few ? 2 : 48;
    const double clearly = few ? 3.0 / ENTRIES_MANY : 0.02;
    const char *text = candidate->given[BASE];
    bool likelier = false;
    for (int k = -tried / 2; k <= tried / 2 && !likelier; k++) {
        const bool next = abs(k) == 1; /* in the last digit: it has to have fewer of the bits */
        const char *given[WORDS];
        struct trial trial;
        memcpy(given, candidate->given, sizeof given);
        given[BASE] =
            texts_keep(search->texts, text_format("%.12g", next ? value + k * last_digit(text)
                                                                : value * (1 + width * k / tried)));
        if (k == 0 || !search_trial(search, given, &trial))
            continue;
        likelier = search_share(search, &trial, few ? ENTRIES_MANY : ENTRIES_SOME) >
                   candidate->share + (next ? -clearly : clearly);
        trial_close(&trial);
    }
    return likelier;
}

bool search_leaves_open(struct search *search, const struct candidate *candidate) {
    static const struct {
        enum word word;
        enum wave_number number;
    } list[] = {{BASE, NUMBER_LOGARITHM},
                {FIRST, NUMBER_FIRST},
                {STEP, NUMBER_STEP},
                {AMPLITUDE, NUMBER_AMPLITUDE}};
    bool open = false;
    struct trial trial;
    if (candidate->digits <= DIGITS_SHORT || !search_trial(search, candidate->given, &trial))
        return false;
    const struct table_model *model = trial_model(&trial);
    const struct noise noise = search_noise(search, model);
    for (size_t k = 0; k < sizeof list / sizeof *list && !open; k++) {
        const char *text = candidate->given[list[k].word];
        const double digits = text && !search->user[list[k].word]
                                  ? words_dearest(candidate->given, WORD_SET(list[k].word))
                                  : 0;
        if (!text || digits <= DIGITS_SHORT)
            continue;
        if (digits > DIGITS_LONG && list[k].word != BASE) {
            open = true;
            break;
        }
        if (candidate->share >= 1)
            continue;
        const bool base = list[k].word == BASE && !search->data->grain.printed,
                   few = base && has_few_bits(search);
        struct estimate off = narrow_number(search->data, &noise, list[k].number, 0);
        if (off.known && few)
            off = search_narrow_base(search, &noise, &off);
        const double value = text_value(text, NULL),
                     width = 2 * off.error *
                             (list[k].number == NUMBER_LOGARITHM   ? fabs(log(value))
                              : list[k].number == NUMBER_AMPLITUDE ? 1
                                                                   : 1 / fabs(value)),
                     least = search->data->grain.wide ? 0.25
                             : few                    ? 0.85
                                                      : 0.6;
        const bool exact = few && off.agree == off.among && fabs(off.value) <= off.error;
        open = !off.known || !(width <= pow(10, 1 - digits)) ||
               (few && !(fabs(off.value) <= off.error + LOGARITHM_ROUNDED)) ||
               (base && !exact &&
                (candidate->share < least || has_likelier_base(search, candidate, value, width)));
    }
    trial_close(&trial);
    return open;
}
