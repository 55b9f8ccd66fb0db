#include "audit/column_order.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/exact_entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of tables of at most so many columns so many rows are looked at. */
enum { ROWS = 16, COLUMNS_MOST = 2048 };

/* A column stands out if its error is TIMES that of the column in the middle; another column explains it if it is NEARER
 * times nearer. At most COLUMNS_TOLD are reported. */
enum { TIMES = 16, NEARER = 8, COLUMNS_TOLD = 8 };

struct columns {
    size_t rows, count;
    double *got, *wanted; /* of row r and column c: [r * count + c] */
    double *error;        /* the mean one of each column */
};

/* Rows that are spread over all, at uneven distances: at even ones the waves of two columns may be the same. */
static uint64_t row_of(const struct columns *columns, const struct table *table, size_t k) {
    const uint64_t begin = k * table->rows / columns->rows,
                   end = (k + 1) * table->rows / columns->rows;
    return begin + k * k * UINT64_C(7919) % (end - begin);
}

static char *read_columns(struct columns *columns, const struct array *array,
                          const struct table *table) {
    const struct measure measure = measure_of(table);
    struct exact_entries *entries = exact_entries_new(table);
    struct exact_entry entry;
    char *wrong = NULL;
    exact_entry_init(&entry);
    for (size_t k = 0; k < columns->rows * columns->count && !wrong; k++) {
        const uint64_t row = row_of(columns, table, k / columns->count);
        const struct cell cell = {row, k % columns->count};
        uint64_t stored[1]; /* aligned for any type */
        wrong = array_read(array, cell_index(table, cell), 1, stored);
        entry.row = cell.row;
        entry.column = cell.column;
        exact_entries_at(entries, &entry);
        columns->got[k] =
            wrong ? 0 : measure_value(&measure, element_load(measure.type, stored, 0));
        columns->wanted[k] = measure_value(&measure, entry.bits);
    }
    exact_entry_clear(&entry);
    exact_entries_free(entries);
    return wrong;
}

/* The mean distance of a column's entries from those that another should have. */
static double distance(const struct columns *columns, size_t c, size_t other) {
    double sum = 0;
    for (size_t r = 0; r < columns->rows; r++) {
        double error = fabs(columns->got[r * columns->count + c] -
                            columns->wanted[r * columns->count + other]);
        sum += isfinite(error) ? error : 0;
    }
    return sum / (double)columns->rows;
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool is_zero(const struct columns *columns, size_t c) {
    for (size_t r = 0; r < columns->rows; r++)
        if (columns->got[r * columns->count + c] != 0)
            return false;
    return columns->error[c] > 0;
}

/* Up to this error a column doesn't stand out. Those of zeros don't count. */
static double usual_error(const struct columns *columns, double least) {
    double *sorted = die_malloc((columns->count + 1) * sizeof *sorted), middle = 0;
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        if (!is_zero(columns, c))
            sorted[count++] = columns->error[c];
    qsort(sorted, count, sizeof *sorted, by_size);
    if (count > 0)
        middle = sorted[count / 2];
    free(sorted);
    return fmax(TIMES * middle, least);
}

/* The column that a column's entries belong to: itself if none explains them. */
static size_t owner(const struct columns *columns, size_t c) {
    size_t nearest = c;
    double least = columns->error[c];
    for (size_t other = 0; other < columns->count; other++) {
        double error = distance(columns, c, other);
        if (error < least) {
            least = error;
            nearest = other;
        }
    }
    return NEARER * least < columns->error[c] ? nearest : c;
}

static char *sentence(const struct columns *columns, size_t c, double usual) {
    const size_t of = owner(columns, c);
    if (of == c)
        return NULL;
    const bool swapped = columns->error[of] > usual && owner(columns, of) == c;
    if (!swapped)
        return text_format("column %zu holds what column %zu should", c, of);
    return of < c ? NULL : text_format("columns %zu and %zu are swapped", c, of);
}

static void tell(const struct columns *columns, double least, struct sentences *sentences) {
    const double usual = usual_error(columns, least);
    struct stretches zero = {.numbers = 0};
    for (size_t c = 0; c < columns->count; c++)
        if (is_zero(columns, c))
            stretches_add(&zero, c);
    if (zero.numbers > 0)
        sentences_add(sentences, stretches_zero(&zero, "column"));
    for (size_t c = 0; c < columns->count && sentences->count < COLUMNS_TOLD; c++) {
        char *text =
            columns->error[c] > usual && !is_zero(columns, c) ? sentence(columns, c, usual) : NULL;
        if (text)
            sentences_add(sentences, text);
    }
}

/* Sets the errors of columns that a pipeline explains to 0. */
static void forgive(struct columns *columns, const struct table *table, struct pipelines *pipelines,
                    size_t pipeline, double least) {
    const struct measure measure = measure_of(table);
    double *error = die_malloc(columns->count * sizeof *error);
    void *computed = die_malloc(columns->count * measure.type->bytes);
    memset(error, 0, columns->count * sizeof *error);
    for (size_t r = 0; r < columns->rows; r++) {
        pipelines_compute(pipelines, pipeline, row_of(columns, table, r), 0, columns->count,
                          computed);
        for (size_t c = 0; c < columns->count; c++)
            error[c] = fmax(error[c],
                            fabs(columns->got[r * columns->count + c] -
                                 measure_value(&measure, element_load(measure.type, computed, c))));
    }
    for (size_t c = 0; c < columns->count; c++)
        if (error[c] <= least)
            columns->error[c] = 0;
    free(computed);
    free(error);
}

char *column_order(const struct array *array, const struct table *table,
                   const struct shares *shares, size_t pipeline, double least,
                   struct sentences *sentences) {
    if (table->columns > COLUMNS_MOST)
        return NULL;
    struct columns columns = {.rows = table->rows < ROWS ? (size_t)table->rows : ROWS,
                              .count = (size_t)table->columns};
    const size_t bytes = columns.rows * columns.count * sizeof *columns.got;
    columns.got = die_malloc(bytes);
    columns.wanted = die_malloc(bytes);
    columns.error = die_malloc(columns.count * sizeof *columns.error);
    char *wrong = read_columns(&columns, array, table);
    for (size_t c = 0; c < columns.count && !wrong; c++)
        columns.error[c] = distance(&columns, c, c);
    if (!wrong && shares)
        forgive(&columns, table, shares->pipelines, pipeline, least);
    if (!wrong)
        tell(&columns, least, sentences);
    free(columns.got);
    free(columns.wanted);
    free(columns.error);
    return wrong;
}
