#include "base/die.h"
#include "base/text.h"
#include "cli/audit_parts.h"
#include "guess/guess.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* posenc audit FILE --against FILE: where two arrays differ, and which of them is nearer to the exact table. */

/* One of the two files. A word that says how elements are read may have a value for each: of "f32,bf16" the first file
 * has f32. */
struct side {
    struct options options;
    char *own[WORDS]; /* texts of these words */
    struct array array;
    struct resolved any; /* what the measure needs */
    struct measure measure;
};

static void open_side(struct side *side, const char *file, const struct options *options, int k) {
    static const enum word of_elements[] = {TYPE, ENDIAN, SCALE, ZERO_POINT};
    *side = (struct side){.options = *options};
    const char **given = side->options.given;
    for (size_t n = 0; n < sizeof of_elements / sizeof *of_elements; n++) {
        const enum word word = of_elements[n];
        const char *comma = given[word] ? strchr(given[word], ',') : NULL;
        if (!comma)
            continue;
        const int first = (int)(comma - given[word]);
        side->own[word] =
            k == 0 ? text_format("%.*s", first, given[word]) : text_format("%s", comma + 1);
        given[word] = side->own[word];
    }
    die_if(DIE_REQUEST,
           array_open(&side->array, file, (struct array_words){given[TYPE], given[ENDIAN]}));
}

/* Sets what elements mean. If a type needs a scale and none is given, elements count units. */
static void measure_side(struct side *side) {
    const char *const *given = side->options.given;
    const char *any[WORDS] = {[MAX_LEN] = "1",
                              [D_MODEL] = "2",
                              [TYPE] = side->array.type->name,
                              [SCALE] = given[SCALE],
                              [ZERO_POINT] = given[ZERO_POINT]};
    if (side->array.type->scaled && !any[SCALE])
        any[SCALE] = "1";
    resolve_or_die(&side->any, any);
    side->measure = measure_of(side->any.table);
}

static void close_side(struct side *side) {
    resolved_free(&side->any);
    array_close(&side->array);
    for (int k = 0; k < WORDS; k++)
        free(side->own[k]);
}

/* Raw elements have no shape of their own. */
static bool same_shape(const struct array *a, const struct array *b) {
    if (array_is_raw(a) || array_is_raw(b))
        return a->count == b->count;
    return a->dimensions == b->dimensions &&
           memcmp(a->size, b->size, (size_t)a->dimensions * sizeof *a->size) == 0;
}

/* The length of a row. An array of one dimension is one row, unless the user gives the number of rows. Otherwise it is
 * the last dimension, or the last two for complex numbers. */
static uint64_t row_length(const struct options *options, const struct array *array) {
    const int last = array->dimensions - 1;
    const uint64_t rows = choice_size_or_0(MAX_LEN, options->given[MAX_LEN]);
    if (array->dimensions == 1)
        return rows > 0 && array->count % rows == 0 ? array->count / rows : array->count;
    return array->complex && last > 1 ? array->size[last] * array->size[last - 1]
                                      : array->size[last];
}

/* Do the user's words describe a table? Sizes and types only say how the elements are read. */
static bool words_are_given(const struct options *options) {
    const word_set of_elements = WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(TYPE) |
                                 WORD_SET(ENDIAN) | WORD_SET(SCALE) | WORD_SET(ZERO_POINT);
    bool given = false;
    for (int k = 0; k < WORDS; k++)
        given |= options->given[k] && !(of_elements & WORD_SET(k));
    return given;
}

/* Adds the words that --guess finds for one of the arrays. Returns whether it finds any; if so, free the guess
 * later. */
static bool find_words(struct side side[2], struct guess *guess) {
    for (int k = 0; k < 2; k++) {
        die_if(DIE_REQUEST, guess_open(guess, &side[k].array, side[k].options.given, NULL,
                                       run_threads(&side[k].options)));
        if (guess->match) {
            for (int n = 0; n < 2; n++)
                guess_given(guess, side[n].options.given);
            return true;
        }
        guess_free(guess);
    }
    return false;
}

static void find_nearness(const struct side side[2], const struct tolerance *tolerance,
                          struct nearness nearness[2]) {
    for (int k = 0; k < 2; k++) {
        const struct options *options = &side[k].options;
        struct audit_words chosen;
        struct comparison comparison;
        audit_words_find(&chosen, options, &side[k].array);
        compare_or_die(options, &side[k].array, &chosen, tolerance, NULL, LINES_NONE, &comparison);
        nearness[k] = (struct nearness){text_format("%s", chosen.command), comparison.all};
        comparison_free(&comparison);
        audit_words_free(&chosen);
    }
}

int audit_against(const char *file, const struct options *options,
                  const struct tolerance *tolerance) {
    struct side side[2];
    open_side(&side[0], file, options, 0);
    open_side(&side[1], options->given[AGAINST], options, 1);
    const struct array *array = &side[0].array, *other = &side[1].array;
    if (array->type->scaled != other->type->scaled) {
        const char **given = side[array->type->scaled].options.given;
        given[SCALE] = given[ZERO_POINT] = NULL; /* those of the other one */
    }
    measure_side(&side[0]);
    measure_side(&side[1]);
    const struct measure measure[] = {side[0].measure, side[1].measure};
    struct comparison comparison = {.lines = 0};
    if (array->count == other->count)
        die_if(DIE_REQUEST, compare_arrays(array, other, measure, tolerance,
                                           row_length(options, array), &comparison));
    struct nearness nearness[2] = {{.command = NULL}};
    struct guess guess = {.match = false};
    const bool guessed = options->given[GUESS] && find_words(side, &guess),
               known = guessed || (!options->given[GUESS] && words_are_given(options));
    if (known)
        find_nearness(side, tolerance, nearness);
    const struct against against = {.file = options->given[AGAINST],
                                    .array = other,
                                    .same_shape = same_shape(array, other),
                                    .nearness = known ? nearness : NULL,
                                    .no_words =
                                        options->given[GUESS] ? "since no table matches" : NULL};
    const struct report report = {.file = file,
                                  .array = array,
                                  .against = &against,
                                  .comparison = &comparison,
                                  .tolerance = options->given[TOLERANCE],
                                  .close = tolerance->has_close};
    struct file *out = file_create("-");
    print_report(out, options, &report);
    file_commit(&out, 1);
    const bool alike =
        against.same_shape &&
        (options->given[TOLERANCE] ? comparison.all.not_allowed == 0
                                   : comparison.all.wrong == 0 && array->type == other->type);
    free(nearness[0].command);
    free(nearness[1].command);
    if (guessed)
        guess_free(&guess);
    comparison_free(&comparison);
    close_side(&side[0]);
    close_side(&side[1]);
    return alike ? 0 : 1;
}
