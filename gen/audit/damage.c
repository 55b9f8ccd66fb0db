#include "audit/damage.h"
#include "audit/column_order.h"
#include "audit/lone_entry.h"
#include "audit/row_errors.h"
#include "audit/row_order.h"
#include "audit/row_shift.h"
#include "audit/sample.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bit in which two elements differ; -1 if there are several. */
static int flipped(const struct found *found) {
    uint64_t bits = found->got ^ found->wanted;
    int bit = 0;
    if ((bits & (bits - 1)) != 0)
        return -1;
    while (bits >>= 1)
        bit++;
    return bit;
}

void flipped_bits(const struct comparison *comparison, struct sentences *sentences) {
    if (comparison->all.wrong > comparison->first_count)
        return;
    for (size_t k = 0; k < comparison->first_count; k++)
        if (flipped(&comparison->first[k]) < 0)
            return;
    for (size_t k = 0; k < comparison->first_count; k++) {
        const struct found *found = &comparison->first[k];
        const int bit = flipped(found);
        sentences_add(sentences,
                      text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped%s",
                                  found->cell.row, found->cell.column, bit,
                                  bit == 0 ? ", or the entry was rounded on the way" : ""));
    }
}

bool zero_rows(const struct comparison *comparison, const struct table *table,
               struct sentences *sentences) {
    struct stretches rows = {.numbers = 0};
    uint64_t wrong = 0;
    for (uint64_t row = 0; comparison->line && row < comparison->lines; row++)
        if (row_is_zero(comparison, table, row)) {
            stretches_add(&rows, row);
            wrong += comparison->line[row].wrong;
        }
    if (rows.numbers > 0)
        sentences_add(sentences, rows.numbers == comparison->lines ? text_format("entries are zero")
                                                                   : stretches_zero(&rows, "row"));
    return wrong == comparison->all.wrong;
}

/* Names each entry that is far off, if all wrong entries are known. Of a table that is exact elsewhere, those are that no
 * libm explains. */
static char *lone_entries(const struct array *array, const struct table *table,
                          const struct comparison *comparison, double least,
                          struct sentences *sentences) {
    enum { FEW = 16 }; /* one of so many entries */
    const struct measure measure = measure_of(table);
    const double magnitude = least / sample_near_share(array);
    const bool exact = comparison->all.wrong <= comparison->all.entries / FEW;
    char *wrong = NULL;
    if (comparison->all.wrong > comparison->first_count)
        return NULL;
    for (size_t k = 0; k < comparison->first_count && !wrong; k++) {
        const struct found *found = &comparison->first[k];
        const double largest = fmax(fabs(measure_value(&measure, found->wanted)), magnitude),
                     usual = exact ? fmin(least, measure_libm(&measure, largest)) : least;
        char *text = NULL;
        if (found->error.absolute > usual)
            wrong = lone_entry(array, table, found->cell, usual, &text);
        if (text)
            sentences_add(sentences, text);
    }
    return wrong;
}

char *damage_shift(const struct array *array, const struct table *table,
                   const struct comparison *comparison, double least, struct sentences *sentences) {
    return comparison->line ? row_shift(array, table, comparison, least, sentences) : NULL;
}

/* A pipeline is compared with this many entries of damaged rows at most. */
enum { HELD_MOST = 1 << 22 };

/* Sets the errors of rows that a pipeline explains to 0, unless there are very many. */
static char *forgive_rows(const struct array *array, const struct table *table,
                          const struct shares *shares, size_t pipeline, double least,
                          struct comparison *comparison) {
    const struct measure measure = measure_of(table);
    const size_t columns = (size_t)table->columns, bytes = columns * measure.type->bytes;
    uint64_t rows = 0;
    for (uint64_t row = 0; row < comparison->lines; row++)
        rows += comparison->line[row].absolute > least;
    if (rows > HELD_MOST / columns)
        return NULL;
    char *got = die_malloc(2 * bytes), *computed = got + bytes, *wrong = NULL;
    for (uint64_t row = 0; row < comparison->lines && !wrong; row++) {
        struct line *line = &comparison->line[row];
        if (!(line->absolute > least))
            continue;
        wrong = array_read(array, row * columns, columns, got);
        if (!wrong)
            pipelines_compute(shares->pipelines, pipeline, row, 0, columns, computed);
        bool explained = !wrong;
        for (size_t c = 0; c < columns && explained; c++)
            explained =
                fabs(measure_value(&measure, element_load(measure.type, got, c)) -
                     measure_value(&measure, element_load(measure.type, computed, c))) <= least;
        if (explained)
            line->absolute = 0;
    }
    free(got);
    return wrong;
}

/* Rows that are out of place. */
static char *find_rows(const struct array *array, const struct table *table,
                       const struct comparison *comparison, double least,
                       struct sentences *sentences) {
    const size_t known = sentences->count;
    char *wrong = row_shift(array, table, comparison, least, sentences);
    if (!wrong && sentences->count == known)
        wrong = row_order(array, table, comparison, least, sentences);
    return wrong;
}

/* The same comparison with lines of its own, without the errors that the pipeline explains, if there are shares. */
static char *forgiven(const struct array *array, const struct table *table,
                      const struct comparison *comparison, const struct shares *shares,
                      size_t pipeline, double least, struct comparison *rest) {
    const size_t bytes = (size_t)comparison->lines * sizeof *comparison->line;
    *rest = *comparison;
    rest->line = memcpy(die_malloc(bytes), comparison->line, bytes);
    return shares ? forgive_rows(array, table, shares, pipeline, least, rest) : NULL;
}

char *damage_find(const struct array *array, const struct table *table,
                  const struct comparison *comparison, const struct shares *shares, bool rounded,
                  double least, struct sentences *sentences) {
    const size_t known = sentences->count;
    char *wrong = NULL;
    size_t pipeline = PIPELINE_EXACT;
    const bool coarse = shares_coarse(shares, &pipeline);
    struct comparison rest = {.line = NULL};
    if (comparison->line)
        wrong = forgiven(array, table, comparison, coarse ? shares : NULL, pipeline, least, &rest);
    if (!wrong && rest.line)
        wrong = find_rows(array, table, &rest, least, sentences);
    if (!wrong && sentences->count == known && comparison->all.worst.error.absolute > least)
        wrong = column_order(array, table, coarse ? shares : NULL, pipeline, least, sentences);
    if (!wrong && sentences->count == known)
        wrong = lone_entries(array, table, comparison, least, sentences);
    if (!wrong && sentences->count == known && rest.line && !rounded)
        row_errors_tell(&rest, table, least, sentences);
    free(rest.line);
    return wrong;
}
