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

/* At most this many sentences say which; then their number. */
enum { SENTENCES_MOST = 8 };

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

/* "row 15, column 19: bit 31 is flipped" if that is all that keeps the entry from an error of at most `usual`, or else
 * "row 15, column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)". */
static char *entry_text(struct diagnosis *d, struct cell cell, double usual) {
    const struct measure *measure = &d->probe.measure;
    const uint64_t index = cell_index(d->patient.table, cell), got = probe_got(&d->probe, index),
                   wanted = probe_wanted(&d->probe, index);
    note(d, (struct damage){DAMAGE_ENTRY, cell.row, cell.column, 0});
    const int bit = flipped_bit(measure, got, wanted, usual);
    if (bit >= 0)
        return text_format("row %" PRIu64 ", column %" PRIu64 ": bit %d is flipped", cell.row,
                           cell.column, bit);
    char got_text[ELEMENT_TEXT], wanted_text[ELEMENT_TEXT];
    element_text(measure->type, got, got_text);
    element_text(measure->type, wanted, wanted_text);
    return text_format("row %" PRIu64 ", column %" PRIu64 " is far off: got %s, wanted %s",
                       cell.row, cell.column, got_text, wanted_text);
}

/* Are all wrong entries among the first? */
static bool all_are_known(const struct comparison *comparison) {
    return comparison->all.unexplained <= comparison->first_count;
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

/* --- lines: the rows of a table, or its columns */

static struct table_lines lines_new(bool columns, uint64_t count) {
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
        const struct line *line = &comparison->line[row];
        rows.error[row] = line->absolute;
        rows.zero[row] = line->zeros == patient->table->columns && line->absolute > 0;
    }
    return rows;
}

static const char *noun_of(const struct table_lines *lines) {
    return lines->columns ? "column" : "row";
}

/* Lines of zeros never stand out. */
static bool stands_out(const struct table_lines *lines, uint64_t k, double usual) {
    return lines->error[k] > usual && !lines->zero[k];
}

/* Up to this, a line's error is like those of the others, of which lines of zeros don't count. */
static double usual_line(const struct table_lines *lines, double least) {
    double *errors = die_malloc(lines->count * sizeof *errors);
    size_t count = 0;
    for (uint64_t k = 0; k < lines->count; k++)
        if (!lines->zero[k])
            errors[count++] = lines->error[k];
    const double usual = usual_error(errors, count, least);
    free(errors);
    return usual;
}

/* Says which lines are zero. */
static void tell_zeros(struct diagnosis *d, const struct table_lines *lines) {
    struct ranges zero = {.numbers = 0};
    for (uint64_t k = 0; k < lines->count; k++)
        if (lines->zero[k]) {
            ranges_add(&zero, k);
            note(d,
                 (struct damage){lines->columns ? DAMAGE_ZERO_COLUMN : DAMAGE_ZERO_ROW, k, 0, 0});
        }
    if (zero.numbers > 0)
        tell(d, zero.numbers == lines->count ? text_format("entries are zero")
                                             : ranges_zero(&zero, noun_of(lines)));
}

bool zero_rows(struct diagnosis *d) {
    uint64_t wrong = 0;
    tell_zeros(d, &d->rows);
    for (uint64_t row = 0; row < d->rows.count; row++)
        wrong += d->rows.zero[row] ? d->patient.comparison->line[row].wrong : 0;
    return wrong == d->patient.comparison->all.unexplained;
}

bool row_stretches(struct diagnosis *d) {
    struct ranges rows = {.numbers = 0};
    const double usual = usual_line(&d->rows, d->least);
    for (uint64_t row = 0; row < d->rows.count; row++)
        if (stands_out(&d->rows, row, usual))
            ranges_add(&rows, row);
    if (rows.count > RANGES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++) {
        const bool one = rows.kept[k].first == rows.kept[k].last;
        char *text = range_text(&rows, k, "row");
        note(d, (struct damage){DAMAGE_ROWS, rows.kept[k].first, rows.kept[k].last, 0});
        tell(d, text_format("%s %s far off, unlike those beside %s", text, one ? "is" : "are",
                            one ? "it" : "them"));
        free(text);
    }
    return rows.count > 0;
}

/* --- what a coarse pipeline explains */

/* A pipeline is compared with this many entries of damaged rows at most. */
enum { COMPARED_MOST = 1 << 22 };

/* The pipeline that rounds angles to 16 bits and explains most of the array. */
static bool coarse_pipeline(struct diagnosis *d, size_t *pipeline) {
    const struct shares *shares = diagnosis_shares(d);
    return shares && shares_coarse(shares, pipeline);
}

/* Makes error[c] the largest of it and of how far entry c of a row is from what a pipeline computes. Returns the
 * largest of them. */
static double add_errors(struct diagnosis *d, size_t pipeline, uint64_t row, double error[]) {
    const struct measure *measure = &d->probe.measure;
    const size_t columns = (size_t)d->patient.table->columns,
                 bytes = columns * measure->type->bytes;
    char *got = die_malloc(2 * bytes), *computed = got + bytes;
    double largest = 0;
    if (!d->probe.wrong)
        d->probe.wrong = array_read(d->patient.array, row * columns, columns, got);
    if (!d->probe.wrong)
        pipelines_compute(diagnosis_shares(d)->pipelines, pipeline, row, 0, columns, computed);
    for (size_t c = 0; c < columns && !d->probe.wrong; c++) {
        error[c] =
            fmax(error[c], fabs(measure_value(measure, element_load(measure->type, got, c)) -
                                measure_value(measure, element_load(measure->type, computed, c))));
        largest = fmax(largest, error[c]);
    }
    free(got);
    return largest;
}

bool coarse_rows(struct diagnosis *d) {
    const size_t columns = (size_t)d->patient.table->columns;
    size_t pipeline;
    uint64_t rows = 0;
    for (uint64_t row = 0; row < d->rows.count; row++)
        rows += d->rows.error[row] > d->least;
    if (rows > COMPARED_MOST / columns || !coarse_pipeline(d, &pipeline))
        return false;
    double *error = die_malloc(columns * sizeof *error);
    for (uint64_t row = 0; row < d->rows.count; row++) {
        if (!(d->rows.error[row] > d->least))
            continue;
        memset(error, 0, columns * sizeof *error);
        if (add_errors(d, pipeline, row, error) <= d->least)
            d->rows.error[row] = 0;
    }
    free(error);
    return false;
}

/* --- lines that hold what another one should */

/* A line that stands out is compared with other lines of the table, in the cells of a sample across them. Of rows at most
 * ROWS_MOST are looked at, in SPREAD columns, in the column of each row's largest error, and in those of the first wrong
 * entries; they are compared with all rows if the table has at most SEARCHED entries, otherwise with each other. Of
 * columns at most WIDTH_MOST are looked at, all in HEIGHT rows. The row of the largest error is none of these, unless by
 * chance: a row of garbage would make all columns err alike. */
enum { ROWS_MOST = 64, SPREAD = 64, COLUMNS_MOST = SPREAD + ROWS_MOST + FOUND_FIRST };
enum { SEARCHED = 1 << 24, WIDTH_MOST = 2048, HEIGHT = 16 };

/* A line that stands out. Distances are sums over the cells. */
struct suspect {
    uint64_t line;
    size_t at;        /* which of the sample's lines it is */
    double own;       /* its distance from the line that is wanted, */
    double rest;      /* the same without its worst cell, */
    double best;      /* and the distance from the nearest of all, */
    uint64_t nearest; /* which is this one */
    uint64_t worst;   /* the column of a row's largest error */
};

struct suspects {
    const struct table_lines *lines;
    struct suspect *list;
    size_t count;
    struct sample sample; /* a row for each suspect, or all columns */
    double usual;         /* up to this error no entry stands out */
};

/* Finds the lines that stand out. Returns false if they are more than `most`; suspects_free is due in any case. */
static bool suspects_find(const struct diagnosis *d, const struct table_lines *lines, size_t most,
                          struct suspects *suspects) {
    *suspects = (struct suspects){.lines = lines,
                                  .list = die_malloc(most * sizeof *suspects->list),
                                  .usual = usual_line(lines, d->least)};
    for (uint64_t k = 0; k < lines->count; k++) {
        if (!stands_out(lines, k, suspects->usual))
            continue;
        if (suspects->count == most)
            return false;
        suspects->list[suspects->count] = (struct suspect){
            .line = k,
            .at = lines->columns ? (size_t)k : suspects->count,
            .best = -1,
            .nearest = k,
            .worst = lines->columns ? UINT64_MAX : d->patient.comparison->line[k].at};
        suspects->count++;
    }
    return true;
}

static void suspects_free(struct suspects *suspects) {
    sample_free(&suspects->sample);
    free(suspects->list);
}

/* Compares a line of the table, in the cells, with all suspects. */
static void compare_line(struct suspects *suspects, uint64_t line, const double wanted[]) {
    const struct sample *sample = &suspects->sample;
    const bool columns = suspects->lines->columns;
    const size_t cells = columns ? sample->rows : sample->columns;
    const uint64_t *across = columns ? sample->row : sample->column;
    for (size_t k = 0; k < suspects->count; k++) {
        struct suspect *suspect = &suspects->list[k];
        struct distance all = {0}, rest = {0};
        for (size_t c = 0; c < cells; c++) {
            const double got = sample->got[columns ? c * sample->columns + suspect->at
                                                   : suspect->at * sample->columns + c];
            distance_add(&all, got, wanted[c]);
            if (line == suspect->line && across[c] != suspect->worst)
                distance_add(&rest, got, wanted[c]);
        }
        if (line == suspect->line) {
            suspect->own = all.sum;
            suspect->rest = rest.sum;
        }
        if (suspect->best < 0 || all.sum < suspect->best) {
            suspect->best = all.sum;
            suspect->nearest = line;
        }
    }
}

/* Does a line hold what another one should? */
static bool is_elsewhere(const struct suspect *suspect) {
    return suspect->nearest != suspect->line && NEARER * suspect->best < suspect->own;
}

/* The suspect that holds what this one should, and the other way round; or NULL. */
static const struct suspect *partner(const struct suspects *suspects, const struct suspect *one) {
    for (size_t k = 0; k < suspects->count; k++) {
        const struct suspect *other = &suspects->list[k];
        if (is_elsewhere(other) && other->line == one->nearest && other->nearest == one->line)
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
static char *suspect_text(struct diagnosis *d, const struct suspects *suspects,
                          const struct suspect *suspect) {
    const bool columns = suspects->lines->columns;
    const char *noun = noun_of(suspects->lines);
    const uint64_t at = suspect->line, of = suspect->nearest;
    if (!is_elsewhere(suspect))
        return !columns && is_lone(suspects, suspect)
                   ? entry_text(d, (struct cell){at, suspect->worst}, suspects->usual)
                   : NULL;
    note(d, (struct damage){columns ? DAMAGE_COLUMN_OF : DAMAGE_ROW_OF, at, of, 0});
    if (!partner(suspects, suspect))
        return text_format("%s %" PRIu64 " holds what %s %" PRIu64 " should", noun, at, noun, of);
    return of < at ? NULL
                   : text_format("%ss %" PRIu64 " and %" PRIu64 " are swapped", noun, at, of);
}

/* Returns whether there was anything to say. */
static bool tell_suspects(struct diagnosis *d, const struct suspects *suspects) {
    size_t told = 0, more = 0;
    for (size_t k = 0; k < suspects->count; k++) {
        char *text = suspect_text(d, suspects, &suspects->list[k]);
        told += text != NULL;
        if (text && d->sentences->count < SENTENCES_MOST)
            tell(d, text);
        else {
            more += text != NULL;
            free(text);
        }
    }
    if (more > 0)
        tell(d, text_format("and %zu more %s%s", more, noun_of(suspects->lines),
                            more == 1 ? "" : "s"));
    return told > 0;
}

/* --- rows */

static void read_rows(struct diagnosis *d, struct suspects *suspects) {
    const struct comparison *comparison = d->patient.comparison;
    const uint64_t columns = d->patient.table->columns,
                   spread = columns < SPREAD ? columns : SPREAD;
    suspects->sample = sample_new(ROWS_MOST, COLUMNS_MOST);
    for (uint64_t k = 0; k < spread; k++)
        sample_add_column(&suspects->sample, sample_spread(columns, spread, k));
    for (size_t k = 0; k < suspects->count; k++) {
        sample_add_row(&suspects->sample, suspects->list[k].line);
        sample_add_column(&suspects->sample, suspects->list[k].worst);
    }
    for (size_t k = 0; k < comparison->first_count; k++)
        sample_add_column(&suspects->sample, comparison->first[k].cell.column);
    sample_read(&suspects->sample, &d->probe);
}

static void compare_with_all_rows(const struct diagnosis *d, struct suspects *suspects) {
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
                compare_line(suspects, piece->row + r, wanted);
        }
    }
    worker_free(worker);
    rows_close(rows);
}

static void compare_with_each_other(struct diagnosis *d, struct suspects *suspects) {
    const struct sample *sample = &suspects->sample;
    sample_compute(&suspects->sample, &d->probe);
    for (size_t k = 0; k < suspects->count; k++)
        compare_line(suspects, suspects->list[k].line, sample->wanted + k * sample->columns);
}

bool rows_out_of_order(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    struct suspects suspects;
    bool told = false;
    if (!suspects_find(d, &d->rows, ROWS_MOST, &suspects)) {
        told = row_stretches(d);
    } else if (suspects.count > 0) {
        read_rows(d, &suspects);
        if (table->rows * table->columns <= SEARCHED)
            compare_with_all_rows(d, &suspects);
        else
            compare_with_each_other(d, &suspects);
        told = tell_suspects(d, &suspects);
    }
    suspects_free(&suspects);
    return told;
}

/* --- rows, or entries, that are some places too early or too late, from somewhere on */

/* A row is wrong if its largest error is WRONG_TIMES that of all rows before it. Of the rows after it some are looked
 * at, in some columns that follow each other. */
enum { WRONG_TIMES = 16, ROWS = 9, COLUMNS = 32 };

/* Entries may be up to PLACES_MOST places too early or too late, or as many as a row has. */
enum { PLACES_MOST = 4, SHIFTS = 2 * PLACES_MOST + 2 };

/* An entry holds what the one `by` places further on should. */
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
    for (; row < d->rows.count && !stands_out(&d->rows, row, WRONG_TIMES * largest); row++)
        largest = d->rows.zero[row] ? largest : fmax(largest, d->rows.error[row]);
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
    if (first == d->rows.count)
        return false;
    if (d->rows.count - first < 3)
        return shifted_at_end(d, first);
    const uint64_t rows = d->rows.count - 2 - first; /* the last one has no row after it */
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

/* --- columns */

/* Rows that are spread over all, at uneven distances: at even ones the waves of two columns may be the same. */
static uint64_t uneven_row(uint64_t rows, uint64_t count, uint64_t k) {
    const uint64_t begin = k * rows / count, end = (k + 1) * rows / count;
    return begin + k * k * UINT64_C(7919) % (end - begin);
}

static struct sample read_columns(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    const uint64_t rows = table->rows < HEIGHT ? table->rows : HEIGHT;
    struct sample sample = sample_new(HEIGHT, (size_t)table->columns);
    for (uint64_t k = 0; k < rows; k++)
        sample_add_row(&sample, uneven_row(table->rows, rows, k));
    for (uint64_t c = 0; c < table->columns; c++)
        sample.column[sample.columns++] = c;
    sample_read(&sample, &d->probe);
    sample_compute(&sample, &d->probe);
    return sample;
}

/* The columns, with their mean errors. */
static struct table_lines columns_of(const struct sample *sample) {
    struct table_lines columns = lines_new(true, sample->columns);
    for (size_t c = 0; c < sample->columns; c++) {
        struct distance distance = {0};
        bool zero = true;
        for (size_t k = c; k < sample->rows * sample->columns; k += sample->columns) {
            distance_add(&distance, sample->got[k], sample->wanted[k]);
            zero &= sample->got[k] == 0;
        }
        columns.error[c] = distance.entries > 0 ? distance_mean(distance) : 0;
        columns.zero[c] = zero && columns.error[c] > 0;
    }
    return columns;
}

/* A column that a coarse pipeline explains has no errors. */
static void forgive_columns(struct diagnosis *d, const struct sample *sample,
                            struct table_lines *columns) {
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

bool columns_out_of_order(struct diagnosis *d) {
    const size_t known = d->sentences->count;
    double wanted[HEIGHT] = {0};
    if (d->patient.table->columns > WIDTH_MOST ||
        !(d->patient.comparison->all.worst.error.absolute > d->least))
        return false;
    struct sample sample = read_columns(d);
    struct table_lines columns = columns_of(&sample);
    struct suspects suspects;
    forgive_columns(d, &sample, &columns);
    tell_zeros(d, &columns);
    suspects_find(d, &columns, sample.columns, &suspects);
    suspects.sample = sample;
    for (size_t c = 0; c < sample.columns && suspects.count > 0; c++) {
        for (size_t r = 0; r < sample.rows; r++)
            wanted[r] = sample.wanted[r * sample.columns + c];
        compare_line(&suspects, c, wanted);
    }
    tell_suspects(d, &suspects);
    suspects_free(&suspects);
    lines_free(&columns);
    return d->sentences->count > known;
}
