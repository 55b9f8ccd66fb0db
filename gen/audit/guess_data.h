/* The numbers of an array, as a table of positions and channels whose words are to be guessed. */
#ifndef POSENC_GUESS_DATA_H
#define POSENC_GUESS_DATA_H

#include "audit/array.h"
#include "audit/entry_error.h"

/* One way to read the array: how many positions and channels, and which of them is slower in memory. */
struct view {
    uint64_t positions, channels;
    bool channel_major;
};

/* Some rows of a view: all of them, or of a large table the first ones and some more. */
struct guess_data {
    struct view view;
    size_t rows, prefix; /* how many are here; the first `prefix` of them follow each other */
    uint64_t *row;       /* which positions they are, rising */
    double *value;       /* of channel j in the k-th row here: value[j * rows + k] */
    double largest;      /* the largest finite magnitude */
    bool fixed;          /* are its numbers evenly spaced? */
    double quantum;      /* about half the distance of the type's values below 1 */
    bool *zero;          /* is the k-th row 0 throughout? */
    size_t zeros;        /* how many are */
};

/* Reads a view. Returns NULL, or what array_read says; then there is nothing to free. */
char *guess_data_read(struct guess_data *, const struct array *, struct view,
                      const struct measure *);
void guess_data_free(struct guess_data *);

static inline double guess_value(const struct guess_data *data, size_t k, uint64_t channel) {
    return data->value[channel * data->rows + k];
}

#endif
