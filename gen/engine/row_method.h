/* SPDX-License-Identifier: MIT */
/* A way to compute rows: what rows.c needs of by_row.c, by_column.c, grid_rows.c and the reference engine. */
#ifndef POSENC_ROW_METHOD_H
#define POSENC_ROW_METHOD_H

#include "engine/levels.h"
#include "engine/rows.h"

/* What rows are computed from. Table and pieces outlive everything that is made for them. */
struct row_setting {
    const struct table *table;
    enum engine engine;
    const struct simd *simd;     /* NULL: the reference engine does all */
    uint64_t rows;               /* how many */
    const struct pieces *pieces; /* how they are cut */
    struct counts *counts;       /* of entries decided before the first piece is taken */
};

/* A method needn't compute fixed entries (rows.c): they are overwritten. A function may be NULL if it has nothing to
 * do. All workers read `shared`; each has its `own`. The error is that of the first undecided seed, if any. */
struct row_method {
    void *(*shared_new)(const struct row_setting *, struct engine_error *);
    void (*shared_free)(void *shared);

    void *(*worker_new)(const struct row_setting *);
    void (*worker_free)(void *own);

    /* Copies what the worker needs for the piece. Only one thread at a time calls it, in the order of the pieces. */
    struct engine_error (*take)(void *shared, void *own, const struct piece *);

    /* Computes the piece of all arrays. Threads call it at the same time, each with its own worker and levels. */
    void (*compute)(const void *shared, void *own, struct levels *, const struct piece *);
};

/* Position-major rows of positions of equal steps, and of listed ones; channel-major rows; those of grids. */
extern const struct row_method by_row, by_listed_row, by_column, by_axis;

/* A piece has at most this many rows: phasors at the end of more would be further from their seeds than the bounds allow. */
enum { BY_ROW_MOST = 4096 };

#endif
