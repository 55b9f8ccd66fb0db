/* SPDX-License-Identifier: MIT */
/* The reference engine: A * sin(p*w) and A * cos(p*w) as exact real numbers, rounded once. */
#ifndef POSENC_ZIV_H
#define POSENC_ZIV_H

#include "element/element.h"
#include "exact/frequency.h"

/* The workspace of Ziv's loop. Each thread has its own. */
struct ziv;
struct ziv *ziv_new(void);
void ziv_free(struct ziv *);

enum { SINE, COSINE };

/* Sets bits[SINE] and bits[COSINE] to A * sin(p*w) and A * cos(p*w), each rounded once to `type`, to nearest, ties
 * to even. The loop ends for every p, w and A with rational bases and without factors (ziv.c gives the proof); its
 * memory and time grow with their sizes. In other cases it may give up at ZIV_CAP bits, and return false. */
#ifndef ZIV_CAP /* fewer in the test of entries that are undecided */
#define ZIV_CAP (INT64_C(1) << 20)
#endif
bool ziv_sincos(struct ziv *, struct position *, struct frequency *, struct amplitude *,
                const struct element *type, uint64_t bits[2]);

/* Sets *bits to A * w, rounded in the same way. */
bool ziv_frequency(struct ziv *, struct frequency *, struct amplitude *, const struct element *type,
                   uint64_t *bits);

/* A * sin(p*w) and A * cos(p*w) as double-double numbers high + low. Their error is at most ZIV_DOUBLE_ERROR times the
 * 2^k of amplitude_log2; k must be in [-ZIV_DOUBLE_LOG2, ZIV_DOUBLE_LOG2]. Returns false if they are undecided, as
 * above. */
struct double_double {
    double high, low;
};
bool ziv_double_double(struct ziv *, struct position *, struct frequency *, struct amplitude *,
                       struct double_double value[2]);

enum { ZIV_DOUBLE_LOG2 = 200 };
#ifdef POSENC_SHRINK /* engine/reference.c cuts them */
#define ZIV_DOUBLE_ERROR 0x1p-50
#else
#define ZIV_DOUBLE_ERROR 0x1p-105
#endif

#endif
