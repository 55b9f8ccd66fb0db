/* Some rows of a table as numbers: what its elements stand for, with their scale. */
#ifndef POSENC_SAMPLER_H
#define POSENC_SAMPLER_H

#include "engine/engine_error.h"
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

/* Rows rows[0] < rows[1] < ... of a table whose rows are positions. Both must outlive the sampler. */
struct sampler *sampler_new(const struct table *, const uint64_t rows[], size_t count);
void sampler_free(struct sampler *);

/* How many numbers a row has: its columns, of two arrays those of the second after those of the first. */
size_t sampler_width(const struct table *);

/* The next row, valid until the next call. NULL after the last, or if the engine can't compute it. */
const double *sampler_next(struct sampler *);
struct engine_error sampler_error(const struct sampler *);

/* At most `most` rows of a range, evenly spread: every step-th one from its first. Returns how many. */
size_t sampler_spread(struct row_range, size_t most, uint64_t rows[], uint64_t *step);

#endif
