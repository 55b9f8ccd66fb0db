#include "audit/hypotheses.h"
#include "audit/ranges.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Rows and columns with their errors: which of them stand out, and which are zero. */

struct table_lines lines_new(bool columns, uint64_t count) {
    return (struct table_lines){.columns = columns,
                                .count = count,
                                .error = die_malloc(count * sizeof(double)),
                                .zero = die_malloc(count * sizeof(bool))};
}

void lines_free(struct table_lines *lines) {
    free(lines->error);
    free(lines->zero);
}

/* A row is zero if all its entries are zeros of either sign, and one of them is wrong by more than its sign. */
struct table_lines rows_of(const struct patient *patient) {
    const struct comparison *comparison = patient->comparison;
    struct table_lines rows = lines_new(false, comparison->line ? comparison->lines : 0);
    for (uint64_t row = 0; row < rows.count; row++) {
        const struct line_errors *line = &comparison->line[row];
        rows.error[row] = line->absolute;
        rows.zero[row] = line->zeros == patient->table->columns && line->absolute > 0;
    }
    return rows;
}

const char *lines_noun(const struct table_lines *lines) {
    return lines->columns ? "column" : "row";
}

bool line_stands_out(const struct table_lines *lines, uint64_t k, double usual) {
    return lines->error[k] > usual && !lines->zero[k];
}

double lines_usual(const struct table_lines *lines, double least) {
    double *errors = die_malloc(lines->count * sizeof *errors);
    size_t count = 0;
    for (uint64_t k = 0; k < lines->count; k++)
        if (!lines->zero[k])
            errors[count++] = lines->error[k];
    const double usual = usual_error(errors, count, least);
    free(errors);
    return usual;
}

void lines_tell_zeros(struct diagnosis *d, const struct table_lines *lines) {
    struct ranges zero = {.numbers = 0};
    for (uint64_t k = 0; k < lines->count; k++)
        if (lines->zero[k]) {
            ranges_add(&zero, k);
            note_damage(
                d, (struct damage){lines->columns ? DAMAGE_ZERO_COLUMN : DAMAGE_ZERO_ROW, k, 0, 0});
        }
    if (zero.numbers > 0)
        tell(d, zero.numbers == lines->count ? text_format("entries are zero")
                                             : ranges_say(&zero, lines_noun(lines), "zero"));
}

bool zero_rows(struct diagnosis *d) {
    uint64_t wrong = 0;
    lines_tell_zeros(d, &d->rows);
    for (uint64_t row = 0; row < d->rows.count; row++)
        wrong += d->rows.zero[row] ? d->patient.comparison->line[row].wrong : 0;
    return wrong == d->patient.comparison->listed;
}

bool row_stretches(struct diagnosis *d) {
    struct ranges rows = {.numbers = 0};
    const double usual = lines_usual(&d->rows, d->least);
    for (uint64_t row = 0; row < d->rows.count; row++)
        if (line_stands_out(&d->rows, row, usual))
            ranges_add(&rows, row);
    if (rows.count > RANGES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++) {
        const bool one = rows.kept[k].first == rows.kept[k].last;
        char *text = range_text(&rows, k, "row");
        note_damage(d, (struct damage){DAMAGE_ROWS, rows.kept[k].first, rows.kept[k].last, 0});
        tell(d, text_format("%s %s far off, unlike those beside %s", text, one ? "is" : "are",
                            one ? "it" : "them"));
        free(text);
    }
    return rows.count > 0;
}
