/* SPDX-License-Identifier: MIT */
#include "guess/guess_input.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/compare.h"
#include "fit/entries.h"
#include "guess/guess.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- words */

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

/* The integers of an array. */
struct integers {
    int64_t least, most;
    double sum;
    bool rising;        /* is each at least as large as the one before? */
    uint64_t low, high; /* how many are in the lowest quarter of the range, and in the highest */
};

/* Reads them once, and again for their quarters. */
static char *read_integers(const struct array *array, struct integers *all) {
    enum { RUN = 4096 };
    const struct element *type = array->type;
    void *stored = die_malloc((uint64_t)RUN * type->bytes);
    char *wrong = NULL;
    *all = (struct integers){.least = INT64_MAX, .most = INT64_MIN, .rising = true};
    for (int again = 0; again < 2; again++) {
        const int64_t quarter = again ? (all->most - all->least) / 4 : 0;
        for (uint64_t at = 0; at < array->count && !wrong; at += RUN) {
            const size_t count = array->count - at < RUN ? (size_t)(array->count - at) : RUN;
            wrong = array_read(array, at, count, stored);
            for (size_t k = 0; k < count && !wrong; k++) {
                const int64_t integer = element_integer(type, element_load(type, stored, k));
                all->low += again && integer - all->least <= quarter;
                all->high += again && all->most - integer <= quarter;
                all->sum += again ? 0 : (double)integer;
                all->rising = all->rising && (again || integer >= all->most);
                all->least = integer < all->least ? integer : all->least;
                all->most = integer > all->most ? integer : all->most;
            }
        }
    }
    free(stored);
    return wrong;
}

/* Do they go up and down from a middle? Those of a half or a quarter of one wave have few that are near to 0. */
static bool have_middle(const struct array *array, const struct integers *all) {
    return all->least >= 0 && !all->rising && (array->dimensions > 1 || 2 * all->low >= all->high);
}

/* The scale and the zero point of integers, if the user doesn't give them: the largest integer is that of 1, and those
 * that have a middle go up and down from it. If they reach both ends of N bits, the middle is between two integers, as in
 * round(127.5 + 127.5*x), or the largest one was cut off. */
static char *find_scale(struct guess_input *input) {
    const struct array *array = input->array;
    const struct element *type = array->type;
    const double half = 0.5, nearer = 0.25, count = (double)array->count;
    struct integers all;
    char *wrong = read_integers(array, &all);
    if (wrong)
        return wrong;
    const char *given = input->given[ZERO_POINT];
    const bool middle = !given && have_middle(array, &all);
    const int64_t zero = given    ? strtoll(given, NULL, 10)
                         : middle ? (all.least + all.most + 1) / 2
                                  : 0,
                  largest = all.most - zero > zero - all.least ? all.most - zero : zero - all.least;
    int bits = 8;
    while (bits < 32 && INT64_C(1) << bits <= all.most)
        bits++;
    const bool ends = middle && all.least == 0 && all.most == (INT64_C(1) << bits) - 1,
               between = ends &&
                         (array->dimensions > 1 || all.sum / count < (double)zero - half + nearer),
               full = type->highest - zero <= largest + 1 || /* a quarter of a wave, or cut off */
                      1000 * (type->highest - zero) <= 1001 * largest;
    input->scale = between ? text_format("2/%" PRId64, all.most)
                           : text_format("1/%" PRId64, ends          ? zero
                                                       : full        ? type->highest - zero
                                                       : largest > 0 ? largest
                                                                     : 1);
    input->zero_point =
        between ? text_format("%" PRId64 ".5", zero - 1) : text_format("%" PRId64, zero);
    input->given[SCALE] = input->scale;
    if (zero != 0)
        input->given[ZERO_POINT] = input->zero_point;
    if (ends && !between && !full && !input->given[BITS])
        input->given[BITS] = input->bits = text_format("%d", bits);
    return NULL;
}

/* The table of any sizes with the user's type and scale, which say what the elements mean. */
static char *open_measure(struct guess_input *input) {
    const char *const *given = input->given, *any[WORDS] = {[MAX_LEN] = "2",
                                                            [D_MODEL] = "2",
                                                            [TYPE] = input->array->type->name,
                                                            [SCALE] = given[SCALE],
                                                            [ZERO_POINT] = given[ZERO_POINT],
                                                            [BITS] = given[BITS]};
    struct faults faults = {NULL, 0};
    trial_resolve(&input->any, any, &faults);
    char *wrong = faults.count > 0 ? fault_message(faults.list) : NULL;
    faults_free(&faults);
    if (wrong)
        trial_close(&input->any);
    else
        input->measure = measure_of(input->any.table);
    return wrong;
}

/* What is wrong with one of the user's words, whatever the others may be; NULL if nothing is. */
static char *check_words(const char *const given[WORDS]) {
    static const char any_size[] = "5040";
    const char *all[WORDS];
    struct faults faults = {NULL, 0};
    struct trial trial;
    memcpy(all, given, sizeof all);
    all[MAX_LEN] = given[MAX_LEN] ? given[MAX_LEN] : any_size;
    all[D_MODEL] = given[D_MODEL] ? given[D_MODEL] : any_size;
    trial_resolve(&trial, all, &faults);
    const bool one = faults.count > 0 && faults.list->about < WORDS && !trial.request.parsed;
    char *wrong = one ? fault_message(faults.list) : NULL;
    trial_close(&trial);
    faults_free(&faults);
    return wrong;
}

static char *check_rows(const struct array *array, const char *max_len) {
    const uint64_t rows = choice_size_or_0(MAX_LEN, max_len);
    if (!array_is_raw(array) || (max_len && (rows == 0 || array->count % rows == 0)))
        return NULL;
    if (!max_len)
        return text_format("%s%s%sraw elements need --max-len", *array->taken ? array->path : "",
                           *array->taken ? ": " : "", array->taken);
    return text_format("%s: %s%" PRIu64 " elements are not a whole number of rows for max-len '%s'",
                       array->path, array->taken, array->count, max_len);
}

char *guess_input_open(struct guess_input *input, const struct array *array,
                       const char *const user[WORDS]) {
    *input = (struct guess_input){.array = array};
    name_preset(user, input->given);
    char *wrong = array->type->scaled && !input->given[SCALE] ? find_scale(input) : NULL;
    if (!wrong)
        wrong = open_measure(input);
    if (!wrong)
        wrong = check_words(input->given);
    return wrong ? wrong : check_rows(array, input->given[MAX_LEN]);
}

void guess_input_close(struct guess_input *input) {
    if (input->any.table)
        trial_close(&input->any);
    free(input->scale);
    free(input->zero_point);
    free(input->bits);
}

/* --- elements */

/* The largest sine or cosine of most tables is 1. Integers that are taken for floats are of very different sizes, and those
 * of bf16 taken for f16 are up to 1.9. */
int guess_type_rank(const struct array *array) {
    enum { SOME = 4096, ODD_ONE_OF = 64 };
    const double near = 0.01, large = 256;
    const struct element *type = array->type;
    struct measure measure = {.type = type, .unit = 1, .sign = element_sign(type)};
    const struct view flat = {array->count, 1, false};
    size_t count, odd = 0;
    double largest = 0;
    if (type->fixed)
        return type->scaled ? 1 : 2;
    measure.infinity = element_infinity(type);
    uint64_t *number = spread_runs(array->count, 256, SOME, &count);
    double *value = die_malloc(count * sizeof *value);
    free(view_read(array, &flat, &measure, number, count, NULL, value));
    for (size_t k = 0; k < count; k++) {
        odd += !(fabs(value[k]) <= large);
        largest = fabs(value[k]) <= large ? fmax(largest, fabs(value[k])) : largest;
    }
    free(value);
    free(number);
    return ODD_ONE_OF * odd > count ? GUESS_TYPE_RANKS : fabs(largest - 1) < near ? 0 : 3;
}

/* Many are of another size than any table's, while all are of such a size if their bytes are in the other order. Sizes are
 * all that is known before the words are; an audit compares entries with those of its table instead. */
bool guess_input_is_reversed(const struct guess_input *input, char **wrong) {
    enum { SOME = 4096, LEAST = 32, OTHERS_ONE_OF = 16 };
    const double large = 256, small = 0x1p-6;
    const struct array *array = input->array;
    const struct view flat = {array->count, 1, false};
    size_t count, others = 0;
    double largest = 0;
    if (array->type->fixed)
        return false;
    uint64_t *number = spread_runs(array->count, 1, SOME, &count),
             *bits = die_malloc(count * sizeof *bits);
    *wrong = view_read(array, &flat, &input->measure, number, count, bits, NULL);
    for (size_t k = 0; k < count && !*wrong; k++) {
        const uint64_t turned = reversed_bytes(bits[k], array->type->bytes);
        const double value = fabs(measure_value(&input->measure, turned));
        others += !(fabs(measure_value(&input->measure, bits[k])) <= large);
        largest = value <= largest ? largest : isnan(value) ? INFINITY : value;
    }
    free(bits);
    free(number);
    return count >= LEAST && OTHERS_ONE_OF * others > count && largest >= small && largest <= large;
}

bool guess_input_is_stacked(const struct guess_input *input, char **wrong) {
    enum { SOME = 64, NEAR_ONE_OF = 64 };
    const struct array *array = input->array;
    const struct view halves = {array->count / 2, 2, true};
    double least = INFINITY, most = 0;
    size_t count;
    if (array->dimensions < 2 || array->size[0] % 2 != 0)
        return false;
    uint64_t *number = spread_runs(halves.positions, 1, SOME, &count);
    double *value = die_malloc(2 * count * sizeof *value);
    *wrong = view_read(array, &halves, &input->measure, number, count, NULL, value);
    for (size_t k = 0; k < count && !*wrong; k++) {
        least = fmin(least, hypot(value[k], value[count + k]));
        most = fmax(most, hypot(value[k], value[count + k]));
    }
    free(value);
    free(number);
    return most > 0 && NEAR_ONE_OF * (most - least) < most;
}
