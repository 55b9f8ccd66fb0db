/* SPDX-License-Identifier: MIT */
/* The reference engine for a whole table, and the exact seeds of the fast engine. Each thread has its
 * own. Rows and columns are as emitted; positions and channels are the table's before axes are
 * exchanged. */
#ifndef POSENC_REFERENCE_H
#define POSENC_REFERENCE_H

#include "exact/ziv.h"
#include "table/table.h"

#include <stdint.h>

/* Why a table can't be computed. cli/ makes the message, since the engine knows no words. */

struct engine_error {
    enum engine_error_kind {
        ENGINE_FINE,
        ENGINE_MEMORY,   /* its channels would take `first` bytes of memory */
        ENGINE_FACTORED, /* its small tables and its rows would take `first` bytes of memory */
        ENGINE_AXES,     /* the tables of the grid's axes would take more memory than they may */
        ENGINE_ANGLES,   /* some frequency is above 2^first */
        ENGINE_RANGE, /* the type can't hold the entry of row `first`, column `second`, as emitted */
        ENGINE_UNDECIDED, /* 2^20 bits don't decide an entry of position `first`, frequency `second` */
        ENGINE_TURN,      /* 2^20 bits don't decide the turn by `first` positions */
        ENGINE_INEXACT, /* the small tables that were tried don't give every entry */
        ENGINE_MINUS_ZERO, /* the entry of row `first`, column `second`, is -0, which the output's language lacks */
    } kind;
    uint64_t first, second;
};

struct reference;

/* The table must outlive it. */
struct reference *reference_new(const struct table *);
void reference_free(struct reference *);

/* The first undecided entry or seed; of kind ENGINE_FINE if there is none. The value of an undecided one is
 * meaningless. */
struct engine_error reference_error(const struct reference *);

/* The bits of one entry. */
uint64_t reference_entry(struct reference *, uint64_t position, uint64_t channel);

/* The bits of a table's sine and cosine at the angle 0, by SINE and COSINE of ziv.h; zeros if it has no frequency. */
struct engine_error reference_origin(const struct table *, uint64_t pair[2]);

/* A k with A <= 2^k. */
long reference_log2(struct reference *);

/* The seeds of the fast engine, within ZIV_DOUBLE_ERROR, which is above FIXED_SINES_ERROR. SEED_POSITION: A times the sine
 * and the cosine of frequency k at position `at`. SEED_TURN: the sine and the cosine of the turn by `at` positions, an
 * angle of at * step * w. */
enum seed { SEED_POSITION, SEED_TURN, SEEDS };
void reference_seed(struct reference *, enum seed, uint64_t at, uint64_t k,
                    struct double_double value[2]);

/* From now on all seeds come from MPFR, also those that seeds.h could make. Call it if seeds are stored in a file,
 * since the last bits of a seed may depend on what made it. */
void reference_seed_by_mpfr(struct reference *);

#endif
