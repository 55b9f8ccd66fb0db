/* The usual ways of computing a table: in which formats each step is rounded. Each step is rounded correctly, so neither
 * the local libm nor the processor has a say. */
#ifndef POSENC_PIPELINES_H
#define POSENC_PIPELINES_H

#include "table/table.h"

#include <stddef.h>
#include <stdint.h>

/* The pipelines that make sense for one table, which must outlive them. */
struct pipelines;
struct pipelines *pipelines_new(const struct table *);
void pipelines_free(struct pipelines *);

size_t pipelines_count(const struct pipelines *);
const char *pipelines_name(const struct pipelines *, size_t k); /* for a legend: "float32, exp" */
const char *pipelines_meaning(const struct pipelines *, size_t k); /* a sentence */

/* What pipeline k computes for entries [from, from + count) of a row of the table as emitted: host-order elements of the
 * table's type. */
void pipelines_compute(struct pipelines *, size_t k, uint64_t row, uint64_t from, size_t count,
                       void *entries);

#endif
