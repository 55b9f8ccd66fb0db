#include "audit/lone_entry.h"
#include "base/text.h"
#include "engine/exact_entries.h"

#include <inttypes.h>
#include <math.h>

static uint64_t wanted_bits(const struct table *table, struct cell cell) {
    struct exact_entries *entries = exact_entries_new(table);
    struct exact_entry entry;
    exact_entry_init(&entry);
    entry.row = cell.row;
    entry.column = cell.column;
    exact_entries_at(entries, &entry);
    uint64_t bits = entry.bits;
    exact_entry_clear(&entry);
    exact_entries_free(entries);
    return bits;
}

/* The bit whose flip explains the entry best; -1 if none does. */
static int flipped(const struct measure *measure, uint64_t got, uint64_t wanted, double usual) {
    const double exact = measure_value(measure, wanted);
    double least = usual;
    int found = -1;
    for (int bit = 0; bit < 8 * (int)measure->type->bytes; bit++) {
        double error = fabs(measure_value(measure, got ^ UINT64_C(1) << bit) - exact);
        if (error <= least) {
            least = error;
            found = bit;
        }
    }
    return found;
}

char *lone_entry(const struct array *array, const struct table *table, struct cell cell,
                 double usual, char **sentence) {
    const struct measure measure = measure_of(table);
    uint64_t stored[1]; /* aligned for any type */
    char *wrong = array_read(array, cell_index(table, cell), 1, stored);
    if (wrong)
        return wrong;
    const uint64_t got = element_load(measure.type, stored, 0), wanted = wanted_bits(table, cell);
    const int bit = flipped(&measure, got, wanted, usual);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    element_text(measure.type, got, got_text);
    element_text(measure.type, wanted, wanted_text);
    *sentence =
        bit >= 0 ? text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped", cell.row,
                               cell.column, bit)
                 : text_format("row %" PRIu64 ", column %" PRIu64 " is far off: got %s, wanted %s",
                               cell.row, cell.column, got_text, wanted_text);
    return NULL;
}
