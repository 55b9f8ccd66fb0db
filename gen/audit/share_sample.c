#include "audit/share_sample.h"
#include "base/die.h"

#include <stdlib.h>

enum { CHANNEL_RUN = 64 };

struct share_sample sample_of(const struct table *table, uint64_t most_entries) {
    struct share_sample sample = {.positions = table->position_count,
                                  .channels = (size_t)(table->arrays * table->channel_count)};
    uint64_t most = most_entries / sample.channels;
    if (sample.positions <= most) {
        sample.run = sample.positions;
        sample.runs = 1;
    } else {
        sample.run = table->channel_major && most >= CHANNEL_RUN ? CHANNEL_RUN : 1;
        sample.runs = most > sample.run ? most / sample.run : 1;
    }
    return sample;
}

static uint64_t run_begin(const struct share_sample *sample, uint64_t run) {
    uint64_t last = sample->positions - sample->run;
    return sample->runs == 1 ? 0
                             : (uint64_t)((double)last * (double)run / (double)(sample->runs - 1));
}

uint64_t sample_position(const struct share_sample *sample, uint64_t s) {
    return run_begin(sample, s / sample->run) + s % sample->run;
}

uint64_t sample_size(const struct share_sample *sample) {
    return sample->run * sample->runs;
}

static char *read_rows(const struct array *array, const struct table *table,
                       const struct share_sample *sample, char *to) {
    size_t bytes = table->type->bytes, columns = (size_t)table->channel_count;
    char *wrong = NULL;
    for (uint64_t s = 0; s < sample_size(sample) && !wrong; s++)
        for (uint64_t k = 0; k < table->arrays && !wrong; k++, to += columns * bytes) {
            uint64_t row = k * sample->positions + sample_position(sample, s);
            wrong = array_read(array, row * columns, columns, to);
        }
    return wrong;
}

static char *read_channels(const struct array *array, const struct table *table,
                           const struct share_sample *sample, char *to) {
    const struct element *type = table->type;
    char *run = die_malloc(sample->run * type->bytes), *wrong = NULL;
    for (size_t j = 0; j < sample->channels; j++)
        for (uint64_t k = 0; k < sample->runs && !wrong; k++) {
            wrong = array_read(array, j * sample->positions + run_begin(sample, k),
                               (size_t)sample->run, run);
            for (size_t n = 0; n < sample->run && !wrong; n++)
                element_store(type, to, (size_t)(k * sample->run + n) * sample->channels + j,
                              element_load(type, run, n));
        }
    free(run);
    return wrong;
}

char *sample_read(const struct share_sample *sample, const struct array *array,
                  const struct table *table, void *entries) {
    return (table->channel_major ? read_channels : read_rows)(array, table, sample, entries);
}
