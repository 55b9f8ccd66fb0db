#include "guess/guess.h"
#include "base/die.h"
#include "compare/phrases.h"
#include "fit/simplest.h"
#include "guess/guess_attempt.h"
#include "guess/guess_structure.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the search for words in one view */

/* Reads a view. Returns NULL, or a message if the file can't be read any more. */
static char *read_view(struct entries *data, const struct guessing *guessing, enum way way,
                       const struct array *array, struct view view) {
    static const enum cut cuts[WAYS] = {[WAY_TO_ZERO] = CUT_TO_ZERO, [WAY_DOWN] = CUT_DOWN};
    char *wrong = entries_read(data, array, view, &guessing->input->measure);
    if (!wrong && cuts[way] != CUT_NONE)
        entries_cut(data, cuts[way]);
    return wrong;
}

struct attempt *attempt_open(struct guessing *guessing, enum way way, const struct array *array,
                             struct view view, const char *const given[WORDS]) {
    struct attempt *attempt = die_malloc(sizeof *attempt);
    *attempt = (struct attempt){.guessing = guessing, .way = way};
    guessing->wrong = read_view(attempt->data, guessing, way, array, view);
    if (guessing->wrong) {
        free(attempt);
        return NULL;
    }
    guess_search_open(&attempt->search, attempt->data, given, array->type->name);
    if (way == WAY_LISTED)
        attempt->search.listed_path = guessing->positions_out ? guessing->positions_out : "FILE";
    return attempt;
}

void attempt_close(struct attempt *attempt) {
    if (attempt) {
        guess_search_close(&attempt->search);
        entries_free(&attempt->data[0]);
        entries_free(&attempt->data[1]);
    }
    free(attempt);
}

/* The presets as they stand, unless there are more channels than models have. Of one component, each pair may have one
 * column or two. */
static void try_presets(struct guess_search *search) {
    enum { CHANNELS_MOST = 8192 };
    const struct view *view = &search->data->view;
    for (const struct preset *preset = presets; preset->name && view->channels <= CHANNELS_MOST;
         preset++)
        for (uint64_t times = 1; times <= 2; times++) {
            const char *given[WORDS] = {[PRESET] = preset->name,
                                        [MAX_LEN] = guess_number(search, view->positions),
                                        [D_MODEL] = guess_number(search, times * view->channels)};
            guess_try(search, given);
        }
}

/* Which share of the entries is neither 0 nor the largest? */
static double share_of_others(const struct entries *data) {
    const size_t count = data->rows * data->view.channels;
    size_t others = 0;
    for (size_t k = 0; k < count; k++)
        others += data->value[k] != 0 && fabs(data->value[k]) != data->largest;
    return (double)others / (double)count;
}

/* Why no words can be found; NULL if some may be. */
static const char *reason_to_stop(const struct entries *data) {
    const size_t count = data->rows * data->view.channels;
    size_t alike = 1;
    while (alike < count && data->value[alike] == data->value[0])
        alike++;
    return alike == count               ? "all entries are the same number"
           : data->largest == 0         ? "no entry is a number, except for zeros"
           : share_of_others(data) == 0 ? "each entry is 0, or one number with either sign"
                                        : NULL;
}

/* Positions that were rounded to bf16 stay equal for some rows, as clamped ones do: last come the best
 * words without a clamp. */
void attempt_rank(struct attempt *attempt) {
    attempt->count = guess_rank(&attempt->search, attempt->best);
    if (attempt->count > 0 && attempt->best[0].given[CLAMP]) {
        struct candidate *plain = &attempt->best[attempt->count++];
        *plain = attempt->best[0];
        plain->given[CLAMP] = NULL;
        plain->judgement.magnitude = INFINITY;
    }
    for (size_t n = 0; n < attempt->count && attempt->way == WAY_STACKED; n++)
        attempt->best[n].given[COMPONENT] = "cos,sin";
}

/* Entries that are nearly all 0 or the largest show no positions of single rows. */
static void attempt_search(struct attempt *attempt, enum stage stage) {
    enum { UNITS_FEW = 2 };
    const double few = 1.0 / 16;
    struct guessing *guessing = attempt->guessing;
    const struct entries *data = attempt->data;
    guessing->empty = reason_to_stop(data);
    if (stage == STAGE_BITS) { /* what was found is rejected */
        attempt->search.rounded_once = true;
        attempt->search.count = 0;
        if (!attempt->search.waves && !attempt->search.sample.still)
            return;
    }
    if (!guessing->empty && (attempt->way != WAY_LISTED || share_of_others(data) >= few))
        structures_try(&attempt->search, stage);
    if (!guessing->empty && attempt->way == WAY_PLAIN && stage == STAGE_ALL)
        try_presets(&attempt->search);
    guessing->waves |= attempt->search.waves;
    guessing->near_units |= data->largest * attempt->search.closest.judgement.magnitude <=
                            UNITS_FEW * 2 * data->grain.absolute;
}

/* --- the words that explain the array */

static struct found_words *found_open(const struct attempt *attempt,
                                      const char *const given[WORDS]) {
    struct guessing *guessing = attempt->guessing;
    struct found_words *found = die_malloc(sizeof *found);
    if (!trial_open_listed(&found->trial, given, &attempt->search.listed)) {
        free(found);
        return NULL;
    }
    guessing->wrong = verdict_find(&found->verdict, guessing->array, trial_model(&found->trial),
                                   &attempt->data->grain, guessing->threads);
    return found;
}

static void found_close(struct found_words *found) {
    if (found) {
        verdict_free(&found->verdict);
        trial_close(&found->trial);
    }
    free(found);
}

/* Keeps words that don't explain the array, unless others are nearer, or don't for the same reason. */
static void keep_closest(struct guessing *guessing, const struct found_words *found,
                         double distance) {
    json_t *list = guessing->closest;
    char *command = guess_command(&found->trial.request);
    json_t *one = json_pack("{s:o, s:o}", "command", json_text(command), "reason",
                            json_text(found->verdict.reason));
    size_t k = json_array_size(list);
    bool known = isinf(distance);
    for (size_t n = 0; n < k; n++) {
        json_t *old = json_array_get(list, n);
        known |= json_equal(json_object_get(old, "command"), json_object_get(one, "command")) ||
                 json_equal(json_object_get(old, "reason"), json_object_get(one, "reason"));
    }
    for (; k > 0 && !known && distance < guessing->distance[k - 1]; k--)
        guessing->distance[k] = guessing->distance[k - 1];
    if (!known) {
        guessing->distance[k] = distance;
        json_array_insert(list, k, one);
        json_array_remove(list, CLOSEST);
    }
    json_decref(one);
    free(command);
}

/* The share of entries that have the bits of the best pipeline of a match. */
static double best_share(const struct verdict *verdict) {
    const struct share *best = verdict->shares.list;
    return verdict->match && verdict->shares.count > 0 ? (double)best->same / (double)best->entries
                                                       : 0;
}

/* Do the entries leave long numbers open? They don't if all have the bits of the best pipeline, or a text the places of the
 * exact table: others only make the same ones. In few bits nearly all are those of the way that made them, and in doubles a
 * quarter, so others say that the base is another one. Words of the stage of rare ones have to make nearly all bits. */
static bool leaves_open(const struct attempt *attempt, const struct candidate *candidate,
                        const struct verdict *verdict) {
    enum { ENTRIES_LEAST = 64 };
    const double share = best_share(verdict), coarse = 1e-5, long_base = 6, most_of_coarse = 0.99,
                 most_of_doubles = 0.25;
    const struct grain *grain = &attempt->data->grain;
    const double base = words_dearest(candidate->given, attempt->search.solved & WORD_SET(BASE));
    const bool few_bits = grain_at(grain, 0.5) >= coarse && !grain->printed,
               same = grain->printed ? candidate->same_places
                                     : share >= 1 && verdict->shares.list->entries >= ENTRIES_LEAST,
               fixed = attempt->guessing->array->type->fixed,
               rounded_once = grain->printed ? candidate->same_places : share >= most_of_coarse;
    return (attempt->search.rounded_once && !rounded_once) ||
           (candidate->unidentified && (fixed || !same)) ||
           (candidate->long_base && few_bits && share < most_of_coarse) ||
           (grain->wide && base > long_base && share < most_of_doubles);
}

/* Opens words. If they explain the array except for rows of damage that are 0, or those of angle 0, opens words that have
 * these rows. */
static struct found_words *open_with_rows(struct attempt *attempt, const char *const given[WORDS]) {
    struct found_words *found = found_open(attempt, given), *better = NULL;
    if (!found || !found->verdict.match || attempt->data->rows < attempt->data->view.positions)
        return found;
    const struct findings *damage = &found->verdict.damage;
    struct row_range list[ROW_RANGES_MOST];
    size_t count = 0;
    for (size_t k = 0; k < damage->count && count < ROW_RANGES_MOST; k++) {
        const struct finding *rows = &damage->list[k];
        if (rows->unit == FINDING_ROWS && rows->last - rows->first < ROW_RANGES_MOST &&
            (rows->kind == FINDING_ZERO || finding_is_padding(rows)))
            list[count++] = (struct row_range){rows->first, rows->last, ROWS_ALIKE, NULL};
    }
    const char *more[WORDS];
    memcpy(more, given, sizeof more);
    const struct table_model *model = trial_model(&found->trial);
    if (attempt_add_rows(attempt, more, true, list, count, model) ||
        attempt_add_rows(attempt, more, false, list, count, model))
        better = found_open(attempt, more);
    const bool holds = better && better->verdict.match;
    found_close(holds ? found : better);
    return holds ? better : found;
}

/* Are the tables of two rejected words nearly the same, compared with how far the array is from one of them? */
static bool are_alike(const struct attempt *attempt, struct found_words *a, struct found_words *b,
                      double distance) {
    enum { PART = 4 };
    const struct table_model *x = trial_model(&a->trial);
    const double limit = distance / PART * fabs(x->amplitude);
    return guess_difference(&attempt->search, x, trial_model(&b->trial), limit).mean <= limit;
}

/* The first words of an attempt that explain the array, those without damage rather. The others are the closest, if their
 * tables differ. */
static struct found_words *find_words(struct attempt *attempt) {
    const double CLEARLY_LESS = 0.8;
    struct guessing *guessing = attempt->guessing;
    struct found_words *best = NULL, *rejected[RANKED + 1];
    size_t rejections = 0;
    bool whole = false;
    double most_of_open = 0; /* of the entries have the bits of a table with long numbers */
    for (size_t k = 0; k < attempt->count && !guessing->wrong && !whole; k++) {
        const struct candidate *candidate = &attempt->best[k];
        const double distance = candidate->judgement.magnitude;
        struct found_words *found = open_with_rows(attempt, candidate->given);
        if (!found)
            continue;
        struct verdict *verdict = &found->verdict;
        const double share = best_share(verdict);
        const bool is_open = verdict->match && leaves_open(attempt, candidate, verdict),
                   is_worse = verdict->match && share < CLEARLY_LESS * most_of_open;
        if (is_open || is_worse) {
            verdict->match = false;
            verdict->reason = text_format("other long numbers explain its entries %s",
                                          is_open ? "as well" : "better");
        }
        if (is_open && !attempt->data->grain.printed)
            most_of_open = fmax(most_of_open, share);
        if (verdict->match) {
            whole = verdict_is_whole(verdict);
            found_close(whole || !best ? best : found);
            best = whole || !best ? found : best;
            continue;
        }
        bool known = guessing->wrong != NULL;
        for (size_t n = 0; n < rejections && !known; n++)
            known = are_alike(attempt, found, rejected[n], distance);
        if (!known)
            keep_closest(guessing, found, distance);
        rejected[rejections++] = found;
    }
    for (size_t n = 0; n < rejections; n++)
        found_close(rejected[n]);
    return best;
}

/* Does a text have too few places to show what a computation made? */
static bool text_hides_bits(const struct found_words *found, const struct grain *grain) {
    const double epsilon = found->verdict.level == NOISE_F64 ? 0x1p-52 : 0x1p-23;
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

bool attempt_decide(struct attempt *attempt) {
    struct guessing *guessing = attempt->guessing;
    struct guess *guess = guessing->guess;
    struct found_words *found = find_words(attempt);
    const bool listed = attempt->way == WAY_LISTED, unlisted = listed && !guessing->positions_out;
    if (found && unlisted) {
        found->verdict.reason = reason_of_list(trial_model(&found->trial)->axis);
        keep_closest(guessing, found, 0);
    }
    if (found && attempt->way == WAY_STACKED) {
        const uint64_t half = guessing->array->count / 2;
        const struct array second = array_part(guessing->array, half, half);
        guessing->wrong = entries_read(&attempt->data[1], &second, attempt->data->view,
                                       &guessing->input->measure);
    }
    guess->match = found && !unlisted && !guessing->wrong;
    if (!guess->match) {
        found_close(found);
        return false;
    }
    guess->attempt = attempt;
    guess->found = found;
    guess->shares = text_hides_bits(found, &attempt->data->grain) ? NULL : &found->verdict.shares;
    guess->positions = listed ? &attempt->search.listed : NULL;
    guess->facts = guess_facts(&attempt->search, &found->trial, &found->verdict);
    return true;
}

/* The views of the array, read in a way, and the attempts that were made. */
struct reading {
    enum way way;
    struct array part;
    const char *given[WORDS];
    struct view view[VIEWS];
    struct attempt *attempt[VIEWS];
    size_t count;
};

static void reading_open(struct reading *reading, struct guessing *guessing, enum way way) {
    *reading = (struct reading){.way = way, .part = *guessing->array};
    const char **given = reading->given;
    memcpy(given, guessing->given, sizeof reading->given);
    if (way == WAY_STACKED) {
        const bool open = !given[COMPONENT] || strcmp(given[COMPONENT], "cos,sin") == 0;
        if (!open || !guess_input_is_stacked(guessing->input, &guessing->wrong))
            return;
        reading->part = array_part(guessing->array, 0, guessing->array->count / 2);
        given[COMPONENT] = "cos";
    }
    reading->count = views_of(&reading->part, choice_size_or_0(MAX_LEN, given[MAX_LEN]),
                              given[AXES], reading->view);
}

/* Tries a stage of the k-th view. The words that it finds are decided on if they are simple and leave nothing to explain, or
 * if there are no more stages. */
static void reading_try(struct reading *reading, size_t k, struct guessing *guessing,
                        enum stage stage) {
    struct attempt **attempt = &reading->attempt[k];
    if (*attempt)
        guessing->wrong =
            read_view((*attempt)->data, guessing, reading->way, &reading->part, reading->view[k]);
    else
        *attempt =
            attempt_open(guessing, reading->way, &reading->part, reading->view[k], reading->given);
    if (guessing->wrong)
        return;
    attempt_search(*attempt, stage);
    if (stage >= STAGE_ALL || guess_is_clean(&(*attempt)->search)) {
        attempt_rank(*attempt);
        if (attempt_decide(*attempt)) {
            *attempt = NULL;
            return;
        }
    }
    entries_free((*attempt)->data);
}

/* Does a stage need the way? Integers that are near to a table may have been rounded toward 0 or downward. */
static bool way_is_tried(const struct guessing *guessing, enum way way, enum stage stage) {
    if (stage == STAGE_BITS)
        return way <= WAY_STACKED;
    return (way != WAY_TO_ZERO && way != WAY_DOWN) ||
           (guessing->array->type->fixed && guessing->near_units && stage < STAGE_ALL);
}

/* Most views are wrong, so all of them are searched in stages. */
void guess_views(struct guessing *guessing, enum way first, enum way last) {
    struct reading readings[WAYS];
    for (enum way way = first; way <= last; way++)
        reading_open(&readings[way], guessing, way);
    for (enum stage stage = STAGE_GRIDS; stage < STAGES; stage++)
        for (enum way way = first; way <= last; way++)
            for (size_t k = 0; k < readings[way].count; k++)
                if (!guessing->wrong && !guessing->guess->match &&
                    way_is_tried(guessing, way, stage))
                    reading_try(&readings[way], k, guessing, stage);
    for (enum way way = first; way <= last; way++)
        for (size_t k = 0; k < readings[way].count; k++)
            attempt_close(readings[way].attempt[k]);
}

/* --- the guess */

static json_t *closest_facts(const struct guessing *guessing) {
    const char *reason = guessing->empty   ? guessing->empty
                         : guessing->waves ? "its columns are waves, but their frequencies or "
                                             "positions follow no rule"
                                           : "its columns are no waves of one amplitude";
    json_t *facts = json_pack("{s:b, s:O}", "match", false, "closest", guessing->closest);
    if (guessing->ranges)
        json_object_set(facts, "ranges", guessing->ranges);
    else if (json_array_size(guessing->closest) == 0)
        json_object_set_new(facts, "reason", json_text(reason));
    if (!guessing->empty && guessing->array->dimensions == 1 && !guessing->given[MAX_LEN])
        json_object_set_new(facts, "hint",
                            json_text("an array of one dimension was tried as one row and as one "
                                      "column; if it has more, say --max-len"));
    return facts;
}

char *guess_open(struct guess *guess, const struct array *array, const char *const user[WORDS],
                 const char *positions_out, unsigned threads) {
    struct guess_input *input = die_malloc(sizeof *input);
    *guess = (struct guess){.match = false, .input = input};
    struct guessing guessing = {.guess = guess,
                                .input = input,
                                .array = array,
                                .positions_out = positions_out,
                                .threads = threads,
                                .wrong = guess_input_open(input, array, user),
                                .closest = json_array()};
    memcpy(guessing.given, input->given, sizeof guessing.given);
    if (!guessing.wrong && guess_input_is_reversed(input, &guessing.wrong))
        guessing.empty = phrase_reversed_bytes;
    if (!guessing.empty && !guessing.wrong)
        guess_views(&guessing, WAY_PLAIN, WAY_DOWN);
    if (!guessing.empty && !guessing.wrong && !guess->match)
        guess_ranges(&guessing);
    if (!guessing.empty && !guessing.wrong && !guess->match)
        guess_views(&guessing, WAY_LISTED, WAY_LISTED);
    if (!guess->match)
        guess->facts = closest_facts(&guessing);
    json_decref(guessing.ranges);
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

void guess_free(struct guess *guess) {
    json_decref(guess->facts);
    found_close(guess->found);
    attempt_close(guess->attempt);
    if (guess->input)
        guess_input_close(guess->input);
    free(guess->input);
}
