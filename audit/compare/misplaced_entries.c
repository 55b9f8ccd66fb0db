#include "base/die.h"
#include "base/text.h"
#include "compare/hypotheses.h"
#include "fit/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Entries that are some places too early or too late, from somewhere on: some are lost, or were inserted. */

/* A row is wrong if its largest error is WRONG_TIMES that of all rows before it. All entries of this row and the next two
 * are looked at, and of those further on some rows, in some columns that follow each other. */
enum { WRONG_TIMES = 16, NEXT = 2, ROWS = 9, COLUMNS = 32 };

/* Entries may be up to PLACES_MOST places too early or too late: one holds what the one `shift` places further on should. */
enum { PLACES_MOST = 4 };

/* The first wrong row from `row` on; the number of rows if there is none. */
static uint64_t next_wrong(const struct diagnosis *d, uint64_t row) {
    double largest = d->least / WRONG_TIMES;
    for (; row < d->rows.count; row++) {
        if (d->rows.line[row].zero || !isfinite(d->rows.line[row].error))
            continue;
        if (d->rows.line[row].error > WRONG_TIMES * largest)
            break;
        largest = fmax(largest, d->rows.line[row].error);
    }
    return row;
}

/* Entries [begin, begin + count), NaN where no table has such a number; and what is wanted there and PLACES_MOST places
 * before and after, NaN beyond the ends of the table. */
struct run {
    uint64_t begin, count;
    double *got, *wanted;
    double
        none; /* the distance of a NaN, wherever it belongs; one that was inserted has no distance */
};

static struct run run_new(struct diagnosis *d, uint64_t begin, uint64_t count) {
    const uint64_t end = table_entries(d->audited.table);
    struct run run = {.begin = begin, .count = count, .none = d->least};
    const double largest = 4 * fabs(d->audited.noise->model->amplitude);
    run.got = die_malloc(2 * (count + PLACES_MOST) * sizeof *run.got);
    run.wanted = run.got + count;
    for (uint64_t k = 0; k < count; k++) {
        const double got = probe_got_value(&d->probe, begin + k);
        run.got[k] = fabs(got) <= largest ? got : (double)NAN;
    }
    for (uint64_t k = 0; k < count + UINT64_C(2) * PLACES_MOST; k++) {
        const uint64_t index = begin + k - PLACES_MOST; /* may wrap */
        run.wanted[k] = index < end ? probe_wanted_value(&d->probe, index) : (double)NAN;
    }
    return run;
}

/* How far entry k is from what the one `shift` places further on should be, or from its own if the table has no such one. */
static double away(const struct run *run, uint64_t k, int64_t shift) {
    const double *own = &run->wanted[k + PLACES_MOST], wanted = own[shift];
    const double distance = fabs(run->got[k] - (isnan(wanted) ? *own : wanted));
    return isnan(distance) ? run->none : distance;
}

/* Entries that a shift inserts aren't of the table. */
static uint64_t inserted_by(int64_t shift) {
    return shift < 0 ? (uint64_t)-shift : 0;
}

/* Finds from which entry on all are shifted; the run's length if none. Returns by how much less the distances are. */
static double find_place(const struct run *run, int64_t shift, uint64_t *place) {
    /* By how much the distance changes if the entries are shifted from c on. Of places with the same change the last is
     * taken: the first entry that shows the shift. */
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

/* Do some rows from `begin` on hold what the shift says? */
static bool goes_on(struct diagnosis *d, uint64_t begin, int64_t shift) {
    const uint64_t columns = d->audited.table->columns, rows = d->rows.count - begin,
                   across = columns < COLUMNS ? columns : COLUMNS,
                   along = rows < ROWS ? rows : ROWS;
    double own = 0, sum = 0;
    for (uint64_t n = 0; n < along; n++) {
        const uint64_t row = begin + spread_evenly(rows, along, n);
        const struct run run = run_new(d, row * columns + row % (columns - across + 1), across);
        for (uint64_t k = 0; k < across; k++) {
            own += away(&run, k, 0);
            sum += away(&run, k, shift);
        }
        free(run.got);
    }
    return NEARER * sum <= own;
}

static void add_shift(struct diagnosis *d, uint64_t at, int64_t shift) {
    const uint64_t places = (uint64_t)(shift > 0 ? shift : -shift);
    findings_add(d->findings, (struct finding){.kind = shift > 0 ? FINDING_LOST : FINDING_INSERTED,
                                               .unit = FINDING_ENTRIES,
                                               .first = at,
                                               .other = at,
                                               .other_last = at + places - 1,
                                               .by = shift});
}

/* Are entries shifted from row `first` on? A shift is to explain some entries that err by more than usual, lest it be
 * chance. */
static bool shifted_from(struct diagnosis *d, uint64_t first) {
    enum { ENTRIES = 4 };
    const uint64_t columns = d->audited.table->columns;
    const uint64_t end = first + 1 + NEXT < d->rows.count ? first + 1 + NEXT : d->rows.count;
    const struct run run = run_new(d, first * columns, (end - first) * columns);
    double own = 0, most = 0;
    uint64_t at = 0;
    int64_t shift = 0;
    for (uint64_t k = 0; k < run.count; k++)
        own += away(&run, k, 0);
    for (int64_t by = -PLACES_MOST; by <= PLACES_MOST; by++) {
        uint64_t place, explained = 0;
        if (by == 0 || (uint64_t)(by < 0 ? -by : by) >= columns)
            continue;
        const double less = find_place(&run, by, &place);
        for (uint64_t e = place + inserted_by(by); e < run.count; e++)
            explained += away(&run, e, 0) > fmax(d->least, NEARER * away(&run, e, by));
        if (less > most && explained >= ENTRIES) {
            most = less;
            at = run.begin + place;
            shift = by;
        }
    }
    free(run.got);
    const bool explained =
        NEARER * (own - most) < own && (end == d->rows.count || goes_on(d, end, shift));
    if (explained)
        add_shift(d, at, shift);
    return explained;
}

/* The first wrong rows may be wrong for another reason. */
bool misplaced_entries(struct diagnosis *d) {
    enum { TRIES = 4 };
    uint64_t row = next_wrong(d, 0);
    bool found = false;
    for (int k = 0; k < TRIES && row < d->rows.count && !found; k++) {
        const bool after_none = row > 0 && !isfinite(d->rows.line[row - 1].error);
        found = shifted_from(d, after_none ? row - 1 : row);
        row = next_wrong(d, row + 1);
    }
    return found;
}
