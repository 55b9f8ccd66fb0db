/* SPDX-License-Identifier: MIT */
/* The table of pipelines: a row says to which format the result of each step is rounded, and by which methods frequencies
 * are computed. */
#ifndef POSENC_PIPELINE_ROWS_H
#define POSENC_PIPELINE_ROWS_H

#include "pipelines/rounded.h"
#include "table/table.h"

#include <stdbool.h>

/* How w = base^(-index/divisor) is computed. */
enum method {
    METHOD_EXACT,      /* not at all: the real number, rounded once */
    METHOD_EXP,        /* exp(index * (-ln base / divisor)); the quotient is computed in double */
    METHOD_EXP_LATE,   /* exp((index * -ln base) / divisor) */
    METHOD_1_OVER_POW, /* 1 / pow(base, index/divisor) */
    METHOD_POW,        /* pow(base, -index/divisor) */
    METHOD_OVER_POW,   /* pow(base, index/divisor), which the position is divided by */
    METHOD_ITERATED, /* pow(base, -1/divisor), by which the angle of each pair is multiplied to make the next */
    METHODS
};

/* One more format: the number isn't rounded. */
enum { ROUND_NOT = ROUNDINGS };

/* Rows of one family differ in details only: they have one colour in a figure. */
enum pipeline_family {
    FAMILY_EXACT,
    FAMILY_F32,
    FAMILY_F64,
    FAMILY_F64_ANGLES,
    FAMILY_F32_FREQUENCIES,
    FAMILY_KEPT_BF16,
    FAMILY_KEPT_F16,
    FAMILY_BF16,
    FAMILY_F16,
    FAMILIES
};

struct pipeline_row {
    const char *name;
    unsigned methods;        /* flags of pipeline_rows.c */
    int computed, frequency; /* the format of each step of a method, and that of its result */
    int position;            /* what p is rounded to */
    int product, angle;      /* what p*w is rounded to first, and then */
    int sine, value; /* what the sine is rounded to first, and then, before the table's type */
    enum pipeline_family family;
    unsigned when; /* flags of pipeline_rows.c */
};

/* The first is exact. */
extern const struct pipeline_row pipeline_rows[];
extern const size_t pipeline_row_count;

/* Does the row make sense for the table? `narrow` is that of pipelines_new. */
bool pipeline_row_applies(const struct pipeline_row *, const struct table *, int narrow);

/* Is there a pipeline of this row and this method? All methods but METHOD_EXACT need frequencies that are powers of a base,
 * scaled or not. */
bool pipeline_row_has(const struct pipeline_row *, enum method, const struct table *);

/* Does it round a position, a frequency or an angle to bf16 or f16? */
bool pipeline_row_is_coarse(const struct pipeline_row *);

/* The formats, for a table of this type: "float32 then bf16". The caller frees it. */
char *pipeline_row_formats(const struct pipeline_row *, const struct element *type);

/* NULL for METHOD_EXACT. */
extern const char *const method_names[METHODS];

#endif
