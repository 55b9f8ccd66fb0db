#include "base/die.h"
#include "base/text.h"
#include "engine/reference.h"
#include "engine/rows.h"
#include "fit/measure.h"
#include "plot/figures.h"
#include "values/exact_entries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Skipping fewer rows than this is faster than opening the rows again. In rows longer than a piece the limit is lower,
 * since skipping one moves all its channels. */
enum { PIECE = 1 << 16, GAP = 1 << 14, GAP_LONG = 1 << 8 };

/* Rows with more columns are wide: computing single entries of them is faster than computing whole rows. */
enum { WIDE = 1 << 17 };

struct sampler {
    const struct table *table;
    struct sampler_columns columns;
    const uint64_t *wanted;
    size_t count, next; /* of the wanted rows */
    struct measure measure;
    double *row, *listed;          /* all columns; those of the list */
    struct exact_entries *entries; /* of a wide table; then there are no rows */
    struct exact_entry entry;
    struct rows *rows; /* NULL: none are open */
    struct worker *worker;
    const struct piece *piece; /* the last one that was taken, or NULL */
    bool computed;             /* its entries */
    struct engine_error error;
};

char *row_range_text(struct range range, const struct table *table) {
    return range.end - range.begin == table->rows
               ? text_format("all rows")
               : text_format("rows %" PRIu64 " to %" PRIu64, range.begin, range.end - 1);
}

size_t sampler_width(const struct table *table) {
    return (size_t)(table->arrays * table->columns);
}

struct sampler_columns sampler_some(const struct table *table, uint64_t room[2 * SAMPLER_PAIRS],
                                    uint64_t *step) {
    const size_t width = sampler_width(table);
    *step = 1;
    if (width <= WIDE)
        return (struct sampler_columns){NULL, width};
    return (struct sampler_columns){room, sampler_pairs(width, SAMPLER_PAIRS, room, step)};
}

struct sampler *sampler_new(const struct table *table, const uint64_t rows[], size_t count,
                            struct sampler_columns columns) {
    const size_t width = sampler_width(table);
    struct sampler *sampler = die_malloc(sizeof *sampler);
    *sampler = (struct sampler){.table = table,
                                .columns = columns,
                                .wanted = rows,
                                .count = count,
                                .measure = measure_of(table)};
    if (columns.list && width > WIDE)
        sampler->entries = exact_entries_new(table);
    else
        sampler->row = die_malloc(width * sizeof *sampler->row);
    if (columns.list)
        sampler->listed = die_malloc(columns.count * sizeof *sampler->listed);
    return sampler;
}

static void close_rows(struct sampler *sampler) {
    if (!sampler->rows)
        return;
    worker_free(sampler->worker);
    if (sampler->error.kind == ENGINE_FINE)
        sampler->error = rows_error(sampler->rows);
    rows_close(sampler->rows);
    sampler->rows = NULL;
    sampler->piece = NULL;
}

struct engine_error sampler_end(struct sampler *sampler) {
    close_rows(sampler);
    const struct engine_error error = sampler->error;
    exact_entries_free(sampler->entries);
    free(sampler->listed);
    free(sampler->row);
    free(sampler);
    return error;
}

/* Opens the table at a row. The tables of a grid's axes are computed once. */
static void open_at(struct sampler *sampler, uint64_t row) {
    const struct piece *piece = sampler->piece;
    const uint64_t gap = sampler->table->columns > PIECE ? GAP_LONG : GAP;
    bool far = piece && row > piece->row + gap && sampler->table->grid.axes == 0;
    if (sampler->rows && !far)
        return;
    close_rows(sampler);
    sampler->rows =
        rows_open(sampler->table, ENGINE_AUTO, row, sampler->wanted[sampler->count - 1] + 1, PIECE);
    sampler->worker = worker_new(sampler->rows);
}

/* Copies what a piece has of a row. */
static void copy(struct sampler *sampler, uint64_t row) {
    const struct table *table = sampler->table;
    const struct piece *piece = sampler->piece;
    size_t begin = (size_t)(row - piece->row) * piece->columns;
    for (uint64_t array = 0; array < table->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        double *to = sampler->row + array * table->columns + piece->from;
        for (size_t j = 0; j < piece->columns; j++)
            to[j] =
                measure_value(&sampler->measure, element_load(table->type, one.entries, begin + j));
    }
}

/* The listed entries of a row, one by one. */
static const double *compute_listed(struct sampler *sampler, uint64_t row) {
    const struct table *table = sampler->table;
    struct exact_entry *entry = &sampler->entry;
    for (size_t j = 0; j < sampler->columns.count; j++) {
        entry->array = sampler->columns.list[j] / table->columns;
        entry->row = row;
        entry->column = sampler->columns.list[j] % table->columns;
        sampler->error = exact_entries_at(sampler->entries, entry);
        if (sampler->error.kind != ENGINE_FINE)
            return NULL;
        sampler->listed[j] = measure_value(&sampler->measure, entry->bits);
    }
    return sampler->listed;
}

/* The whole row, or its listed columns. */
static const double *take_listed(struct sampler *sampler) {
    for (size_t j = 0; sampler->listed && j < sampler->columns.count; j++)
        sampler->listed[j] = sampler->row[sampler->columns.list[j]];
    return sampler->listed ? sampler->listed : sampler->row;
}

const double *sampler_next(struct sampler *sampler) {
    if (sampler->next == sampler->count)
        return NULL;
    uint64_t row = sampler->wanted[sampler->next++];
    if (sampler->entries)
        return compute_listed(sampler, row);
    open_at(sampler, row);
    for (;;) {
        const struct piece *piece = sampler->piece;
        if (piece && row < piece->row + piece->rows) {
            if (!sampler->computed)
                worker_compute(sampler->worker);
            sampler->computed = true;
            if (rows_error(sampler->rows).kind != ENGINE_FINE)
                return NULL;
            copy(sampler, row);
            if (piece->from + piece->columns == sampler->table->columns)
                return take_listed(sampler);
        }
        const struct piece *next = worker_take(sampler->worker);
        if (!next)
            return NULL;
        sampler->piece = next;
        sampler->computed = false;
    }
}

struct engine_error sampler_values(const struct table *table, const uint64_t rows[], size_t count,
                                   struct sampler_columns columns, double values[]) {
    struct sampler *sampler = sampler_new(table, rows, count, columns);
    const double *row;
    for (; (row = sampler_next(sampler)); values += columns.count)
        memcpy(values, row, columns.count * sizeof *values);
    return sampler_end(sampler);
}

size_t sampler_spread(struct range range, size_t most, uint64_t rows[], uint64_t *step) {
    const uint64_t count = range.end - range.begin;
    *step = (count + most - 1) / most;
    size_t n = 0;
    for (uint64_t row = 0; row < count; row += *step)
        rows[n++] = range.begin + row;
    return n;
}

size_t sampler_pairs(uint64_t width, size_t most, uint64_t columns[], uint64_t *step) {
    const struct range pairs = {0, (width + 1) / 2};
    const size_t count = sampler_spread(pairs, most, columns, step);
    for (size_t k = count; k-- > 0;) { /* each pair takes the place of two */
        columns[2 * k + 1] = 2 * columns[k] + 1;
        columns[2 * k] = 2 * columns[k];
    }
    return 2 * count - (columns[2 * count - 1] == width);
}
