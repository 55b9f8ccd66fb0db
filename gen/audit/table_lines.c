#include "audit/hypotheses.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Rows and columns with their errors: which of them stand out, and which are zero. */

/* --- numbers of rows or columns */

/* The first ranges are kept. {.numbers = 0} is none. */
enum { RANGES_KEPT = 4 };
struct ranges {
    uint64_t numbers; /* how many in all */
    size_t count;     /* of all ranges */
    uint64_t last;    /* the last number */
    struct {
        uint64_t first, last;
    } kept[RANGES_KEPT];
};

/* Adds a number above those that are there. */
static void ranges_add(struct ranges *ranges, uint64_t number) {
    const bool next = ranges->numbers == 0 || number != ranges->last + 1;
    ranges->count += next;
    if (next && ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].first = number;
    if (ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].last = number;
    ranges->last = number;
    ranges->numbers++;
}

/* "row 3", "rows 3 to 5"; without a noun "3" or "3 to 5" */
static char *range_text(const struct ranges *ranges, size_t k, const char *noun) {
    const uint64_t first = ranges->kept[k].first, last = ranges->kept[k].last;
    const char *space = *noun ? " " : "";
    return first == last ? text_format("%s%s%" PRIu64, noun, space, first)
                         : text_format("%s%s%s%" PRIu64 " to %" PRIu64, noun, *noun ? "s" : "",
                                       space, first, last);
}

static void add_text(struct text *text, char *more) {
    text_print(text, more);
    free(more);
}

/* "row 3 is zero", "rows 3 to 5 are zero" or "9 rows are zero: 3 to 5, 8, 11 to 14, 20 and 1 more range" */
static char *ranges_zero(const struct ranges *ranges, const char *noun) {
    struct text text = {NULL, 0, 0};
    if (ranges->count == 1) {
        add_text(&text, range_text(ranges, 0, noun));
        text_print(&text, ranges->numbers == 1 ? " is zero" : " are zero");
    } else {
        text_put(&text, "%" PRIu64 " %ss are zero: ", ranges->numbers, noun);
        for (size_t k = 0; k < ranges->count && k < RANGES_KEPT; k++) {
            text_print(&text, k == 0 ? "" : k + 1 == ranges->count ? " and " : ", ");
            add_text(&text, range_text(ranges, k, ""));
        }
        if (ranges->count > RANGES_KEPT) {
            const size_t more = ranges->count - RANGES_KEPT;
            text_put(&text, " and %zu more range%s", more, more == 1 ? "" : "s");
        }
    }
    return text_string(&text);
}

/* --- lines: the rows of a table, or its columns */

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
                                             : ranges_zero(&zero, lines_noun(lines)));
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
