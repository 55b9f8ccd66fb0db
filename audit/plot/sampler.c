#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"
#include "fit/sample.h"
#include "plot/figures.h"
#include "values/exact_entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of a piece of the table's rows. */
enum { PIECE = 1 << 16 };

struct sampler {
    struct source *source;
    const uint64_t *wanted;
    size_t count, next; /* of the wanted rows */
    double *row;        /* that was returned last */
    double *got;        /* that of the array, if there is one */

    /* Of the table, if there is one, from the first wanted row to the last. */
    struct rows *rows;
    struct worker *worker;
    const struct piece *piece; /* the last one that was taken, or NULL */
    bool computed;             /* its entries */
};

struct source source_of_table(const struct table *table) {
    return (struct source){.table = table,
                           .measure = measure_of(table),
                           .rows = table->rows,
                           .columns = table->arrays * table->columns,
                           .parts = table->arrays};
}

bool source_is_difference(const struct source *source) {
    return source->array && source->table;
}

char *row_range_text(struct range range, const struct source *source) {
    if (range.end - range.begin == source->rows)
        return text_format("all rows");
    return range.end - range.begin == 1
               ? text_format("row %" PRIu64, range.begin)
               : text_format("rows %" PRIu64 " to %" PRIu64, range.begin, range.end - 1);
}

struct sampler *sampler_new(struct source *source, const uint64_t rows[], size_t count) {
    const size_t width = (size_t)source->columns;
    struct sampler *sampler = die_malloc(sizeof *sampler);
    *sampler = (struct sampler){.source = source, .wanted = rows, .count = count};
    sampler->row = die_malloc(width * sizeof *sampler->row);
    if (source->table) {
        sampler->rows = rows_open(source->table, ENGINE_AUTO, rows[0], rows[count - 1] + 1, PIECE);
        sampler->worker = worker_new(sampler->rows);
    }
    if (source->array)
        sampler->got = die_malloc(width * sizeof *sampler->got);
    return sampler;
}

void sampler_end(struct sampler *sampler) {
    if (sampler->rows) {
        worker_free(sampler->worker);
        rows_close(sampler->rows);
    }
    free(sampler->got);
    free(sampler->row);
    free(sampler);
}

/* Copies what a piece has of a row. */
static void copy(struct sampler *sampler, uint64_t row) {
    const struct table *table = sampler->source->table;
    const struct piece *piece = sampler->piece;
    const size_t begin = (size_t)(row - piece->row) * piece->columns;
    for (uint64_t array = 0; array < table->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        double *to = sampler->row + array * table->columns + piece->from;
        for (size_t j = 0; j < piece->columns; j++)
            to[j] = measure_value(&sampler->source->measure,
                                  element_load(table->type, one.entries, begin + j));
    }
}

/* Computes a row of the table, whose pieces may be parts of rows. Returns false if the engine can't. */
static bool compute_row(struct sampler *sampler, uint64_t row) {
    struct source *source = sampler->source;
    for (;;) {
        const struct piece *piece = sampler->piece;
        if (piece && row < piece->row + piece->rows) {
            if (!sampler->computed)
                worker_compute(sampler->worker);
            sampler->computed = true;
            source->error = rows_error(sampler->rows);
            if (source->error.kind != ENGINE_FINE)
                return false;
            copy(sampler, row);
            if (piece->from + piece->columns == source->table->columns)
                return true;
        }
        sampler->piece = worker_take(sampler->worker);
        sampler->computed = false;
        if (!sampler->piece)
            return false;
    }
}

/* Reads a row of the array. Returns false if the file can't be read any more. */
static bool read_row(struct sampler *sampler, uint64_t row) {
    struct source *source = sampler->source;
    const struct view view = {source->rows, source->columns / source->parts, source->channel_major};
    const uint64_t part = view.positions * view.channels;
    for (uint64_t n = 0; n < source->parts && !source->unreadable; n++) {
        const struct array one = array_part(source->array, n * part, part);
        source->unreadable = view_read(&one, &view, &source->measure, &row, 1, NULL,
                                       sampler->got + n * view.channels);
    }
    return !source->unreadable;
}

const double *sampler_next(struct sampler *sampler) {
    const struct source *source = sampler->source;
    if (sampler->next == sampler->count)
        return NULL;
    const uint64_t row = sampler->wanted[sampler->next++];
    if ((source->table && !compute_row(sampler, row)) || (source->array && !read_row(sampler, row)))
        return NULL;
    for (size_t j = 0; j < source->columns && source->array; j++) {
        const double value = sampler->got[j] - (source->table ? sampler->row[j] : 0);
        sampler->row[j] = isfinite(value) ? value : (double)NAN;
    }
    return sampler->row;
}

void sampler_values(struct source *source, const uint64_t rows[], size_t count,
                    const uint64_t columns[], size_t column_count, double values[]) {
    struct sampler *sampler = sampler_new(source, rows, count);
    for (size_t k = 0; k < count; k++) {
        const double *row = sampler_next(sampler);
        for (size_t j = 0; j < column_count; j++)
            *values++ = row ? row[columns[j]] : (double)NAN;
    }
    sampler_end(sampler);
}

size_t sampler_spread(struct range range, size_t most, uint64_t rows[], uint64_t *step) {
    const uint64_t count = range.end - range.begin;
    *step = (count + most - 1) / most;
    size_t n = 0;
    for (uint64_t row = 0; row < count; row += *step)
        rows[n++] = range.begin + row;
    return n;
}
