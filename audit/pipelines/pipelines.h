/* SPDX-License-Identifier: MIT */
/* A pipeline is a usual way of computing a table, as programs do it: it says to which format the result of each step is
 * rounded. Here each step is rounded correctly, so entries don't depend on the local libm or processor. */
#ifndef POSENC_PIPELINES_H
#define POSENC_PIPELINES_H

#include "pipelines/pipeline_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The pipelines that make sense for one table, which must outlive them. There are none if this machine doesn't round
 * each operation of doubles once, to nearest. Each thread needs its own.
 *
 * `narrow` is PIPELINES_WIDE, or ROUND_BF16 or ROUND_F16 for an array of float32 whose entries are all numbers of that
 * format: then there are also pipelines that end with rounding to it. */
enum { PIPELINES_WIDE = -1 };
struct pipelines;
struct pipelines *pipelines_new(const struct table *, int narrow);
void pipelines_free(struct pipelines *);

/* One of them. */
struct pipeline {
    const struct pipeline_row *row;
    enum method method; /* how frequencies are computed; METHOD_EXACT: the exact ones are rounded */
    char *formats, *name; /* "float32 then bf16", and with the method "float32 then bf16, exp" */
    const double *w;      /* the frequencies: part of pipelines.c */
};
size_t pipelines_count(const struct pipelines *);
const struct pipeline *pipelines_list(const struct pipelines *);

/* The first pipeline is the exact table, rounded once. The others also round intermediate results. */
enum { PIPELINE_EXACT };

/* Moves the frequencies of pipeline k by as many units in their last place as ulps[] has for each slot: as far as the exp or
 * the pow of another library may be off. Formats of 16 bits, and frequencies that aren't rounded, stay. */
void pipelines_move(struct pipelines *, size_t k, const int ulps[]);

/* Channels of one slot have the same frequency. */
size_t pipelines_slots(const struct pipelines *);
size_t pipelines_slot(const struct pipelines *, size_t j);

/* Computes a position with pipeline k: the bits of all channels of all arrays. */
void pipelines_position(struct pipelines *, size_t k, uint64_t position, uint64_t entries[]);

/* The largest relative error of the frequency of channel j, in pipelines with frequencies of that format; without
 * METHOD_ITERATED, whose angles come from one frequency. */
double pipelines_frequency_error(const struct pipelines *, int format, size_t j);

/* Returns the bits, except that any NaN becomes the NaN that pipelines compute. */
uint64_t pipelines_nan(const struct element *, uint64_t bits);

#endif
