#include "audit/row_shift.h"
#include "base/text.h"
#include "engine/exact_entries.h"

#include <inttypes.h>
#include <math.h>

/* A row is wrong if its largest error is so many times that of all rows before it. Of the rows from there on some are
 * looked at, in some columns; the shift explains them if they are so many times nearer. */
enum { TIMES = 16, ROWS = 9, COLUMNS = 32, NEARER = 8 };

/* The first wrong row, after some that are right; 0 if there is none. */
static uint64_t first_wrong(const struct comparison *comparison, double least) {
    double largest = least / TIMES;
    for (uint64_t row = 0; row < comparison->lines; row++) {
        const double error = comparison->line[row].absolute;
        if (error > TIMES * largest)
            return row;
        largest = fmax(largest, error);
    }
    return 0;
}

struct looking {
    const struct array *array;
    const struct table *table;
    struct measure measure;
    struct exact_entries *entries;
    struct exact_entry entry;
};

static double wanted(struct looking *looking, uint64_t row, uint64_t column) {
    looking->entry.row = row;
    looking->entry.column = column;
    exact_entries_at(looking->entries, &looking->entry);
    return measure_value(&looking->measure, looking->entry.bits);
}

/* Adds the distances of a row's entries from those of the rows before it, of itself and after it. */
static char *add_row(struct looking *looking, uint64_t row, double distance[3]) {
    const uint64_t columns = looking->table->columns;
    const uint64_t count = columns < COLUMNS ? columns : COLUMNS;
    for (uint64_t k = 0; k < count; k++) {
        const struct cell cell = {row, k * columns / count};
        uint64_t stored[1]; /* aligned for any type */
        char *wrong = array_read(looking->array, cell_index(looking->table, cell), 1, stored);
        if (wrong)
            return wrong;
        double got =
            measure_value(&looking->measure, element_load(looking->measure.type, stored, 0));
        for (uint64_t n = 0; n < 3 && isfinite(got); n++)
            distance[n] += fabs(got - wanted(looking, row + n - 1, cell.column));
    }
    return NULL;
}

static void tell(uint64_t row, const double distance[3], struct sentences *sentences) {
    if (NEARER * distance[2] < distance[1])
        sentences_add(sentences,
                      text_format("row %" PRIu64 " is lost: from there on each row holds "
                                  "what the row after it should",
                                  row));
    else if (NEARER * distance[0] < distance[1])
        sentences_add(sentences, text_format("row %" PRIu64 " stands twice: from row %" PRIu64
                                             " on each row holds what the row before it should",
                                             row - 1, row));
}

char *row_shift(const struct array *array, const struct table *table,
                const struct comparison *comparison, double least, struct sentences *sentences) {
    const uint64_t first = first_wrong(comparison, least);
    double distance[3] = {0, 0, 0};
    char *wrong = NULL;
    if (first == 0 || comparison->lines - first <= ROWS)
        return NULL;
    const uint64_t rows = comparison->lines - 1 - first; /* the last one has no row after it */
    struct looking looking = {array, table, measure_of(table), exact_entries_new(table), {0}};
    exact_entry_init(&looking.entry);
    for (uint64_t k = 0; k < ROWS && !wrong; k++)
        wrong = add_row(&looking, first + k * (rows - 1) / (ROWS - 1), distance);
    exact_entry_clear(&looking.entry);
    exact_entries_free(looking.entries);
    if (!wrong)
        tell(first, distance, sentences);
    return wrong;
}
