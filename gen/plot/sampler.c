#include "plot/sampler.h"
#include "audit/entry_error.h"
#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"

#include <inttypes.h>
#include <stdlib.h>

/* To go through rows without computing them takes less time than to begin anew, if they are fewer than this. A row that is
 * longer than a piece costs more: all its channels move along. */
enum { PIECE = 1 << 16, GAP = 1 << 14, GAP_LONG = 1 << 8 };

struct sampler {
    const struct table *table;
    const uint64_t *wanted;
    size_t count, next; /* of the wanted rows */
    struct measure measure;
    double *row;
    struct rows *rows; /* NULL: none are open */
    struct worker *worker;
    const struct piece *piece; /* the last one that was taken, or NULL */
    bool computed;             /* its entries */
    struct engine_error error;
};

char *row_range_text(struct row_range range, const struct table *table) {
    return range.end - range.begin == table->rows
               ? text_format("all rows")
               : text_format("rows %" PRIu64 " to %" PRIu64, range.begin, range.end - 1);
}

size_t sampler_width(const struct table *table) {
    return (size_t)(table->arrays * table->columns);
}

struct sampler *sampler_new(const struct table *table, const uint64_t rows[], size_t count) {
    struct sampler *sampler = die_malloc(sizeof *sampler);
    *sampler = (struct sampler){.table = table,
                                .wanted = rows,
                                .count = count,
                                .measure = measure_of(table),
                                .row = die_malloc(sampler_width(table) * sizeof(double))};
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

void sampler_free(struct sampler *sampler) {
    close_rows(sampler);
    free(sampler->row);
    free(sampler);
}

struct engine_error sampler_error(const struct sampler *sampler) {
    return sampler->rows && sampler->error.kind == ENGINE_FINE ? rows_error(sampler->rows)
                                                               : sampler->error;
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

const double *sampler_next(struct sampler *sampler) {
    if (sampler->next == sampler->count)
        return NULL;
    uint64_t row = sampler->wanted[sampler->next++];
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
                return sampler->row;
        }
        if (!worker_take(sampler->worker))
            return NULL;
        sampler->piece = worker_piece(sampler->worker);
        sampler->computed = false;
    }
}

size_t sampler_spread(struct row_range range, size_t most, uint64_t rows[], uint64_t *step) {
    const uint64_t count = range.end - range.begin;
    *step = (count + most - 1) / most;
    size_t n = (size_t)((count + *step - 1) / *step);
    for (size_t k = 0; k < n; k++)
        rows[k] = range.begin + k * *step;
    return n;
}
