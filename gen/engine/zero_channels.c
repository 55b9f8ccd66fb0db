#include "engine/zero_channels.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

struct zero_channels zero_channels_of(const struct table *table) {
    struct zero_channels zeros = {NULL, 0};
    for (size_t j = 0; j < table->arrays * table->channel_count; j++) {
        if (table_channel(table, j).function != CHANNEL_ZERO)
            continue;
        if (zeros.runs == 0 || zeros.run[zeros.runs - 1].end < j) {
            zeros.run = die_grow(zeros.run, zeros.runs, sizeof *zeros.run);
            zeros.run[zeros.runs++].begin = j;
        }
        zeros.run[zeros.runs - 1].end = j + 1;
    }
    return zeros;
}

void zero_channels_free(struct zero_channels *zeros) {
    free(zeros->run);
}

void zero_channels_put(const struct zero_channels *zeros, size_t from, size_t n,
                       const struct element *type, void *entries) {
    for (size_t k = 0; k < zeros->runs && zeros->run[k].begin < from + n; k++) {
        const struct zero_run *run = &zeros->run[k];
        size_t begin = run->begin > from ? run->begin : from;
        size_t end = run->end < from + n ? run->end : from + n;
        if (begin < end)
            element_store_zeros(type, entries, begin - from, end - begin);
    }
}
