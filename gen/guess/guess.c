#include "guess/guess.h"
#include "audit/ranges.h"
#include "audit/verdict.h"
#include "base/die.h"
#include "fit/entries.h"
#include "fit/simplest.h"
#include "guess/guess_report.h"
#include "guess/guess_rows.h"
#include "guess/guess_shapes.h"
#include "guess/guess_structure.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of zeros are those of padding and of class tokens. */
enum { ZEROS_MAX = 1024 };

static uint64_t given_size(const char *text) {
    uint64_t size = 0;
    if (text)
        free(choice_size(MAX_LEN, text, &size));
    return size;
}

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

/* One view of the array, and the best words for it. */
struct attempt {
    struct entries data;
    struct guess_search search;
    struct candidate best[RANKED];
    size_t count;
};

static void attempt_close(struct attempt *attempt) {
    if (attempt) {
        guess_search_close(&attempt->search);
        entries_free(&attempt->data);
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

/* Opens an attempt in which nothing is tried yet; NULL if the file can't be read any more. */
static struct attempt *attempt_open(const struct array *array, struct view view,
                                    const char *const given[WORDS], const struct measure *measure,
                                    char **wrong) {
    struct attempt *attempt = die_malloc(sizeof *attempt);
    attempt->count = 0;
    *wrong = entries_read(&attempt->data, array, view, measure);
    if (*wrong) {
        free(attempt);
        return NULL;
    }
    guess_search_open(&attempt->search, &attempt->data, given, array->type->name);
    return attempt;
}

/* Words, and whether their table explains the array. */
struct found_words {
    struct trial trial;
    struct verdict verdict;
};

static struct found_words *found_open(const struct attempt *attempt,
                                      const struct candidate *candidate, const struct array *array,
                                      unsigned threads, char **wrong) {
    struct found_words *found = die_malloc(sizeof *found);
    if (!trial_open_listed(&found->trial, candidate->given, &attempt->search.listed)) {
        free(found);
        return NULL;
    }
    *wrong = verdict_find(&found->verdict, array, trial_model(&found->trial), &attempt->data.grain,
                          threads);
    return found;
}

static void found_close(struct found_words *found) {
    if (found) {
        verdict_free(&found->verdict);
        trial_close(&found->trial);
    }
    free(found);
}

static void closest_free(struct closest *closest) {
    free(closest->command);
    free(closest->reason);
}

static void keep_closest(struct guess *guess, const struct found_words *found, double merit) {
    struct closest *list = guess->closest, one = {merit, guess_command(&found->trial.request),
                                                  text_format("%s", found->verdict.reason)};
    size_t k = guess->closest_count;
    for (size_t n = 0; n < guess->closest_count; n++)
        if (strcmp(list[n].command, one.command) == 0) {
            closest_free(&one);
            return;
        }
    for (; k > 0 && merit < list[k - 1].merit; k--)
        list[k] = list[k - 1];
    list[k] = one;
    if (++guess->closest_count > CLOSEST)
        closest_free(&list[--guess->closest_count]);
}

/* The first words of an attempt that explain the array, those without damage rather. */
static struct found_words *find_words(const struct attempt *attempt, const struct array *array,
                                      unsigned threads, struct guess *guess, char **wrong) {
    struct found_words *best = NULL;
    for (size_t k = 0; k < attempt->count && !*wrong; k++) {
        struct found_words *found = found_open(attempt, &attempt->best[k], array, threads, wrong);
        const bool holds = found && found->verdict.holds,
                   whole = holds && verdict_is_whole(&found->verdict);
        if (found && !holds && !*wrong)
            keep_closest(guess, found, attempt->best[k].judgement.magnitude);
        if (whole || (holds && !best)) {
            found_close(best);
            best = found;
        } else {
            found_close(found);
        }
        if (whole)
            break;
    }
    if (!best && !*wrong && attempt->count > 0 && attempt->best[0].given[CLAMP]) {
        /* positions that were rounded to bf16 stay equal for some rows, as clamped ones do */
        struct candidate plain = attempt->best[0];
        plain.given[CLAMP] = NULL;
        best = found_open(attempt, &plain, array, threads, wrong);
        if (best && !best->verdict.holds) {
            found_close(best);
            best = NULL;
        }
    }
    return best;
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
    const bool raw = strcmp(array->kind, "raw") == 0;
    const uint64_t max_len = given_size(given[MAX_LEN]);
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

/* How an array is read: as it is, as sines below cosines, in ranges of rows, or with any position in each row. */
enum stage { STAGE_PLAIN, STAGE_STACKED, STAGE_RANGES, STAGE_LISTED, STAGES };

/* Is each number of the first half a cosine whose sine is in the second? Sets `half` to the first. */
static bool is_stacked(const struct array *array, const struct measure *measure,
                       struct array *half) {
    enum { SOME = 64, NEAR_ONE_OF = 64 };
    double least = INFINITY, most = 0, part[2];
    if (array->dimensions < 2 || array->size[0] % 2 != 0)
        return false;
    *half = array_part(array, 0, array->count / 2);
    for (uint64_t k = 0; k < half->count; k += half->count / SOME + 1) {
        for (uint64_t n = 0; n < 2; n++) {
            uint64_t element = 0;
            free(array_read(array, k + n * half->count, 1, &element));
            part[n] = measure_value(measure, element_load(array->type, &element, 0));
        }
        least = fmin(least, hypot(part[0], part[1]));
        most = fmax(most, hypot(part[0], part[1]));
    }
    return most > 0 && NEAR_ONE_OF * (most - least) < most;
}

/* What the stages share. */
struct guessing {
    struct guess *guess;
    const struct array *array;
    const struct measure *measure;
    const char *given[WORDS], *positions_out;
    unsigned threads;
    char *wrong;
};

/* Takes the words of an attempt that explain the array, and reports them; closes the attempt if none do. */
static void settle(struct guessing *guessing, struct attempt *attempt, enum stage stage) {
    static const char *const follow_no_step = "its positions follow no step: --positions-out FILE "
                                              "writes them";
    struct guess *guess = guessing->guess;
    struct found_words *found =
        find_words(attempt, guessing->array, guessing->threads, guess, &guessing->wrong);
    if (found && stage == STAGE_LISTED && !guessing->positions_out) {
        found->verdict.reason = text_format("%s", follow_no_step);
        keep_closest(guess, found, 0);
        found_close(found);
        found = NULL;
    }
    guess->match = found != NULL;
    if (!found) {
        attempt_close(attempt);
        return;
    }
    guess->attempt = attempt;
    guess->found = found;
    guess->shares = &found->verdict.shares;
    guess->positions = stage == STAGE_LISTED ? &attempt->search.listed : NULL;
    guess_report(&attempt->search, &found->trial, &found->trial.model, &found->verdict,
                 &guess->report);
}

static void try_stage(struct guessing *guessing, enum stage stage) {
    struct view views[VIEWS];
    struct array part = *guessing->array;
    const char *given[WORDS], *out = guessing->positions_out;
    memcpy(given, guessing->given, sizeof given);
    const bool both = given[COMPONENT] && strcmp(given[COMPONENT], "cos,sin") == 0;
    if (stage == STAGE_STACKED &&
        ((given[COMPONENT] && !both) || !is_stacked(guessing->array, guessing->measure, &part)))
        return;
    if (stage == STAGE_STACKED)
        given[COMPONENT] = "cos";
    const size_t count = views_of(&part, given_size(given[MAX_LEN]), given[AXES], views);
    for (size_t k = 0; k < count && !guessing->wrong && !guessing->guess->match; k++) {
        struct attempt *attempt =
            attempt_open(&part, views[k], given, guessing->measure, &guessing->wrong);
        if (!attempt)
            return;
        if (stage == STAGE_LISTED)
            attempt->search.listed_path = out ? out : "FILE";
        if (!is_constant(&attempt->data))
            try_structures(&attempt->search);
        attempt->count = guess_rank(&attempt->search, attempt->best);
        for (size_t n = 0; n < attempt->count && stage == STAGE_STACKED; n++)
            attempt->best[n].given[COMPONENT] = "cos,sin";
        settle(guessing, attempt, stage);
    }
}

/* --- rows that aren't one table */

/* The view of all rows: channels are the last dimension, or what max_len leaves. */
static struct view rows_view(const struct guessing *guessing) {
    const struct array *array = guessing->array;
    const uint64_t max_len = given_size(guessing->given[MAX_LEN]);
    const uint64_t rows = array->dimensions > 1 ? array->count / array->size[array->dimensions - 1]
                          : max_len > 0 && array->count % max_len == 0 ? max_len
                                                                       : 1;
    return (struct view){rows, array->count / rows, false};
}

/* Adds the words of a range of rows to the attempt for all of them: as they are, or with rows that stay as they are in the
 * command. */
static void widen(struct attempt *attempt, struct found_words *found, const struct row_range list[],
                  size_t count, size_t range) {
    struct guess_search *search = &attempt->search;
    const struct entries *data = &attempt->data;
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
    for (int way = 0; way < 2; way++) {
        char *lists[] = {row_list(data, list, count, model, true),
                         row_list(data, list, count, model, false)};
        const bool any = lists[0] || lists[1];
        for (int k = 0; k < 2; k++)
            if (lists[k])
                given[k == 0 ? ZERO_ROWS : UNROTATED_ROWS] =
                    way == 0 ? guess_keep(search, lists[k]) : NULL;
        if (way == 1)
            for (int k = 0; k < 2; k++)
                free(lists[k]);
        if (any || way == 1)
            guess_add(search, given);
    }
    attempt->count = guess_rank(search, attempt->best);
}

/* What a range is, if nothing more is found. */
static char *text_of_range(const struct entries *data, const struct row_range *range) {
    return range->kind != ROWS_ALIKE                ? text_format("no match")
           : !row_is_one_number(data, range->first) ? text_format("the same row again and again")
           : entry_at(data, range->first, 0) == 0
               ? text_format("zeros")
               : text_format("%.9g throughout", entry_at(data, range->first, 0));
}

static int longest_first(const void *a, const void *b) {
    const struct row_range *const *x = a, *const *y = b;
    const size_t p = (*x)->last - (*x)->first, q = (*y)->last - (*y)->first;
    return p < q ? 1 : p > q ? -1 : *x < *y ? -1 : *x > *y;
}

/* Guesses the longest ranges of rows, each as an array of its own; then what its words make of all rows. */
static void try_ranges(struct guessing *guessing) {
    enum { TRIED = 4, ROWS_LEAST = 16 };
    struct guess *guess = guessing->guess;
    const struct view view = rows_view(guessing);
    struct row_range list[ROW_RANGES_MOST], *longest[ROW_RANGES_MOST];
    if (view.positions < ROWS_LEAST || view.channels < 2)
        return;
    struct attempt *attempt =
        attempt_open(guessing->array, view, guessing->given, guessing->measure, &guessing->wrong);
    if (!attempt)
        return;
    const size_t count = row_ranges_find(&attempt->data, list);
    for (size_t k = 0; k < count; k++) {
        longest[k] = &list[k];
        guess->range[k] = (struct guess_range){list[k].first, list[k].last,
                                               text_of_range(&attempt->data, &list[k]), false};
    }
    if (count > 1)
        qsort(longest, count, sizeof *longest, longest_first);
    for (size_t n = 0, tried = 0; n < count && count > 1 && tried < TRIED && !guess->match; n++) {
        const struct row_range *range = longest[n];
        const uint64_t rows = range->last + 1 - range->first;
        if (range->kind != ROWS_OF_WAVES || rows < ROWS_LEAST)
            continue;
        tried++;
        struct array part =
            array_part(guessing->array, range->first * view.channels, rows * view.channels);
        struct guess inner = {.match = false};
        struct guessing of_range = *guessing;
        of_range.guess = &inner;
        of_range.array = &part;
        char *max_len = text_format("%" PRIu64, rows);
        if (guessing->given[MAX_LEN])
            of_range.given[MAX_LEN] = max_len;
        try_stage(&of_range, STAGE_PLAIN);
        guessing->wrong = of_range.wrong;
        if (inner.match) {
            free(guess->range[range - list].what);
            guess->range[range - list].what = guess_command(&inner.found->trial.request);
            guess->range[range - list].is_command = true;
            guess->ranges = count;
            widen(attempt, inner.found, list, count, (size_t)(range - list));
        }
        guess_free(&inner);
        free(max_len);
        if (attempt->count > 0) {
            settle(guessing, attempt, STAGE_RANGES);
            attempt = guess->match ? NULL
                                   : attempt_open(guessing->array, view, guessing->given,
                                                  guessing->measure, &guessing->wrong);
        }
        if (guessing->wrong)
            break;
    }
    attempt_close(attempt);
}

char *guess_open(struct guess *guess, const struct array *array, const char *const user[WORDS],
                 const char *positions_out, unsigned threads) {
    struct guessing guessing = {
        .guess = guess, .array = array, .positions_out = positions_out, .threads = threads};
    struct trial any;
    *guess = (struct guess){.match = false};
    name_preset(user, guessing.given);
    char *wrong = open_measure(&any, array, guessing.given);
    if (wrong)
        return wrong;
    const struct measure measure = measure_of(any.table);
    guessing.measure = &measure;
    guessing.wrong = check_words(array, guessing.given);
    for (int stage = 0; stage < STAGES && !guessing.wrong && !guess->match; stage++)
        if (stage == STAGE_RANGES)
            try_ranges(&guessing);
        else
            try_stage(&guessing, (enum stage)stage);
    if (!guess->match)
        text_print(&guess->report, "no match\n");
    for (size_t k = 0; k < guess->ranges && !guess->match; k++) {
        struct ranges rows = {.numbers = 0};
        ranges_add_range(&rows, guess->range[k].first, guess->range[k].last);
        char *noun = range_text(&rows, 0, "row");
        text_put(&guess->report, "%s: %s\n", noun, guess->range[k].what);
        free(noun);
    }
    for (size_t k = 0; k < guess->closest_count && !guess->match; k++)
        text_put(&guess->report, "closest: %s  (%s)\n", guess->closest[k].command,
                 guess->closest[k].reason);
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

json_t *guess_json(const struct guess *guess) {
    json_t *object = json_object(), *list = json_array();
    json_object_set_new(object, "match", json_boolean(guess->match));
    if (guess->match) {
        const struct verdict *verdict = &guess->found->verdict;
        const struct share *best = verdict->shares.list;
        char *command = guess_command(&guess->found->trial.request);
        json_object_set_new(object, "command", json_string(command));
        json_object_set_new(object, "entries", json_integer((json_int_t)best->entries));
        json_object_set_new(object, "bit_by_bit", json_integer((json_int_t)best->same));
        json_object_set_new(
            object, "noise",
            json_string(verdict->coarse ? verdict->coarse : noise_names[verdict->level]));
        free(command);
        for (size_t k = 0; k < verdict->damage.count; k++)
            json_array_append_new(list, json_string(verdict->damage.text[k]));
        json_object_set_new(object, "damage", list);
        return object;
    }
    for (size_t k = 0; k < guess->closest_count; k++) {
        json_t *one = json_object();
        json_object_set_new(one, "command", json_string(guess->closest[k].command));
        json_object_set_new(one, "reason", json_string(guess->closest[k].reason));
        json_array_append_new(list, one);
    }
    json_object_set_new(object, "closest", list);
    list = json_array();
    for (size_t k = 0; k < guess->ranges; k++) {
        const struct guess_range *range = &guess->range[k];
        json_t *one = json_object();
        json_object_set_new(one, "first", json_integer((json_int_t)range->first));
        json_object_set_new(one, "last", json_integer((json_int_t)range->last));
        json_object_set_new(one, range->is_command ? "command" : "rows", json_string(range->what));
        json_array_append_new(list, one);
    }
    if (guess->ranges > 0)
        json_object_set(object, "ranges", list);
    json_decref(list);
    return object;
}

void guess_free(struct guess *guess) {
    for (size_t k = 0; k < guess->closest_count; k++)
        closest_free(&guess->closest[k]);
    for (size_t k = 0; k < ROW_RANGES_MOST; k++)
        free(guess->range[k].what);
    text_free(&guess->report);
    found_close(guess->found);
    attempt_close(guess->attempt);
}
