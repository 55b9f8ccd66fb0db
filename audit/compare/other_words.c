#include "base/text.h"
#include "compare/hypotheses.h"
#include "compare/phrases.h"
#include "fit/sample.h"
#include "words/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Other words that make a table: those that people take for each other. They are tried on a sample of the array. */

enum { CHANGES = 3 };
/* A word with another value; without a value it is no change. */
struct change {
    enum word word;
    const char *value;
};
static const struct change none = {WORDS, NULL};

/* The entries may be those of the position before, or after. */
static const int shifts[] = {0, 1, -1};

struct choice {
    struct change change[CHANGES];
    int shift;   /* the entries are those of the position before (-1) or after (1) */
    bool nearly; /* it is near, but doesn't explain the array to the last digits */
    double distance;
};

struct search {
    struct diagnosis *diagnosis;
    const struct chosen_words *words; /* as they are, */
    const struct table *table;        /* and their table */
    struct choice best;
};

/* --- the sample */

static uint64_t index_of(const struct sample *sample, const struct table *table, size_t k) {
    const uint64_t position = sample->position[k / sample->channels],
                   channel = sample->channel[k % sample->channels];
    return table->channel_major ? channel * table->columns + position
                                : position * table->columns + channel;
}

static size_t sample_size(const struct sample *sample) {
    return sample->positions * sample->channels;
}

/* Two runs of positions; in the second one positions are small enough for a float32 angle to be right to some digits.
 * Of each, channels that are spread over all. */
static void sample_read(struct sample *sample, struct probe *probe) {
    enum { RUN = SAMPLE_POSITIONS / 2, SECOND_RUN = 2000 };
    const struct table *table = probe->table;
    const uint64_t positions = table->position_count, channels = table->channel_count,
                   middle = positions / 2 < SECOND_RUN ? positions / 2 : SECOND_RUN,
                   second = middle < RUN ? RUN : middle;
    sample->positions = sample->channels = 0;
    for (uint64_t p = 0; p < RUN && p < positions; p++)
        sample->position[sample->positions++] = p;
    for (uint64_t p = second; p < second + RUN && p < positions; p++)
        sample->position[sample->positions++] = p;
    for (uint64_t c = 0; c < SAMPLE_CHANNELS && c < channels; c++)
        sample->channel[sample->channels++] = spread_in_pairs(channels, SAMPLE_CHANNELS, c);
    for (size_t k = 0; k < sample_size(sample); k++) {
        sample->bits[k] = probe_got(probe, index_of(sample, table, k));
        sample->got[k] = measure_value(&probe->measure, sample->bits[k]);
    }
}

/* How far entries are from others: the sum over those that are finite, and how many these are. {0} is the start. */
struct distance {
    double sum, entries;
};

static void distance_add(struct distance *distance, double got, double wanted) {
    if (!isfinite(got) || !isfinite(wanted))
        return;
    distance->sum += fabs(got - wanted);
    distance->entries++;
}

/* Infinite if there are no entries. */
static double distance_mean(struct distance distance) {
    return distance.entries > 0 ? distance.sum / distance.entries : INFINITY;
}

/* What a table has where the sample is. */
static void sample_want(const struct sample *sample, const struct table *table, double wanted[]) {
    struct probe probe;
    probe_open(&probe, NULL, table);
    for (size_t k = 0; k < sample_size(sample); k++)
        wanted[k] = probe_wanted_value(&probe, index_of(sample, table, k));
    probe_close(&probe);
}

/* The mean distance of the entries from what is wanted some positions further on. */
static double distance_of(const struct sample *sample, const double wanted[], int shift) {
    struct distance distance = {0};
    for (size_t p = 0; p < sample->positions; p++) {
        const size_t other = p + (size_t)shift; /* may wrap */
        const bool there = other < sample->positions &&
                           sample->position[other] == sample->position[p] + (uint64_t)shift;
        for (size_t c = 0; c < sample->channels && there; c++)
            distance_add(&distance, sample->got[p * sample->channels + c],
                         wanted[other * sample->channels + c]);
    }
    return distance_mean(distance);
}

/* The mean magnitude of numbers. */
static double magnitude(const double numbers[], size_t count) {
    struct distance sum = {0};
    for (size_t k = 0; k < count; k++)
        distance_add(&sum, numbers[k], 0);
    return sum.entries > 0 ? distance_mean(sum) : 0;
}

/* --- the sentence */

/* The text of a word of the table. */
static const char *text_of(const struct search *search, enum word word) {
    return search->words->request->text[word];
}

/* The text of the first position, if all positions are `by` steps further on; or NULL. */
static char *first_position(const struct table *table, int by) {
    const struct positions *positions = &table->positions;
    if (table->grid.axes > 0 || positions->listed || positions->has_low || positions->has_high ||
        positions->kind == POSITIONS_ABSOLUTE)
        return NULL;
    struct number first;
    number_init(&first);
    number_walk(&first, &positions->first[0], &positions->step[0], 1);
    if (by < 0) { /* first - step = 2*first - (first + step) */
        mpq_sub(first.rational, positions->first[0].rational, first.rational);
        mpq_add(first.rational, positions->first[0].rational, first.rational);
        mpq_sub(first.pi, positions->first[0].pi, first.pi);
        mpq_add(first.pi, positions->first[0].pi, first.pi);
    }
    char *text = number_text(&first);
    number_clear(&first);
    return text;
}

/* "every row holds what the row after it should: positions begin at 1, not 0" */
static void say_shift(const struct search *search, struct text *said, struct text *options) {
    const char *line = search->table->channel_major ? "column" : "row";
    const int shift = search->best.shift;
    char *first = first_position(search->table, shift);
    text_put(said, "%severy %s holds what the %s %s it should", said->used > 0 ? "; " : "", line,
             line, shift > 0 ? "after" : "before");
    if (!first)
        return;
    text_put(said, ": positions begin at %s, not %s", first, text_of(search, FIRST));
    text_print(options, " --first ");
    request_quote(first, options);
    free(first);
}

static void words_with(const struct search *search, const struct change change[], size_t count,
                       const char *given[WORDS]) {
    memcpy(given, search->words->given, sizeof search->words->given[0] * WORDS);
    for (size_t k = 0; k < count; k++)
        if (change[k].value)
            given[change[k].word] = change[k].value;
}

/* Opens the words with some changes. Returns false if they make no table. */
static bool open_changed(const struct search *search, const struct change change[CHANGES],
                         struct trial *trial) {
    const char *given[WORDS];
    words_with(search, change, CHANGES, given);
    return trial_open(trial, given);
}

/* "cos and sin are swapped; try --order cos-sin" */
static char *choice_text(const struct search *search) {
    struct text said = {NULL, 0, 0}, options = {NULL, 0, 0};
    struct trial trial;
    if (open_changed(search, search->best.change, &trial)) {
        say_contrast(search->words->request, &trial.request, search->best.nearly ? "nearly: " : "",
                     &said);
        trial_close(&trial);
    }
    for (const struct change *change = search->best.change; change < search->best.change + CHANGES;
         change++)
        if (change->value)
            text_put(&options, " --%s %s", words[change->word].name, change->value);
    if (search->best.shift != 0)
        say_shift(search, &said, &options);
    if (options.used > 0) {
        text_print(&said, "; try");
        text_append(&said, options);
    }
    text_free(&options);
    return text_string(&said);
}

/* --- changes of words */

static bool same_shape(const struct table *table, const struct table *other) {
    return table->rows == other->rows && table->columns == other->columns;
}

/* Keeps the words with these changes if they are better than the best. Of two that explain the array the one that was tried
 * first stays, unless the other is BETTER times nearer still. */
static void keep(struct search *search, const struct sample *sample,
                 const struct change change[CHANGES], const struct table *table) {
    enum { BETTER = 2 };
    double wanted[SAMPLE_ENTRIES];
    sample_want(sample, table, wanted);
    for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
        const double distance = distance_of(sample, wanted, shifts[k]);
        if (BETTER * distance < search->best.distance) {
            search->best = (struct choice){.shift = shifts[k], .distance = distance};
            memcpy(search->best.change, change, sizeof search->best.change);
        }
    }
}

/* Tries some changes, the first of which comes first in the advice. */
static void try(struct search *search, const struct change change[CHANGES]) {
    struct trial trial;
    if (!open_changed(search, change, &trial))
        return;
    if (same_shape(trial.table, search->table))
        keep(search, &search->diagnosis->sample, change, trial.table);
    trial_close(&trial);
}

/* A word that has two choices, with the other one. */
static struct change other_of(const struct search *search, enum word word) {
    const char *first = word_choice(&words[word], 0);
    const bool is_first = strcmp(text_of(search, word), first) == 0;
    return (struct change){word, is_first ? word_choice(&words[word], 1) : first};
}

/* Changes of the channels: none; sines for cosines, halves for pairs side by side, or once for twice; and both. */
enum { CHANNELS_CHANGES = 4 };
static size_t channels_changes(const struct search *search,
                               struct change list[CHANNELS_CHANGES][2]) {
    const int component = search->table->component;
    struct change one = none, other = none;
    if (component == COMPONENT_BOTH) {
        one = other_of(search, ORDER);
        other = other_of(search, LAYOUT);
    } else if (component == COMPONENT_SIN || component == COMPONENT_COS) {
        const bool twice = strcmp(text_of(search, REPEAT), "interleave") != 0;
        one = (struct change){COMPONENT, component == COMPONENT_SIN ? "cos" : "sin"};
        other = (struct change){REPEAT, twice ? "interleave" : "halves"};
    }
    for (int k = 0; k < CHANNELS_CHANGES; k++) {
        list[k][0] = k % 2 ? one : none;
        list[k][1] = k / 2 ? other : none;
    }
    return one.value ? CHANNELS_CHANGES : 1;
}

/* Tries the words with other channels, as they are and with another spacing or without scaling. */
static void try_channels(struct search *search) {
    static const struct change usual[] = {{WORDS, NULL},
                                          {SPACING, "pair"},
                                          {SPACING, "endpoint"},
                                          {SPACING, "column"},
                                          {SCALING, "none"}};
    struct change list[CHANNELS_CHANGES][2];
    const size_t count = channels_changes(search, list);
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
        const char *text = usual[k].value ? text_of(search, usual[k].word) : "";
        for (size_t n = 0; n < count && text && (k == 0 || strcmp(text, usual[k].value) != 0); n++)
            try(search, (const struct change[]){list[n][0], list[n][1], usual[k]});
    }
}

/* Fits numbers to the words as they are; if the array is another table's, also with other channels. */
static bool fit_channels(struct search *search, bool another) {
    struct change list[CHANNELS_CHANGES][2];
    const size_t count = channels_changes(search, list); /* the first is none */
    bool fitted = false;
    for (size_t n = 0; n < (another ? count : 1) && !fitted; n++) {
        const char *given[WORDS];
        words_with(search, list[n], 2, given);
        fitted = fitted_numbers(search->diagnosis, given);
    }
    return fitted;
}

/* Where the words or the shape don't say which axis is which, the array may be the other way round. */
static void try_axes(struct search *search) {
    struct probe *probe = &search->diagnosis->probe;
    const struct chosen_words *chosen = search->words;
    const struct array *array = probe->array;
    const bool found = chosen->max_len && chosen->d_model && array->dimensions > 1;
    const struct change axes = {AXES, word_choice(&words[AXES], !search->table->channel_major)};
    const struct change sizes[] = {axes, found ? (struct change){MAX_LEN, chosen->d_model} : none,
                                   found ? (struct change){D_MODEL, chosen->max_len} : none};
    struct trial trial;
    if (!open_changed(search, sizes, &trial))
        return;
    if (same_shape(trial.table, search->table) || array->dimensions == 1) {
        struct probe turned;
        probe_open(&turned, array, trial.table);
        struct sample sample;
        sample_read(&sample, &turned);
        if (!turned.wrong)
            keep(search, &sample, (const struct change[]){axes, none, none}, trial.table);
        else if (!probe->wrong)
            probe->wrong = turned.wrong;
        probe_close(&turned);
    }
    trial_close(&trial);
}

/* --- other elements: the numbers were stored in another way */

/* The factor that brings the entries of the table nearest to those of the array, by least squares; and what is left. */
static double factor_of(const struct sample *sample, double *left) {
    double products = 0, squares = 0;
    struct distance rest = {0};
    for (size_t k = 0; k < sample_size(sample); k++)
        if (isfinite(sample->got[k]) && isfinite(sample->wanted[k])) {
            products += sample->got[k] * sample->wanted[k];
            squares += sample->wanted[k] * sample->wanted[k];
        }
    const double factor = products / squares;
    for (size_t k = 0; k < sample_size(sample); k++)
        distance_add(&rest, sample->got[k], factor * sample->wanted[k]);
    *left = distance_mean(rest);
    return factor;
}

/* Are all entries what is wanted, times a factor that isn't nearly 1? */
static char *try_factor(struct search *search) {
    const struct diagnosis *d = search->diagnosis;
    const double nearly = 0.02;
    double left;
    const double factor = factor_of(&d->sample, &left);
    if (fabs(factor - 1) < nearly || left > d->near * fabs(factor) * d->wanted)
        return NULL;
    if (d->magnitude == 0)
        return text_format("entries are zero");
    if (fabs(factor + 1) < nearly / 4)
        return text_format("entries are negated");
    return text_format("entries are about %.4g times what they should be", factor);
}

/* Are the entries those of the table in another type of as many bytes, or with their bytes in the other order? */
static bool is_of_type(struct search *search, const struct element *type, bool reversed) {
    const struct change change[CHANGES] = {{TYPE, type->name}, none, none};
    struct sample sample = search->diagnosis->sample;
    struct trial trial;
    if (!open_changed(search, change, &trial))
        return false;
    const struct measure measure = measure_of(trial.table);
    for (size_t k = 0; k < sample_size(&sample); k++)
        sample.got[k] = measure_value(
            &measure, reversed ? reversed_bytes(sample.bits[k], type->bytes) : sample.bits[k]);
    sample_want(&sample, trial.table, sample.wanted);
    trial_close(&trial);
    return distance_of(&sample, sample.wanted, 0) <=
           search->diagnosis->near * magnitude(sample.wanted, sample_size(&sample));
}

static char *try_types(struct search *search) {
    const struct element *own = search->table->type;
    for (int reversed = 1; reversed >= 0; reversed--)
        for (size_t k = 0; k < ELEMENTS; k++) {
            const struct element *type = &elements[k];
            const bool other = strcmp(type->name, own->name) != 0;
            if (type->bytes != own->bytes || other == reversed ||
                !is_of_type(search, type, reversed))
                continue;
            return reversed ? text_format("%s", phrase_reversed_bytes)
                            : text_format("the entries are %s, not %s; try --type %s", type->name,
                                          own->name, type->name);
        }
    return NULL;
}

/* Are all entries those some places further on in memory? Then the array begins too late, or too early. */
static char *try_offset(struct search *search) {
    enum { PLACES_MOST = 4 };
    const struct sample *sample = &search->diagnosis->sample;
    const struct table *table = search->table;
    const uint64_t entries = table_entries(table);
    const double near = search->diagnosis->near * search->diagnosis->wanted;
    struct probe probe;
    char *text = NULL;
    probe_open(&probe, NULL, table);
    for (int by = -PLACES_MOST; by <= PLACES_MOST && !text; by++) {
        struct distance distance = {0};
        for (size_t k = 0; k < sample_size(sample); k++) {
            const uint64_t index = index_of(sample, table, k) + (uint64_t)by; /* may wrap */
            if (index < entries)
                distance_add(&distance, sample->got[k], probe_wanted_value(&probe, index));
        }
        if (distance_mean(distance) <= near)
            text =
                text_format("every entry holds what the entry %d place%s %s it should: the array "
                            "begins too %s",
                            abs(by), abs(by) == 1 ? "" : "s", by > 0 ? "after" : "before",
                            by > 0 ? "late" : "early");
    }
    probe_close(&probe);
    return text;
}

/* --- all of it */

/* Entries of garbage can make the array's own magnitude as large as any, but not that of the table. */
void take_sample(struct diagnosis *d) {
    struct sample *sample = &d->sample;
    sample_read(sample, &d->probe);
    sample_want(sample, d->audited.table, sample->wanted);
    d->own = distance_of(sample, sample->wanted, 0);
    d->magnitude = magnitude(sample->got, sample_size(sample));
    d->wanted = magnitude(sample->wanted, sample_size(sample));
    d->near = d->audited.table->type->bytes < 4 ? 1e-2 : 1e-4;
}

/* Words whose table is much nearer are found on the sample; numbers of words by a fit, which explains every entry. */
bool other_words(struct diagnosis *d) {
    if (sample_is_in_zero_rows(d))
        return false;
    struct search search = {d, d->audited.words, d->audited.table, {.distance = d->own}};
    const struct choice *best = &search.best;
    const bool another = d->own > d->near * d->magnitude, far = d->own > d->near * d->wanted;
    if (another) {
        try_channels(&search);
        try_axes(&search);
    }
    search.best.nearly = best->distance > d->near * d->magnitude;
    const bool explained = NEARER * best->distance < d->own && best->distance < d->wanted;
    if ((!explained || best->nearly) && !errors_are_rounded(d) && fit_channels(&search, another))
        return true;
    char *text = far && (!explained || best->nearly) ? try_offset(&search) : NULL;
    if (!text)
        text = explained ? choice_text(&search) : far ? try_factor(&search) : NULL;
    if (!text && far)
        text = try_types(&search);
    if (text)
        add_sentence(d, text);
    return text != NULL;
}
