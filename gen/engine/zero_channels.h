/* The channels of a table's arrays that are 0. Where all channels of a row are computed together, these are computed
 * too, and then overwritten. */
#ifndef POSENC_ZERO_CHANNELS_H
#define POSENC_ZERO_CHANNELS_H

#include "table/table.h"

#include <stddef.h>

struct zero_channels {
    struct zero_run {
        size_t begin, end;
    } * run; /* in order */
    size_t runs;
};

struct zero_channels zero_channels_of(const struct table *);
void zero_channels_free(struct zero_channels *);

/* Overwrites those among the channels [from, from + n) of a row. */
void zero_channels_put(const struct zero_channels *, size_t from, size_t n, const struct element *,
                       void *entries);

#endif
