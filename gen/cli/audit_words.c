#include "cli/audit_words.h"
#include "audit/fit.h"
#include "base/die.h"
#include "base/text.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The given words, for one way to read the array. */
struct search {
    struct audit_words *chosen;
    const struct array *array;
    const char *given[WORDS];
    char *mismatch;       /* the first words that are right, but make another shape */
    struct faults faults; /* of the first words that are wrong */
};

void resolve_words(struct resolved *resolved, const char *const given[WORDS],
                   struct faults *faults) {
    *resolved = (struct resolved){.table = NULL};
    memcpy(resolved->given, given, sizeof resolved->given);
    resolve_table(resolved, faults);
}

static char *number(uint64_t value) {
    return text_format("%" PRIu64, value);
}

uint64_t audit_size(enum word word, const char *text) {
    uint64_t size = 0;
    char *canonical = NULL;
    free(text ? choice_size(word, text, &size, &canonical) : NULL);
    free(canonical);
    return size;
}

/* "pe.npy: 48 x 64 elements, but these words make 48 x 32"; of raw elements the bytes. */
static char *mismatch(const struct array *array, const struct table *table) {
    if (!fit_is_raw(array)) {
        char *shape = fit_shape(array);
        char *text = text_format("%s: the array is %s, but the words make %" PRIu64 " x %" PRIu64,
                                 array->path, shape, table->rows, table->columns);
        free(shape);
        return text;
    }
    const unsigned bytes = array->type->bytes;
    return text_format("%s: %s%" PRIu64 " bytes, but %" PRIu64 " x %" PRIu64
                       " elements of type %s are %" PRIu64 " bytes",
                       array->path, array->taken, array->count * bytes, table->rows, table->columns,
                       array->type->name, table->rows * table->columns * bytes);
}

/* Resolves the words with these sizes. Returns whether the array can be their table, which is then kept. */
static bool try(struct search *search, const struct fit *fit) {
    struct audit_words *chosen = search->chosen;
    const char *given[WORDS];
    struct faults faults = {NULL, 0};
    memcpy(given, search->given, sizeof given);
    free(chosen->max_len);
    free(chosen->d_model);
    chosen->max_len = chosen->d_model = NULL;
    if (fit && !given[MAX_LEN])
        given[MAX_LEN] = chosen->max_len = number(fit->max_len);
    if (fit && !given[D_MODEL])
        given[D_MODEL] = chosen->d_model = number(fit->d_model);
    resolve_words(&chosen->resolved, given, &faults);
    const struct table *table = chosen->resolved.table;
    if (faults.count == 0 && fit_matches(search->array, table->rows, table->columns))
        return true;
    if (faults.count == 0 && !search->mismatch)
        search->mismatch = mismatch(search->array, table);
    if (search->faults.count == 0)
        search->faults = faults;
    else
        faults_free(&faults);
    resolved_free(&chosen->resolved);
    return false;
}

/* Tries the sizes that the array's shape leaves open. */
static bool try_sizes(struct search *search) {
    const char *const *given = search->given;
    if (given[MAX_LEN] && given[D_MODEL])
        return try(search, NULL);
    if (fit_is_raw(search->array) &&
        (given[POSITIONS_FILE] || (!given[MAX_LEN] && !given[D_MODEL])))
        return try(search, NULL); /* the words must say it all */
    const char *any[WORDS];
    struct faults faults = {NULL, 0};
    struct resolved like;
    struct fit fits[FITS];
    memcpy(any, given, sizeof any);
    any[MAX_LEN] = given[MAX_LEN] ? given[MAX_LEN] : "1";
    any[D_MODEL] = given[D_MODEL] ? given[D_MODEL] : "64";
    resolve_words(&like, any, &faults);
    const struct fit_known known = {audit_size(MAX_LEN, given[MAX_LEN]),
                                    audit_size(D_MODEL, given[D_MODEL])};
    size_t count = fit_sizes(search->array, like.table, known, fits);
    resolved_free(&like);
    faults_free(&faults);
    bool found = false;
    for (size_t k = 0; k < count && !found; k++)
        found = try(search, &fits[k]);
    return found;
}

/* An array of one dimension holds the frequencies, one for each pair, unless the words say otherwise. */
static bool try_frequencies(struct search *search) {
    const char **given = search->given;
    bool one_row = !given[MAX_LEN] || strcmp(given[MAX_LEN], "1") == 0;
    if (search->array->dimensions > 1 || fit_is_raw(search->array) || given[COMPONENT] || !one_row)
        return false;
    struct search frequencies = {.chosen = search->chosen, .array = search->array};
    memcpy(frequencies.given, given, sizeof frequencies.given);
    frequencies.given[COMPONENT] = "frequency";
    if (!given[REPEAT])
        frequencies.given[REPEAT] = "none";
    if (!given[MAX_LEN])
        frequencies.given[MAX_LEN] = "1";
    bool found = try_sizes(&frequencies);
    free(frequencies.mismatch);
    faults_free(&frequencies.faults);
    return found;
}

/* Sizes may be missing only because a file is read as raw elements, of which its name says nothing. */
static void die_if_taken_as_raw(const struct search *search) {
    const struct array *array = search->array;
    if (!*array->taken || search->faults.count == 0)
        return;
    const struct fault *fault = &search->faults.list[0];
    if (fault->about == ABOUT_TABLE)
        die(DIE_REQUEST, "%s: %s%s", array->path, array->taken, fault->text);
}

void audit_words_find(struct audit_words *chosen, const struct options *options,
                      const struct array *array) {
    struct search search = {.chosen = chosen, .array = array};
    *chosen = (struct audit_words){.command = NULL};
    memcpy(search.given, options->given, sizeof search.given);
    search.given[ENDIAN] = NULL; /* of the file, not of the table */
    search.given[TYPE] = array->type->name;
    const char *component = search.given[COMPONENT];
    if (component && strcmp(component, "cos,sin") == 0)
        die(DIE_REQUEST,
            "component 'cos,sin' is two arrays: audit each, with component cos or sin");
    if (!try_frequencies(&search) && !try_sizes(&search)) {
        if (search.mismatch)
            die(DIE_REQUEST, "%s", search.mismatch);
        die_if_taken_as_raw(&search);
        die_if_faulty(&search.faults);
    }
    free(search.mismatch);
    faults_free(&search.faults);
    struct faults faults = {NULL, 0};
    resolve_capacity(&chosen->resolved, &faults);
    die_if_faulty(&faults);
    chosen->command = request_command(&chosen->resolved.request);
}

void audit_words_free(struct audit_words *chosen) {
    resolved_free(&chosen->resolved);
    free(chosen->command);
    free(chosen->max_len);
    free(chosen->d_model);
}
