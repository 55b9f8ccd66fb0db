#include "audit/row_shift.h"
#include "audit/row_errors.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/exact_entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A row is wrong if its largest error is so many times that of all rows before it. Of the rows after it some are looked at,
 * in some columns that follow each other; a shift explains them if they are so many times nearer. */
enum { TIMES = 16, ROWS = 9, COLUMNS = 32, NEARER = 8 };

/* Entries may be so many places too early or too late, or as many as a row has. */
enum { PLACES_MOST = 4, SHIFTS = 2 * PLACES_MOST + 2 };

/* The first wrong row; the number of rows if there is none. */
static uint64_t first_wrong(const struct comparison *comparison, const struct table *table,
                            double least) {
    double largest = least / TIMES;
    uint64_t row = 0;
    for (; row < comparison->lines; row++) {
        const double error = comparison->line[row].absolute;
        if (row_stands_out(comparison, table, row, TIMES * largest))
            break;
        largest = row_is_zero(comparison, table, row) ? largest : fmax(largest, error);
    }
    return row;
}

struct looking {
    const struct array *array;
    const struct table *table;
    struct measure measure;
    struct exact_entries *entries;
    struct exact_entry entry;
    int64_t shift[SHIFTS]; /* an entry holds what the one so many places further on should */
    size_t shifts;
};

static double wanted(struct looking *looking, uint64_t index) {
    looking->entry.row = index / looking->table->columns;
    looking->entry.column = index % looking->table->columns;
    exact_entries_at(looking->entries, &looking->entry);
    return measure_value(&looking->measure, looking->entry.bits);
}

static char *got(const struct looking *looking, uint64_t index, double *value) {
    uint64_t stored[1]; /* aligned for any type */
    char *wrong = array_read(looking->array, index, 1, stored);
    if (!wrong)
        *value = measure_value(&looking->measure, element_load(looking->measure.type, stored, 0));
    return wrong;
}

/* Adds the distances of a row's entries from those that are wanted there, and by each shift. */
static char *add_row(struct looking *looking, uint64_t row, double *own, double distance[SHIFTS]) {
    const uint64_t columns = looking->table->columns;
    const uint64_t count = columns < COLUMNS ? columns : COLUMNS;
    const uint64_t begin = row * columns + row % (columns - count + 1);
    for (uint64_t index = begin; index < begin + count; index++) {
        double value = 0;
        char *wrong = got(looking, index, &value);
        if (wrong)
            return wrong;
        if (!isfinite(value))
            continue;
        *own += fabs(value - wanted(looking, index));
        for (size_t k = 0; k < looking->shifts; k++)
            distance[k] += fabs(value - wanted(looking, index + (uint64_t)looking->shift[k]));
    }
    return NULL;
}

/* Entries [begin, begin + count), and what is wanted there and PLACES_MOST places before and after; NaN beyond the ends of
 * the table. */
struct run {
    uint64_t begin, count;
    double *got, *wanted;
};

static char *run_new(struct looking *looking, uint64_t begin, uint64_t count, struct run *run) {
    const uint64_t end = looking->table->rows * looking->table->columns;
    char *wrong = NULL;
    *run = (struct run){.begin = begin, .count = count};
    run->got = die_malloc(2 * (count + PLACES_MOST) * sizeof *run->got);
    run->wanted = run->got + count;
    for (uint64_t k = 0; k < count && !wrong; k++)
        wrong = got(looking, begin + k, &run->got[k]);
    for (uint64_t k = 0; k < count + UINT64_C(2) * PLACES_MOST && !wrong; k++) {
        const uint64_t index = begin + k - PLACES_MOST; /* may wrap */
        run->wanted[k] = index < end ? wanted(looking, index) : (double)NAN;
    }
    return wrong;
}

/* How far entry k is from what one so many places further on should be, or from its own if the table has no such one; 0 if
 * it isn't a number. */
static double away(const struct run *run, uint64_t k, int64_t shift) {
    const double *own = &run->wanted[k + PLACES_MOST], wanted = own[shift];
    const double distance = fabs(run->got[k] - (isnan(wanted) ? *own : wanted));
    return isfinite(distance) ? distance : 0;
}

/* Finds from which entry on all are shifted; the run's length if none. Those that were inserted there aren't of the table.
 * Returns by how much less the distances are. */
static double find_place(const struct run *run, int64_t shift, uint64_t *place) {
    const uint64_t inserted = shift < 0 ? (uint64_t)-shift : 0;
    /* By how much the distance changes if the entries are shifted from c on. Of equals the last is where it is seen. */
    double change = 0, least = 0;
    *place = run->count;
    for (uint64_t c = run->count; c-- > 0;) {
        change -= away(run, c, 0);
        if (c + inserted < run->count)
            change += away(run, c + inserted, shift);
        if (change < least) {
            least = change;
            *place = c;
        }
    }
    return -least;
}

static void tell_rows(uint64_t row, bool lost, struct sentences *sentences) {
    char *text = lost ? text_format("row %" PRIu64 " is lost: from there on each row holds what "
                                    "the row after it should",
                                    row)
                      : text_format("row %" PRIu64 " is duplicated: from row %" PRIu64
                                    " on each row holds what the row before it should",
                                    row - 1, row);
    sentences_add(sentences, text);
}

static void tell_entries(const struct looking *looking, uint64_t at, int64_t shift,
                         struct sentences *sentences) {
    const bool lost = shift > 0;
    const int64_t places = lost ? shift : -shift;
    char *count =
        places == 1 ? text_format("an entry is") : text_format("%" PRId64 " entries are", places);
    char *away = places == 1 ? text_format("the entry")
                             : text_format("the entry %" PRId64 " places", places);
    sentences_add(sentences,
                  text_format("%s %s at row %" PRIu64 ", column %" PRIu64
                              ": from there on each entry holds what %s %s it should",
                              count, lost ? "lost" : "inserted", at / looking->table->columns,
                              at % looking->table->columns, away, lost ? "after" : "before"));
    free(count);
    free(away);
}

static char *tell_shift(struct looking *looking, uint64_t row, int64_t shift,
                        struct sentences *sentences) {
    const uint64_t columns = looking->table->columns;
    struct run run;
    uint64_t place;
    char *wrong = run_new(looking, row * columns, columns, &run);
    if (!wrong) {
        find_place(&run, shift, &place);
        tell_entries(looking, run.begin + place, shift, sentences);
    }
    free(run.got);
    return wrong;
}

/* Looks at all entries of the last rows. A shift is to explain some that err by more than `least`, lest it be chance. */
static char *find_at_end(struct looking *looking, uint64_t row, double least,
                         struct sentences *sentences) {
    enum { ENTRIES = 4 };
    const uint64_t columns = looking->table->columns,
                   count = (looking->table->rows - row) * columns;
    struct run run;
    double own = 0, most = 0;
    uint64_t at = 0;
    int64_t shift = 0;
    char *wrong = run_new(looking, row * columns, count, &run);
    for (uint64_t k = 0; k < count && !wrong; k++)
        own += away(&run, k, 0);
    for (size_t k = 0; k < looking->shifts && !wrong; k++) {
        uint64_t place, explained = 0;
        const double less = find_place(&run, looking->shift[k], &place);
        const uint64_t inserted = looking->shift[k] < 0 ? (uint64_t)-looking->shift[k] : 0;
        for (uint64_t e = place + inserted; e < count; e++)
            explained += away(&run, e, 0) > fmax(least, NEARER * away(&run, e, looking->shift[k]));
        if (less > most && explained >= ENTRIES) {
            most = less;
            at = run.begin + place;
            shift = looking->shift[k];
        }
    }
    if (!wrong && NEARER * (own - most) < own)
        tell_entries(looking, at, shift, sentences);
    free(run.got);
    return wrong;
}

/* Looks at rows from `begin` on. Returns the shift that explains them, or 0. */
static char *find_shift(struct looking *looking, uint64_t begin, uint64_t rows, int64_t *shift) {
    double own = 0, distance[SHIFTS] = {0};
    const uint64_t count = rows < ROWS ? rows : ROWS;
    char *wrong = NULL;
    *shift = 0;
    for (uint64_t k = 0; k < count && !wrong; k++)
        wrong = add_row(looking, begin + (count > 1 ? k * (rows - 1) / (count - 1) : 0), &own,
                        distance);
    double least = own / NEARER;
    for (size_t k = 0; k < looking->shifts && !wrong; k++)
        if (distance[k] < least) {
            least = distance[k];
            *shift = looking->shift[k];
        }
    return wrong;
}

char *row_shift(const struct array *array, const struct table *table,
                const struct comparison *comparison, double least, struct sentences *sentences) {
    const uint64_t first = first_wrong(comparison, table, least);
    const int64_t columns = (int64_t)table->columns;
    if (first == comparison->lines)
        return NULL;
    const bool at_end = comparison->lines - first < 3;
    const uint64_t rows =
        at_end ? 0 : comparison->lines - 2 - first; /* the last one has no row after it */
    struct looking looking = {array, table, measure_of(table), exact_entries_new(table), {0},
                              {0},   0};
    for (int64_t places = 1; places <= PLACES_MOST && places < columns; places++) {
        looking.shift[looking.shifts++] = places;
        looking.shift[looking.shifts++] = -places;
    }
    if (first > 0 && rows >= ROWS) {
        looking.shift[looking.shifts++] = columns;
        looking.shift[looking.shifts++] = -columns;
    }
    int64_t shift = 0;
    exact_entry_init(&looking.entry);
    char *wrong = at_end ? find_at_end(&looking, first, least, sentences)
                         : find_shift(&looking, first + 1, rows, &shift);
    if (wrong || at_end)
        ; /* find_at_end has reported it, or an error is returned */
    else if (shift == columns || shift == -columns)
        tell_rows(first, shift > 0, sentences);
    else if (shift != 0)
        wrong = tell_shift(&looking, first, shift, sentences);
    exact_entry_clear(&looking.entry);
    exact_entries_free(looking.entries);
    return wrong;
}
