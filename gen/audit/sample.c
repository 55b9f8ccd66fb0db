#include "audit/sample.h"
#include "base/die.h"
#include "engine/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two blocks of rows; in the second one positions are small enough for a float32 angle to be right to some digits. */
enum { BLOCKS = 2, BLOCK_ROWS = 32, SECOND_ROW = 2000 };

/* Rows that are longer than this aren't sampled. */
enum { COLUMNS_MAX = 1 << 22 };

struct sample {
    const struct table *expected; /* in the order of the array's memory */
    struct measure measure;
    struct block {
        uint64_t begin, end; /* rows */
        double *values;      /* of the array */
    } block[BLOCKS];
};

/* Elements as what they mean. */
static void take_values(const struct measure *measure, const void *stored, size_t count,
                        double *values) {
    for (size_t k = 0; k < count; k++)
        values[k] = measure_value(measure, element_load(measure->type, stored, k));
}

static char *read_block(struct sample *sample, const struct array *array, struct block *block) {
    const uint64_t columns = sample->expected->columns;
    const size_t count = (size_t)((block->end - block->begin) * columns);
    void *stored = die_malloc(count * array->type->bytes);
    block->values = die_malloc(count * sizeof *block->values);
    char *wrong = array_read(array, block->begin * columns, count, stored);
    if (!wrong)
        take_values(&sample->measure, stored, count, block->values);
    free(stored);
    return wrong;
}

struct sample *sample_new(const struct array *array, const struct expected *expected,
                          char **wrong) {
    const struct table *table = expected->table;
    struct sample *sample = die_malloc(sizeof *sample);
    *sample = (struct sample){.expected = table, .measure = measure_of(table)};
    *wrong = NULL;
    if (table->columns > COLUMNS_MAX)
        return sample;
    uint64_t rows_each = COLUMNS_MAX / table->columns;
    if (rows_each > BLOCK_ROWS)
        rows_each = BLOCK_ROWS;
    uint64_t middle = table->rows / 2 < SECOND_ROW ? table->rows / 2 : SECOND_ROW;
    for (int k = 0; k < BLOCKS && !*wrong; k++) {
        struct block *block = &sample->block[k];
        uint64_t after = k > 0 ? sample->block[k - 1].end : 0;
        block->begin = k > 0 && middle > after ? middle : after;
        block->end =
            block->begin + rows_each < table->rows ? block->begin + rows_each : table->rows;
        if (block->begin < block->end)
            *wrong = read_block(sample, array, block);
    }
    if (!*wrong)
        return sample;
    sample_free(sample);
    return NULL;
}

void sample_free(struct sample *sample) {
    for (int k = 0; sample && k < BLOCKS; k++)
        free(sample->block[k].values);
    free(sample);
}

/* Rows [begin, end) of a table, as values. Returns NULL if one can't be computed. */
static double *table_values(const struct table *table, uint64_t begin, uint64_t end) {
    enum { PIECE = 1 << 16 };
    const struct measure measure = measure_of(table);
    double *values = die_malloc((end - begin) * table->columns * sizeof *values);
    struct rows *rows = rows_open(table, ENGINE_AUTO, begin, end, PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        take_values(&measure, piece->entries, piece->bytes / table->type->bytes,
                    values + piece->offset / table->type->bytes);
    }
    worker_free(worker);
    bool fine = rows_error(rows).kind == ENGINE_FINE;
    rows_close(rows);
    if (fine)
        return values;
    free(values);
    return NULL;
}

/* A sum of distances, over a number of entries. */
struct sum {
    double distance, entries;
};

/* Adds the distances of a row of the array from the row of a table `by` positions further on. */
static void add_row(struct sum *sum, const double *got, const double *wanted, uint64_t columns,
                    int by) {
    uint64_t begin = by < 0, end = columns - (by > 0);
    for (uint64_t c = begin; c < end; c++)
        if (isfinite(got[c]) && isfinite(wanted[c + (uint64_t)by])) {
            sum->distance += fabs(got[c] - wanted[c + (uint64_t)by]);
            sum->entries++;
        }
}

static void add_block(struct sum sums[SAMPLE_SHIFTS], const struct block *block,
                      const struct table *table) {
    const uint64_t columns = table->columns;
    uint64_t begin = block->begin > 0 ? block->begin - 1 : 0;
    uint64_t end = block->end < table->rows ? block->end + 1 : table->rows;
    double *values = table_values(table, begin, end);
    for (int shift = -1; shift <= 1 && values; shift++)
        for (uint64_t r = block->begin; r < block->end; r++) {
            uint64_t row = table->channel_major ? r : r + (uint64_t)shift;
            if (row >= begin && row < end)
                add_row(&sums[shift + 1], block->values + (r - block->begin) * columns,
                        values + (row - begin) * columns, columns,
                        table->channel_major ? shift : 0);
        }
    free(values);
}

void sample_distances(const struct sample *sample, const struct table *table,
                      double distance[SAMPLE_SHIFTS]) {
    struct sum sums[SAMPLE_SHIFTS] = {{0, 0}};
    for (int k = 0; k < BLOCKS; k++)
        if (sample->block[k].values)
            add_block(sums, &sample->block[k], table);
    for (int k = 0; k < SAMPLE_SHIFTS; k++)
        distance[k] = sums[k].entries > 0 ? sums[k].distance / sums[k].entries : INFINITY;
}

double sample_magnitude(const struct sample *sample) {
    struct sum sum = {0, 0};
    for (int k = 0; k < BLOCKS; k++) {
        const struct block *block = &sample->block[k];
        uint64_t count = (block->end - block->begin) * sample->expected->columns;
        for (uint64_t n = 0; block->values && n < count; n++)
            if (isfinite(block->values[n])) {
                sum.distance += fabs(block->values[n]);
                sum.entries++;
            }
    }
    return sum.entries > 0 ? sum.distance / sum.entries : 0;
}
