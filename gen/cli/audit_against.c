#include "audit/report.h"
#include "base/die.h"
#include "base/text.h"
#include "cli/audit_parts.h"
#include "guess/guess.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* posenc audit FILE --against FILE: where two arrays differ, and which of them is nearer to the exact table. */

/* What elements of an array mean: of a type with a scale, units if the scale isn't given. The measure needs what is
 * resolved. */
static struct measure measure_elements(const struct options *options, const struct array *array,
                                       struct resolved *any) {
    const char *given[WORDS] = {[MAX_LEN] = "1",
                                [D_MODEL] = "2",
                                [TYPE] = array->type->name,
                                [SCALE] = options->given[SCALE],
                                [ZERO_POINT] = options->given[ZERO_POINT]};
    struct faults faults = {NULL, 0};
    if (array->type->scaled && !given[SCALE])
        given[SCALE] = "1";
    resolve_words(any, given, &faults);
    die_if_faulty(&faults);
    return measure_of(any->table);
}

static bool same_shape(const struct array *a, const struct array *b) {
    return a->dimensions == b->dimensions &&
           memcmp(a->size, b->size, (size_t)a->dimensions * sizeof *a->size) == 0;
}

/* How long rows are: all of one dimension, unless the user says how many there are; else the last, of complex numbers the
 * two last. */
static uint64_t row_length(const struct options *options, const struct array *array) {
    const int last = array->dimensions - 1;
    const uint64_t rows = choice_size_or_0(MAX_LEN, options->given[MAX_LEN]);
    if (array->dimensions == 1)
        return rows > 0 && array->count % rows == 0 ? array->count / rows : array->count;
    return array->complex && last > 1 ? array->size[last] * array->size[last - 1]
                                      : array->size[last];
}

/* Does the user say which table it is? Sizes and types say how the elements are read. */
static bool words_are_given(const struct options *options) {
    const word_set of_elements = WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(TYPE) |
                                 WORD_SET(ENDIAN) | WORD_SET(SCALE) | WORD_SET(ZERO_POINT);
    bool given = false;
    for (int k = 0; k < WORDS; k++)
        given |= options->given[k] && !(of_elements & WORD_SET(k));
    return given;
}

/* The words of the options with those that --guess finds for one of the arrays. Returns whether it finds any; the guess
 * is to be freed then. */
static bool find_words(const struct options *options, const struct array *const array[2],
                       struct guess *guess, struct options *found) {
    for (int k = 0; k < 2; k++) {
        char *wrong = guess_open(guess, array[k], options->given, NULL, run_threads(options));
        if (wrong)
            die(DIE_REQUEST, "%s", wrong);
        if (guess->match) {
            *found = *options;
            guess_given(guess, found->given);
            return true;
        }
        guess_free(guess);
    }
    return false;
}

static void find_nearness(const struct options *options, const struct array *const array[2],
                          const struct tolerance *tolerance, struct nearness nearness[2]) {
    for (int k = 0; k < 2; k++) {
        struct audit_words chosen;
        struct comparison comparison;
        audit_words_find(&chosen, options, array[k]);
        compare_or_die(options, array[k], &chosen, tolerance, NULL, LINES_NONE, &comparison);
        nearness[k] = (struct nearness){text_format("%s", chosen.command), comparison.all};
        comparison_free(&comparison);
        audit_words_free(&chosen);
    }
}

int audit_against(const char *file, const struct options *options, const struct array *array,
                  const struct tolerance *tolerance) {
    struct array other;
    const struct array_words said = {options->given[TYPE], options->given[ENDIAN]};
    char *wrong = array_open(&other, options->given[AGAINST], said);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct resolved any[2];
    const struct measure measure[] = {measure_elements(options, array, &any[0]),
                                      measure_elements(options, &other, &any[1])};
    const struct array *const arrays[] = {array, &other};
    struct comparison comparison = {.lines = 0};
    if (array->count == other.count)
        wrong = compare_arrays(array, &other, measure, tolerance, row_length(options, array),
                               &comparison);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct nearness nearness[2] = {{.command = NULL}};
    struct guess guess = {.match = false};
    struct options found = *options;
    const bool guessed = options->given[GUESS] && find_words(options, arrays, &guess, &found),
               known = guessed || (!options->given[GUESS] && words_are_given(options));
    if (known)
        find_nearness(&found, arrays, tolerance, nearness);
    const struct against against = {.file = options->given[AGAINST],
                                    .array = &other,
                                    .same_shape = same_shape(array, &other),
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
    if (options->given[CSV])
        report_csv(out, &report);
    else if (options->given[JSON])
        print_json(out, report_against_json(&report));
    else
        report_against_text(out, &report);
    file_commit(&out, 1, false);
    const bool alike =
        against.same_shape &&
        (options->given[TOLERANCE] ? comparison.all.not_allowed == 0
                                   : comparison.all.wrong == 0 && array->type == other.type);
    free(nearness[0].command);
    free(nearness[1].command);
    if (guessed)
        guess_free(&guess);
    comparison_free(&comparison);
    resolved_free(&any[0]);
    resolved_free(&any[1]);
    array_close(&other);
    return alike ? 0 : 1;
}
