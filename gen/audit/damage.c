#include "audit/hypotheses.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bits, entries, rows and columns that are out of place. */

/* At most so many sentences say which. */
enum { TOLD_MOST = 8 };

static bool tell(struct diagnosis *d, char *text) {
    sentences_add(d->sentences, text);
    return true;
}

/* Takes note of what a sentence says. */
static void note(struct diagnosis *d, struct damage damage) {
    struct sentences *sentences = d->sentences;
    sentences->damage = die_grow(sentences->damage, sentences->damages, sizeof *sentences->damage);
    sentences->damage[sentences->damages++] = damage;
}

/* --- numbers of rows or columns */

/* The first stretches are kept. {.numbers = 0} is none. */
enum { STRETCHES_KEPT = 4 };
struct stretches {
    uint64_t numbers; /* how many in all */
    size_t count;     /* of all stretches */
    uint64_t last;    /* the last number */
    struct {
        uint64_t first, last;
    } kept[STRETCHES_KEPT];
};

/* Adds a number above those that are there. */
static void stretches_add(struct stretches *stretches, uint64_t number) {
    const bool next = stretches->numbers == 0 || number != stretches->last + 1;
    stretches->count += next;
    if (next && stretches->count <= STRETCHES_KEPT)
        stretches->kept[stretches->count - 1].first = number;
    if (stretches->count <= STRETCHES_KEPT)
        stretches->kept[stretches->count - 1].last = number;
    stretches->last = number;
    stretches->numbers++;
}

/* "row 3", "rows 3 to 5"; without a noun "3" or "3 to 5" */
static char *stretch_text(const struct stretches *stretches, size_t k, const char *noun) {
    const uint64_t first = stretches->kept[k].first, last = stretches->kept[k].last;
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
static char *stretches_zero(const struct stretches *stretches, const char *noun) {
    struct text text = {NULL, 0, 0};
    if (stretches->count == 1) {
        add_text(&text, stretch_text(stretches, 0, noun));
        text_print(&text, stretches->numbers == 1 ? " is zero" : " are zero");
    } else {
        text_put(&text, "%" PRIu64 " %ss are zero: ", stretches->numbers, noun);
        for (size_t k = 0; k < stretches->count && k < STRETCHES_KEPT; k++) {
            text_print(&text, k == 0 ? "" : k + 1 == stretches->count ? " and " : ", ");
            add_text(&text, stretch_text(stretches, k, ""));
        }
        if (stretches->count > STRETCHES_KEPT) {
            const size_t more = stretches->count - STRETCHES_KEPT;
            text_put(&text, " and %zu more range%s", more, more == 1 ? "" : "s");
        }
    }
    return text_string(&text);
}

/* --- single entries */

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

static char *flip_text(uint64_t row, uint64_t column, int bit) {
    return text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped", row, column, bit);
}

/* "row 15, column 19: bit 31 is flipped" if that is all that keeps the entry from an error of at most `usual`, or else
 * "row 15, column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)". */
static char *entry_text(struct diagnosis *d, struct cell cell, double usual) {
    const struct measure *measure = &d->probe.measure;
    const uint64_t index = cell_index(d->patient.table, cell), got = probe_got(&d->probe, index),
                   wanted = probe_wanted(&d->probe, index);
    note(d, (struct damage){DAMAGE_ENTRY, cell.row, cell.column, 0});
    const int bit = flipped_bit(measure, got, wanted, usual);
    if (bit >= 0)
        return flip_text(cell.row, cell.column, bit);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    return text_format("row %" PRIu64 ", column %" PRIu64 " is far off: got %s, wanted %s",
                       cell.row, cell.column, got_text, wanted_text);
}

/* The bit in which two elements differ; -1 if there are several. */
static int only_bit(const struct found *found) {
    uint64_t bits = found->got ^ found->wanted;
    int bit = 0;
    if ((bits & (bits - 1)) != 0)
        return -1;
    while (bits >>= 1)
        bit++;
    return bit;
}

/* Are all wrong entries among the first? */
static bool all_are_known(const struct comparison *comparison) {
    return comparison->all.unexplained <= comparison->first_count;
}

bool flipped_bits(struct diagnosis *d) {
    const struct comparison *comparison = d->patient.comparison;
    bool flipped = all_are_known(comparison) && comparison->first_count > 0;
    for (size_t k = 0; k < comparison->first_count && flipped; k++)
        flipped = only_bit(&comparison->first[k]) >= 0;
    for (size_t k = 0; k < comparison->first_count && flipped; k++) {
        const struct found *found = &comparison->first[k];
        const int bit = only_bit(found);
        note(d, (struct damage){DAMAGE_ENTRY, found->cell.row, found->cell.column, 0});
        char *text = flip_text(found->cell.row, found->cell.column, bit);
        tell(d, text_format("%s%s", text, bit == 0 ? ", or the entry was rounded on the way" : ""));
        free(text);
    }
    return flipped;
}

bool single_entries(struct diagnosis *d) {
    enum { FEW = 16 }; /* one of so many entries */
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

/* --- rows whose errors stand out */

/* Are all its entries zeros of either sign, and is one of them wrong by more than its sign? */
static bool row_is_zero(const struct diagnosis *d, uint64_t row) {
    return d->line[row].zeros == d->patient.table->columns && d->line[row].absolute > 0;
}

/* Rows of zeros never stand out. */
static bool row_stands_out(const struct diagnosis *d, uint64_t row, double usual) {
    return d->line[row].absolute > usual && !row_is_zero(d, row);
}

static uint64_t lines(const struct diagnosis *d) {
    return d->line ? d->patient.comparison->lines : 0;
}

/* Up to this, a row's largest error is like those of the others, of which rows of zeros don't count. */
static double usual_row(const struct diagnosis *d) {
    double *errors = die_malloc((lines(d) + 1) * sizeof *errors);
    size_t count = 0;
    for (uint64_t row = 0; row < lines(d); row++)
        if (!row_is_zero(d, row))
            errors[count++] = d->line[row].absolute;
    const double usual = usual_error(errors, count, d->least);
    free(errors);
    return usual;
}

bool zero_rows(struct diagnosis *d) {
    struct stretches rows = {.numbers = 0};
    uint64_t wrong = 0;
    for (uint64_t row = 0; row < lines(d); row++)
        if (row_is_zero(d, row)) {
            stretches_add(&rows, row);
            note(d, (struct damage){DAMAGE_ZERO_ROW, row, 0, 0});
            wrong += d->line[row].wrong;
        }
    if (rows.numbers > 0)
        tell(d, rows.numbers == lines(d) ? text_format("entries are zero")
                                         : stretches_zero(&rows, "row"));
    return wrong == d->patient.comparison->all.unexplained;
}

bool row_stretches(struct diagnosis *d) {
    struct stretches rows = {.numbers = 0};
    const double usual = usual_row(d);
    for (uint64_t row = 0; row < lines(d); row++)
        if (row_stands_out(d, row, usual))
            stretches_add(&rows, row);
    if (rows.count > STRETCHES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++) {
        const bool one = rows.kept[k].first == rows.kept[k].last;
        char *text = stretch_text(&rows, k, "row");
        note(d, (struct damage){DAMAGE_ROWS, rows.kept[k].first, rows.kept[k].last, 0});
        tell(d, text_format("%s %s far off, unlike those beside %s", text, one ? "is" : "are",
                            one ? "it" : "them"));
        free(text);
    }
    return rows.count > 0;
}

/* --- what a coarse pipeline explains */

/* A pipeline is compared with this many entries of damaged rows at most. */
enum { HELD_MOST = 1 << 22 };

/* The pipeline that rounds angles to 16 bits and explains most of the array. */
static bool coarse_pipeline(struct diagnosis *d, size_t *pipeline) {
    const struct shares *shares = diagnosis_shares(d);
    return shares && shares_coarse(shares, pipeline);
}

/* Makes error[c] the largest of it and of how far entry c of a row is from what a pipeline computes. */
static void add_errors(struct diagnosis *d, size_t pipeline, uint64_t row, double error[]) {
    const struct measure *measure = &d->probe.measure;
    const size_t columns = (size_t)d->patient.table->columns,
                 bytes = columns * measure->type->bytes;
    char *got = die_malloc(2 * bytes), *computed = got + bytes;
    if (!d->probe.wrong)
        d->probe.wrong = array_read(d->patient.array, row * columns, columns, got);
    if (!d->probe.wrong)
        pipelines_compute(diagnosis_shares(d)->pipelines, pipeline, row, 0, columns, computed);
    for (size_t c = 0; c < columns && !d->probe.wrong; c++)
        error[c] =
            fmax(error[c], fabs(measure_value(measure, element_load(measure->type, got, c)) -
                                measure_value(measure, element_load(measure->type, computed, c))));
    free(got);
}

bool coarse_rows(struct diagnosis *d) {
    const size_t columns = (size_t)d->patient.table->columns;
    size_t pipeline;
    uint64_t rows = 0;
    for (uint64_t row = 0; row < lines(d); row++)
        rows += d->line[row].absolute > d->least;
    if (rows > HELD_MOST / columns || !coarse_pipeline(d, &pipeline))
        return false;
    double *error = die_malloc(columns * sizeof *error);
    for (uint64_t row = 0; row < lines(d); row++) {
        if (!(d->line[row].absolute > d->least))
            continue;
        double largest = 0;
        memset(error, 0, columns * sizeof *error);
        add_errors(d, pipeline, row, error);
        for (size_t c = 0; c < columns; c++)
            largest = fmax(largest, error[c]);
        if (largest <= d->least)
            d->line[row].absolute = 0;
    }
    free(error);
    return false;
}

/* --- rows that hold what another row should */

/* At most ROWS_MOST rows are looked at. They are compared in SPREAD columns, in the column of each row's largest error,
 * and in those of the first wrong entries. A row is searched for in the whole table if that has at most SEARCHED
 * entries, otherwise among the rows that stand out. */
enum { ROWS_MOST = 64, SPREAD = 64, COLUMNS_MOST = SPREAD + ROWS_MOST + FOUND_FIRST };
enum { SEARCHED = 1 << 24 };

/* A row that stands out. Distances are sums over the columns. */
struct suspect {
    uint64_t row;
    double own;       /* its distance from the row that is wanted, */
    double rest;      /* the same without the column of its largest error, */
    double best;      /* and the distance from the nearest of all, */
    uint64_t nearest; /* which is this one */
    uint64_t worst;   /* that column */
};

struct suspects {
    struct suspect suspect[ROWS_MOST];
    size_t count;
    struct sample sample; /* a row for each of them */
    double usual;         /* up to this error no entry stands out */
};

/* Finds the rows that stand out. Returns false if they are too many. */
static bool find_suspects(const struct diagnosis *d, struct suspects *suspects) {
    suspects->usual = usual_row(d);
    for (uint64_t row = 0; row < lines(d); row++) {
        if (!row_stands_out(d, row, suspects->usual))
            continue;
        if (suspects->count == ROWS_MOST)
            return false;
        suspects->suspect[suspects->count++] =
            (struct suspect){.row = row, .best = -1, .nearest = row, .worst = d->line[row].at};
    }
    return true;
}

static void read_suspects(struct diagnosis *d, struct suspects *suspects) {
    const struct comparison *comparison = d->patient.comparison;
    const uint64_t columns = d->patient.table->columns,
                   spread = columns < SPREAD ? columns : SPREAD;
    suspects->sample = sample_new(ROWS_MOST, COLUMNS_MOST);
    for (uint64_t k = 0; k < spread; k++)
        sample_add_column(&suspects->sample, sample_spread(columns, spread, k));
    for (size_t k = 0; k < suspects->count; k++) {
        sample_add_row(&suspects->sample, suspects->suspect[k].row);
        sample_add_column(&suspects->sample, suspects->suspect[k].worst);
    }
    for (size_t k = 0; k < comparison->first_count; k++)
        sample_add_column(&suspects->sample, comparison->first[k].cell.column);
    sample_read(&suspects->sample, &d->probe);
}

/* Holds a row of the table, in the columns, against all suspects. */
static void hold(struct suspects *suspects, uint64_t row, const double wanted[]) {
    const struct sample *sample = &suspects->sample;
    for (size_t k = 0; k < suspects->count; k++) {
        struct suspect *suspect = &suspects->suspect[k];
        struct distance all = {0}, rest = {0};
        for (size_t c = 0; c < sample->columns; c++) {
            const double got = sample->got[k * sample->columns + c];
            distance_add(&all, got, wanted[c]);
            if (row == suspect->row && sample->column[c] != suspect->worst)
                distance_add(&rest, got, wanted[c]);
        }
        if (row == suspect->row) {
            suspect->own = all.sum;
            suspect->rest = rest.sum;
        }
        if (suspect->best < 0 || all.sum < suspect->best) {
            suspect->best = all.sum;
            suspect->nearest = row;
        }
    }
}

/* Holds all rows of the table against all suspects. */
static void hold_all(const struct diagnosis *d, struct suspects *suspects) {
    const struct table *table = d->patient.table;
    const struct measure *measure = &d->probe.measure;
    const struct sample *sample = &suspects->sample;
    double wanted[COLUMNS_MOST] = {0};
    struct rows *rows = rows_open(table, ENGINE_AUTO, 0, table->rows, (size_t)table->columns);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t r = 0; r < piece->rows; r++) {
            for (size_t c = 0; c < sample->columns; c++) {
                const uint64_t at = sample->column[c] - piece->from;
                if (at < piece->columns)
                    wanted[c] =
                        measure_value(measure, element_load(measure->type, piece->entries,
                                                            (size_t)(r * piece->columns + at)));
            }
            if (piece->from + piece->columns == table->columns)
                hold(suspects, piece->row + r, wanted);
        }
    }
    worker_free(worker);
    rows_close(rows);
}

/* Holds the rows that stand out against each other. */
static void hold_each_other(struct diagnosis *d, struct suspects *suspects) {
    const struct sample *sample = &suspects->sample;
    sample_compute(&suspects->sample, &d->probe);
    for (size_t k = 0; k < suspects->count; k++)
        hold(suspects, suspects->suspect[k].row, sample->wanted + k * sample->columns);
}

static bool is_elsewhere(const struct suspect *suspect) {
    return suspect->nearest != suspect->row && NEARER * suspect->best < suspect->own;
}

/* The suspect that holds what this one should, and the other way round; or NULL. */
static const struct suspect *partner(const struct suspects *suspects, const struct suspect *one) {
    for (size_t k = 0; k < suspects->count; k++) {
        const struct suspect *other = &suspects->suspect[k];
        if (is_elsewhere(other) && other->row == one->nearest && other->nearest == one->row)
            return other;
    }
    return NULL;
}

/* Is only one entry of the row out of place? Its error is then not like the others of the row: where code rounds on the
 * way, the errors of a channel, or of a position, are of one kind, and the largest is some tens of times the
 * average. */
static bool is_lone(const struct suspects *suspects, const struct suspect *suspect) {
    enum { APART = 100 };
    const double columns = (double)suspects->sample.columns, worst = suspect->own - suspect->rest;
    return suspect->rest <= suspects->usual * columns && worst * columns > APART * suspect->rest;
}

/* "rows 5 and 9 are swapped", which the first of them says, or "row 9 holds what row 5 should"; NULL: nothing. */
static char *order_text(const char *noun, uint64_t at, uint64_t of, bool swapped) {
    if (!swapped)
        return text_format("%s %" PRIu64 " holds what %s %" PRIu64 " should", noun, at, noun, of);
    return of < at ? NULL
                   : text_format("%ss %" PRIu64 " and %" PRIu64 " are swapped", noun, at, of);
}

static char *suspect_text(struct diagnosis *d, const struct suspects *suspects,
                          const struct suspect *suspect) {
    if (is_elsewhere(suspect)) {
        note(d, (struct damage){DAMAGE_ROW_OF, suspect->row, suspect->nearest, 0});
        return order_text("row", suspect->row, suspect->nearest, partner(suspects, suspect));
    }
    return is_lone(suspects, suspect)
               ? entry_text(d, (struct cell){suspect->row, suspect->worst}, suspects->usual)
               : NULL;
}

bool rows_out_of_order(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    struct suspects suspects = {.count = 0};
    size_t told = 0, more = 0;
    if (!find_suspects(d, &suspects))
        return row_stretches(d);
    if (suspects.count == 0)
        return false;
    read_suspects(d, &suspects);
    if (table->rows * table->columns <= SEARCHED)
        hold_all(d, &suspects);
    else
        hold_each_other(d, &suspects);
    for (size_t k = 0; k < suspects.count; k++) {
        char *text = suspect_text(d, &suspects, &suspects.suspect[k]);
        told += text != NULL;
        if (text && d->sentences->count < TOLD_MOST)
            tell(d, text);
        else {
            more += text != NULL;
            free(text);
        }
    }
    if (more > 0)
        tell(d, text_format("and %zu more row%s", more, more == 1 ? "" : "s"));
    sample_free(&suspects.sample);
    return told > 0;
}

/* --- rows, or entries, that are some places too early or too late, from somewhere on */

/* A row is wrong if its largest error is so many times that of all rows before it. Of the rows after it some are looked
 * at, in some columns that follow each other. */
enum { WRONG_TIMES = 16, ROWS = 9, COLUMNS = 32 };

/* Entries may be so many places too early or too late, or as many as a row has. */
enum { PLACES_MOST = 4, SHIFTS = 2 * PLACES_MOST + 2 };

/* An entry holds what the one so many places further on should. */
struct shifts {
    int64_t by[SHIFTS];
    size_t count;
};

static struct shifts shifts_of(uint64_t columns, bool rows) {
    struct shifts shifts = {.count = 0};
    for (int64_t places = 1; places <= PLACES_MOST && places < (int64_t)columns; places++) {
        shifts.by[shifts.count++] = places;
        shifts.by[shifts.count++] = -places;
    }
    if (rows) {
        shifts.by[shifts.count++] = (int64_t)columns;
        shifts.by[shifts.count++] = -(int64_t)columns;
    }
    return shifts;
}

/* The first wrong row; the number of rows if there is none. */
static uint64_t first_wrong(const struct diagnosis *d) {
    double largest = d->least / WRONG_TIMES;
    uint64_t row = 0;
    for (; row < lines(d) && !row_stands_out(d, row, WRONG_TIMES * largest); row++)
        largest = row_is_zero(d, row) ? largest : fmax(largest, d->line[row].absolute);
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
        add_row(d, begin + (count > 1 ? k * (rows - 1) / (count - 1) : 0), shifts, &own, sum);
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

/* How far entry k is from what one so many places further on should be, or from its own if the table has no such one; 0
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

static bool tell_rows(struct diagnosis *d, uint64_t row, bool lost) {
    const int64_t columns = (int64_t)d->patient.table->columns;
    note(d, (struct damage){DAMAGE_SHIFT, row * (uint64_t)columns, 0, lost ? columns : -columns});
    return tell(d, lost ? text_format("row %" PRIu64 " is lost: from there on each row holds what "
                                      "the row after it should",
                                      row)
                        : text_format("row %" PRIu64 " is duplicated: from row %" PRIu64
                                      " on each row holds what the row before it should",
                                      row - 1, row));
}

static bool tell_entries(struct diagnosis *d, uint64_t at, int64_t shift) {
    const uint64_t columns = d->patient.table->columns;
    const bool lost = shift > 0;
    note(d, (struct damage){DAMAGE_SHIFT, at, 0, shift});
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
    const struct shifts shifts = shifts_of(columns, false);
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
    if (first == lines(d))
        return false;
    if (lines(d) - first < 3)
        return shifted_at_end(d, first);
    const uint64_t rows = lines(d) - 2 - first; /* the last one has no row after it */
    const struct shifts shifts = shifts_of(columns, first > 0 && rows >= ROWS);
    const int64_t shift = find_shift(d, first + 1, rows, &shifts);
    if (shift == 0)
        return false;
    if (shift == (int64_t)columns || shift == -(int64_t)columns)
        return tell_rows(d, first, shift > 0);
    const struct run run = run_new(d, first * columns, columns);
    uint64_t place;
    find_place(&run, shift, &place);
    free(run.got);
    return tell_entries(d, first * columns + place, shift);
}

/* --- columns that hold what another column should */

/* Tables of at most so many columns are looked at, in so many rows. The one of the largest error is none of them,
 * unless by chance: a row of garbage would make all columns err alike. */
enum { WIDTH_MOST = 2048, HEIGHT = 16 };

struct columns {
    struct sample sample;
    double *error; /* the mean one of each column */
};

/* Rows that are spread over all, at uneven distances: at even ones the waves of two columns may be the same. */
static uint64_t uneven_row(uint64_t rows, uint64_t count, uint64_t k) {
    const uint64_t begin = k * rows / count, end = (k + 1) * rows / count;
    return begin + k * k * UINT64_C(7919) % (end - begin);
}

/* How far a column's entries are from those that another should have. */
static double column_distance(const struct sample *sample, size_t c, size_t other) {
    struct distance distance = {0};
    for (size_t r = 0; r < sample->rows; r++)
        distance_add(&distance, sample->got[r * sample->columns + c],
                     sample->wanted[r * sample->columns + other]);
    return distance.entries > 0 ? distance_mean(distance) : 0;
}

static struct columns columns_new(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    const uint64_t rows = table->rows < HEIGHT ? table->rows : HEIGHT;
    struct columns columns = {.sample = sample_new(HEIGHT, (size_t)table->columns),
                              .error = die_malloc((size_t)table->columns * sizeof(double))};
    struct sample *sample = &columns.sample;
    for (uint64_t k = 0; k < rows; k++)
        sample_add_row(sample, uneven_row(table->rows, rows, k));
    for (uint64_t c = 0; c < table->columns; c++)
        sample->column[sample->columns++] = c;
    sample_read(sample, &d->probe);
    sample_compute(sample, &d->probe);
    for (size_t c = 0; c < sample->columns; c++)
        columns.error[c] = column_distance(sample, c, c);
    return columns;
}

static void columns_free(struct columns *columns) {
    sample_free(&columns->sample);
    free(columns->error);
}

/* A column that a coarse pipeline explains has no errors. */
static void forgive_columns(struct diagnosis *d, struct columns *columns) {
    const struct sample *sample = &columns->sample;
    size_t pipeline;
    if (!coarse_pipeline(d, &pipeline))
        return;
    double *error = die_malloc(sample->columns * sizeof *error);
    memset(error, 0, sample->columns * sizeof *error);
    for (size_t r = 0; r < sample->rows; r++)
        add_errors(d, pipeline, sample->row[r], error);
    for (size_t c = 0; c < sample->columns; c++)
        if (error[c] <= d->least)
            columns->error[c] = 0;
    free(error);
}

static bool column_is_zero(const struct columns *columns, size_t c) {
    const struct sample *sample = &columns->sample;
    for (size_t r = 0; r < sample->rows; r++)
        if (sample->got[r * sample->columns + c] != 0)
            return false;
    return columns->error[c] > 0;
}

/* Up to this error a column doesn't stand out. Those of zeros don't count. */
static double usual_column(const struct columns *columns, double least) {
    double *errors = die_malloc(columns->sample.columns * sizeof *errors);
    size_t count = 0;
    for (size_t c = 0; c < columns->sample.columns; c++)
        if (!column_is_zero(columns, c))
            errors[count++] = columns->error[c];
    const double usual = usual_error(errors, count, least);
    free(errors);
    return usual;
}

/* The column that a column's entries belong to: itself if none explains them. */
static size_t owner(const struct columns *columns, size_t c) {
    size_t nearest = c;
    double least = columns->error[c];
    for (size_t other = 0; other < columns->sample.columns; other++) {
        double error = column_distance(&columns->sample, c, other);
        if (error < least) {
            least = error;
            nearest = other;
        }
    }
    return NEARER * least < columns->error[c] ? nearest : c;
}

bool columns_out_of_order(struct diagnosis *d) {
    const size_t known = d->sentences->count;
    struct stretches zero = {.numbers = 0};
    if (d->patient.table->columns > WIDTH_MOST ||
        !(d->patient.comparison->all.worst.error.absolute > d->least))
        return false;
    struct columns columns = columns_new(d);
    forgive_columns(d, &columns);
    const double usual = usual_column(&columns, d->least);
    for (size_t c = 0; c < columns.sample.columns; c++)
        if (column_is_zero(&columns, c)) {
            note(d, (struct damage){DAMAGE_ZERO_COLUMN, c, 0, 0});
            stretches_add(&zero, c);
        }
    if (zero.numbers > 0)
        tell(d, stretches_zero(&zero, "column"));
    for (size_t c = 0; c < columns.sample.columns && d->sentences->count < TOLD_MOST; c++) {
        if (!(columns.error[c] > usual) || column_is_zero(&columns, c))
            continue;
        const size_t of = owner(&columns, c);
        char *text = of == c ? NULL
                             : order_text("column", c, of,
                                          columns.error[of] > usual && owner(&columns, of) == c);
        if (of != c)
            note(d, (struct damage){DAMAGE_COLUMN_OF, c, of, 0});
        if (text)
            tell(d, text);
    }
    columns_free(&columns);
    return d->sentences->count > known;
}
