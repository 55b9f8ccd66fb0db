/* Rules of scaling as programs compute them: step by step in floating point, as modeling_rope_utils.py of
 * huggingface/transformers does in float32. */
#ifndef POSENC_PIPELINE_SCALING_H
#define POSENC_PIPELINE_SCALING_H

#include "exact/rounded.h"
#include "table/rope_scaling.h"

#include <stdbool.h>
#include <stdint.h>

/* A rule, and the numbers that it needs in double. */
struct pipeline_scaling {
    const struct scaling *scaling;
    double factor, original;
    double low, high; /* llama3: the keys; yarn: the ends of the ramp */
};

/* Does the rule change frequencies, other than by another base? */
bool pipeline_scales(const struct scaling *);

/* `base` as a program has it. */
struct pipeline_scaling pipeline_scaling_of(const struct scaling *, double base);

/* A frequency that isn't scaled yet, and base^e if it is 1/base^e; else NaN. */
struct unscaled {
    double w, power;
};

/* The frequency of pair i after the rule, each step rounded to the format. */
double pipeline_scaled(const struct pipeline_scaling *, enum rounding, uint64_t i, struct unscaled);

#endif
