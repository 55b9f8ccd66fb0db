/* The numbers of an array, as a table of positions and channels whose words are to be guessed. */
#ifndef POSENC_ENTRIES_H
#define POSENC_ENTRIES_H

#include "fit/noise.h"
#include "fit/sample.h"
#include "read/array.h"

/* Rows that show no position: those of zeros, and those of angle 0, whose entries are 0 or the largest. */
enum row_kind { ROW_MOVES, ROW_ZERO, ROW_UNROTATED };

/* Some rows of a view: all of them, or of a large table the first ones and some more. */
struct entries {
    struct view view;
    size_t rows, prefix; /* how many are here; the first `prefix` of them follow each other */
    uint64_t *row;       /* which positions they are, rising */
    double *value;       /* of channel j in the k-th row here: value[j * rows + k] */
    double largest;      /* the largest finite magnitude */
    struct grain grain;  /* what its numbers are rounded to */
    enum row_kind *kind; /* of the k-th row here */
};

/* Reads a view. Returns NULL, or what array_read says; then there is nothing to free. */
char *entries_read(struct entries *, const struct array *, struct view, const struct measure *);
void entries_free(struct entries *);

/* Takes the entries for integers that were rounded that way. */
void entries_cut(struct entries *, enum cut);

static inline double entry_at(const struct entries *data, size_t k, uint64_t channel) {
    return data->value[channel * data->rows + k];
}

/* How an array can be cut into positions and channels. */

/* The ways to cut its dimensions in two: positions and channels, in either order. Raw elements have one dimension, which
 * max_len cuts (0: not given); another array of one dimension is one row. `axes` is the text of that word, or NULL. */
enum { VIEWS = 32 };
size_t views_of(const struct array *, uint64_t max_len, const char *axes, struct view views[VIEWS]);

#endif
