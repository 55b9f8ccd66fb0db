#include "audit/damage.h"
#include "audit/column_order.h"
#include "audit/lone_entry.h"
#include "audit/row_errors.h"
#include "audit/row_order.h"
#include "audit/row_shift.h"
#include "base/text.h"

#include <inttypes.h>

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

/* Names each entry that is far off, if all wrong entries are known. */
static char *lone_entries(const struct array *array, const struct table *table,
                          const struct comparison *comparison, double least,
                          struct sentences *sentences) {
    char *wrong = NULL;
    if (comparison->all.wrong > comparison->first_count)
        return NULL;
    for (size_t k = 0; k < comparison->first_count && !wrong; k++) {
        const struct found *found = &comparison->first[k];
        char *text = NULL;
        if (found->error.absolute > least)
            wrong = lone_entry(array, table, found->cell, least, &text);
        if (text)
            sentences_add(sentences, text);
    }
    return wrong;
}

char *damage_shift(const struct array *array, const struct table *table,
                   const struct comparison *comparison, double least, struct sentences *sentences) {
    return comparison->line ? row_shift(array, table, comparison, least, sentences) : NULL;
}

char *damage_find(const struct array *array, const struct table *table,
                  const struct comparison *comparison, double least, struct sentences *sentences) {
    const size_t known = sentences->count;
    char *wrong = damage_shift(array, table, comparison, least, sentences);
    if (comparison->line && !wrong && sentences->count == known)
        wrong = row_order(array, table, comparison, least, sentences);
    if (!wrong && sentences->count == known && comparison->all.worst.error.absolute > least)
        wrong = column_order(array, table, least, sentences);
    if (!wrong && sentences->count == known)
        wrong = lone_entries(array, table, comparison, least, sentences);
    return wrong;
}
