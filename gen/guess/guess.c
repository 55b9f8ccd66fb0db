#include "guess/guess.h"
#include "audit/compare.h"
#include "audit/verdict.h"
#include "base/die.h"
#include "fit/entries.h"
#include "fit/simplest.h"
#include "guess/guess_rows.h"
#include "guess/guess_structure.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of zeros are those of padding and of class tokens. */
enum { ZEROS_MAX = 1024 };

/* Patterns as they are, patterns that a few wrong entries hide, and rows in blocks; with rows of zeros among the others, or
 * apart. */
static void try_structures(struct guess_search *search) {
    enum { WAYS = 6 };
    const struct entries *data = search->data;
    const bool zeros = data->zeros > 0 && data->zeros <= ZEROS_MAX &&
                       data->zeros <= data->rows / 2 && data->rows == data->view.positions;
    struct structure structure[WAYS];
    int count = 0;
    for (int k = 0; k < WAYS && !guess_is_clean(search); k++) {
        const struct structure_how how = {
            .without_zeros = k % 2 == 0, .tolerant = k / 2 == 1, .blocks = k / 2 == 2};
        if ((how.without_zeros && !zeros) || (how.blocks && data->rows < data->view.positions))
            continue;
        structure_find(&structure[count], data, &how);
        bool known = false;
        for (int n = 0; n < count; n++)
            known |= structure[n].without_zeros == how.without_zeros &&
                     structure_same(&structure[n], &structure[count]);
        if (!known)
            shape_each(search, &structure[count], guess_solve);
        if (known)
            structure_free(&structure[count]);
        else
            count++;
    }
    for (int k = 0; k < count; k++)
        structure_free(&structure[k]);
}

/* The presets as they stand. Of one component, each pair may have one column or two. */
static void try_presets(struct guess_search *search) {
    const struct view *view = &search->data->view;
    for (const struct preset *preset = presets; preset->name; preset++)
        for (uint64_t times = 1; times <= 2; times++) {
            const char *given[WORDS] = {[PRESET] = preset->name,
                                        [MAX_LEN] = guess_number(search, view->positions),
                                        [D_MODEL] = guess_number(search, times * view->channels)};
            guess_try(search, given);
        }
}

/* How an array is read: as it is, as sines below cosines, in ranges of rows, or with any position in each row. */
enum stage { STAGE_PLAIN, STAGE_STACKED, STAGE_RANGES, STAGE_LISTED, STAGES };

/* What the stages share. */
enum { CLOSEST = 3 };
struct guessing {
    struct guess *guess;
    const struct array *array;
    const struct measure *measure;
    const char *given[WORDS], *positions_out;
    unsigned threads;
    const char *empty; /* why there is nothing to guess, or NULL */
    bool waves;        /* were its columns sines and cosines in some view? */
    json_t *ranges;    /* if some rows are a table: what those of each range are; else NULL */
    json_t *closest;   /* words that nearly make the array, and why they don't, the best first, */
    double merit[CLOSEST + 1]; /* by these numbers */
    char *wrong;
};

/* One view of the array, and the best words for it. */
struct attempt {
    struct guessing *guessing;
    enum stage stage;
    struct entries data[TABLE_ARRAYS]; /* of stacked sines the second, once they are reported */
    struct guess_search search;
    struct candidate best[RANKED + 1];
    size_t count;
};

static void attempt_close(struct attempt *attempt) {
    if (attempt) {
        guess_search_close(&attempt->search);
        entries_free(&attempt->data[0]);
        entries_free(&attempt->data[1]);
    }
    free(attempt);
}

/* Numbers that are all the same are no table. */
static bool is_constant(const struct entries *data) {
    const size_t count = data->rows * data->view.channels;
    size_t k = 1;
    while (k < count && data->value[k] == data->value[0])
        k++;
    return k == count;
}

/* Which share of them is neither 0 nor the largest? */
static double share_of_others(const struct entries *data) {
    const size_t count = data->rows * data->view.channels;
    size_t others = 0;
    for (size_t k = 0; k < count; k++)
        others += data->value[k] != 0 && fabs(data->value[k]) != data->largest;
    return (double)others / (double)count;
}

/* Opens an attempt in which nothing is tried yet; NULL if the file can't be read any more. */
static struct attempt *attempt_open(struct guessing *guessing, enum stage stage,
                                    const struct array *array, struct view view,
                                    const char *const given[WORDS]) {
    struct attempt *attempt = die_malloc(sizeof *attempt);
    *attempt = (struct attempt){.guessing = guessing, .stage = stage};
    guessing->wrong = entries_read(attempt->data, array, view, guessing->measure);
    if (guessing->wrong) {
        free(attempt);
        return NULL;
    }
    guess_search_open(&attempt->search, attempt->data, given, array->type->name);
    return attempt;
}

/* Searches for words. Positions that were rounded to bf16 stay equal for some rows, as clamped ones do: last come the best
 * words without a clamp. */
static void attempt_search(struct attempt *attempt) {
    struct guessing *guessing = attempt->guessing;
    const struct entries *data = attempt->data;
    const double others = share_of_others(data), few = 1.0 / 16; /* show no rows' positions */
    if (attempt->stage == STAGE_LISTED)
        attempt->search.listed_path = guessing->positions_out ? guessing->positions_out : "FILE";
    if (is_constant(data))
        guessing->empty = "all entries are the same number";
    else if (data->largest == 0)
        guessing->empty = "no entry is a number, except for zeros";
    else if (others == 0)
        guessing->empty = "each entry is 0, or one number with either sign";
    else if (attempt->stage != STAGE_LISTED || others >= few)
        try_structures(&attempt->search);
    if (!guessing->empty && attempt->stage == STAGE_PLAIN)
        try_presets(&attempt->search);
    guessing->waves |= attempt->search.waves;
    attempt->count = guess_rank(&attempt->search, attempt->best);
    if (attempt->count > 0 && attempt->best[0].given[CLAMP]) {
        struct candidate *plain = &attempt->best[attempt->count++];
        *plain = attempt->best[0];
        plain->given[CLAMP] = NULL;
        plain->judgement.magnitude = INFINITY;
    }
    for (size_t n = 0; n < attempt->count && attempt->stage == STAGE_STACKED; n++)
        attempt->best[n].given[COMPONENT] = "cos,sin";
}

/* Words, and whether their table explains the array. */
struct found_words {
    struct trial trial;
    struct verdict verdict;
};

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

/* Keeps words that don't explain the array, unless others are nearer. */
static void keep_closest(struct guessing *guessing, const struct found_words *found, double merit) {
    json_t *list = guessing->closest;
    char *command = guess_command(&found->trial.request);
    json_t *one = json_pack("{s:o, s:o}", "command", json_text(command), "reason",
                            json_text(found->verdict.reason));
    size_t k = json_array_size(list);
    bool known = isinf(merit);
    for (size_t n = 0; n < k; n++)
        known |= json_equal(json_object_get(json_array_get(list, n), "command"),
                            json_object_get(one, "command"));
    for (; k > 0 && !known && merit < guessing->merit[k - 1]; k--)
        guessing->merit[k] = guessing->merit[k - 1];
    if (!known) {
        guessing->merit[k] = merit;
        json_array_insert(list, k, one);
        json_array_remove(list, CLOSEST);
    }
    json_decref(one);
    free(command);
}

/* Do the entries leave long numbers open? In few bits nearly all are those of the way that made them, so others say that the
 * base is another one. */
static bool leaves_open(const struct attempt *attempt, const struct candidate *candidate,
                        const struct found_words *found) {
    const double coarse = 1e-5, usual = 0.99;
    const struct grain *grain = &attempt->data->grain;
    const struct share *best = found->verdict.shares.list;
    const bool few_bits = grain_at(grain, 0.5) >= coarse && !grain->printed;
    return candidate->vague ||
           (candidate->long_base && few_bits && (double)best->same < usual * (double)best->entries);
}

/* Rows of damage that are zero, or those of angle 0, become words. Returns whether there are any. */
static bool rows_become_words(struct attempt *attempt, struct found_words *found,
                              const char *given[WORDS]) {
    const struct entries *data = attempt->data;
    const struct findings *damage = &found->verdict.damage;
    struct row_range list[ROW_RANGES_MOST];
    size_t count = 0;
    for (size_t k = 0; k < damage->count && count < ROW_RANGES_MOST; k++) {
        const struct finding *rows = &damage->list[k];
        if (rows->unit == FINDING_ROWS && rows->last - rows->first < ROW_RANGES_MOST &&
            (rows->kind == FINDING_ZERO || finding_is_padding(rows)))
            list[count++] = (struct row_range){rows->first, rows->last, ROWS_ALIKE};
    }
    bool any = false;
    for (int way = 0; way < 2 && !any && data->rows == data->view.positions; way++) {
        const enum word word = way == 0 ? ZERO_ROWS : UNROTATED_ROWS;
        const bool open =
            !attempt->search.user[word] && (!given[word] || strcmp(given[word], "none") == 0);
        char *rows =
            open ? row_list(data, list, count, trial_model(&found->trial), way == 0) : NULL;
        any = rows != NULL;
        if (any)
            given[word] = guess_keep(&attempt->search, rows);
    }
    return any;
}

/* Opens words, with more for rows of padding if these explain the array too. */
static struct found_words *open_with_rows(struct attempt *attempt, const char *const given[WORDS]) {
    struct found_words *found = found_open(attempt, given), *better = NULL;
    const char *more[WORDS];
    memcpy(more, given, sizeof more);
    if (found && found->verdict.match && rows_become_words(attempt, found, more))
        better = found_open(attempt, more);
    const bool holds = better && better->verdict.match;
    found_close(holds ? found : better);
    return holds ? better : found;
}

/* The first words of an attempt that explain the array, those without damage rather. */
static struct found_words *find_words(struct attempt *attempt) {
    struct guessing *guessing = attempt->guessing;
    struct found_words *best = NULL;
    bool whole = false;
    for (size_t k = 0; k < attempt->count && !guessing->wrong && !whole; k++) {
        const struct candidate *candidate = &attempt->best[k];
        struct found_words *found = open_with_rows(attempt, candidate->given);
        if (!found)
            continue;
        struct verdict *verdict = &found->verdict;
        if (verdict->match && leaves_open(attempt, candidate, found)) {
            verdict->match = false;
            verdict->reason = text_format("its entries don't tell such long numbers from others");
        }
        if (!verdict->match && !guessing->wrong)
            keep_closest(guessing, found, candidate->judgement.magnitude);
        whole = verdict_is_whole(verdict);
        const bool better = whole || (verdict->match && !best);
        found_close(better ? best : found);
        best = better ? found : best;
    }
    return best;
}

/* The scale and the zero point of integers, if the user doesn't say them: the largest is that of 1, and those of
 * an unsigned type go up and down from the middle. */
static char *find_scale(struct guess *guess, const struct array *array, const char *given[WORDS]) {
    enum { RUN = 4096 };
    const struct element *type = array->type;
    int64_t least = INT64_MAX, most = INT64_MIN;
    void *stored = die_malloc((uint64_t)RUN * type->bytes);
    char *wrong = NULL;
    for (uint64_t at = 0; at < array->count && !wrong; at += RUN) {
        const size_t count = array->count - at < RUN ? (size_t)(array->count - at) : RUN;
        wrong = array_read(array, at, count, stored);
        for (size_t k = 0; k < count && !wrong; k++) {
            const int64_t integer = element_integer(type, element_load(type, stored, k));
            least = integer < least ? integer : least;
            most = integer > most ? integer : most;
        }
    }
    free(stored);
    if (wrong)
        return wrong;
    const int64_t zero = given[ZERO_POINT]  ? strtoll(given[ZERO_POINT], NULL, 10)
                         : type->lowest < 0 ? 0
                                            : (least + most + 1) / 2,
                  largest = most - zero > zero - least ? most - zero : zero - least;
    const bool full = 1000 * (type->highest - zero) <= 1001 * largest; /* of a quarter of a wave */
    guess->scale = text_format("1/%" PRId64, full          ? type->highest - zero
                                             : largest > 0 ? largest
                                                           : 1);
    guess->zero_point = text_format("%" PRId64, zero);
    given[SCALE] = guess->scale;
    if (zero != 0)
        given[ZERO_POINT] = guess->zero_point;
    return NULL;
}

/* The table of any sizes with the user's type and scale, which say what the elements mean. */
static char *open_measure(struct trial *trial, const struct array *array,
                          const char *const given[WORDS]) {
    const char *any[WORDS] = {[MAX_LEN] = "2",
                              [D_MODEL] = "2",
                              [TYPE] = array->type->name,
                              [SCALE] = given[SCALE],
                              [ZERO_POINT] = given[ZERO_POINT]};
    struct faults faults = {NULL, 0};
    trial_resolve(trial, any, &faults);
    char *wrong = faults.count > 0 ? fault_message(faults.list) : NULL;
    faults_free(&faults);
    if (wrong)
        trial_close(trial);
    return wrong;
}

/* What is wrong with the user's words, whatever the others may be; NULL if nothing is. */
static char *check_words(const struct array *array, const char *const given[WORDS]) {
    const bool raw = array_is_raw(array);
    const uint64_t max_len = choice_size_or_0(MAX_LEN, given[MAX_LEN]);
    const char *all[WORDS];
    struct faults faults = {NULL, 0};
    struct trial trial;
    char *wrong = NULL;
    memcpy(all, given, sizeof all);
    all[MAX_LEN] = given[MAX_LEN] ? given[MAX_LEN] : "5040";
    all[D_MODEL] = given[D_MODEL] ? given[D_MODEL] : "5040";
    trial_resolve(&trial, all, &faults);
    if (faults.count > 0 && faults.list->about < WORDS && !trial.request.parsed)
        wrong = fault_message(faults.list);
    trial_close(&trial);
    faults_free(&faults);
    if (!wrong && raw && !given[MAX_LEN])
        wrong = text_format("%s%s%sraw elements need --max-len", *array->taken ? array->path : "",
                            *array->taken ? ": " : "", array->taken);
    if (!wrong && raw && max_len > 0 && array->count % max_len != 0)
        wrong = text_format("%s: %s%" PRIu64 " elements are not a whole number of rows for max-len "
                            "'%s'",
                            array->path, array->taken, array->count, given[MAX_LEN]);
    return wrong;
}

/* The words with the preset of a system in place of its name: only presets are tried. */
static void name_preset(const char *const user[WORDS], const char *given[WORDS]) {
    const struct preset *alias = NULL;
    for (int k = 0; k < WORDS; k++)
        given[k] = user[k];
    if (!given[PRESET] || preset_named(given[PRESET]) || aliases_named(given[PRESET], &alias) != 1)
        return;
    given[PRESET] = alias->preset;
    for (int k = 0; k < WORDS; k++)
        if (!given[k])
            given[k] = alias->given[k];
}

static uint64_t bits_at(const struct array *array, uint64_t k) {
    uint64_t element[1] = {0}; /* aligned for any type; 0 if the file can't be read any more */
    free(array_read(array, k, 1, element));
    return element_load(array->type, element, 0);
}

/* Are they floats of which many are of another size than any table's, while all are of such a size if their bytes are in the
 * other order? */
static bool is_reversed(const struct array *array, const struct measure *measure) {
    enum { SOME = 4096, LEAST = 32, OTHERS_ONE_OF = 16 };
    const double large = 256, small = 0x1p-6;
    const struct element *type = array->type;
    uint64_t seen = 0, others = 0;
    double largest = 0;
    for (uint64_t k = 0; k < array->count && !type->fixed; k += array->count / SOME + 1, seen++) {
        const uint64_t bits = bits_at(array, k);
        const double value = fabs(measure_value(measure, reversed_bytes(bits, type->bytes)));
        others += !(fabs(measure_value(measure, bits)) <= large);
        largest = value <= largest ? largest : isnan(value) ? INFINITY : value;
    }
    return seen >= LEAST && OTHERS_ONE_OF * others > seen && largest >= small && largest <= large;
}

/* Is each number of the first half a cosine whose sine is in the second? Sets `half` to the first. */
static bool is_stacked(const struct array *array, const struct measure *measure,
                       struct array *half) {
    enum { SOME = 64, NEAR_ONE_OF = 64 };
    double least = INFINITY, most = 0, part[2];
    if (array->dimensions < 2 || array->size[0] % 2 != 0)
        return false;
    *half = array_part(array, 0, array->count / 2);
    for (uint64_t k = 0; k < half->count; k += half->count / SOME + 1) {
        for (uint64_t n = 0; n < 2; n++)
            part[n] = measure_value(measure, bits_at(array, k + n * half->count));
        least = fmin(least, hypot(part[0], part[1]));
        most = fmax(most, hypot(part[0], part[1]));
    }
    return most > 0 && NEAR_ONE_OF * (most - least) < most;
}

/* Takes the words of an attempt that explain the array, and reports them; closes the attempt if none do. */
static void settle(struct attempt *attempt) {
    static const char *const follow_no_step = "its positions follow no step: --positions-out FILE "
                                              "writes them";
    struct guessing *guessing = attempt->guessing;
    struct guess *guess = guessing->guess;
    struct found_words *found = find_words(attempt);
    const bool listed = attempt->stage == STAGE_LISTED,
               unlisted = listed && !guessing->positions_out;
    if (found && unlisted) {
        found->verdict.reason = text_format("%s", follow_no_step);
        keep_closest(guessing, found, 0);
    }
    if (found && attempt->stage == STAGE_STACKED) {
        const uint64_t half = guessing->array->count / 2;
        const struct array second = array_part(guessing->array, half, half);
        guessing->wrong =
            entries_read(&attempt->data[1], &second, attempt->data->view, guessing->measure);
    }
    guess->match = found && !unlisted && !guessing->wrong;
    if (!guess->match) {
        found_close(found);
        attempt_close(attempt);
        return;
    }
    guess->attempt = attempt;
    guess->found = found;
    guess->shares = &found->verdict.shares;
    guess->positions = listed ? &attempt->search.listed : NULL;
    guess->facts = guess_facts(&attempt->search, &found->trial, &found->verdict);
}

static void try_stage(struct guessing *guessing, enum stage stage) {
    struct view views[VIEWS];
    struct array part = *guessing->array;
    const char *given[WORDS];
    memcpy(given, guessing->given, sizeof given);
    const bool both = given[COMPONENT] && strcmp(given[COMPONENT], "cos,sin") == 0;
    if (stage == STAGE_STACKED &&
        ((given[COMPONENT] && !both) || !is_stacked(guessing->array, guessing->measure, &part)))
        return;
    if (stage == STAGE_STACKED)
        given[COMPONENT] = "cos";
    const size_t count =
        views_of(&part, choice_size_or_0(MAX_LEN, given[MAX_LEN]), given[AXES], views);
    for (size_t k = 0; k < count && !guessing->wrong && !guessing->guess->match; k++) {
        struct attempt *attempt = attempt_open(guessing, stage, &part, views[k], given);
        if (!attempt)
            return;
        attempt_search(attempt);
        settle(attempt);
    }
}

/* --- rows that aren't one table */

/* Adds the words of a range of rows to the attempt for all of them: as they are, or with rows that stay as they are in the
 * command. */
static void widen(struct attempt *attempt, struct found_words *found, const struct row_range list[],
                  size_t count, size_t range) {
    struct guess_search *search = &attempt->search;
    const struct entries *data = attempt->data;
    struct table_model *model = trial_model(&found->trial);
    const char *given[WORDS];
    struct noise noise;
    size_t first = 0;
    memcpy(given, found->trial.given, sizeof given);
    given[MAX_LEN] = guess_number(search, data->rows);
    given[ZERO_ROWS] = NULL;
    if (model->axes > 1 || given[POSITIONS_FILE] || given[CLAMP] || given[GRID])
        return;
    while (list[first].kind != ROWS_OF_WAVES)
        first++;
    model->axis[0].first -= model->axis[0].step * (double)list[range].first;
    noise_open(&noise, model, &data->grain);
    const double value = row_first_position(data, &noise, model, list[first].first);
    char *text = simplest_number(value - 1e-9, value + 1e-9, SIMPLEST_PI);
    noise_close(&noise);
    if (!text)
        return;
    given[FIRST] = guess_keep(search, text);
    const char *unrotated = given[UNROTATED_ROWS];
    char *zeros = row_list(data, list, count, model, true),
         *fixed = row_list(data, list, count, model, false);
    if (zeros)
        given[ZERO_ROWS] = guess_keep(search, zeros);
    if (fixed)
        given[UNROTATED_ROWS] = guess_keep(search, fixed);
    if (zeros || fixed)
        guess_add(search, given);
    given[ZERO_ROWS] = NULL;
    given[UNROTATED_ROWS] = fixed ? NULL : unrotated;
    guess_add(search, given);
    attempt->count = guess_rank(search, attempt->best);
}

/* What is known of a range without its words: "zeros", "0.5 throughout", "no match". */
static json_t *range_facts(const struct entries *data, const struct row_range *range) {
    const bool one = row_is_one_number(data, range->first);
    const double first = entry_at(data, range->first, 0);
    char *text = range->kind != ROWS_ALIKE ? text_format("no match")
                 : !one                    ? text_format("the same row again and again")
                 : first == 0              ? text_format("zeros")
                                           : text_format("%.9g throughout", first);
    json_t *facts = json_pack("{s:I, s:I, s:s}", "first", (json_int_t)range->first, "last",
                              (json_int_t)range->last, "rows", text);
    free(text);
    return facts;
}

static int longest_first(const void *a, const void *b) {
    const struct row_range *const *x = a, *const *y = b;
    const size_t p = (*x)->last - (*x)->first, q = (*y)->last - (*y)->first;
    return p < q ? 1 : p > q ? -1 : *x < *y ? -1 : *x > *y;
}

/* Guesses a range of rows as an array of its own. Returns the command, and adds its words for all rows to the attempt; or
 * NULL. */
static json_t *guess_range(struct guessing *guessing, struct attempt *attempt,
                           const struct row_range list[], size_t count, size_t range) {
    const uint64_t channels = attempt->data->view.channels,
                   rows = list[range].last + 1 - list[range].first;
    const struct array part =
        array_part(guessing->array, list[range].first * channels, rows * channels);
    struct guess inner = {.match = false};
    struct guessing of_range = *guessing;
    char *max_len = text_format("%" PRIu64, rows);
    json_t *command = NULL;
    of_range.guess = &inner;
    of_range.array = &part;
    of_range.closest = json_array();
    if (guessing->given[MAX_LEN])
        of_range.given[MAX_LEN] = max_len;
    try_stage(&of_range, STAGE_PLAIN);
    guessing->wrong = of_range.wrong;
    guessing->waves |= of_range.waves;
    if (inner.match) {
        command = json_incref(json_object_get(inner.facts, "command"));
        widen(attempt, inner.found, list, count, range);
    }
    json_decref(of_range.closest);
    guess_free(&inner);
    free(max_len);
    return command;
}

/* Guesses the longest ranges of rows; then what the words of one make of all rows. */
static void try_ranges(struct guessing *guessing) {
    enum { TRIED = 4, ROWS_LEAST = 16 };
    const uint64_t max_len = choice_size_or_0(MAX_LEN, guessing->given[MAX_LEN]);
    struct view views[VIEWS];
    struct row_range list[ROW_RANGES_MOST];
    const struct row_range *longest[ROW_RANGES_MOST];
    if (views_of(guessing->array, max_len, "position-major", views) == 0 ||
        views[0].positions < ROWS_LEAST || views[0].channels < 2)
        return;
    struct attempt *attempt =
        attempt_open(guessing, STAGE_RANGES, guessing->array, *views, guessing->given);
    const size_t count = attempt ? row_ranges_find(attempt->data, list) : 0;
    json_t *facts = json_array();
    for (size_t k = 0; k < count; k++) {
        longest[k] = &list[k];
        json_array_append_new(facts, range_facts(attempt->data, &list[k]));
    }
    if (count > 1)
        qsort(longest, count, sizeof *longest, longest_first);
    for (size_t n = 0, tried = 0; n < count && count > 1 && tried < TRIED && attempt; n++) {
        const size_t k = (size_t)(longest[n] - list);
        if (list[k].kind != ROWS_OF_WAVES || list[k].last - list[k].first + 1 < ROWS_LEAST)
            continue;
        tried++;
        json_t *command = guess_range(guessing, attempt, list, count, k);
        if (command) {
            json_object_set_new(json_array_get(facts, k), "command", command);
            if (!guessing->ranges)
                guessing->ranges = json_incref(facts);
        }
        if (attempt->count == 0)
            continue;
        settle(attempt);
        attempt =
            guessing->guess->match || guessing->wrong
                ? NULL
                : attempt_open(guessing, STAGE_RANGES, guessing->array, *views, guessing->given);
    }
    json_decref(facts);
    attempt_close(attempt);
}

static json_t *closest_facts(const struct guessing *guessing) {
    const bool none = json_array_size(guessing->closest) == 0;
    json_t *facts = json_pack("{s:b, s:O}", "match", false, "closest", guessing->closest);
    if (guessing->ranges)
        json_object_set(facts, "ranges", guessing->ranges);
    if (!guessing->empty && guessing->array->dimensions == 1 && !guessing->given[MAX_LEN])
        json_object_set_new(facts, "hint",
                            json_text("an array of one dimension was tried as one row and as one "
                                      "column; if it has more, say --max-len"));
    if (none && !guessing->ranges)
        json_object_set_new(
            facts, "reason",
            json_text(guessing->empty ? guessing->empty
                      : guessing->waves
                          ? "its columns are waves, but their frequencies or positions "
                            "follow no rule"
                          : "its columns are no waves of one amplitude"));
    return facts;
}

char *guess_open(struct guess *guess, const struct array *array, const char *const user[WORDS],
                 const char *positions_out, unsigned threads) {
    struct guessing guessing = {
        .guess = guess, .array = array, .positions_out = positions_out, .threads = threads};
    struct trial any;
    *guess = (struct guess){.match = false};
    name_preset(user, guessing.given);
    char *wrong = array->type->scaled && !guessing.given[SCALE]
                      ? find_scale(guess, array, guessing.given)
                      : NULL;
    if (!wrong)
        wrong = open_measure(&any, array, guessing.given);
    if (wrong) {
        guess_free(guess);
        return wrong;
    }
    const struct measure measure = measure_of(any.table);
    guessing.closest = json_array();
    guessing.measure = &measure;
    guessing.wrong = check_words(array, guessing.given);
    const bool reversed = is_reversed(array, &measure);
    if (reversed)
        guessing.empty = "the bytes of each entry are in the other order (--endian)";
    for (int stage = 0; stage < STAGES && !reversed && !guessing.wrong && !guess->match; stage++)
        if (stage == STAGE_RANGES)
            try_ranges(&guessing);
        else
            try_stage(&guessing, (enum stage)stage);
    if (!guess->match)
        guess->facts = closest_facts(&guessing);
    json_decref(guessing.ranges);
    json_decref(guessing.closest);
    trial_close(&any);
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
    free(guess->scale);
    free(guess->zero_point);
    json_decref(guess->facts);
    found_close(guess->found);
    attempt_close(guess->attempt);
}
