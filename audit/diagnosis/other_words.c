/* SPDX-License-Identifier: MIT */
#include "diagnosis/other_words.h"
#include "base/text.h"
#include "compare/phrases.h"
#include "fit/entries.h"
#include "guess/guess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* How far numbers are from others times a factor, on average; infinite if none are finite. */
static double distance(const struct sample *sample, const double got[], const double wanted[],
                       double factor) {
    double sum = 0, entries = 0;
    for (size_t k = 0; k < sample_size(sample); k++)
        if (isfinite(got[k]) && isfinite(wanted[k])) {
            sum += fabs(got[k] - factor * wanted[k]);
            entries++;
        }
    return entries > 0 ? sum / entries : INFINITY;
}

static double magnitude(const struct sample *sample, const double numbers[]) {
    const double mean = distance(sample, numbers, numbers, 0);
    return isfinite(mean) ? mean : 0;
}

/* Two runs of positions; in the second one positions are small enough for a float32 angle to be right to some digits.
 * Of each, channels that are spread over all. */
char *sample_read(struct sample *sample, const struct array *array, const struct table *table) {
    enum { RUN = SAMPLE_POSITIONS / 2, SECOND_RUN = 2000 };
    const uint64_t positions = table->position_count, channels = table->channel_count,
                   middle = positions / 2 < SECOND_RUN ? positions / 2 : SECOND_RUN,
                   second = middle < RUN ? RUN : middle;
    struct probe probe;
    sample->positions = sample->channels = 0;
    for (uint64_t p = 0; p < RUN && p < positions; p++)
        sample->position[sample->positions++] = p;
    for (uint64_t p = second; p < second + RUN && p < positions; p++)
        sample->position[sample->positions++] = p;
    for (uint64_t c = 0; c < SAMPLE_CHANNELS && c < channels; c++)
        sample->channel[sample->channels++] = spread_in_pairs(channels, SAMPLE_CHANNELS, c);
    probe_open(&probe, array, table);
    for (size_t k = 0; k < sample_size(sample); k++) {
        const uint64_t index = index_of(sample, table, k);
        sample->bits[k] = probe_got(&probe, index);
        sample->got[k] = measure_value(&probe.measure, sample->bits[k]);
        sample->wanted[k] = probe_wanted_value(&probe, index);
    }
    probe_close(&probe);
    sample->own = distance(sample, sample->got, sample->wanted, 1);
    sample->magnitude = magnitude(sample, sample->got);
    sample->wanted_size = magnitude(sample, sample->wanted);
    return probe.wrong;
}

/* Up to this share of the magnitude a distance may be rounding. */
static double near_of(const struct table *table) {
    return table->type->bytes < 4 ? 1e-2 : 1e-4;
}

/* --- other elements */

/* Are the entries those of the table in another type of as many bytes, or with their bytes in the other order? */
static bool is_of_type(const struct audited *audited, const struct sample *sample,
                       const struct element *type, bool reversed) {
    double got[SAMPLE_ENTRIES];
    struct table other = *audited->model->table;
    other.type = type;
    const struct measure measure = measure_of(&other);
    for (size_t k = 0; k < sample_size(sample); k++)
        got[k] = measure_value(&measure, reversed ? reversed_bytes(sample->bits[k], type->bytes)
                                                  : sample->bits[k]);
    return distance(sample, got, sample->wanted, 1) <=
           near_of(audited->model->table) * sample->wanted_size;
}

static char *other_type(const struct audited *audited, const struct sample *sample) {
    const struct element *own = audited->model->table->type;
    for (int reversed = 1; reversed >= 0; reversed--)
        for (size_t k = 0; k < ELEMENTS; k++) {
            const struct element *type = &elements[k];
            const bool other = strcmp(type->name, own->name) != 0;
            if (type->bytes != own->bytes || other == reversed ||
                !is_of_type(audited, sample, type, reversed))
                continue;
            return reversed ? text_format("%s", phrase_reversed_bytes)
                            : text_format("the entries are %s, not %s; try --type %s", type->name,
                                          own->name, type->name);
        }
    return NULL;
}

char *words_of_elements(const struct audited *audited, const struct sample *sample) {
    const double near = near_of(audited->model->table) * sample->wanted_size;
    if (sample->own <= near)
        return NULL;
    if (distance(sample, sample->got, sample->wanted, -1) <= near)
        return text_format("entries are negated");
    return other_type(audited, sample);
}

/* --- other words */

/* The words that differ, as options: "; try --base 300 --layout halves". */
static void say_options(const struct request *is, const struct request *other, struct text *said) {
    const char *before = "; try";
    for (int k = 0; k < WORDS; k++) {
        const char *text = word_text(other, (enum word)k), *own = word_text(is, (enum word)k);
        if (k == PRESET || k == MAX_LEN || k == D_MODEL || k == TYPE || k == ODD || !text ||
            (own && strcmp(text, own) == 0))
            continue;
        text_put(said, "%s --%s ", before, words[k].name);
        request_quote(text, said);
        before = "";
    }
}

bool words_find(const struct audited *audited, struct findings *findings, char **wrong) {
    const struct chosen_words *chosen = audited->words;
    const char *user[WORDS] = {
        [SCALE] = chosen->given[SCALE], [ZERO_POINT] = chosen->given[ZERO_POINT]};
    struct guess guess;
    struct text said = {NULL, 0, 0};
    if (array_is_raw(audited->array) || audited->array->dimensions == 1)
        user[MAX_LEN] = chosen->request->text[MAX_LEN];
    *wrong = guess_open(&guess, audited->array, user, NULL, audited->threads, NULL);
    if (*wrong)
        return false;
    json_t *differ = guess.match ? contrast(chosen->request, guess_request(&guess)) : json_array();
    const bool found = json_array_size(differ) > 0;
    if (found) {
        const json_t *one;
        size_t k;
        json_array_foreach(differ, k, one)
            text_put(&said, "%s%s", k > 0 ? "; " : "", json_string_value(one));
        say_options(chosen->request, guess_request(&guess), &said);
        findings_add(findings, (struct finding){.text = text_string(&said)});
        json_array_foreach(json_object_get(guess.facts, "damage"), k, one) findings_add(
            findings, (struct finding){.text = text_format("%s", json_string_value(one))});
    }
    json_decref(differ);
    guess_free(&guess);
    return found;
}
