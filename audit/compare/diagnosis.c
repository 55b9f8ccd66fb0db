#include "compare/diagnosis.h"
#include "base/die.h"
#include "base/text.h"
#include "compare/hypotheses.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool add_sentence(struct diagnosis *d, char *text) {
    findings_add(d->findings, (struct finding){.kind = FINDING_SENTENCE, .text = text});
    return true;
}

const struct shares *diagnosis_shares(struct diagnosis *d, bool unusual) {
    const struct audited *audited = &d->audited;
    const struct grain *grain = &audited->noise->grain;
    if (d->probe.wrong)
        return NULL;
    if (unusual)
        d->probe.wrong = shares_measure_unusual(audited->shares, audited->array, audited->table,
                                                grain, audited->threads);
    else
        d->probe.wrong = shares_measure(audited->shares, audited->array, audited->table, grain,
                                        SHARES_ENTRIES, audited->threads);
    return d->probe.wrong ? NULL : audited->shares;
}

bool errors_are_rounded(struct diagnosis *d) {
    if (d->rounding == UNKNOWN) {
        const struct audited *audited = &d->audited;
        const struct errors *all = &audited->comparison->all;
        const struct shares *shares;
        bool rounded = all->unexplained == all->nan + all->infinite;
        if (rounded && !noise_leaves_signal(audited->noise)) {
            shares = diagnosis_shares(d, false);
            rounded = shares && shares_have_usual_bits(shares, &audited->noise->grain, 1);
        }
        shares = rounded ? NULL : diagnosis_shares(d, true);
        if (shares)
            rounded = shares_explain(shares, audited->noise, audited->array, audited->table,
                                     &d->probe.wrong);
        d->rounding = rounded ? ROUNDED : NOT_ROUNDED;
    }
    return d->rounding == ROUNDED;
}

/* --- single entries: flipped bits, and others that are far off */

/* The bit whose flip brings the entry nearest to what is wanted, within `usual` of it, and clearly nearer than it is; -1 if
 * none does. */
static int flipped_bit(const struct measure *measure, uint64_t got, uint64_t wanted, double usual) {
    enum { CLEARLY = 16 };
    const double exact = measure_value(measure, wanted), is = measure_value(measure, got);
    double least = usual;
    int found = -1;
    for (int bit = 0; bit < 8 * (int)measure->type->bytes; bit++) {
        const double was = measure_value(measure, got ^ UINT64_C(1) << bit),
                     error = fabs(was - exact);
        if (error <= least && error <= fabs(exact) / CLEARLY &&
            !(CLEARLY * error > fabs(is - was))) {
            least = error;
            found = bit;
        }
    }
    return found;
}

/* What follows the place of an entry. */
static char *entry_text(const struct measure *measure, uint64_t got, uint64_t wanted, double usual,
                        bool is_noise) {
    const int bit = flipped_bit(measure, got, wanted, usual);
    const double value = measure_value(measure, got);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    if (bit >= 0)
        return text_format(": bit %d is flipped%s", bit,
                           is_noise ? ", or the entry was rounded on the way" : "");
    if (!isfinite(value))
        return text_format(" is %s", isnan(value) ? "not a number" : "infinite");
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    return text_format(" is far off: got %s, wanted %s", got_text, wanted_text);
}

void add_entry(struct diagnosis *d, struct cell cell, double usual) {
    const uint64_t index = cell_index(d->audited.table, cell), got = probe_got(&d->probe, index),
                   wanted = probe_wanted(&d->probe, index);
    const struct measure *measure = &d->probe.measure;
    const struct place place = place_of(d->audited.table, index);
    const bool is_noise =
        noise_explains(d->audited.noise, place.position, place.channel, measure_value(measure, got),
                       measure_value(measure, wanted));
    findings_add(d->findings,
                 (struct finding){.kind = FINDING_ENTRY,
                                  .unit = FINDING_ENTRIES,
                                  .first = index,
                                  .last = index,
                                  .text = entry_text(measure, got, wanted, usual, is_noise)});
}

/* How many of the first wrong entries are all that need an explanation; 0: not all of these are known. Where words are in
 * question few wrong entries all need one. */
static size_t known_entries(const struct diagnosis *d) {
    const struct errors *all = &d->audited.comparison->all;
    const uint64_t count =
        d->audited.words && all->wrong <= FOUND_FIRST ? all->wrong : all->unexplained;
    return count <= FOUND_FIRST ? (size_t)count : 0;
}

/* Few entries are wrong, and each by one bit. */
static bool flipped_bits(struct diagnosis *d) {
    const struct comparison *comparison = d->audited.comparison;
    const size_t count = known_entries(d);
    bool flipped = count > 0;
    for (size_t k = 0; k < count && flipped; k++) {
        const uint64_t bits = comparison->first[k].got ^ comparison->first[k].wanted;
        flipped = (bits & (bits - 1)) == 0;
    }
    for (size_t k = 0; k < count && flipped; k++)
        add_entry(d, comparison->first[k].cell, 0);
    return flipped;
}

/* All wrong entries are known, and some are far off. Of a table that is exact elsewhere, those are that no libm explains. */
static bool single_entries(struct diagnosis *d) {
    enum { FEW = 16 }; /* wrong entries are at most one of this many */
    const struct comparison *comparison = d->audited.comparison;
    const struct measure *measure = &d->probe.measure;
    const double magnitude = d->least / d->near;
    const bool exact = comparison->all.wrong <= FOUND_FIRST &&
                       FEW * comparison->all.wrong <= comparison->all.entries;
    bool found = false;
    for (size_t k = 0; k < known_entries(d); k++) {
        const struct found *entry = &comparison->first[k];
        const double largest = fmax(fabs(measure_value(measure, entry->wanted)), magnitude),
                     usual = exact ? fmin(d->least, measure_libm(measure, largest)) : d->least;
        if (d->rows.count > 0 && d->rows.line[entry->cell.row].explained)
            continue;
        if (d->audited.words && entry->error.absolute <= usual)
            continue;
        add_entry(d, entry->cell, usual);
        found = true;
    }
    return found;
}

/* --- hypotheses about all entries */

/* "1 entry is not a number: row 3, column 5" */
static void add_kind(struct diagnosis *d, uint64_t count, struct cell first, const char *one,
                     const char *many) {
    if (count == 1)
        add_sentence(
            d, text_format("%s: row %" PRIu64 ", column %" PRIu64, one, first.row, first.column));
    else if (count > 1)
        add_sentence(d, text_format("%" PRIu64 " %s, the first at row %" PRIu64 ", column %" PRIu64,
                                    count, many, first.row, first.column));
}

/* Entries without an error that is a number; few are named one by one later. */
static bool no_numbers(struct diagnosis *d) {
    const struct errors *all = &d->audited.comparison->all;
    if (all->unexplained > FOUND_FIRST) {
        add_kind(d, all->nan, all->nan_at, "1 entry is not a number", "entries are not a number");
        add_kind(d, all->infinite, all->infinite_at, "1 entry is infinite", "entries are infinite");
    }
    add_kind(d, all->zero_sign, all->zero_sign_at, "1 zero has the wrong sign",
             "zeros have the wrong sign");
    return false;
}

static bool only_no_numbers(struct diagnosis *d) {
    enum { FEW = 32 }; /* more may be rows of padding */
    const struct comparison *comparison = d->audited.comparison;
    const uint64_t count = comparison->all.nan + comparison->all.infinite;
    if (count != comparison->all.unexplained || FEW * count > comparison->all.entries)
        return false;
    single_entries(d);
    return true;
}

static bool small_errors(struct diagnosis *d) {
    return d->audited.comparison->all.unexplained == 0;
}

bool sample_is_in_zero_rows(const struct diagnosis *d) {
    return d->magnitude == 0 && d->findings->count > 0;
}

/* The entries of most rows are of another size than any table's. Bytes in another order, or of another type, are such
 * numbers. */
static bool other_size(struct diagnosis *d) {
    const double times = 256, part = 1.0 / 16;
    const struct comparison *comparison = d->audited.comparison;
    uint64_t rows = 0;
    if (sample_is_in_zero_rows(d))
        return false;
    for (uint64_t k = 0; comparison->line && k < comparison->lines; k++)
        rows += comparison->line[k].absolute > times * d->wanted;
    const bool larger = rows > comparison->lines / 2,
               smaller = d->magnitude > 0 && d->magnitude < part * d->wanted;
    if (larger || smaller)
        add_sentence(d,
                     text_format("entries are far %s than they should be: are their bytes in the "
                                 "other order (--endian), or of another --type?",
                                 larger ? "larger" : "smaller"));
    return larger || smaller;
}

/* Is the mean distance that of another table? */
static bool most_are_far_off(const struct diagnosis *d) {
    const double another = 0.1; /* of the mean magnitude */
    return d->own > another * d->magnitude;
}

/* An array of one dimension is one row, unless the words say how many it has. */
static bool one_row(struct diagnosis *d) {
    const struct array *array = d->audited.array;
    return array->dimensions == 1 && !array_is_raw(array) && d->audited.table->rows == 1 &&
           most_are_far_off(d) &&
           add_sentence(
               d, text_format("most entries are far off: the array has one dimension, and is taken "
                              "for one row; if it has more, say --max-len"));
}

/* Nothing that has a name is out of place: what do the sizes of the errors say? */
static bool sizes_of_errors(struct diagnosis *d) {
    const double small = 0.05; /* of the entries' mean magnitude: the words nearly fit */
    const struct errors *all = &d->audited.comparison->all;
    const uint64_t no_numbers = all->nan + all->infinite;
    char *text;
    if (d->findings->count > 0)
        return false;
    if (all->zero_sign == all->wrong)
        text = text_format("only signs of zeros differ");
    else if (no_numbers == all->wrong)
        text = text_format("every wrong entry is infinite or not a number");
    else if ((d->findings->rounded = errors_are_rounded(d)))
        text = text_format("nothing %sis out of place: the words fit, and the errors are the size "
                           "of intermediate rounding",
                           no_numbers > 0 ? "else " : "");
    else if (all->worst.error.absolute <= small * d->magnitude)
        text = text_format("the words nearly fit, but the errors are more than any usual "
                           "computation makes: try --guess");
    else
        text = text_format("%s entries are far off, and no usual change of the words explains it: "
                           "try --guess",
                           most_are_far_off(d) ? "most" : "some");
    add_sentence(d, text);
    return true;
}

/* --- the chains */

typedef bool hypothesis(struct diagnosis *);

/* The words are in question. The report counts entries that are no numbers. */
static hypothesis *const of_words[] = {
    flipped_bits, zero_rows,         take_sample,    other_words,       other_size,
    one_row,      misplaced_entries, misplaced_rows, misplaced_columns, single_entries,
    rows_far_off, sizes_of_errors,   NULL,
};

/* The words are sure, so small errors need no explanation. */
static hypothesis *const of_damage[] = {
    no_numbers,        flipped_bits,   only_no_numbers,   zero_rows,
    take_sample,       small_errors,   misplaced_entries, misplaced_rows,
    misplaced_columns, single_entries, rows_far_off,      NULL,
};

/* They are sure, and entries are named one by one. */
static hypothesis *const of_entries[] = {
    no_numbers, flipped_bits, only_no_numbers, zero_rows, take_sample, single_entries, NULL,
};

char *diagnose(const struct audited *audited, struct findings *findings) {
    enum { LINES_MOST = 8, LINES_OF_SURE = FOUND_FIRST };
    const struct comparison *comparison = audited->comparison;
    const struct table *table = audited->table;
    struct diagnosis d = {.audited = *audited, .findings = findings};
    *findings = (struct findings){.rows = table->arrays * table->rows,
                                  .columns = table->columns,
                                  .lines_most = audited->words ? LINES_MOST : LINES_OF_SURE};
    if (comparison->all.wrong == 0)
        return NULL;
    d.rows = rows_of(audited);
    probe_open(&d.probe, audited->array, table);
    hypothesis *const *next = audited->words ? of_words : audited->singly ? of_entries : of_damage;
    while (*next && !d.probe.wrong && !(*next)(&d))
        next++;
    probe_close(&d.probe);
    entries_free(&d.entries);
    lines_free(&d.rows);
    return d.probe.wrong;
}
