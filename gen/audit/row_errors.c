#include "audit/row_errors.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TIMES = 16, STRETCHES = 4 };

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool row_is_zero(const struct comparison *comparison, const struct table *table, uint64_t row) {
    const struct line *line = &comparison->line[row];
    return line->zeros == table->columns && line->absolute > 0;
}

bool row_stands_out(const struct comparison *comparison, const struct table *table, uint64_t row,
                    double usual) {
    return comparison->line[row].absolute > usual && !row_is_zero(comparison, table, row);
}

double row_errors_usual(const struct comparison *comparison, const struct table *table,
                        double least) {
    double *errors = die_malloc((comparison->lines + 1) * sizeof *errors), middle = 0;
    size_t count = 0;
    for (uint64_t k = 0; k < comparison->lines; k++)
        if (!row_is_zero(comparison, table, k))
            errors[count++] = comparison->line[k].absolute;
    qsort(errors, count, sizeof *errors, by_size);
    if (count > 0)
        middle = errors[count / 2];
    free(errors);
    return TIMES * middle > least ? TIMES * middle : least;
}

/* The first row from `row` on that stands out, or that doesn't; the number of rows if there is none. */
static uint64_t next(const struct comparison *comparison, const struct table *table, uint64_t row,
                     double usual, bool out) {
    while (row < comparison->lines && row_stands_out(comparison, table, row, usual) != out)
        row++;
    return row;
}

void row_errors_tell(const struct comparison *comparison, const struct table *table, double least,
                     struct sentences *sentences) {
    struct stretch {
        uint64_t begin, end;
    } found[STRETCHES];
    const double usual = row_errors_usual(comparison, table, least);
    size_t count = 0;
    for (uint64_t row = next(comparison, table, 0, usual, true); row < comparison->lines;) {
        if (count == STRETCHES)
            return;
        found[count].begin = row;
        found[count].end = next(comparison, table, row, usual, false);
        row = next(comparison, table, found[count].end, usual, true);
        count++;
    }
    for (size_t k = 0; k < count; k++) {
        const uint64_t first = found[k].begin, last = found[k].end - 1;
        sentences_add(sentences,
                      first == last
                          ? text_format("row %" PRIu64 " is far off, unlike those beside it", first)
                          : text_format("rows %" PRIu64 " to %" PRIu64
                                        " are far off, unlike those beside them",
                                        first, last));
    }
}
