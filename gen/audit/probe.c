#include "audit/probe.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>

void probe_open(struct probe *probe, const struct array *array, const struct table *table) {
    *probe = (struct probe){.array = array,
                            .table = table,
                            .measure = measure_of(table),
                            .entries = exact_entries_new(table)};
    exact_entry_init(&probe->entry);
}

void probe_close(struct probe *probe) {
    exact_entry_clear(&probe->entry);
    exact_entries_free(probe->entries);
}

uint64_t probe_got(struct probe *probe, uint64_t index) {
    uint64_t stored[1] = {0}; /* aligned for any type */
    if (!probe->wrong)
        probe->wrong = array_read(probe->array, index, 1, stored);
    return probe->wrong ? 0 : element_load(probe->measure.type, stored, 0);
}

/* Finds an entry of the table, unless that is undecided. */
static bool find(struct probe *probe, uint64_t index) {
    const uint64_t row = index / probe->table->columns;
    probe->entry.array = row / probe->table->rows;
    probe->entry.row = row % probe->table->rows;
    probe->entry.column = index % probe->table->columns;
    return exact_entries_at(probe->entries, &probe->entry).kind == ENGINE_FINE;
}

uint64_t probe_wanted(struct probe *probe, uint64_t index) {
    find(probe, index);
    return probe->entry.bits;
}

double probe_got_value(struct probe *probe, uint64_t index) {
    return measure_value(&probe->measure, probe_got(probe, index));
}

double probe_wanted_value(struct probe *probe, uint64_t index) {
    return find(probe, index) ? measure_value(&probe->measure, probe->entry.bits) : (double)NAN;
}

void distance_add(struct distance *distance, double got, double wanted) {
    if (!isfinite(got) || !isfinite(wanted))
        return;
    distance->sum += fabs(got - wanted);
    distance->entries++;
}

double distance_mean(struct distance distance) {
    return distance.entries > 0 ? distance.sum / distance.entries : INFINITY;
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double usual_error(double errors[], size_t count, double least) {
    enum { TIMES = 16 };
    qsort(errors, count, sizeof *errors, by_size);
    return fmax(count > 0 ? TIMES * errors[count / 2] : 0, least);
}

struct sample sample_new(size_t rows, size_t columns) {
    const size_t entries = rows * columns;
    struct sample sample = {.row = die_malloc(rows * sizeof *sample.row),
                            .column = die_malloc(columns * sizeof *sample.column),
                            .bits = die_malloc(entries * sizeof *sample.bits),
                            .got = die_malloc(2 * entries * sizeof *sample.got)};
    sample.wanted = sample.got + entries;
    return sample;
}

static void add(uint64_t list[], size_t *count, uint64_t number) {
    for (size_t k = 0; k < *count; k++)
        if (list[k] == number)
            return;
    list[(*count)++] = number;
}

void sample_add_row(struct sample *sample, uint64_t row) {
    add(sample->row, &sample->rows, row);
}

void sample_add_column(struct sample *sample, uint64_t column) {
    add(sample->column, &sample->columns, column);
}

void sample_free(struct sample *sample) {
    free(sample->row);
    free(sample->column);
    free(sample->bits);
    free(sample->got);
}

uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k) {
    return count < 2 ? 0 : (uint64_t)((double)(all - 1) * (double)k / (double)(count - 1));
}

uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k) {
    if (all <= count)
        return k;
    const uint64_t number = k * all / count;
    return number + (number % 2 != k % 2 && number + 1 < all);
}

uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k) {
    const uint64_t begin = k * all / count, end = (k + 1) * all / count;
    return begin + k * k * UINT64_C(7919) % (end - begin);
}

static uint64_t index_of(const struct sample *sample, const struct probe *probe, size_t k) {
    return sample->row[k / sample->columns] * probe->table->columns +
           sample->column[k % sample->columns];
}

void sample_read(struct sample *sample, struct probe *probe) {
    for (size_t k = 0; k < sample->rows * sample->columns; k++) {
        sample->bits[k] = probe_got(probe, index_of(sample, probe, k));
        sample->got[k] = measure_value(&probe->measure, sample->bits[k]);
    }
}

void sample_compute(struct sample *sample, struct probe *probe) {
    for (size_t k = 0; k < sample->rows * sample->columns; k++)
        sample->wanted[k] = probe_wanted_value(probe, index_of(sample, probe, k));
}
