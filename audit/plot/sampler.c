/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/text.h"
#include "engine/rows.h"
#include "fit/entries.h"
#include "plot/figures.h"
#include "values/exact_entries.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of a piece of the table's rows: whole rows. */
enum { PIECE = 2 * SOURCE_COLUMNS };

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

/* Puts a row of a table into a row of numbers. */
static void copy(const struct source *source, const struct piece *piece, uint64_t row,
                 double to[]) {
    const struct table *table = source->table;
    for (uint64_t array = 0; array < table->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        for (size_t j = 0; j < table->columns; j++)
            *to++ = measure_value(&source->measure,
                                  element_load(table->type, one.entries,
                                               (size_t)(row - piece->row) * piece->columns + j));
    }
}

/* Computes a row of the table, after those before it. Returns false if the engine can't. */
static bool compute_row(struct source *source, struct rows *rows, struct worker *worker,
                        const struct piece **piece, uint64_t row, double to[]) {
    if (!*piece || row >= (*piece)->row + (*piece)->rows) {
        while ((*piece = worker_take(worker)) && row >= (*piece)->row + (*piece)->rows)
            ;
        if (*piece)
            worker_compute(worker);
        source->error = rows_error(rows);
        if (!*piece || source->error.kind != ENGINE_FINE)
            return false;
    }
    copy(source, *piece, row, to);
    return true;
}

/* Reads a row of the array. Returns false if the file can't be read any more. */
static bool read_row(struct source *source, uint64_t row, double to[]) {
    const struct view view = {source->rows, source->columns / source->parts, source->channel_major};
    const uint64_t part = view.positions * view.channels;
    for (uint64_t n = 0; n < source->parts && !source->unreadable; n++) {
        const struct array one = array_part(source->array, n * part, part);
        source->unreadable =
            view_read(&one, &view, &source->measure, &row, 1, NULL, to + n * view.channels);
    }
    return !source->unreadable;
}

void source_visit(struct source *source, const uint64_t row[], size_t count, row_visit *visit,
                  void *context) {
    const size_t width = (size_t)source->columns;
    const struct table *table = source->table;
    double *wanted = die_malloc(2 * width * sizeof *wanted), *got = wanted + width;
    struct rows *rows =
        table ? rows_open(table, ENGINE_AUTO, row[0], row[count - 1] + 1, PIECE) : NULL;
    struct worker *worker = table ? worker_new(rows) : NULL;
    const struct piece *piece = NULL;
    for (size_t k = 0; k < count; k++) {
        if ((table && !compute_row(source, rows, worker, &piece, row[k], wanted)) ||
            (source->array && !read_row(source, row[k], got)))
            break;
        for (size_t j = 0; j < width && source->array; j++) {
            const double value = got[j] - (table ? wanted[j] : 0);
            got[j] = isfinite(value) ? value : (double)NAN;
        }
        visit(context, k, source->array ? got : wanted);
    }
    if (table) {
        worker_free(worker);
        rows_close(rows);
    }
    free(wanted);
}

/* Some columns of rows. */
struct choice {
    const uint64_t *column;
    size_t count;
    double *value;
};

static void choose(void *context, size_t k, const double row[]) {
    const struct choice *choice = context;
    for (size_t j = 0; j < choice->count; j++)
        choice->value[k * choice->count + j] = row[choice->column[j]];
}

void source_values(struct source *source, const uint64_t rows[], size_t count,
                   const uint64_t columns[], size_t column_count, double values[]) {
    struct choice choice = {columns, column_count, values};
    for (size_t k = 0; k < count * column_count; k++)
        values[k] = (double)NAN;
    source_visit(source, rows, count, choose, &choice);
}

size_t rows_spread(struct range range, size_t most, uint64_t rows[], uint64_t *step) {
    const uint64_t count = range.end - range.begin;
    *step = (count + most - 1) / most;
    size_t n = 0;
    for (uint64_t row = 0; row < count; row += *step)
        rows[n++] = range.begin + row;
    return n;
}
