/* SPDX-License-Identifier: MIT */
#include "commands/audit_words.h"
#include "base/die.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/commands.h"
#include "compare/array_sizes.h"
#include "compare/compare.h"
#include "words/presets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The given words, for one way to read the array. */
struct search {
    struct audit_words *chosen;
    const struct array *array;
    const char *given[WORDS];
    char *mismatch;       /* of the first words that are valid but make another shape */
    struct faults faults; /* of the first words that are invalid */
};

static char *number(uint64_t value) {
    return text_format("%" PRIu64, value);
}

/* "pe.npy: 48 x 64 elements, but these words make 48 x 32"; of raw elements the bytes. */
static char *mismatch(const struct array *array, const struct table *table) {
    if (!array_is_raw(array)) {
        char *shape = array_shape_text(array);
        char *text = text_format("%s: the array is %s, but the words make %s%" PRIu64 " x %" PRIu64,
                                 array->path, shape, table->arrays > 1 ? "two of " : "",
                                 table->rows, table->columns);
        free(shape);
        return text;
    }
    const unsigned bytes = array->type->bytes;
    return text_format("%s: %s%" PRIu64 " bytes, but %s%" PRIu64 " x %" PRIu64
                       " elements of type %s are %" PRIu64 " bytes",
                       array->path, array->taken, array->count * bytes,
                       table->arrays > 1 ? "twice " : "", table->rows, table->columns,
                       array->type->name, table_entries(table) * bytes);
}

/* Resolves the words with these sizes. Returns whether the array can be their table, which is then kept. */
static bool try(struct search *search, const struct array_sizes *sizes) {
    struct resolved *resolved = &search->chosen->resolved;
    struct chosen_words *found = &search->chosen->words;
    const char *given[WORDS];
    struct faults faults = {NULL, 0};
    memcpy(given, search->given, sizeof given);
    free(found->max_len);
    free(found->d_model);
    *found = (struct chosen_words){&resolved->request, resolved->given, NULL, NULL};
    if (sizes && !given[MAX_LEN])
        given[MAX_LEN] = found->max_len = number(sizes->max_len);
    if (sizes && !given[D_MODEL])
        given[D_MODEL] = found->d_model = number(sizes->d_model);
    resolve_words(resolved, given, &faults);
    const struct table *table = resolved->table;
    if (faults.count == 0 && array_sizes_match(search->array, table))
        return true;
    if (faults.count == 0 && !search->mismatch)
        search->mismatch = mismatch(search->array, table);
    if (search->faults.count == 0)
        search->faults = faults;
    else
        faults_free(&faults);
    resolved_free(resolved);
    return false;
}

/* Tries the sizes that the array's shape leaves open. */
static bool try_sizes(struct search *search) {
    const char *const *given = search->given;
    if (given[MAX_LEN] && given[D_MODEL])
        return try(search, NULL);
    if (array_is_raw(search->array) &&
        (given[POSITIONS_FILE] || (!given[MAX_LEN] && !given[D_MODEL])))
        return try(search, NULL); /* the words must say it all */
    const char *any[WORDS];
    struct faults faults = {NULL, 0};
    struct resolved like;
    struct array_sizes sizes[ARRAY_SIZES_MOST];
    memcpy(any, given, sizeof any);
    any[MAX_LEN] = given[MAX_LEN] ? given[MAX_LEN] : "1";
    any[D_MODEL] = given[D_MODEL] ? given[D_MODEL] : "64";
    resolve_words(&like, any, &faults);
    const struct known_sizes known = {choice_size_or_0(MAX_LEN, given[MAX_LEN]),
                                      choice_size_or_0(D_MODEL, given[D_MODEL])};
    size_t count = array_sizes_find(search->array, like.table, known, sizes);
    resolved_free(&like);
    faults_free(&faults);
    bool found = false;
    for (size_t k = 0; k < count && !found; k++)
        found = try(search, &sizes[k]);
    return found;
}

/* An array of one dimension holds the frequencies, one for each pair, unless the words say otherwise. */
static bool try_frequencies(struct search *search) {
    const char **given = search->given;
    bool one_row = !given[MAX_LEN] || strcmp(given[MAX_LEN], "1") == 0;
    if (search->array->dimensions > 1 || array_is_raw(search->array) || given[COMPONENT] ||
        !one_row)
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

/* If sizes are missing only because a file of unknown kind is read as raw elements, the message says so. */
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
    const struct preset *preset =
        options->given[PRESET] ? preset_named(options->given[PRESET]) : NULL;
    if (preset && !search.given[D_MODEL]) /* waves have few columns */
        search.given[D_MODEL] = preset->given[D_MODEL];
    if (!try_frequencies(&search) && !try_sizes(&search)) {
        die_if(DIE_REQUEST, search.mismatch);
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
    free(chosen->words.max_len);
    free(chosen->words.d_model);
}

/* --- how elements are read without the words of a table */

bool words_are_given(const struct options *options) {
    const word_set of_elements = WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(TYPE) |
                                 WORD_SET(ENDIAN) | WORD_SET(SCALE) | WORD_SET(ZERO_POINT);
    bool given = false;
    for (int k = 0; k < WORDS; k++)
        given |= options->given[k] && !(of_elements & WORD_SET(k));
    return given;
}

char *array_name_text(const struct array *array) {
    return text_format("%s%s%s", path_base(array->path), array->name ? ":" : "",
                       array->name ? array->name : "");
}

uint64_t row_length(const struct options *options, const struct array *array) {
    const int last = array->dimensions - 1;
    const uint64_t rows = choice_size_or_0(MAX_LEN, options->given[MAX_LEN]);
    if (array->dimensions == 1)
        return rows > 0 && array->count % rows == 0 ? array->count / rows : array->count;
    return array->complex && last > 1 ? array->size[last] * array->size[last - 1]
                                      : array->size[last];
}

struct measure elements_measure(struct resolved *any, const char *const given[WORDS],
                                const struct element *type) {
    const char *like[WORDS] = {[MAX_LEN] = "1",
                               [D_MODEL] = "2",
                               [TYPE] = type->name,
                               [SCALE] = given[SCALE],
                               [ZERO_POINT] = given[ZERO_POINT]};
    if (type->scaled && !like[SCALE])
        like[SCALE] = "1";
    resolve_or_die(any, like);
    return measure_of(any->table);
}
