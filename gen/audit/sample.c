#include "audit/sample.h"
#include "base/die.h"
#include "engine/exact_entries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two runs of positions; in the second one positions are small enough for a float32 angle to be right to some digits. Of
 * each, channels that are spread over all. */
enum { RUNS = 2, RUN_POSITIONS = 6, SECOND_RUN = 2000, CHANNELS_MOST = 32 };

struct sample {
    struct measure measure;
    size_t channels;
    uint64_t channel[CHANNELS_MOST];
    size_t runs;
    struct run {
        uint64_t begin, end;                         /* positions */
        uint64_t bits[RUN_POSITIONS][CHANNELS_MOST]; /* of the array */
        double value[RUN_POSITIONS][CHANNELS_MOST];
    } run[RUNS];
};

/* Spreads the channels over all; every other one is the second of a pair. */
static void choose_channels(struct sample *sample, const struct table *table) {
    const uint64_t count = table->channel_count;
    sample->channels = count < CHANNELS_MOST ? (size_t)count : CHANNELS_MOST;
    for (size_t k = 0; k < sample->channels; k++) {
        uint64_t j = k * count / sample->channels;
        bool other = count > CHANNELS_MOST && j % 2 != k % 2 && j + 1 < count;
        sample->channel[k] = j + other;
    }
}

static void choose_positions(struct sample *sample, const struct table *table) {
    const uint64_t count = table->position_count;
    const uint64_t middle = count / 2 < SECOND_RUN ? count / 2 : SECOND_RUN;
    for (int k = 0; k < RUNS; k++) {
        uint64_t begin = k == 0 ? 0 : middle;
        if (k > 0 && begin < sample->run[k - 1].end)
            begin = sample->run[k - 1].end;
        const uint64_t end = begin + RUN_POSITIONS < count ? begin + RUN_POSITIONS : count;
        if (begin < end)
            sample->run[sample->runs++] = (struct run){.begin = begin, .end = end};
    }
}

/* Reads an entry of the array. */
static char *read_bits(const struct array *array, const struct table *table, uint64_t position,
                       uint64_t channel, uint64_t *bits) {
    uint64_t stored[1]; /* aligned for any type */
    uint64_t index = table->channel_major ? channel * table->columns + position
                                          : position * table->columns + channel;
    char *wrong = array_read(array, index, 1, stored);
    if (!wrong)
        *bits = element_load(table->type, stored, 0);
    return wrong;
}

/* Sets what the bits mean. */
static void set_values(struct sample *sample) {
    for (size_t k = 0; k < sample->runs; k++) {
        struct run *run = &sample->run[k];
        for (uint64_t p = 0; p < run->end - run->begin; p++)
            for (size_t c = 0; c < sample->channels; c++)
                run->value[p][c] = measure_value(&sample->measure, run->bits[p][c]);
    }
}

struct sample *sample_new(const struct array *array, const struct table *table, char **wrong) {
    struct sample *sample = die_malloc(sizeof *sample);
    *sample = (struct sample){.measure = measure_of(table)};
    choose_channels(sample, table);
    choose_positions(sample, table);
    *wrong = NULL;
    for (size_t k = 0; k < sample->runs; k++) {
        struct run *run = &sample->run[k];
        for (uint64_t p = run->begin; p < run->end; p++)
            for (size_t c = 0; c < sample->channels && !*wrong; c++)
                *wrong =
                    read_bits(array, table, p, sample->channel[c], &run->bits[p - run->begin][c]);
    }
    if (*wrong) {
        free(sample);
        return NULL;
    }
    set_values(sample);
    return sample;
}

static uint64_t reverse_bytes(uint64_t bits, unsigned bytes) {
    uint64_t reversed = 0;
    for (unsigned k = 0; k < bytes; k++, bits >>= 8)
        reversed = reversed << 8 | (bits & 0xff);
    return reversed;
}

struct sample *sample_as(const struct sample *sample, const struct table *table, bool reversed) {
    struct sample *as = die_malloc(sizeof *as);
    *as = *sample;
    as->measure = measure_of(table);
    for (size_t k = 0; k < as->runs && reversed; k++)
        for (uint64_t p = 0; p < as->run[k].end - as->run[k].begin; p++)
            for (size_t c = 0; c < as->channels; c++)
                as->run[k].bits[p][c] = reverse_bytes(as->run[k].bits[p][c], table->type->bytes);
    set_values(as);
    return as;
}

void sample_free(struct sample *sample) {
    free(sample);
}

/* --- distances */

/* A sum of distances, over a number of entries. */
struct sum {
    double distance, entries;
};

static void add(struct sum *sum, double got, double wanted) {
    if (!isfinite(got) || !isfinite(wanted))
        return;
    sum->distance += fabs(got - wanted);
    sum->entries++;
}

/* The value of a table's entry; NaN if it can't be computed. */
static double wanted_value(struct exact_entries *entries, struct exact_entry *entry,
                           const struct measure *measure, const struct table *table,
                           uint64_t position, uint64_t channel) {
    entry->row = table->channel_major ? channel : position;
    entry->column = table->channel_major ? position : channel;
    bool fine = exact_entries_at(entries, entry).kind == ENGINE_FINE;
    return fine ? measure_value(measure, entry->bits) : NAN;
}

void sample_distances(const struct sample *sample, const struct table *table,
                      double distance[SAMPLE_SHIFTS]) {
    struct sum sums[SAMPLE_SHIFTS] = {{0, 0}};
    const struct measure measure = measure_of(table);
    struct exact_entries *entries = exact_entries_new(table);
    struct exact_entry entry;
    exact_entry_init(&entry);
    for (size_t k = 0; k < sample->runs; k++) {
        const struct run *run = &sample->run[k];
        const uint64_t begin = run->begin > 0 ? run->begin - 1 : 0;
        const uint64_t end = run->end < table->position_count ? run->end + 1 : run->end;
        for (uint64_t p = begin; p < end; p++)
            for (size_t c = 0; c < sample->channels; c++) {
                double wanted =
                    wanted_value(entries, &entry, &measure, table, p, sample->channel[c]);
                for (int shift = -1; shift <= 1; shift++) {
                    uint64_t at = p - (uint64_t)shift; /* that holds what p should */
                    if (at >= run->begin && at < run->end)
                        add(&sums[shift + 1], run->value[at - run->begin][c], wanted);
                }
            }
    }
    exact_entry_clear(&entry);
    exact_entries_free(entries);
    for (int k = 0; k < SAMPLE_SHIFTS; k++)
        distance[k] = sums[k].entries > 0 ? sums[k].distance / sums[k].entries : INFINITY;
}

double sample_factor(const struct sample *sample, const struct table *table, double *distance) {
    const struct measure measure = measure_of(table);
    struct exact_entries *entries = exact_entries_new(table);
    struct exact_entry entry;
    double products = 0, squares = 0, factor = 0;
    exact_entry_init(&entry);
    struct sum left = {0, 0};
    for (int pass = 0; pass < 2; pass++) {
        if (pass > 0)
            factor = products / squares;
        for (size_t k = 0; k < sample->runs; k++)
            for (uint64_t p = sample->run[k].begin; p < sample->run[k].end; p++)
                for (size_t c = 0; c < sample->channels; c++) {
                    const double got = sample->run[k].value[p - sample->run[k].begin][c],
                                 wanted = wanted_value(entries, &entry, &measure, table, p,
                                                       sample->channel[c]);
                    if (pass > 0)
                        add(&left, got, factor * wanted);
                    else if (isfinite(got) && isfinite(wanted)) {
                        products += got * wanted;
                        squares += wanted * wanted;
                    }
                }
    }
    exact_entry_clear(&entry);
    exact_entries_free(entries);
    *distance = left.entries > 0 ? left.distance / left.entries : INFINITY;
    return factor;
}

double sample_wanted(const struct sample *sample, const struct table *table) {
    struct sample zeros = *sample;
    double distance[SAMPLE_SHIFTS];
    for (size_t k = 0; k < zeros.runs; k++)
        memset(zeros.run[k].value, 0, sizeof zeros.run[k].value);
    sample_distances(&zeros, table, distance);
    return distance[1];
}

double sample_near_share(const struct array *array) {
    return array->type->bytes < 4 ? 1e-2 : 1e-4;
}

double sample_magnitude(const struct sample *sample) {
    struct sum sum = {0, 0};
    for (size_t k = 0; k < sample->runs; k++)
        for (uint64_t p = 0; p < sample->run[k].end - sample->run[k].begin; p++)
            for (size_t c = 0; c < sample->channels; c++)
                add(&sum, sample->run[k].value[p][c], 0);
    return sum.entries > 0 ? sum.distance / sum.entries : 0;
}
