#include "guess/guess_report.h"
#include "audit/contrast.h"
#include "audit/diagnosis.h"
#include "guess/guess_name.h"
#include "guess/guess_search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far the array is from the table of the guessed words, and what has happened to it. Part of guess_report.c. */

struct rival {
    struct other other;
    int fame; /* of its preset */
};

/* The best one, and the rivals so far, the nearest first. */
struct contest {
    struct guess_search *search;
    const struct trial *best;
    const struct table_model *model;
    struct rival rivals[OTHERS + 1];
    size_t count;
};

static void differ_in_row(const struct contest *contest, const struct table_model *model,
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
static void find_difference(const struct contest *contest, const struct table_model *model,
                            struct other *other) {
    const struct sample *sample = &contest->search->sample;
    const struct entries *data = contest->search->data;
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
static bool is_there(struct contest *contest, const struct table_model *model,
                     const struct rival *rival) {
    for (size_t k = 0; k < contest->count; k++) {
        struct rival *old = &contest->rivals[k];
        struct trial trial;
        if (fabs(old->other.mean - rival->other.mean) > 1e-9 ||
            !trial_open(&trial, old->other.given))
            continue;
        bool same = model_same(trial_model(&trial), model);
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
    memcpy(rival.other.given, given, sizeof rival.other.given);
    if (!trial_open(&trial, given))
        return false;
    bool alike = trial.table->channel_count == best->channel_count &&
                 trial.table->position_count == best->position_count &&
                 trial.table->channel_major == best->channel_major &&
                 table_is_constant(trial.table) == table_is_constant(best);
    if (alike && !model_same(contest->model, trial_model(&trial)) && is_told(contest, &trial)) {
        find_difference(contest, &trial.model, &rival.other);
        if (!is_there(contest, &trial.model, &rival))
            insert(contest, &rival);
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

/* Other tables that a person might have expected: the nearest of those that have a name of their own, or differ from the
 * best one in one word. Returns how many. */
static size_t find_others(struct guess_search *search, const struct trial *best,
                          const struct table_model *model, struct other others[OTHERS]) {
    struct contest contest = {.search = search, .best = best, .model = model};
    if (best->table->arrays == 1) {
        enter_presets(&contest);
        enter_words(&contest);
    }
    for (size_t k = 0; k < contest.count; k++)
        others[k] = contest.rivals[k].other;
    return contest.count;
}

/* Of the entries that are finite. */
struct deviation {
    double most, sum;
    struct cell at; /* of the largest, as emitted */
    uint64_t entries;
    double magnitude; /* the mean one of the table's entries */
};

static struct deviation deviation_of(const struct guess_search *search,
                                     const struct table_model *model) {
    const struct entries *data = search->data;
    struct deviation deviation = {.most = 0};
    for (uint64_t j = 0; j < data->view.channels; j++)
        for (size_t k = 0; k < data->rows; k++) {
            double wanted = model_entry(model, data->row[k], j);
            double error = fabs(entry_at(data, k, j) - wanted);
            if (!isfinite(error))
                continue;
            deviation.entries++;
            deviation.sum += error;
            deviation.magnitude += fabs(wanted);
            if (error > deviation.most) {
                deviation.most = error;
                deviation.at = data->view.channel_major ? (struct cell){j, data->row[k]}
                                                        : (struct cell){data->row[k], j};
            }
        }
    deviation.magnitude /= (double)deviation.entries;
    return deviation;
}

/* The next number of four digits that is at least as large. */
static double rounded_up(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.3e", x);
    double rounded = strtod(text, NULL);
    if (rounded >= x)
        return rounded;
    return rounded + pow(10, floor(log10(rounded)) - 3);
}

/* Takes the line. */
static void print(struct text *report, char *line) {
    text_print(report, line);
    free(line);
}

/* Entries of the kinds that have no deviation. */
static uint64_t odd_entries(const struct errors *all) {
    return all->nan + all->infinite + all->zero_sign;
}

static void print_deviation(const struct guess_search *search, const struct table_model *model,
                            const struct errors *all, struct text *report) {
    const struct deviation deviation = deviation_of(search, model);
    const bool whole = search->data->rows == search->data->view.positions;
    if (all->wrong == odd_entries(all)) {
        text_print(report, "deviation: none, every entry is the exact one, correctly rounded");
        text_print(report, all->wrong > 0 ? ", except:\n" : "\n");
        return;
    }
    print(report, text_format("deviation: at most %.4g (row %" PRIu64 ", column %" PRIu64
                              "), %.2g on average%s",
                              rounded_up(deviation.most), deviation.at.row, deviation.at.column,
                              deviation.sum / (double)deviation.entries,
                              whole ? "" : " in some of the rows"));
    if (all->nan + all->infinite > 0)
        text_print(report, ", where entries are finite");
    print(report, text_format("; %.3g %% of entries are not correctly rounded\n",
                              100 * (double)all->wrong / (double)all->entries));
}

/* How sure are the words? */
static void print_sureness(const struct verdict *verdict, const struct other *next,
                           struct text *report) {
    const struct share *best = verdict->shares.list;
    const uint64_t odd = verdict->coarse ? 0 : verdict->comparison.all.unexplained;
    print(report, text_format("match: %.4g %% of %" PRIu64 " entries bit by bit",
                              100 * (double)best->same / (double)best->entries, best->entries));
    if (odd > 0)
        print(report, text_format(", %" PRIu64 " damaged", odd));
    if (best->same + odd < best->entries)
        print(report, text_format(", the others within the noise of %s",
                                  verdict->coarse ? verdict->coarse : noise_names[verdict->level]));
    if (next)
        print(report, text_format("; the next best table differs by %.2g", next->most));
    text_print(report, "\n");
}

static void print_notes(struct text *report, char *sentences[], size_t count) {
    for (size_t k = 0; k < count; k++) {
        print(report, text_format("  %s\n", sentences[k]));
        free(sentences[k]);
    }
}

/* "  rejected: in that table, fairseq's spacing, not the paper's; positions begin at 1; largest difference 2.0" */
static void print_against(struct text *report, char *sentences[], size_t count, double most) {
    text_print(report, "  rejected: in that table, ");
    for (size_t k = 0; k < count; k++) {
        text_print(report, k > 0 ? "; " : "");
        print(report, sentences[k]);
    }
    print(report,
          text_format(most >= 0.95 ? "; largest difference %.1f\n" : "; largest difference %.2g\n",
                      most));
}

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. */
char *guess_command(const struct request *request) {
    struct text text = {NULL, 0, 0};
    char *whole = request_command(request);
    if (!request->preset)
        return whole;
    const char *sign = " --preset ";
    char *at = strstr(whole, sign);
    text_print(&text, "posenc");
    text_print(&text, at);
    text_add(&text, whole + strlen("posenc"), (size_t)(at - whole) - strlen("posenc"));
    free(whole);
    return text_string(&text);
}

static void print_other(const struct trial *best, const struct other *other, struct text *report) {
    struct trial trial;
    char *sentences[CONTRAST_MAX];
    if (!trial_open(&trial, other->given))
        return;
    char *command = guess_command(&trial.request);
    print(report, text_format("also: %s\n", command));
    free(command);
    size_t count = contrast(&best->request, &trial.request, sentences);
    print_against(report, sentences, count, other->most);
    trial_close(&trial);
}

/* How the table differs from that of its preset, or what is unusual about it. */
static size_t notes_on(const struct trial *best, char *notes[CONTRAST_MAX]) {
    const char *given[WORDS] = {NULL};
    struct trial preset;
    static const enum word sizes[] = {PRESET, MAX_LEN, D_MODEL, GRID, TYPE, SCALE, ZERO_POINT};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        given[sizes[k]] = best->given[sizes[k]];
    if (!given[PRESET] || !trial_open(&preset, given))
        return contrast_notes(&best->request, notes);
    size_t count = contrast(&preset.request, &best->request, notes);
    trial_close(&preset);
    return count;
}

/* Is the order of sines and cosines all in which two tables differ? */
static bool only_order_differs(const struct request *is, const struct request *other) {
    char *sentences[CONTRAST_MAX];
    size_t count = contrast(is, other, sentences);
    for (size_t k = 0; k < count; k++)
        free(sentences[k]);
    return count == 1 && is->ignored_because_of[ORDER] == WORDS &&
           other->ignored_because_of[ORDER] == WORDS &&
           strcmp(is->text[ORDER], other->text[ORDER]) != 0;
}

/* Of a table that begins with cosines, the best known preset that makes it but for that order, if the words beside it stay
 * as they are; NULL if there is none that people know better than the table's own. */
static const char *swapped_preset(const struct trial *best) {
    enum { WELL_KNOWN = 100 };
    const char *own = best->given[PRESET], *found = NULL, *given[WORDS];
    int fame = own && guess_fame(own) < WELL_KNOWN ? guess_fame(own) : WELL_KNOWN;
    if (best->given[GRID] || strcmp(best->request.text[ORDER], "cos-sin") != 0)
        return NULL;
    for (const struct preset *row = presets; row->name; row++) {
        struct trial preset;
        memcpy(given, best->given, sizeof given);
        given[PRESET] = row->name;
        if (guess_fame(row->name) >= fame || !trial_open(&preset, given))
            continue;
        if (only_order_differs(&preset.request, &best->request)) {
            found = row->name;
            fame = guess_fame(found);
        }
        trial_close(&preset);
    }
    return found;
}

void guess_report(struct guess_search *search, const struct trial *trial,
                  const struct table_model *model, const struct verdict *verdict,
                  struct text *report) {
    struct other others[OTHERS];
    char *notes[CONTRAST_MAX];
    const size_t count = find_others(search, trial, model, others);
    char *command = guess_command(&trial->request);
    print(report, text_format("%s\n", command));
    free(command);
    print_sureness(verdict, count > 0 ? others : NULL, report);
    print_deviation(search, model, &verdict->comparison.all, report);
    for (size_t k = 0; k < verdict->damage.count; k++)
        print(report, text_format("  %s\n", verdict->damage.text[k]));
    print_notes(report, notes, notes_on(trial, notes));
    const char *swapped = swapped_preset(trial);
    if (swapped)
        print(report, text_format("  --preset %s with cos and sin swapped\n", swapped));
    for (size_t k = 0; k < count; k++)
        print_other(trial, &others[k], report);
}
