/* The frequencies of a table, as pipelines compute them. */
#ifndef POSENC_PIPELINE_FREQUENCY_H
#define POSENC_PIPELINE_FREQUENCY_H

#include "audit/pipeline_rows.h"
#include "audit/pipeline_scaling.h"

/* The frequencies of one list of positions: of a table without a grid, or of an axis of one. */
struct frequency_list {
    const struct table *table;
    struct bases bases;
    uint64_t count;
    struct frequency **exact;
    struct double_double *pair; /* the same, as high + low */
    uint64_t *times;            /* the pair: how often METHOD_ITERATED multiplies the position */
    double base, logarithm; /* as a program has them: in double; ntk and dynamic change the base */
    double plain_base;      /* what they change */
    struct pipeline_scaling scaling;
};

void frequency_list_init(struct frequency_list *, const struct table *);
void frequency_list_clear(struct frequency_list *);

/* What a method computes for frequency k in steps of this format: w, or what METHOD_OVER_POW divides by, or what
 * METHOD_ITERATED multiplies by, which is the same for all k. In a table of factors, the same without scaling over that.
 * NaN if nothing is rounded. */
double pipeline_frequency(const struct frequency_list *, enum method, int format, struct ziv *,
                          uint64_t k);

#endif
