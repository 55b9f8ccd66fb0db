/* The reference engine for a whole table, and the exact seeds of the fast engine. Each thread has its
 * own. Rows and columns are as emitted; positions and channels are the table's before axes are
 * exchanged. */
#ifndef POSENC_REFERENCE_H
#define POSENC_REFERENCE_H

#include "exact/exact_value.h"
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

/* A double near frequency k, for estimates. */
double reference_near(struct reference *, uint64_t k);

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

/* Single entries of a table, and their exact values. Rows and columns are those of each array as emitted. */

struct exact_entries;

/* The table must outlive it. */
struct exact_entries *exact_entries_new(const struct table *);
void exact_entries_free(struct exact_entries *);

struct exact_entry {
    uint64_t array, row, column;
    enum function function; /* CHANNEL_ZERO also in a row that is 0 */
    int axis;               /* of a grid: the axis that owns the channel */
    uint64_t frequency;     /* its number, as in struct channel */
    uint64_t bits;          /* of the element */
};

/* Finds the entry at entry->array, row and column. exact_entries_value then gives the exact value of the entry times
 * table_factor, which is what is rounded. */
struct engine_error exact_entries_at(struct exact_entries *, struct exact_entry *);
struct exact_value *exact_entries_value(struct exact_entries *);

/* The position of the entry found last, which must be a sine or a cosine. */
const struct number *exact_entries_position(const struct exact_entries *);

/* The same for a kind of question about the angle, from EXACT_ANGLE on. The entry found last must have an angle.
 * `quarters` must last. */
struct exact_value *exact_entries_angle(struct exact_entries *, enum exact_kind,
                                        mpz_srcptr quarters);

/* The error for the entry found last, if it is undecided. */
struct engine_error exact_entries_undecided(const struct exact_entries *);

#endif
