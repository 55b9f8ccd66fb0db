#include "guess/guess.h"
#include "audit/verdict.h"
#include "base/die.h"
#include "fit/entries.h"
#include "guess/guess_report.h"
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

/* Returns the attempt, or NULL if nothing is near, or the file can't be read any more. */
static struct attempt *try_view(const struct array *array, struct view view,
                                const char *const given[WORDS], const struct measure *measure,
                                const char *listed_path, char **wrong) {
    struct attempt *attempt = die_malloc(sizeof *attempt);
    *wrong = entries_read(&attempt->data, array, view, measure);
    if (*wrong) {
        free(attempt);
        return NULL;
    }
    guess_search_open(&attempt->search, &attempt->data, given, array->type->name);
    attempt->search.listed_path = listed_path;
    if (!is_constant(&attempt->data)) {
        try_structures(&attempt->search);
    }
    attempt->count = guess_rank(&attempt->search, attempt->best);
    if (attempt->count > 0)
        return attempt;
    attempt_close(attempt);
    return NULL;
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
    enum { UNLIKELY_TRIED = 3 };
    struct found_words *best = NULL;
    size_t unlikely = 0; /* they are only tried as long as they may be the closest */
    for (size_t k = 0; k < attempt->count && !*wrong; k++) {
        unlikely += !attempt->best[k].judgement.explained;
        if (unlikely > UNLIKELY_TRIED)
            break;
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

/* How an array is read: as it is, as sines below cosines, or with any position in each row. */
enum stage { STAGE_PLAIN, STAGE_STACKED, STAGE_LISTED, STAGES };

/* Is each number of the first half a cosine whose sine is in the second? Sets `half` to the first. */
static bool is_stacked(const struct array *array, const struct measure *measure,
                       struct array *half) {
    enum { SOME = 64, NEAR_ONE_OF = 64 };
    double least = INFINITY, most = 0, part[2];
    *half = *array;
    half->count = array->count / 2;
    half->size[0] = array->size[0] / 2;
    if (array->dimensions < 2 || array->size[0] % 2 != 0)
        return false;
    if (half->size[0] == 1)
        memmove(half->size, half->size + 1, (size_t)--half->dimensions * sizeof *half->size);
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

static void try_stage(struct guessing *guessing, enum stage stage) {
    static const char *const follow_no_step = "its positions follow no step: --positions-out FILE "
                                              "writes them";
    struct guess *guess = guessing->guess;
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
    for (size_t k = 0; k < count && !guessing->wrong && !guess->match; k++) {
        struct attempt *attempt = try_view(&part, views[k], given, guessing->measure,
                                           stage != STAGE_LISTED ? NULL
                                           : out                 ? out
                                                                 : "FILE",
                                           &guessing->wrong);
        for (size_t n = 0; attempt && n < attempt->count && stage == STAGE_STACKED; n++)
            attempt->best[n].given[COMPONENT] = "cos,sin";
        struct found_words *found = attempt ? find_words(attempt, guessing->array,
                                                         guessing->threads, guess, &guessing->wrong)
                                            : NULL;
        if (found && stage == STAGE_LISTED && !out) {
            found->verdict.reason = text_format("%s", follow_no_step);
            keep_closest(guess, found, 0);
            found_close(found);
            found = NULL;
        }
        guess->match = found != NULL;
        if (!found) {
            attempt_close(attempt);
            continue;
        }
        guess->attempt = attempt;
        guess->found = found;
        guess->shares = &found->verdict.shares;
        guess->positions = stage == STAGE_LISTED ? &attempt->search.listed : NULL;
        guess_report(&attempt->search, &found->trial, &found->trial.model, &found->verdict,
                     &guess->report);
    }
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
        try_stage(&guessing, (enum stage)stage);
    if (!guess->match)
        text_print(&guess->report, "no match\n");
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
    return object;
}

void guess_free(struct guess *guess) {
    for (size_t k = 0; k < guess->closest_count; k++)
        closest_free(&guess->closest[k]);
    text_free(&guess->report);
    found_close(guess->found);
    attempt_close(guess->attempt);
}
