/* Entries that stand for all of an array: which ones, and how they are read. */
#ifndef POSENC_SAMPLE_H
#define POSENC_SAMPLE_H

#include "fit/measure.h"
#include "read/array.h"

/* One way to read the array: how many positions and channels, and which of them is slower in memory. */
struct view {
    uint64_t positions, channels;
    bool channel_major;
};

/* Chooses at most `most` numbers of [0, all), which rise: all of them; or runs of `run` numbers that are evenly spread, one
 * run at least. The caller frees them. */
uint64_t *spread_runs(uint64_t all, uint64_t run, uint64_t most, size_t *count);

/* Reads the entries at some positions, which rise, in all channels. The bits of channel j at position[k] are put into
 * bits[j * count + k], and what they mean into value[j * count + k]; either may be NULL. Returns NULL, or what array_read
 * says. */
char *view_read(const struct array *, const struct view *, const struct measure *,
                const uint64_t position[], size_t count, uint64_t bits[], double value[]);

/* Number k of `count` that are spread over [0, all), count <= all: evenly, the first and the last among them; or all of a
 * beginning, and the others evenly; or so that every other one is the second of a pair; or unevenly, since at even distances
 * the waves of two columns may be the same. */
uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_beyond(uint64_t beginning, uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k);

#endif
