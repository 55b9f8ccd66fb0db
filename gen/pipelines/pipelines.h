/* The usual ways of computing a table: in which formats each step is rounded. Each step is rounded correctly, so
 * neither the local libm nor the processor has a say. */
#ifndef POSENC_PIPELINES_H
#define POSENC_PIPELINES_H

#include "pipelines/pipeline_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The pipelines that make sense for one table, which must outlive them. There are none where floating point
 * isn't evaluated as C writes it. Each thread needs its own.
 *
 * `narrow` is ROUND_BF16 or ROUND_F16 if the entries to explain are numbers of that format, kept in float32; else
 * PIPELINES_WIDE. Then there are pipelines that end so, too. */
enum { PIPELINES_WIDE = -1 };
struct pipelines;
struct pipelines *pipelines_new(const struct table *, int narrow);
void pipelines_free(struct pipelines *);

/* One of them. */
struct pipeline {
    const struct pipeline_row *row;
    enum method
        method; /* how frequencies are computed, if they aren't exact before they are rounded */
    char *formats, *name; /* "float32 then bf16", and with the method "float32 then bf16, exp" */
    const double *w;      /* part of pipelines.c */
};
size_t pipelines_count(const struct pipelines *);
const struct pipeline *pipelines_list(const struct pipelines *);

/* The first pipeline is the exact table itself, rounded once; the others round on the way. */
enum { PIPELINE_EXACT };

/* What pipeline k computes for a row of the table as emitted: host-order elements of the table's type. The rows of a
 * second array follow those of the first. */
void pipelines_compute(struct pipelines *, size_t k, uint64_t row, void *entries);

/* What pipeline k computes for a position, in all channels of all arrays: bits. */
void pipelines_position(struct pipelines *, size_t k, uint64_t position, uint64_t entries[]);

/* The largest error of the frequency of channel j, relative to it, in pipelines whose frequencies are of that format and
 * computed on their own, each from the base. */
double pipelines_frequency_error(const struct pipelines *, int format, size_t j);

/* An entry, or the NaN that pipelines compute if it is one. */
uint64_t pipelines_nan(const struct element *, uint64_t bits);

#endif
