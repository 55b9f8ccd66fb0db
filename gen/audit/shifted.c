#include "audit/hypotheses.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Entries that are some places too early or too late, from somewhere on: some are lost, or were inserted. */

/* A row is wrong if its largest error is WRONG_TIMES that of all rows before it. Of the rows after it some are looked
 * at, in some columns that follow each other. */
enum { WRONG_TIMES = 16, ROWS = 9, COLUMNS = 32 };

/* Entries may be up to PLACES_MOST places too early or too late. */
enum { PLACES_MOST = 4, SHIFTS = 2 * PLACES_MOST };

/* An entry holds what the one `by` places further on should. */
struct shifts {
    int64_t by[SHIFTS];
    size_t count;
};

static struct shifts shifts_of(uint64_t columns) {
    struct shifts shifts = {.count = 0};
    for (int64_t places = 1; places <= PLACES_MOST && places < (int64_t)columns; places++) {
        shifts.by[shifts.count++] = places;
        shifts.by[shifts.count++] = -places;
    }
    return shifts;
}

/* The first wrong row; the number of rows if there is none. */
static uint64_t first_wrong(const struct diagnosis *d) {
    double largest = d->least / WRONG_TIMES;
    uint64_t row = 0;
    for (; row < d->rows.count; row++) {
        if (d->rows.zero[row] || !isfinite(d->rows.error[row]))
            continue;
        if (d->rows.error[row] > WRONG_TIMES * largest)
            break;
        largest = fmax(largest, d->rows.error[row]);
    }
    return row;
}

/* Adds the distances of a row's entries from those that are wanted there, and by each shift. */
static void add_row(struct diagnosis *d, uint64_t row, const struct shifts *shifts, double *own,
                    double sum[SHIFTS]) {
    struct probe *probe = &d->probe;
    const uint64_t columns = d->patient.table->columns;
    const uint64_t count = columns < COLUMNS ? columns : COLUMNS;
    const uint64_t begin = row * columns + row % (columns - count + 1);
    for (uint64_t index = begin; index < begin + count; index++) {
        const double got = probe_got_value(probe, index);
        if (!isfinite(got))
            continue;
        *own += fabs(got - probe_wanted_value(probe, index));
        for (size_t k = 0; k < shifts->count; k++)
            sum[k] += fabs(got - probe_wanted_value(probe, index + (uint64_t)shifts->by[k]));
    }
}

/* Looks at rows from `begin` on. Returns the shift that explains them, or 0. */
static int64_t find_shift(struct diagnosis *d, uint64_t begin, uint64_t rows,
                          const struct shifts *shifts) {
    double own = 0, sum[SHIFTS] = {0};
    const uint64_t count = rows < ROWS ? rows : ROWS;
    for (uint64_t k = 0; k < count; k++)
        add_row(d, begin + spread_evenly(rows, count, k), shifts, &own, sum);
    double least = own / NEARER;
    int64_t shift = 0;
    for (size_t k = 0; k < shifts->count; k++)
        if (sum[k] < least) {
            least = sum[k];
            shift = shifts->by[k];
        }
    return shift;
}

/* Entries [begin, begin + count), and what is wanted there and PLACES_MOST places before and after; NaN beyond the ends
 * of the table. */
struct run {
    uint64_t begin, count;
    double *got, *wanted;
};

static struct run run_new(struct diagnosis *d, uint64_t begin, uint64_t count) {
    const uint64_t end = d->patient.table->rows * d->patient.table->columns;
    struct run run = {.begin = begin, .count = count};
    run.got = die_malloc(2 * (count + PLACES_MOST) * sizeof *run.got);
    run.wanted = run.got + count;
    for (uint64_t k = 0; k < count; k++)
        run.got[k] = probe_got_value(&d->probe, begin + k);
    for (uint64_t k = 0; k < count + UINT64_C(2) * PLACES_MOST; k++) {
        const uint64_t index = begin + k - PLACES_MOST; /* may wrap */
        run.wanted[k] = index < end ? probe_wanted_value(&d->probe, index) : (double)NAN;
    }
    return run;
}

/* How far entry k is from what the one `shift` places further on should be, or from its own if the table has no such one; 0
 * if it isn't a number. */
static double away(const struct run *run, uint64_t k, int64_t shift) {
    const double *own = &run->wanted[k + PLACES_MOST], wanted = own[shift];
    const double distance = fabs(run->got[k] - (isnan(wanted) ? *own : wanted));
    return isfinite(distance) ? distance : 0;
}

/* Entries that a shift inserts aren't of the table. */
static uint64_t inserted_by(int64_t shift) {
    return shift < 0 ? (uint64_t)-shift : 0;
}

/* Finds from which entry on all are shifted; the run's length if none. Returns by how much less the distances are. */
static double find_place(const struct run *run, int64_t shift, uint64_t *place) {
    /* By how much the distance changes if the entries are shifted from c on. Of equals the last is where it is seen. */
    double change = 0, least = 0;
    *place = run->count;
    for (uint64_t c = run->count; c-- > 0;) {
        change -= away(run, c, 0);
        if (c + inserted_by(shift) < run->count)
            change += away(run, c + inserted_by(shift), shift);
        if (change < least) {
            least = change;
            *place = c;
        }
    }
    return -least;
}

static bool tell_entries(struct diagnosis *d, uint64_t at, int64_t shift) {
    const uint64_t columns = d->patient.table->columns;
    const bool lost = shift > 0;
    note_damage(d, (struct damage){DAMAGE_SHIFT, false, at, 0, shift});
    const int64_t places = lost ? shift : -shift;
    char *count =
        places == 1 ? text_format("an entry is") : text_format("%" PRId64 " entries are", places);
    char *entry = places == 1 ? text_format("the entry")
                              : text_format("the entry %" PRId64 " places", places);
    tell(d, text_format("%s %s at row %" PRIu64 ", column %" PRIu64
                        ": from there on each entry holds what %s %s it should",
                        count, lost ? "lost" : "inserted", at / columns, at % columns, entry,
                        lost ? "after" : "before"));
    free(count);
    free(entry);
    return true;
}

/* Looks at all entries of the last rows. A shift is to explain some that err by more than usual, lest it be chance. */
static bool shifted_at_end(struct diagnosis *d, uint64_t row) {
    enum { ENTRIES = 4 };
    const uint64_t columns = d->patient.table->columns;
    const struct shifts shifts = shifts_of(columns);
    const struct run run = run_new(d, row * columns, (d->patient.table->rows - row) * columns);
    double own = 0, most = 0;
    uint64_t at = 0;
    int64_t shift = 0;
    for (uint64_t k = 0; k < run.count; k++)
        own += away(&run, k, 0);
    for (size_t k = 0; k < shifts.count; k++) {
        uint64_t place, explained = 0;
        const double less = find_place(&run, shifts.by[k], &place);
        for (uint64_t e = place + inserted_by(shifts.by[k]); e < run.count; e++)
            explained += away(&run, e, 0) > fmax(d->least, NEARER * away(&run, e, shifts.by[k]));
        if (less > most && explained >= ENTRIES) {
            most = less;
            at = run.begin + place;
            shift = shifts.by[k];
        }
    }
    free(run.got);
    return NEARER * (own - most) < own && tell_entries(d, at, shift);
}

bool shifted(struct diagnosis *d) {
    const uint64_t first = first_wrong(d), columns = d->patient.table->columns;
    if (first == d->rows.count)
        return false;
    if (d->rows.count - first < 3)
        return shifted_at_end(d, first);
    const uint64_t rows = d->rows.count - 2 - first; /* the last one has no row after it */
    const struct shifts shifts = shifts_of(columns);
    const int64_t shift = find_shift(d, first + 1, rows, &shifts);
    if (shift == 0)
        return false;
    const struct run run = run_new(d, first * columns, columns);
    uint64_t place;
    find_place(&run, shift, &place);
    free(run.got);
    return tell_entries(d, first * columns + place, shift);
}
