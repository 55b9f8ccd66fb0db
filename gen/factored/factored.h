/* SPDX-License-Identifier: MIT */
/* Factored tables: two small tables and one rotation (rotation.h) in place of a large table, with every bit of it.
 *
 * The small tables are of fixed point, with guard bits. Their entries are rounded at first, which leaves some entries
 * of the large table wrong by a unit. Then some are moved by a few units until no entry is wrong. */
#ifndef POSENC_FACTORED_H
#define POSENC_FACTORED_H

#include "engine/levels.h"

enum { FACTORED_ARRAYS = 4 };

/* One of the arrays, [rows][2 * pairs]. Columns 2i and 2i + 1 are the sine and the cosine of frequency i. */
struct factored_array {
    const char *suffix;         /* _coarse, _coarse_low, _fine or _fine_low */
    const struct element *type; /* q15, u8, q31 or u16: integers of the array's size */
    uint64_t rows;
    void *entries; /* host-order */
};

struct factored_wrong {
    uint64_t count;
    uint64_t row, column; /* of the first wrong entry, as emitted */
};

struct factored {
    uint64_t block;               /* B of rotation.h, a power of two */
    uint64_t small_rows[2];       /* of the coarse arrays, and of the fine ones */
    uint64_t pairs, columns;      /* of each array: columns is 2 * pairs */
    unsigned high_bits, low_bits; /* H and G of rotation.h */
    unsigned guard_bits;          /* how many bits a number has beyond those of the element */
    uint64_t bytes, full_bytes;   /* of these arrays; of the large table */
    uint64_t entries;             /* of the large table; all were compared */
    /* coarse, coarse_low, fine, fine_low; or coarse, fine */
    struct factored_array array[FACTORED_ARRAYS];
    size_t arrays;

    /* entries that the search couldn't mend; if there are none, the table is exact */
    struct factored_wrong wrong;
    struct engine_error error; /* if there is one, nothing is known about the entries */
    struct counts counts;
};

/* The error is of kind ENGINE_FACTORED if making the table would take too much memory. */
struct engine_error factored_capacity(const struct table *);

/* The table has one frequency for each pair of a sine and a cosine, positions of equal steps, amplitude 1, no rows that
 * are 0, a type among f32, q7, q15 and q31, and factored_capacity takes it. The result doesn't depend on the engine and the
 * threads. It is never NULL; the caller frees it. */
struct factored *factored_new(const struct table *, enum engine, unsigned threads);
void factored_free(struct factored *);

/* --- what a factored table may consist of
 *
 * A table has some forms, which are a list: each has more guard bits than the one before, and of its blocks those with
 * the fewest bytes are taken. Sets the sizes, and arrays without entries, of plan k, the best first. Returns false if
 * there is none. */
bool factored_plan(const struct table *, unsigned k, struct factored *);

/* At most this many threads make the pairs; fewer if there are fewer pairs, or if memory is short. */
enum { FACTORED_THREADS = 16 };
unsigned factored_threads(const struct table *, unsigned wanted);

#endif
