/* The reference engine for a whole table, and the exact seeds of the fast engine. Each thread has its
 * own. Rows and columns are as emitted; positions and channels are the table's before axes are
 * exchanged. */
#ifndef POSENC_REFERENCE_H
#define POSENC_REFERENCE_H

#include "engine/engine_error.h"
#include "exact/exact_value.h"
#include "exact/ziv.h"
#include "table/table.h"

#include <stddef.h>

struct reference;

/* The table must outlive it. */
struct reference *reference_new(const struct table *);
void reference_free(struct reference *);

/* The first entry or seed that was undecided, of kind ENGINE_FINE if there is none. The value of an undecided one is
 * meaningless. */
struct engine_error reference_error(const struct reference *);

/* Computes entries [from, from + count) of a row, into host-order elements. Those of the next array begin `apart`
 * bytes further on. */
void reference_read(struct reference *, uint64_t row, uint64_t from, size_t count, void *entries,
                    size_t apart);

/* The bits of one entry. */
uint64_t reference_entry(struct reference *, uint64_t position, uint64_t channel);

/* The bits of a table's sine and cosine at the angle 0, by SINE and COSINE of ziv.h; zeros if it has no frequency. */
struct engine_error reference_origin(const struct table *, uint64_t pair[2]);

/* What an entry of frequency k at a position is made of. The position is valid until the reference goes to another;
 * a table of frequencies has none. */
struct exact_parts reference_parts(struct reference *, uint64_t position, uint64_t k);

/* A double near frequency k, for estimates. */
double reference_near(struct reference *, uint64_t k);

/* The seeds of the fast engine, within ZIV_DOUBLE_ERROR, which is above FIXED_SINES_ERROR. reference_at: A times
 * the sine and the cosine of frequency k at a position. reference_turn: the sine and the cosine of the turn by
 * `times` positions, an angle of times * step * w. reference_log2: a k with A <= 2^k. */
long reference_log2(struct reference *);
void reference_at(struct reference *, uint64_t position, uint64_t k, struct double_double value[2]);
void reference_turn(struct reference *, uint64_t times, uint64_t k, struct double_double value[2]);

/* From now on all seeds come from MPFR, also those that seeds.h could make. Which of the two made a seed may show in its
 * last bits, so numbers that are stored in a file need this. */
void reference_seed_by_mpfr(struct reference *);

#endif
