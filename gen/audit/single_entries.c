#include "audit/hypotheses.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Entries that are out of place alone: flipped bits, and others that are far off. */

/* The bit whose flip brings the entry nearest to what is wanted, within `usual` of it; -1 if none does. */
static int flipped_bit(const struct measure *measure, uint64_t got, uint64_t wanted, double usual) {
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

char *entry_text(struct diagnosis *d, struct cell cell, double usual) {
    const struct measure *measure = &d->probe.measure;
    const uint64_t index = cell_index(d->patient.table, cell), got = probe_got(&d->probe, index),
                   wanted = probe_wanted(&d->probe, index);
    note_damage(d, (struct damage){DAMAGE_ENTRY, cell.row, cell.column, 0});
    const int bit = flipped_bit(measure, got, wanted, usual);
    if (bit >= 0)
        return text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped", cell.row,
                           cell.column, bit);
    const double value = measure_value(measure, got);
    if (!isfinite(value))
        return text_format("row %" PRIu64 ", column %" PRIu64 " is %s", cell.row, cell.column,
                           isnan(value) ? "not a number" : "infinite");
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    return text_format("row %" PRIu64 ", column %" PRIu64 " is far off: got %s, wanted %s",
                       cell.row, cell.column, got_text, wanted_text);
}

bool all_are_known(const struct comparison *comparison) {
    return comparison->listed <= comparison->first_count;
}

bool flipped_bits(struct diagnosis *d) {
    const struct comparison *comparison = d->patient.comparison;
    bool flipped = all_are_known(comparison) && comparison->first_count > 0;
    for (size_t k = 0; k < comparison->first_count && flipped; k++) {
        const uint64_t bits = comparison->first[k].got ^ comparison->first[k].wanted;
        flipped = (bits & (bits - 1)) == 0;
    }
    for (size_t k = 0; k < comparison->first_count && flipped; k++) {
        const struct found *found = &comparison->first[k];
        char *text = entry_text(d, found->cell, 0);
        tell(d,
             text_format("%s%s", text,
                         (found->got ^ found->wanted) == 1 ? ", or the entry was rounded on the way"
                                                           : ""));
        free(text);
    }
    return flipped;
}

bool single_entries(struct diagnosis *d) {
    enum { FEW = 16 }; /* wrong entries are at most one of this many */
    const struct comparison *comparison = d->patient.comparison;
    const struct measure *measure = &d->probe.measure;
    const double magnitude = d->least / d->near;
    const bool exact = comparison->all.wrong <= comparison->all.entries / FEW;
    bool told = false;
    for (size_t k = 0; k < comparison->first_count && all_are_known(comparison); k++) {
        const struct found *found = &comparison->first[k];
        const double largest = fmax(fabs(measure_value(measure, found->wanted)), magnitude),
                     usual = exact ? fmin(d->least, measure_libm(measure, largest)) : d->least;
        if (!d->patient.words || found->error.absolute > usual)
            told = tell(d, entry_text(d, found->cell, usual));
    }
    return told;
}
