#include "audit/probe.h"

#include <math.h>

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

uint64_t reversed_bytes(uint64_t bits, unsigned bytes) {
    uint64_t reversed = 0;
    for (unsigned k = 0; k < bytes; k++, bits >>= 8)
        reversed = reversed << 8 | (bits & 0xff);
    return reversed;
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
