#include "audit/row_order.h"
#include "audit/lone_entry.h"
#include "audit/row_errors.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/exact_entries.h"
#include "engine/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most ROWS_MOST rows are looked at, and ROWS_TOLD of them reported. They are compared in SPREAD columns, in the
 * column of each row's largest error, and in those of the first wrong entries. A row is searched for in the whole table
 * if that has at most SEARCHED entries, otherwise among the rows that stand out. */
enum { ROWS_MOST = 64, SPREAD = 64, COLUMNS_MOST = SPREAD + ROWS_MOST + FOUND_FIRST };
enum { ROWS_TOLD = 8, SEARCHED = 1 << 24 };

/* Another row explains one if it is so many times nearer. */
enum { NEARER = 8 };

/* A row that stands out. */
struct suspect {
    uint64_t row;
    double got[COLUMNS_MOST]; /* its entries in the columns */
    double own;               /* its distance from the row that is wanted, */
    double rest;              /* the same without the column of its largest error, */
    double best;              /* and the distance from the nearest of all, */
    uint64_t nearest;         /* which is this one */
    uint64_t worst;           /* that column */
};

struct suspects {
    const struct array *array;
    const struct table *table;
    struct measure measure;
    size_t columns;
    uint64_t column[COLUMNS_MOST];
    struct suspect suspect[ROWS_MOST];
    size_t count;
    double usual; /* up to this error no entry stands out */
};

static void add_column(struct suspects *suspects, uint64_t column) {
    for (size_t k = 0; k < suspects->columns; k++)
        if (suspects->column[k] == column)
            return;
    suspects->column[suspects->columns++] = column;
}

/* Of the columns that are spread over all, every other one is the second of a pair. */
static void choose_columns(struct suspects *suspects, const struct comparison *comparison) {
    const uint64_t count = suspects->table->columns, spread = count < SPREAD ? count : SPREAD;
    for (uint64_t k = 0; k < spread; k++) {
        const uint64_t c = k * count / spread;
        add_column(suspects, c + (count > SPREAD && c % 2 != k % 2 && c + 1 < count));
    }
    for (size_t k = 0; k < suspects->count; k++)
        add_column(suspects, suspects->suspect[k].worst);
    for (size_t k = 0; k < comparison->first_count; k++)
        add_column(suspects, comparison->first[k].cell.column);
}

/* Finds the rows that stand out. Returns false if they are too many. */
static bool find(struct suspects *suspects, const struct comparison *comparison, double least) {
    suspects->usual = row_errors_usual(comparison, suspects->table, least);
    for (uint64_t row = 0; row < comparison->lines; row++) {
        if (!row_stands_out(comparison, suspects->table, row, suspects->usual))
            continue;
        if (suspects->count == ROWS_MOST)
            return false;
        suspects->suspect[suspects->count++] =
            (struct suspect){.row = row, .nearest = row, .worst = comparison->line[row].at};
    }
    return suspects->count > 0;
}

static double value_of(const struct suspects *suspects, const void *stored, uint64_t k) {
    return measure_value(&suspects->measure,
                         element_load(suspects->measure.type, stored, (size_t)k));
}

/* Reads a row of the array. */
static char *read_row(const struct suspects *suspects, struct suspect *suspect) {
    const uint64_t columns = suspects->table->columns;
    char *stored = die_malloc(columns * suspects->measure.type->bytes);
    char *wrong = array_read(suspects->array, suspect->row * columns, (size_t)columns, stored);
    for (size_t k = 0; k < suspects->columns && !wrong; k++)
        suspect->got[k] = value_of(suspects, stored, suspects->column[k]);
    free(stored);
    return wrong;
}

/* Holds a row of the table, in the columns, against all suspects. */
static void hold(struct suspects *suspects, uint64_t row, const double wanted[]) {
    for (size_t k = 0; k < suspects->count; k++) {
        struct suspect *suspect = &suspects->suspect[k];
        double distance = 0, rest = 0;
        for (size_t c = 0; c < suspects->columns; c++) {
            double error = isfinite(suspect->got[c]) ? fabs(suspect->got[c] - wanted[c]) : 0;
            distance += error;
            rest += suspects->column[c] == suspect->worst ? 0 : error;
        }
        if (row == suspect->row) {
            suspect->own = distance;
            suspect->rest = rest;
        }
        if (suspect->best < 0 || distance < suspect->best) {
            suspect->best = distance;
            suspect->nearest = row;
        }
    }
}

/* Holds all rows of the table against all suspects. */
static void hold_all(struct suspects *suspects) {
    const struct table *table = suspects->table;
    double wanted[COLUMNS_MOST] = {0};
    struct rows *rows = rows_open(table, ENGINE_AUTO, 0, table->rows, (size_t)table->columns);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        for (uint64_t r = 0; r < piece->rows; r++) {
            for (size_t k = 0; k < suspects->columns; k++)
                if (suspects->column[k] - piece->from < piece->columns)
                    wanted[k] = value_of(suspects, piece->entries,
                                         r * piece->columns + suspects->column[k] - piece->from);
            if (piece->from + piece->columns == table->columns)
                hold(suspects, piece->row + r, wanted);
        }
    }
    worker_free(worker);
    rows_close(rows);
}

/* Holds the rows that stand out against each other. */
static void hold_each_other(struct suspects *suspects) {
    double wanted[COLUMNS_MOST];
    struct exact_entries *entries = exact_entries_new(suspects->table);
    struct exact_entry entry;
    exact_entry_init(&entry);
    for (size_t k = 0; k < suspects->count; k++) {
        entry.row = suspects->suspect[k].row;
        for (size_t c = 0; c < suspects->columns; c++) {
            entry.column = suspects->column[c];
            exact_entries_at(entries, &entry);
            wanted[c] = measure_value(&suspects->measure, entry.bits);
        }
        hold(suspects, entry.row, wanted);
    }
    exact_entry_clear(&entry);
    exact_entries_free(entries);
}

static bool explains(const struct suspect *suspect) {
    return suspect->nearest != suspect->row && NEARER * suspect->best < suspect->own;
}

/* The suspect that holds what this one should, and the other way round; or NULL. */
static const struct suspect *partner(const struct suspects *suspects, const struct suspect *one) {
    for (size_t k = 0; k < suspects->count; k++) {
        const struct suspect *other = &suspects->suspect[k];
        if (explains(other) && other->row == one->nearest && other->nearest == one->row)
            return other;
    }
    return NULL;
}

/* Is only one entry of the row out of place? Its error is then not like the others of the row: where code rounds on the
 * way, the errors of a channel, or of a position, are of one kind, and the largest is some tens of times the average. */
static bool is_lone(const struct suspects *suspects, const struct suspect *suspect) {
    enum { APART = 100 };
    const double columns = (double)suspects->columns, worst = suspect->own - suspect->rest;
    return suspect->rest <= suspects->usual * columns && worst * columns > APART * suspect->rest;
}

static char *row_sentence(const struct suspects *suspects, const struct suspect *suspect) {
    if (!explains(suspect))
        return NULL;
    const struct suspect *other = partner(suspects, suspect);
    if (!other)
        return text_format("row %" PRIu64 " holds what row %" PRIu64 " should", suspect->row,
                           suspect->nearest);
    return other->row < suspect->row ? NULL
                                     : text_format("rows %" PRIu64 " and %" PRIu64 " are swapped",
                                                   suspect->row, other->row);
}

static char *tell(const struct suspects *suspects, struct sentences *sentences) {
    size_t more = 0;
    char *wrong = NULL;
    for (size_t k = 0; k < suspects->count && !wrong; k++) {
        const struct suspect *suspect = &suspects->suspect[k];
        char *text = row_sentence(suspects, suspect);
        if (!text && !explains(suspect) && is_lone(suspects, suspect))
            wrong = lone_entry(suspects->array, suspects->table,
                               (struct cell){suspect->row, suspect->worst}, suspects->usual, &text);
        if (text && sentences->count < ROWS_TOLD)
            sentences_add(sentences, text);
        else {
            more += text != NULL;
            free(text);
        }
    }
    if (more > 0)
        sentences_add(sentences, text_format("and %zu more row%s", more, more == 1 ? "" : "s"));
    return wrong;
}

char *row_order(const struct array *array, const struct table *table,
                const struct comparison *comparison, double least, struct sentences *sentences) {
    struct suspects suspects = {.array = array, .table = table};
    char *wrong = NULL;
    suspects.measure = measure_of(table);
    if (!find(&suspects, comparison, least)) {
        row_errors_tell(comparison, table, least, sentences);
        return NULL;
    }
    choose_columns(&suspects, comparison);
    for (size_t k = 0; k < suspects.count && !wrong; k++) {
        suspects.suspect[k].best = -1;
        wrong = read_row(&suspects, &suspects.suspect[k]);
    }
    if (!wrong && table->rows * table->columns <= SEARCHED)
        hold_all(&suspects);
    else if (!wrong)
        hold_each_other(&suspects);
    return wrong ? wrong : tell(&suspects, sentences);
}
