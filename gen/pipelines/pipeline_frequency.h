/* The frequencies of a table, as pipelines compute them. */
#ifndef POSENC_PIPELINE_FREQUENCY_H
#define POSENC_PIPELINE_FREQUENCY_H

#include "exact/rounded.h"
#include "pipelines/pipeline_rows.h"
#include "table/scaling.h"

#include <stdbool.h>
#include <stdint.h>

/* Rules of scaling as programs compute them: step by step in floating point, as modeling_rope_utils.py of
 * huggingface/transformers does in float32. */

/* A rule, and the numbers that it needs in double. */
struct pipeline_scaling {
    const struct scaling *scaling;
    double factor, original;
    double low, high; /* llama3: the keys; yarn: the ends of the ramp */
};

/* Does the rule change frequencies, other than by another base? */
bool pipeline_scales(const struct scaling *);

/* A frequency that isn't scaled yet, and base^e if it is 1/base^e; else NaN. */
struct unscaled {
    double w, power;
};

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
 * METHOD_ITERATED multiplies by, which is the same for all k. In a table of factors, the same without scaling over
 * that. NaN if nothing is rounded. */
double pipeline_frequency(const struct frequency_list *, enum method, int format, struct ziv *,
                          uint64_t k);

#endif
