#include "audit/hypotheses.h"
#include "audit/ranges.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows and columns: which stand out, are zero, or hold what others should; and rows that have one entry out of place. */

/* --- lines with their errors: which stand out, and which are zero */

struct table_lines lines_new(bool columns, uint64_t count) {
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
        const struct line_errors *line = &comparison->line[row];
        rows.error[row] = line->absolute;
        rows.zero[row] = line->zeros == patient->table->columns && line->absolute > 0;
    }
    return rows;
}

const char *lines_noun(const struct table_lines *lines) {
    return lines->columns ? "column" : "row";
}

bool line_stands_out(const struct table_lines *lines, uint64_t k, double usual) {
    return lines->error[k] > usual && !lines->zero[k];
}

double lines_usual(const struct table_lines *lines, double least) {
    double *errors = die_malloc(lines->count * sizeof *errors);
    size_t count = 0;
    for (uint64_t k = 0; k < lines->count; k++)
        if (!lines->zero[k])
            errors[count++] = lines->error[k];
    const double usual = usual_error(errors, count, least);
    free(errors);
    return usual;
}

void lines_tell_zeros(struct diagnosis *d, const struct table_lines *lines) {
    struct ranges zero = {.numbers = 0};
    for (uint64_t k = 0; k < lines->count; k++)
        if (lines->zero[k]) {
            ranges_add(&zero, k);
            note_damage(
                d, (struct damage){lines->columns ? DAMAGE_ZERO_COLUMN : DAMAGE_ZERO_ROW, k, 0, 0});
        }
    if (zero.numbers > 0)
        tell(d, zero.numbers == lines->count ? text_format("entries are zero")
                                             : ranges_say(&zero, lines_noun(lines), "zero"));
}

bool zero_rows(struct diagnosis *d) {
    uint64_t wrong = 0;
    lines_tell_zeros(d, &d->rows);
    for (uint64_t row = 0; row < d->rows.count; row++)
        wrong += d->rows.zero[row] ? d->patient.comparison->line[row].wrong : 0;
    return wrong == d->patient.comparison->listed;
}

bool row_stretches(struct diagnosis *d) {
    struct ranges rows = {.numbers = 0};
    const double usual = lines_usual(&d->rows, d->least);
    for (uint64_t row = 0; row < d->rows.count; row++)
        if (line_stands_out(&d->rows, row, usual))
            ranges_add(&rows, row);
    if (rows.count > RANGES_KEPT)
        return false;
    for (size_t k = 0; k < rows.count; k++) {
        const bool one = rows.kept[k].first == rows.kept[k].last;
        char *text = range_text(&rows, k, "row");
        note_damage(d, (struct damage){DAMAGE_ROWS, rows.kept[k].first, rows.kept[k].last, 0});
        tell(d, text_format("%s %s far off, unlike those beside %s", text, one ? "is" : "are",
                            one ? "it" : "them"));
        free(text);
    }
    return rows.count > 0;
}

/* --- what a coarse pipeline explains */

/* A pipeline is compared with this many entries of damaged rows at most. */
enum { COMPARED_MOST = 1 << 22 };

bool coarse_pipeline(struct diagnosis *d, size_t *pipeline) {
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
        pipelines_compute(diagnosis_shares(d)->pipelines, pipeline, row, computed);
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
                                  .usual = lines_usual(lines, d->least)};
    for (uint64_t k = 0; k < lines->count; k++) {
        if (!line_stands_out(lines, k, suspects->usual))
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
    const char *noun = lines_noun(suspects->lines);
    const uint64_t at = suspect->line, of = suspect->nearest;
    if (!is_elsewhere(suspect))
        return !columns && is_lone(suspects, suspect)
                   ? entry_text(d, (struct cell){at, suspect->worst}, suspects->usual)
                   : NULL;
    note_damage(d, (struct damage){columns ? DAMAGE_COLUMN_OF : DAMAGE_ROW_OF, at, of, 0});
    if (!partner(suspects, suspect))
        return text_format("%s %" PRIu64 " holds what %s %" PRIu64 " should", noun, at, noun, of);
    return of < at ? NULL
                   : text_format("%ss %" PRIu64 " and %" PRIu64 " are swapped", noun, at, of);
}

/* At most this many sentences say which; then their number. More if the words are sure: what isn't named then counts as no
 * damage. */
enum { SENTENCES_MOST = 8, SENTENCES_OF_SURE = FOUND_FIRST };

/* Returns whether there was anything to say. */
static bool tell_suspects(struct diagnosis *d, const struct suspects *suspects) {
    const size_t most = d->patient.words ? SENTENCES_MOST : SENTENCES_OF_SURE;
    size_t told = 0, more = 0;
    for (size_t k = 0; k < suspects->count; k++) {
        char *text = suspect_text(d, suspects, &suspects->list[k]);
        told += text != NULL;
        if (text && d->sentences->count < most)
            tell(d, text);
        else {
            more += text != NULL;
            free(text);
        }
    }
    if (more > 0)
        tell(d, text_format("and %zu more %s%s", more, lines_noun(suspects->lines),
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
        sample_add_column(&suspects->sample, spread_in_pairs(columns, spread, k));
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

/* --- columns */

static struct sample read_columns(struct diagnosis *d) {
    const struct table *table = d->patient.table;
    const uint64_t rows = table->rows < HEIGHT ? table->rows : HEIGHT;
    struct sample sample = sample_new(HEIGHT, (size_t)table->columns);
    for (uint64_t k = 0; k < rows; k++)
        sample_add_row(&sample, spread_unevenly(table->rows, rows, k));
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
    lines_tell_zeros(d, &columns);
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
