/* The entries of an array that pipelines are compared with. */
#ifndef POSENC_SHARE_SAMPLE_H
#define POSENC_SHARE_SAMPLE_H

#include "audit/array.h"
#include "table/table.h"

/* Runs of positions, evenly spread over all. One position is a row of a position-major table; of the other order many
 * positions of a channel are read at once. */
struct share_sample {
    uint64_t positions, run, runs; /* of all; how many a run has; how many runs */
    size_t channels;
};

/* All positions, if that makes at most `most` entries. */
struct share_sample sample_of(const struct table *, uint64_t most);

uint64_t sample_size(const struct share_sample *); /* how many positions */
uint64_t sample_position(const struct share_sample *, uint64_t s);

/* Reads the entries at these positions, of all channels: [sample][channel]. Returns NULL, or a message. */
char *sample_read(const struct share_sample *, const struct array *, const struct table *,
                  void *entries);

#endif
