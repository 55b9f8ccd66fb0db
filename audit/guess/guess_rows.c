#include "base/die.h"
#include "base/text.h"
#include "fit/simplest.h"
#include "guess/guess_attempt.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- ranges */

/* A wave v has v[c-1] + v[c+1] = 2 cos(turn) v[c], so four rows a, b, c, d have (a+c)*c = (b+d)*b, whatever its turn is. */
enum { ROWS_OF_WAVE = 4 };

/* Do the four rows from the k-th on go on so? A few columns may be damaged. */
static bool goes_on(const struct entries *data, size_t k) {
    enum { DAMAGED_ONE_OF = 8 };
    const double size = data->largest,
                 allowed = (8 * grain_at(&data->grain, size) + 1e-3 * size) * size;
    uint64_t damaged = 0;
    for (uint64_t j = 0; j < data->view.channels; j++) {
        const double a = entry_at(data, k, j), b = entry_at(data, k + 1, j),
                     c = entry_at(data, k + 2, j), d = entry_at(data, k + 3, j);
        damaged += !(fabs((a + c) * c - (b + d) * b) <= allowed);
    }
    return DAMAGED_ONE_OF * damaged <= data->view.channels;
}

/* Are the k-th row and the next one alike? NaN is like NaN. */
static bool next_is_alike(const struct entries *data, size_t k) {
    bool alike = k + 1 < data->rows;
    for (uint64_t j = 0; j < data->view.channels && alike; j++) {
        const double a = entry_at(data, k, j), b = entry_at(data, k + 1, j);
        alike = a == b || (isnan(a) && isnan(b));
    }
    return alike;
}

/* Are the entries of the k-th row all alike? */
static bool row_is_one_number(const struct entries *data, size_t k) {
    const double first = entry_at(data, k, 0);
    bool one = true;
    for (uint64_t j = 1; j < data->view.channels && one; j++)
        one = entry_at(data, k, j) == first || (isnan(first) && isnan(entry_at(data, k, j)));
    return one;
}

/* Finds the ranges of all rows, in order. Returns how many; 0 if they are more than that, or not all rows are here. */
static size_t row_ranges_find(const struct entries *data, struct row_range list[ROW_RANGES_MOST]) {
    const size_t rows = data->rows;
    if (rows != data->view.positions || rows < ROWS_OF_WAVE)
        return 0;
    /* of each row: its kind, is it the same as one beside it, and is the row before it of the same range? */
    struct {
        int kind;
        bool repeated, joined;
    } *row = die_malloc(rows * sizeof *row);
    for (size_t k = 0; k < rows; k++) {
        row[k].joined = k > 0 && next_is_alike(data, k - 1);
        row[k].repeated = row[k].joined || next_is_alike(data, k);
        row[k].kind = row[k].repeated || row_is_one_number(data, k) ? ROWS_ALIKE : ROWS_OTHER;
    }
    for (size_t k = 0; k + ROWS_OF_WAVE <= rows; k++) {
        bool wave = true;
        for (size_t n = 0; n < ROWS_OF_WAVE && wave; n++)
            wave = !row[k + n].repeated;
        wave = wave && goes_on(data, k);
        for (size_t n = 0; n < ROWS_OF_WAVE && wave; n++) {
            row[k + n].kind = ROWS_OF_WAVES;
            row[k + n].joined |= n > 0;
        }
    }
    size_t count = 0;
    for (size_t k = 0; k < rows; k++) {
        const bool other = k > 0 && row[k].kind == ROWS_OTHER && row[k - 1].kind == ROWS_OTHER;
        if (count > 0 && (row[k].joined || other)) {
            list[count - 1].last = k;
        } else if (count < ROW_RANGES_MOST) {
            list[count++] = (struct row_range){k, k, row[k].kind, NULL};
        } else {
            count = 0;
            break;
        }
    }
    free(row);
    return count;
}

/* --- which rows of a table they are */

/* Are these rows those of the model? */
static bool are_rows(const struct entries *data, const struct noise *noise, size_t first,
                     size_t last) {
    bool all = true;
    for (size_t k = first; k <= last && all; k++)
        for (uint64_t j = 0; j < data->view.channels && all; j++) {
            const double exact = model_entry(noise->model, k, j);
            all = fabs(entry_at(data, k, j) - exact) <= noise_bound_of_exact(noise, k, j, exact);
        }
    return all;
}

/* Finds the least number of steps by which the model's positions must move, so that its rows are those of the range. False
 * if there is none, or a single row, which may be of many tables, must move. The noise is that of the model, which has one
 * axis and no grid. */
static bool rows_find_shift(const struct entries *data, const struct noise *noise,
                            struct table_model *model, const struct row_range *range,
                            int64_t *shift) {
    struct model_axis *axis = &model->axis[0];
    const double own = axis->first;
    const int64_t most = 2 * (int64_t)data->rows + 1024;
    bool found = false;
    for (int64_t n = 0; n < 2 * most && !found; n++) {
        *shift = n % 2 ? (n + 1) / 2 : -(n / 2);
        axis->first = own + (double)*shift * axis->step;
        found = are_rows(data, noise, range->first, range->last);
    }
    axis->first = own;
    return found && (*shift == 0 || range->last > range->first);
}

/* Is the k-th row 0, or that of angle 0? */
static bool is_fixed_row(const struct entries *data, const struct table_model *model, size_t k,
                         bool zero) {
    bool fixed = true;
    for (uint64_t j = 0; j < data->view.channels && fixed; j++) {
        const bool cosine = !zero && model->channel[j].function == CHANNEL_COSINE;
        fixed = fabs(entry_at(data, k, j) - (cosine ? model->amplitude : 0)) <=
                (zero ? 0 : grain_at(&data->grain, model->amplitude));
    }
    return fixed;
}

/* The numbers of the rows, in ranges that are no waves, that are 0, or else of the model's angle 0, as a word lists them.
 * NULL if there are none. */
static char *row_list(const struct entries *data, const struct row_range list[], size_t count,
                      const struct table_model *model, bool zero) {
    struct text text = {NULL, 0, 0};
    for (size_t n = 0; n < count; n++)
        for (size_t k = list[n].first; list[n].kind != ROWS_OF_WAVES && k <= list[n].last; k++)
            if (is_fixed_row(data, model, k, zero))
                text_put(&text, "%s%zu", text.used ? "," : "", k);
    return text.used ? text_string(&text) : NULL;
}

bool attempt_add_rows(struct attempt *attempt, const char *given[WORDS], bool zero,
                      const struct row_range list[], size_t count,
                      const struct table_model *model) {
    const enum word word = zero ? ZERO_ROWS : UNROTATED_ROWS;
    if (attempt->search.user[word] || (given[word] && strcmp(given[word], "none") != 0))
        return false;
    char *rows = row_list(attempt->data, list, count, model, zero);
    if (rows)
        given[word] = guess_keep(&attempt->search, rows);
    return rows != NULL;
}

/* --- what each range is */

/* The ranges of all rows. */
struct ranging {
    struct attempt *attempt; /* for all rows */
    struct row_range list[ROW_RANGES_MOST];
    size_t count;
};

static size_t rows_in(const struct row_range *range) {
    return range->last + 1 - range->first;
}

/* The words of a table whose first row is the row `at` of another one, or as many rows before it. Returns false if nobody
 * writes such a first position. */
static bool words_from(struct guess_search *search, struct trial *other, int64_t at, size_t rows,
                       const char *given[WORDS]) {
    const struct model_axis *axis = trial_model(other)->axis;
    const double position = axis->first + (double)at * axis->step;
    char *first = simplest_number(position - 1e-9, position + 1e-9, SIMPLEST_PI);
    memcpy(given, other->given, WORDS * sizeof *given);
    given[MAX_LEN] = guess_number(search, rows);
    given[FIRST] = first ? guess_keep(search, first) : NULL;
    given[ZERO_ROWS] = given[UNROTATED_ROWS] = "none";
    return first != NULL;
}

/* The command for such a table; NULL if there is none. The caller frees it. */
static char *command_from(struct guess_search *search, struct trial *other, int64_t at,
                          size_t rows) {
    const char *given[WORDS];
    struct trial trial;
    if (!words_from(search, other, at, rows, given) || !trial_open(&trial, given))
        return NULL;
    char *command = guess_command(&trial.request);
    trial_close(&trial);
    return command;
}

/* Tries the words of a range for all rows: with those that are 0, or of angle 0, as words; and with these as damage. The
 * model's row 0 is that of all rows, except for a shift. */
static bool widen(struct ranging *ranging, struct trial *found, const struct noise *noise) {
    struct attempt *attempt = ranging->attempt;
    struct guess_search *search = &attempt->search;
    struct table_model *model = trial_model(found);
    const struct row_range *first = ranging->list;
    const char *given[WORDS], *more[WORDS];
    int64_t shift;
    while (first->kind != ROWS_OF_WAVES)
        first++;
    if (!rows_find_shift(attempt->data, noise, model, first, &shift) ||
        !words_from(search, found, shift, attempt->data->rows, given))
        return false;
    memcpy(more, given, sizeof more);
    const bool zeros = attempt_add_rows(attempt, more, true, ranging->list, ranging->count, model),
               fixed = attempt_add_rows(attempt, more, false, ranging->list, ranging->count, model);
    if (zeros || fixed)
        guess_add(search, more);
    guess_add(search, given);
    attempt_rank(attempt);
    search->count = 0;
    return attempt_decide(attempt);
}

/* Looks for the table of a range in the others, and tries its words for all rows. Returns whether they explain all. */
static bool use_table(struct ranging *ranging, const struct row_range *range, struct trial *found) {
    const struct entries *data = ranging->attempt->data;
    struct table_model *model = trial_model(found);
    if (model->axes > 1 || found->given[POSITIONS_FILE] || found->given[CLAMP] ||
        found->given[GRID])
        return false;
    struct noise noise;
    model->axis[0].first -= model->axis[0].step * (double)range->first;
    noise_open(&noise, model, &data->grain);
    for (size_t k = 0; k < ranging->count; k++) {
        struct row_range *other = &ranging->list[k];
        int64_t shift;
        if (other->kind != ROWS_ALIKE && !other->command &&
            rows_find_shift(data, &noise, model, other, &shift))
            other->command = command_from(&ranging->attempt->search, found,
                                          (int64_t)other->first + shift, rows_in(other));
    }
    const bool all = widen(ranging, found, &noise);
    noise_close(&noise);
    return all;
}

/* Guesses a range of rows as an array of its own. Returns whether its words explain all rows. */
static bool guess_range(struct ranging *ranging, struct row_range *range) {
    struct guessing *guessing = ranging->attempt->guessing, of_range = *guessing;
    const uint64_t channels = ranging->attempt->data->view.channels, rows = rows_in(range);
    const struct array part = array_part(guessing->array, range->first * channels, rows * channels);
    struct guess inner = {.match = false};
    char *max_len = text_format("%" PRIu64, rows);
    bool all = false;
    of_range.guess = &inner;
    of_range.array = &part;
    of_range.closest = json_array();
    if (guessing->given[MAX_LEN])
        of_range.given[MAX_LEN] = max_len;
    guess_views(&of_range, WAY_PLAIN, WAY_PLAIN);
    guessing->wrong = of_range.wrong;
    guessing->waves |= of_range.waves;
    if (inner.match) {
        range->command = guess_command(&inner.found->trial.request);
        all = use_table(ranging, range, &inner.found->trial);
    }
    json_decref(of_range.closest);
    guess_free(&inner);
    free(max_len);
    return all;
}

/* What is known of a range: its command, "zeros", "0.5 throughout", "no match". */
static json_t *range_facts(const struct entries *data, const struct row_range *range) {
    const double first = entry_at(data, range->first, 0);
    json_t *facts =
        json_pack("{s:I, s:I}", "first", (json_int_t)range->first, "last", (json_int_t)range->last);
    char *rows = range->kind != ROWS_ALIKE ? text_format("no match")
                 : !row_is_one_number(data, range->first)
                     ? text_format("the same row again and again")
                 : first == 0 ? text_format("zeros")
                              : text_format("%.9g throughout", first);
    json_object_set_new(facts, range->command ? "command" : "rows",
                        json_text(range->command ? range->command : rows));
    free(rows);
    return facts;
}

/* Guesses the longest ranges of waves. Returns whether the words of one explain all rows. If not, the guess knows what each
 * range is, if one is a table. */
static bool guess_all(struct ranging *ranging) {
    enum { TRIED_MOST = 4, ROWS_LEAST = 16 };
    struct guessing *guessing = ranging->attempt->guessing;
    bool tried[ROW_RANGES_MOST] = {false}, all = false, any = false;
    for (int n = 0; n < TRIED_MOST && !all && !guessing->wrong; n++) {
        struct row_range *longest = NULL;
        size_t most = ROWS_LEAST - 1;
        for (size_t k = 0; k < ranging->count; k++) {
            struct row_range *range = &ranging->list[k];
            if (range->kind == ROWS_OF_WAVES && !range->command && !tried[k] &&
                rows_in(range) > most) {
                longest = range;
                most = rows_in(range);
            }
        }
        if (!longest)
            break;
        tried[longest - ranging->list] = true;
        all = guess_range(ranging, longest);
        any |= longest->command != NULL;
    }
    if (any && !all)
        guessing->ranges = json_array();
    for (size_t k = 0; k < ranging->count; k++) {
        if (guessing->ranges)
            json_array_append_new(guessing->ranges,
                                  range_facts(ranging->attempt->data, &ranging->list[k]));
        free(ranging->list[k].command);
    }
    return all;
}

void guess_ranges(struct guessing *guessing) {
    const uint64_t max_len = choice_size_or_0(MAX_LEN, guessing->given[MAX_LEN]);
    struct view views[VIEWS];
    if (views_of(guessing->array, max_len, "position-major", views) == 0 || views[0].channels < 2)
        return;
    struct ranging ranging = {
        .attempt = attempt_open(guessing, WAY_RANGES, guessing->array, *views, guessing->given)};
    if (!ranging.attempt)
        return;
    ranging.count = row_ranges_find(ranging.attempt->data, ranging.list);
    if (ranging.count < 2 || !guess_all(&ranging))
        attempt_close(ranging.attempt);
}
