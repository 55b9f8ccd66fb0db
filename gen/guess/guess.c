#include "guess/guess.h"
#include "base/die.h"
#include "guess/guess_data.h"
#include "guess/guess_report.h"
#include "guess/guess_shapes.h"
#include "guess/guess_solving.h"
#include "guess/guess_structure.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of zeros are those of padding and of class tokens: they are few. */
enum { ZEROS_MAX = 16 };

static uint64_t given_size(const char *text) {
    uint64_t size = 0;
    char *canonical = NULL;
    if (text)
        free(choice_size(MAX_LEN, text, &size, &canonical));
    free(canonical);
    return size;
}

static void visit_shape(void *context, const char *const given[WORDS]) {
    struct guess_search *search = context;
    if (!guess_is_clean(search))
        guess_numbers(search, given);
}

static void try_words(void *context, const char *const given[WORDS]) {
    guess_try(context, given);
}

/* The best so far is not clean: do its frequencies follow a rule? */
static void try_scaling(struct guess_search *search) {
    const struct candidate *best = NULL;
    for (size_t k = 0; k < search->count; k++)
        if (!best || search->found[k].error < best->error)
            best = &search->found[k];
    if (best && !best->given[GRID] && !best->given[SCALING]) {
        const struct candidate like = *best;
        guess_scalings(search, like.given, NULL, 1);
    }
}

/* Presets first: most tables are one of theirs, and then nothing needs to be solved. Then patterns that a few wrong entries
 * hide. */
static void try_structures(struct guess_search *search) {
    enum { WAYS = 4 };
    const struct guess_data *data = search->data;
    const bool zeros = data->zeros > 0 && data->zeros <= ZEROS_MAX &&
                       data->zeros <= data->rows / 4 + 1 && data->rows == data->view.positions;
    struct structure structure[WAYS];
    int count = 0;
    for (int k = 0; k < WAYS && !guess_is_clean(search); k++) {
        const struct structure_how how = {.without_zeros = k % 2, .tolerant = k / 2};
        if (how.without_zeros && !zeros)
            continue;
        structure_find(&structure[count], data, &how);
        bool known = false;
        for (int n = 0; n < count; n++)
            known |= structure[n].without_zeros == how.without_zeros &&
                     structure_same(&structure[n], &structure[count]);
        if (known) {
            structure_free(&structure[count]);
            continue;
        }
        shape_presets(search, &structure[count], false, try_words, search);
        count++;
    }
    for (int k = 0; k < count && !guess_is_clean(search); k++)
        shape_each(search, &structure[k], visit_shape, search);
    for (int k = 0; k < count && !guess_has_simple(search); k++)
        shape_presets(search, &structure[k], true, visit_shape, search);
    if (!guess_is_clean(search))
        try_scaling(search);
    for (int k = 0; k < count; k++)
        structure_free(&structure[k]);
}

/* A vision tower that merges patches has its rows in blocks. All ways to cut them into frames are tried. */
static void try_blocks(struct guess_search *search) {
    enum { BLOCK_MOST = 4 };
    const uint64_t rows = search->data->view.positions;
    if (search->data->rows < rows)
        return;
    for (uint64_t block = 2; block <= BLOCK_MOST; block++)
        for (uint64_t height = block; height * block <= rows; height += block)
            for (uint64_t width = block; height * width <= rows && rows % height == 0;
                 width += block) {
                const struct structure_how how = {.block = block, .height = height, .width = width};
                struct structure structure;
                if (rows % (height * width) != 0 || search->count > 0)
                    continue;
                structure_find(&structure, search->data, &how);
                if (structure.axes > 1 && structure.size[structure.axes - 1] == width)
                    shape_each(search, &structure, visit_shape, search);
                structure_free(&structure);
            }
}

/* One view of the array, and what it is then. */
struct attempt {
    struct guess_data data;
    struct guess_search search;
    struct ranked best;
};

static void attempt_close(struct attempt *attempt) {
    if (attempt) {
        guess_search_close(&attempt->search);
        guess_data_free(&attempt->data);
    }
    free(attempt);
}

/* Returns the attempt, or NULL if nothing is near, or the file can't be read any more. */
static struct attempt *try_view(const struct array *array, struct view view,
                                const char *const given[WORDS], const struct measure *measure,
                                char **wrong) {
    struct attempt *attempt = die_malloc(sizeof *attempt);
    *wrong = guess_data_read(&attempt->data, array, view, measure);
    if (*wrong) {
        free(attempt);
        return NULL;
    }
    guess_search_open(&attempt->search, &attempt->data, given, array->type->name);
    if (attempt->data.zeros < attempt->data.rows)
        try_structures(&attempt->search);
    if (attempt->search.count == 0)
        try_blocks(&attempt->search);
    if (guess_best(&attempt->search, &attempt->best))
        return attempt;
    attempt_close(attempt);
    return NULL;
}

static void keep_words(struct guess *guess, const struct ranked *best) {
    for (int k = 0; k < WORDS; k++)
        if (best->given[k])
            guess->given[k] = text_format("%s", best->given[k]);
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
    if (trial_open(trial, any))
        return NULL;
    memcpy(trial->given, any, sizeof any);
    request_begin(&trial->request, trial->given, NULL);
    request_open(&trial->request, &faults);
    trial->table = table_resolve(&trial->request, &faults);
    char *wrong = fault_message(&faults.list[0]);
    faults_free(&faults);
    trial_close(trial);
    return wrong;
}

/* What is wrong with the user's words, whatever the others may be; NULL if nothing is. */
static char *check_words(const struct array *array, const char *const given[WORDS]) {
    const bool raw = strcmp(array->kind, "raw") == 0;
    const uint64_t max_len = given_size(given[MAX_LEN]);
    const char *all[WORDS];
    struct faults faults = {NULL, 0};
    struct request request;
    char *wrong = NULL;
    memcpy(all, given, sizeof all);
    all[MAX_LEN] = given[MAX_LEN] ? given[MAX_LEN] : "5040";
    all[D_MODEL] = given[D_MODEL] ? given[D_MODEL] : "5040";
    request_begin(&request, all, NULL);
    request_open(&request, &faults);
    struct table *table = table_resolve(&request, &faults);
    if (faults.count > 0 && faults.list->about < WORDS && !request.parsed)
        wrong = fault_message(faults.list);
    table_free(table);
    request_free(&request);
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

char *guess_open(struct guess *guess, const struct array *array, const char *const user[WORDS],
                 unsigned threads) {
    struct view views[VIEWS];
    const char *given[WORDS];
    struct attempt *best = NULL;
    struct trial any;
    *guess = (struct guess){.near = false};
    name_preset(user, given);
    char *wrong = open_measure(&any, array, given);
    if (wrong)
        return wrong;
    wrong = check_words(array, given);
    const struct measure measure = measure_of(any.table);
    size_t count = views_of(array, given_size(given[MAX_LEN]), given[AXES], views);
    for (size_t k = 0; k < count && !wrong && !(best && guess_is_clean(&best->search)); k++) {
        struct attempt *attempt = try_view(array, views[k], given, &measure, &wrong);
        if (attempt && (!best || attempt->best.merit < best->best.merit)) {
            attempt_close(best);
            best = attempt;
        } else {
            attempt_close(attempt);
        }
    }
    if (!wrong && best) {
        guess->near = true;
        keep_words(guess, &best->best);
        wrong = guess_report(&best->search, array, &best->best, threads, &guess->report);
    } else if (!wrong) {
        text_print(&guess->report, "no match: no words make a table close to this one\n");
    }
    attempt_close(best);
    trial_close(&any);
    if (wrong)
        guess_free(guess);
    return wrong;
}

void guess_free(struct guess *guess) {
    text_free(&guess->report);
    for (int k = 0; k < WORDS; k++)
        free(guess->given[k]);
}
