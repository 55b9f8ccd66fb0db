#include "audit/row_order.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most so many rows are looked at, and so many of them told. A row is searched in the whole table if that has at most
 * so many entries, and else among the rows that stand out. */
enum { ROWS_MOST = 64, ROWS_TOLD = 8, SEARCHED = 1 << 24 };

/* An error stands out if it is so many times that of the row in the middle; another row explains one if it is so many
 * times nearer. */
enum { STANDS_OUT = 16, NEARER = 8 };

/* A row that stands out. */
struct suspect {
    uint64_t row;
    double *got;
    double own,
        best; /* its mean distance from the row that is wanted, and from the nearest of all */
    uint64_t nearest;
    bool zero;
};

struct suspects {
    const struct array *array;
    const struct expected *expected;
    const struct table *table; /* whose rows are those of the array */
    struct measure measure;
    struct suspect suspect[ROWS_MOST];
    size_t count;
};

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The middle one of the rows' largest errors. */
static double middle_error(const struct comparison *comparison) {
    double *errors = die_malloc(comparison->lines * sizeof *errors);
    for (uint64_t k = 0; k < comparison->lines; k++)
        errors[k] = comparison->line[k].absolute;
    qsort(errors, comparison->lines, sizeof *errors, by_size);
    double middle = errors[comparison->lines / 2];
    free(errors);
    return middle;
}

/* Finds the rows that stand out. Returns false if they are too many. */
static bool find(struct suspects *suspects, const struct comparison *comparison) {
    const double least = STANDS_OUT * middle_error(comparison);
    for (uint64_t row = 0; row < comparison->lines; row++) {
        if (comparison->line[row].absolute <= least)
            continue;
        if (suspects->count == ROWS_MOST)
            return false;
        suspects->suspect[suspects->count++] = (struct suspect){.row = row, .nearest = row};
    }
    return suspects->count > 0;
}

/* Reads a row of the array. */
static char *read_row(const struct suspects *suspects, struct suspect *suspect) {
    const struct expected *expected = suspects->expected;
    const struct element *type = suspects->measure.type;
    const uint64_t columns = expected->columns;
    char *stored = die_malloc(columns * type->bytes), *wrong = NULL;
    suspect->got = die_malloc(columns * sizeof *suspect->got);
    suspect->zero = true;
    for (uint64_t c = 0; c < columns && !wrong && expected->exchanged; c++)
        wrong =
            array_read(suspects->array, expected_index(expected, (struct cell){suspect->row, c}), 1,
                       stored + c * type->bytes);
    if (!expected->exchanged)
        wrong = array_read(suspects->array, suspect->row * columns, (size_t)columns, stored);
    for (uint64_t c = 0; c < columns && !wrong; c++) {
        suspect->got[c] = measure_value(&suspects->measure, element_load(type, stored, (size_t)c));
        suspect->zero &= suspect->got[c] == 0;
    }
    free(stored);
    return wrong;
}

/* Holds a row of the table against all suspects. */
static void hold(struct suspects *suspects, uint64_t row, const double *wanted) {
    const uint64_t columns = suspects->expected->columns;
    for (size_t k = 0; k < suspects->count; k++) {
        struct suspect *suspect = &suspects->suspect[k];
        double distance = 0;
        for (uint64_t c = 0; c < columns; c++)
            distance += isfinite(suspect->got[c]) ? fabs(suspect->got[c] - wanted[c]) : 0;
        if (row == suspect->row)
            suspect->own = distance;
        bool first = suspect->best < 0;
        if (first || distance < suspect->best) {
            suspect->best = distance;
            suspect->nearest = row;
        }
    }
}

/* Holds rows [begin, end) of the table against all suspects. */
static void hold_rows(struct suspects *suspects, uint64_t begin, uint64_t end) {
    const struct table *table = suspects->table;
    const uint64_t columns = table->columns;
    double *values = die_malloc(columns * sizeof *values);
    struct rows *rows = rows_open(table, ENGINE_AUTO, begin, end, (size_t)columns);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t r = 0; r < piece->rows; r++) {
            for (size_t c = 0; c < piece->columns; c++)
                values[piece->from + c] =
                    measure_value(&suspects->measure, element_load(table->type, piece->entries,
                                                                   (size_t)r * piece->columns + c));
            if (piece->from + piece->columns == columns)
                hold(suspects, piece->row + r, values);
        }
    }
    worker_free(worker);
    rows_close(rows);
    free(values);
}

static bool explains(const struct suspect *suspect) {
    return suspect->nearest != suspect->row && NEARER * suspect->best < suspect->own;
}

/* The suspect that holds what this one should, and the other way round; or NULL. */
static const struct suspect *partner(const struct suspects *suspects, const struct suspect *one) {
    for (size_t k = 0; k < suspects->count; k++) {
        const struct suspect *other = &suspects->suspect[k];
        if (explains(other) && other->row == one->nearest && other->nearest == one->row)
            return other;
    }
    return NULL;
}

static char *sentence(const struct suspects *suspects, const struct suspect *suspect) {
    if (suspect->zero)
        return text_format("row %" PRIu64 " is zero", suspect->row);
    if (!explains(suspect))
        return NULL;
    const struct suspect *other = partner(suspects, suspect);
    if (!other)
        return text_format("row %" PRIu64 " holds what row %" PRIu64 " should", suspect->row,
                           suspect->nearest);
    return other->row < suspect->row ? NULL
                                     : text_format("rows %" PRIu64 " and %" PRIu64 " are swapped",
                                                   suspect->row, other->row);
}

static void tell(const struct suspects *suspects, struct sentences *sentences) {
    size_t more = 0;
    for (size_t k = 0; k < suspects->count; k++) {
        char *text = sentence(suspects, &suspects->suspect[k]);
        if (text && sentences->count < ROWS_TOLD)
            sentences_add(sentences, text);
        else {
            more += text != NULL;
            free(text);
        }
    }
    if (more > 0)
        sentences_add(sentences, text_format("and so on, %zu times more", more));
}

char *row_order(const struct array *array, const struct expected *expected,
                const struct table *table, const struct comparison *comparison,
                struct sentences *sentences) {
    struct suspects suspects = {array, expected, table, measure_of(table), {{0}}, 0};
    char *wrong = NULL;
    if (!find(&suspects, comparison))
        return NULL;
    for (size_t k = 0; k < suspects.count && !wrong; k++) {
        suspects.suspect[k].best = -1;
        wrong = read_row(&suspects, &suspects.suspect[k]);
    }
    if (!wrong && table->rows * table->columns <= SEARCHED)
        hold_rows(&suspects, 0, table->rows);
    else
        for (size_t k = 0; k < suspects.count && !wrong; k++)
            hold_rows(&suspects, suspects.suspect[k].row, suspects.suspect[k].row + 1);
    if (!wrong)
        tell(&suspects, sentences);
    for (size_t k = 0; k < suspects.count; k++)
        free(suspects.suspect[k].got);
    return wrong;
}
