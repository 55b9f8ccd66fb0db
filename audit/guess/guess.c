/* SPDX-License-Identifier: MIT */
#include "guess/guess.h"
#include "base/die.h"
#include "compare/phrases.h"
#include "fit/simplest.h"
#include "guess/guess_input.h"
#include "guess/guess_parts.h"
#include "words/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How the array is read: as it is, as cosines with sines below them, as integers that a cast rounded, or with any position
 * in each row. */
enum reading { READ_PLAIN, READ_STACKED, READ_TO_ZERO, READ_DOWN, READ_LISTED };

/* What a guess keeps as long as it lives: the table that was found, and the texts of its words. */
struct guess_found {
    struct guess_input input;
    struct texts texts;
    struct text listed;
    struct trial trial;
    struct verdict verdict;
};

enum { CLOSEST = 3 };
struct guessing {
    struct guess *guess;
    struct guess_found *found;
    const struct array *array;
    const char *const *given, *positions_out;
    unsigned threads;
    uint64_t *work;    /* what was looked at */
    const char *empty; /* why there is nothing to guess, or NULL */
    bool waves,
        near_units;  /* in some view: were its columns waves; were integers near to a table's? */
    json_t *closest; /* words that nearly make the array, and why they don't, the best first, */
    double distance[CLOSEST + 1]; /* by these numbers */
    char *wrong;                  /* that the file can't be read any more */
};

/* Why no words can be found in any view; NULL if some may be. */
static const char *reason_to_stop(const struct entries *data) {
    const size_t count = data->rows * data->view.channels;
    size_t alike = 1, others = 0;
    while (alike < count && data->value[alike] == data->value[0])
        alike++;
    for (size_t k = 0; k < count; k++)
        others += data->value[k] != 0 && fabs(data->value[k]) != data->largest;
    return alike == count       ? "all entries are the same number"
           : data->largest == 0 ? "no entry is a number, except for zeros"
           : others == 0        ? "each entry is 0, or one number with either sign"
                                : NULL;
}

/* --- the words that explain the array */

/* Keeps words that don't explain the array, unless others are nearer, or there are nearer ones with the same reason. */
static void keep_closest(struct guessing *guessing, const struct trial *trial, const char *reason,
                         double distance) {
    json_t *list = guessing->closest;
    char *command = guess_command(&trial->request);
    size_t k = 0, count = json_array_size(list);
    for (size_t n = 0; n < count; n++) {
        const json_t *old = json_array_get(list, n);
        const bool same =
            strcmp(json_string_value(json_object_get(old, "command")), command) == 0 ||
            strcmp(json_string_value(json_object_get(old, "reason")), reason) == 0;
        if (same && guessing->distance[n] <= distance) {
            free(command);
            return;
        }
        if (same) {
            json_array_remove(list, n--);
            count--;
            memmove(&guessing->distance[n + 1], &guessing->distance[n + 2],
                    (count - n - 1) * sizeof *guessing->distance);
        }
    }
    while (k < count && guessing->distance[k] <= distance)
        k++;
    memmove(&guessing->distance[k + 1], &guessing->distance[k],
            (count - k) * sizeof *guessing->distance);
    guessing->distance[k] = distance;
    json_array_insert_new(
        list, k,
        json_pack("{s:o, s:o}", "command", json_text(command), "reason", json_text(reason)));
    json_array_remove(list, CLOSEST);
    free(command);
}

/* Puts the words under their name. Of few bits nearly all are those of the next base too, so more of them are counted. */
static void name_candidate(struct search *search, struct candidate *candidate, bool counts) {
    const double nearly_all = 0.95;
    const char *named[WORDS];
    struct trial trial;
    if (!trial_open_listed(&trial, candidate->given, &search->listed))
        return;
    candidate->cost =
        name_words(search->texts, &trial, search->user[PRESET], &search->listed, named);
    if (counts && has_few_bits(search) && candidate->share >= nearly_all) {
        candidate->share = search_share(search, &trial, ENTRIES_MANY);
        candidate->counted = true;
    }
    trial_close(&trial);
    memcpy(candidate->given, named, sizeof named);
}

/* Words whose table has clearly more of the bits come first, then the shortest. */
static bool is_likelier(const struct candidate *a, const struct candidate *b) {
    const double clearly = 0.01, of_a = search_weight(a), of_b = search_weight(b);
    if (search_has_more_bits(a, b) || search_has_more_bits(b, a))
        return search_has_more_bits(a, b);
    if (fabs(of_a - of_b) > clearly)
        return of_a > of_b;
    if ((a->misfit == 0) != (b->misfit == 0))
        return a->misfit == 0;
    if ((a->share == 1) != (b->share == 1))
        return a->share == 1;
    return a->cost < b->cost;
}

/* Puts the words that noise explains in order; returns how many. */
static size_t rank(struct search *search) {
    enum { WEIGHED_MOST = 12 };
    size_t count = 0;
    while (count < search->count && count < WEIGHED_MOST && search->list[count].explained)
        count++;
    const bool clean = search_is_clean(search);
    for (size_t k = 0; k < count; k++)
        name_candidate(search, &search->list[k], !clean);
    for (size_t k = 1; k < count; k++) {
        const struct candidate one = search->list[k];
        size_t n = k;
        for (; n > 0 && is_likelier(&one, &search->list[n - 1]); n--)
            search->list[n] = search->list[n - 1];
        search->list[n] = one;
    }
    return count;
}

/* Does a text have too few places to show what a computation made? */
static bool text_hides_bits(const struct verdict *verdict, const struct grain *grain) {
    const double epsilon = verdict->level == NOISE_F64 ? 0x1p-52 : 0x1p-23;
    return grain->printed && grain_rounding(grain, 0.5) > epsilon;
}

/* Why listed positions have no words: they follow no step, or one that no short number says. */
static char *reason_of_list(const struct model_axis *axis) {
    const double first = model_position(axis, 0), last = model_position(axis, axis->size - 1),
                 step = (last - first) / (double)(axis->size - 1), near = 1e-6;
    bool even = axis->size > 2;
    for (uint64_t c = 0; c < axis->size; c++)
        even &= fabs(model_position(axis, c) - first - step * (double)c) <=
                near * fmax(fabs(first), fabs(last));
    return even ? text_format("its positions go in even steps of about %.7g, from %.7g on: "
                              "--positions-out FILE writes them",
                              step, first)
                : text_format("its positions follow no step: --positions-out FILE writes them");
}

/* The largest share of bits that words have, however long their numbers are. */
static double most_bits(const struct search *search) {
    double most = 0;
    for (size_t k = 0; k < search->count; k++)
        if (search->list[k].explained)
            most = fmax(most, search->list[k].share);
    return most;
}

/* Opens the table of the words with one rounding, and judges the array by it. */
static bool judge_rounding(struct guessing *guessing, const struct search *search,
                           const char *given[WORDS], const char *rounding, struct trial *trial,
                           struct verdict *verdict) {
    struct grain grain = search->data->grain;
    given[ROUNDING] = rounding;
    grain.cut = strcmp(rounding, "zero") == 0 ? CUT_TO_ZERO : CUT_DOWN;
    if (!trial_open_listed(trial, given, &search->listed))
        return false;
    guessing->wrong =
        verdict_find(verdict, guessing->array, trial_model(trial), &grain, guessing->threads);
    return true;
}

/* Integers of 32 bits are finer than the noise of float32, so that they match however they were rounded: takes the rounding
 * that makes most of them. */
static void choose_rounding(struct guessing *guessing, const struct search *search,
                            const char *given[WORDS]) {
    static const char *const roundings[] = {"zero", "down"};
    struct guess_found *found = guessing->found;
    const char *best = NULL;
    uint64_t least = found->verdict.comparison.all.wrong;
    for (size_t k = 0; k < 2 && !guessing->wrong; k++) {
        struct trial trial;
        struct verdict verdict = {.match = false};
        if (!judge_rounding(guessing, search, given, roundings[k], &trial, &verdict))
            continue;
        if (verdict.match && verdict.comparison.all.wrong < least) {
            least = verdict.comparison.all.wrong;
            best = roundings[k];
        }
        verdict_free(&verdict);
        trial_close(&trial);
    }
    given[ROUNDING] = NULL;
    if (!best || guessing->wrong)
        return;
    verdict_free(&found->verdict);
    trial_close(&found->trial);
    judge_rounding(guessing, search, given, best, &found->trial, &found->verdict);
}

/* Has some table clearly more of the bits? */
static bool others_have_more_bits(const struct search *search, const struct candidate *candidate) {
    bool more = false;
    for (size_t k = 0; k < search->count && !more; k++)
        more = search_has_more_bits(&search->list[k], candidate);
    return more;
}

/* Takes the words if their table explains every entry of the array. */
static bool decide(struct guessing *guessing, struct search *search, enum reading reading,
                   const struct array *part, const struct candidate *candidate) {
    enum {
        WORK_OF_ENTRY = 3,
        WORK_OF_ODD = 12,
        CHANNELS_LEAST = 16
    }; /* frequencies of fewer err alike */
    const double clearly_less = search->data->grain.printed ? 0.95 : 0.85;
    struct guess_found *found = guessing->found;
    struct verdict *verdict = &found->verdict;
    const char *given[WORDS];
    memcpy(given, candidate->given, sizeof given);
    if (reading == READ_STACKED)
        given[COMPONENT] = "cos,sin";
    *guessing->work += WORK_OF_ENTRY * part->count;
    if (*guessing->work > WORK_MOST / 2 * 3 ||
        !trial_open_listed(&found->trial, given, &search->listed))
        return false;
    guessing->wrong = verdict_find(verdict, guessing->array, trial_model(&found->trial),
                                   &search->data->grain, guessing->threads);
    if (!part->type->fixed) /* integers may be read again, as a cast makes them */
        *guessing->work += WORK_OF_ODD * verdict->odd.all * search->data->view.channels;
    if (verdict->match && part->type->bytes == 4 && part->type->fixed && reading == READ_PLAIN &&
        !given[ROUNDING] && !guessing->wrong)
        choose_rounding(guessing, search, given);
    const bool open = verdict->match && search_leaves_open(search, candidate);
    const bool unlisted = verdict->match && reading == READ_LISTED && !guessing->positions_out,
               fewer = others_have_more_bits(search, candidate) ||
                       (candidate->given[BASE] && candidate->share >= 0 && !verdict->coarse &&
                        search->data->view.channels >= CHANNELS_LEAST &&
                        candidate->share < clearly_less * most_bits(search));
    if (verdict->match && (open || unlisted || fewer)) {
        verdict->match = false;
        verdict->reason = unlisted ? reason_of_list(trial_model(&found->trial)->axis)
                                   : text_format("other long numbers explain its entries %s",
                                                 open ? "as well" : "better");
    }
    const uint64_t beyond = verdict->comparison.all.unexplained;
    const double of_list = 0.05; /* positions of a file fit nearly anything */
    struct entries data[TABLE_ARRAYS] = {*search->data};
    if (verdict->match && reading == READ_STACKED) {
        const struct array second = array_part(guessing->array, part->count, part->count);
        guessing->wrong = entries_read(&data[1], &second, data->view, &found->input.measure);
    }
    if (!verdict->match || guessing->wrong) {
        if (!guessing->wrong)
            keep_closest(guessing, &found->trial, verdict->reason,
                         unlisted ? 0
                                  : (double)beyond / (double)part->count + candidate->error +
                                        (reading == READ_LISTED ? of_list : 0));
        verdict_free(verdict);
        trial_close(&found->trial);
        return false;
    }
    guessing->guess->match = true;
    if (!text_hides_bits(verdict, &search->data->grain))
        guessing->guess->shares = &verdict->shares;
    guessing->guess->facts = guess_facts(data, &found->trial, verdict, guessing->array);
    if (reading == READ_STACKED)
        entries_free(&data[1]);
    return true;
}

/* Are the words of a candidate, under their name, those of one before it? */
static bool is_repeated(const struct search *search, size_t k) {
    bool repeated = false;
    for (size_t n = 0; n < k && !repeated; n++) {
        repeated = true;
        for (int w = 0; w < WORDS && repeated; w++)
            repeated = same_text(search->list[n].given[w], search->list[k].given[w]);
    }
    return repeated;
}

/* Decides on the words of a search, the likeliest first. Rows that are lost near the beginning look like a later first
 * position of the others. */
static bool decide_all(struct guessing *guessing, struct search *search, enum reading reading,
                       const struct array *part) {
    enum { EXPLAINED_MOST = 3, NEAR_MOST = 1 };
    const size_t explained = rank(search);
    const size_t count = explained > 0               ? explained
                         : search->count < NEAR_MOST ? search->count
                                                     : (size_t)NEAR_MOST;
    size_t decided = 0;
    for (size_t k = 0; k < count && decided < EXPLAINED_MOST && !guessing->wrong; k++) {
        struct candidate one = search->list[k];
        if (is_repeated(search, k))
            continue;
        decided++;
        if (explained == 0)
            name_candidate(search, &one, false);
        if (decide(guessing, search, reading, part, &one))
            return true;
        if (guessing->wrong || !one.given[FIRST] || search->user[FIRST])
            continue;
        one.given[FIRST] = NULL;
        for (int w = ZERO_ROWS; w <= UNROTATED_ROWS; w++) /* the first row may have position 0 */
            if (w == ZERO_ROWS || w == UNROTATED_ROWS)
                one.given[w] = one.given[w] && strcmp(one.given[w], "0") == 0 ? NULL : one.given[w];
        if (decide(guessing, search, reading, part, &one))
            return true;
    }
    return false;
}

/* --- views */

/* Searches one view of the array, or of its first half. */
static void try_view(struct guessing *guessing, enum reading reading, const struct array *part,
                     struct view view, const char *const given[WORDS]) {
    enum { UNITS_FEW = 4 };
    struct guess_found *found = guessing->found;
    struct entries data;
    struct search search;
    guessing->wrong = entries_read(&data, part, view, &found->input.measure);
    if (guessing->wrong)
        return;
    if (reading == READ_TO_ZERO || reading == READ_DOWN)
        entries_cut(&data, reading == READ_DOWN ? CUT_DOWN : CUT_TO_ZERO);
    guessing->empty = reason_to_stop(&data);
    search_open(&search, &data, &found->texts, given, part, guessing->work);
    if (reading == READ_LISTED) {
        search.listed_path = guessing->positions_out ? guessing->positions_out : "FILE";
        if (*guessing->work < WORK_MOST / 2 * 3 && *guessing->work > WORK_MOST / 4 * 3)
            *guessing->work = WORK_MOST / 4 * 3;
        search_listed(&search);
    } else if (!guessing->empty) {
        search_words(&search);
    }
    guessing->waves |= search.waves;
    guessing->wrong = search.wrong;
    if (search.count > 0 && data.grain.absolute > 0)
        guessing->near_units |=
            search.list[0].error * data.largest <= UNITS_FEW * data.grain.absolute;
    if (!guessing->wrong && decide_all(guessing, &search, reading, part) &&
        reading == READ_LISTED) {
        text_append(&found->listed, search.listed);
        guessing->guess->positions = &found->listed;
    }
    search_close(&search);
    entries_free(&data);
}

/* Most tables have some rows and columns, and positions along their rows. */
static int how_unlikely(struct view view) {
    const uint64_t usual = 8;
    return view.positions < usual ? 3 : view.channels < usual ? 2 : view.channel_major ? 1 : 0;
}

static void try_reading(struct guessing *guessing, enum reading reading) {
    struct array part = *guessing->array;
    struct view views[VIEWS];
    const char *given[WORDS];
    memcpy(given, guessing->given, sizeof given);
    if (reading == READ_STACKED) {
        const bool open = !given[COMPONENT] || strcmp(given[COMPONENT], "cos,sin") == 0;
        if (!open || !guess_input_is_stacked(&guessing->found->input, &guessing->wrong))
            return;
        part = array_part(guessing->array, 0, guessing->array->count / 2);
        given[COMPONENT] = "cos";
    }
    if (!given[ROUNDING] && reading == READ_TO_ZERO)
        given[ROUNDING] = "zero";
    if (!given[ROUNDING] && reading == READ_DOWN)
        given[ROUNDING] = "down";
    const size_t count =
        views_of(&part, choice_size_or_0(MAX_LEN, given[MAX_LEN]), given[AXES], views);
    for (int unlikely = 0; unlikely < 4; unlikely++)
        for (size_t k = 0; k < count && !guessing->wrong && !guessing->guess->match; k++)
            if (how_unlikely(views[k]) == unlikely)
                try_view(guessing, reading, &part, views[k], given);
}

/* --- the guess */

static json_t *closest_facts(const struct guessing *guessing) {
    const char *reason = guessing->empty               ? guessing->empty
                         : *guessing->work > WORK_MOST ? "the search was given up"
                         : guessing->waves ? "its columns are waves, but their frequencies or "
                                             "positions follow no rule"
                                           : "its columns are no waves of one amplitude";
    json_t *facts = json_pack("{s:b, s:O}", "match", false, "closest", guessing->closest);
    if (json_array_size(guessing->closest) == 0)
        json_object_set_new(facts, "reason", json_text(reason));
    if (!guessing->empty && guessing->array->dimensions == 1 && !guessing->given[MAX_LEN])
        json_object_set_new(facts, "hint",
                            json_text("an array of one dimension was tried as one row and as one "
                                      "column; if it has more, say --max-len"));
    return facts;
}

/* NOLINTBEGIN(readability-non-const-parameter): the search counts the work */
char *guess_open(struct guess *guess, const struct array *array, const char *const user[WORDS],
                 const char *positions_out, unsigned threads, uint64_t *work) {
    /* NOLINTEND(readability-non-const-parameter) */
    uint64_t own = 0;
    struct guess_found *found = die_malloc(sizeof *found);
    *found = (struct guess_found){.texts = {.count = 0}};
    *guess = (struct guess){.match = false, .found = found};
    struct guessing guessing = {.guess = guess,
                                .found = found,
                                .array = array,
                                .given = found->input.given,
                                .positions_out = positions_out,
                                .threads = threads,
                                .work = work ? work : &own,
                                .wrong = guess_input_open(&found->input, array, user),
                                .closest = json_array()};
    static const enum reading readings[] = {READ_STACKED, READ_PLAIN, READ_TO_ZERO, READ_DOWN,
                                            READ_LISTED};
    const bool reversed =
        !guessing.wrong && guess_input_is_reversed(&found->input, &guessing.wrong);
    for (size_t k = 0; k < sizeof readings / sizeof *readings && !reversed; k++) {
        const bool cut = readings[k] == READ_TO_ZERO || readings[k] == READ_DOWN;
        if (!guessing.wrong && !guess->match &&
            (!cut || (array->type->fixed && guessing.near_units)))
            try_reading(&guessing, readings[k]);
    }
    if (reversed)
        guessing.empty = phrase_reversed_bytes;
    if (!guess->match)
        guess->facts = closest_facts(&guessing);
    json_decref(guessing.closest);
    if (guessing.wrong)
        guess_free(guess);
    return guessing.wrong;
}

void guess_given(const struct guess *guess, const char *given[WORDS]) {
    for (int k = 0; k < WORDS; k++)
        given[k] =
            k == MAX_LEN || k == D_MODEL || k == TYPE ? given[k] : guess->found->trial.given[k];
}

const struct request *guess_request(const struct guess *guess) {
    return &guess->found->trial.request;
}

void guess_free(struct guess *guess) {
    struct guess_found *found = guess->found;
    json_decref(guess->facts);
    if (guess->match) {
        verdict_free(&found->verdict);
        trial_close(&found->trial);
    }
    guess_input_close(&found->input);
    texts_free(&found->texts);
    text_free(&found->listed);
    free(found);
}

char *guess_padding(const struct array *array, const char *max_len, uint64_t *rows,
                    uint64_t *columns, uint64_t *padding) {
    const uint64_t given = choice_size_or_0(MAX_LEN, max_len);
    const bool raw = array->dimensions == 1 && given > 0 && array->count % given == 0;
    *rows = raw ? given : array->size[0];
    *columns = array->count / *rows;
    *padding = array->dimensions == 2 || raw ? *columns : 0;
    void *row = die_malloc(*columns * array->type->bytes);
    char *wrong = NULL;
    for (uint64_t r = 0; r<*rows && * padding> 0 && !wrong; r++) {
        wrong = array_read(array, r * *columns, (size_t)*columns, row);
        uint64_t zeros = 0;
        while (!wrong && zeros < *padding &&
               element_load(array->type, row, (size_t)(*columns - zeros - 1)) == 0)
            zeros++;
        *padding = zeros;
    }
    free(row);
    *padding = *padding < *columns ? *padding : 0;
    return wrong;
}
