/* Some rows of a table as numbers: what its elements stand for, with their scale. */
#ifndef POSENC_SAMPLER_H
#define POSENC_SAMPLER_H

#include "engine/reference.h"
#include "table/table.h"

#include <stddef.h>
#include <stdint.h>

/* Rows [begin, end), begin < end. */
struct row_range {
    uint64_t begin, end;
};

/* "all rows", or "rows 5 to 9" if the table has more. The caller frees it. */
char *row_range_text(struct row_range, const struct table *);

struct sampler;

/* Columns. If there are two arrays, the columns of the second follow those of the first. */
struct sampler_columns {
    const uint64_t *list; /* NULL: all */
    size_t count;
};

/* Rows rows[0] < rows[1] < ... of a table whose rows are positions, in these columns. All must outlive the sampler. Of wide
 * tables single entries are computed if columns are listed. */
struct sampler *sampler_new(const struct table *, const uint64_t rows[], size_t count,
                            struct sampler_columns);

/* Frees the sampler. Returns the error that ended the rows, if there was one. */
struct engine_error sampler_end(struct sampler *);

/* How many columns a row has in all arrays. */
size_t sampler_width(const struct table *);

/* Columns for a sum over all of them. In a wide table these are some pairs, evenly spread, which are put into
 * `room`. */
enum { SAMPLER_PAIRS = 128 };
struct sampler_columns sampler_some(const struct table *, uint64_t room[2 * SAMPLER_PAIRS],
                                    uint64_t *step);

/* The next row, valid until the next call. NULL after the last, or if the engine can't compute it. */
const double *sampler_next(struct sampler *);

/* Sets columns 2a and 2a + 1 of evenly spread pairs a, at most `most` pairs. Returns how many columns. */
size_t sampler_pairs(uint64_t width, size_t most, uint64_t columns[], uint64_t *step);

/* At most `most` rows of a range, evenly spread: every step-th one from its first. Returns how many. */
size_t sampler_spread(struct row_range, size_t most, uint64_t rows[], uint64_t *step);

#endif
