/* The entries of a table that are hardest to compute: those nearest to a midpoint between two elements, which need the most
 * bits to round, and those whose angles are nearest to a multiple of pi/2 for their size, where range reduction loses the
 * most. */
#ifndef POSENC_HARDEST_H
#define POSENC_HARDEST_H

#include "engine/exact_entries.h"

/* Entries in rows [row, row_end) and columns [column, column_end) of each array as emitted. */
struct hardest_within {
    uint64_t row, row_end, column, column_end;
};

/* An entry and how hard it is, the smaller the harder: its distance from the nearest midpoint, in the unit of its binade or
 * in units of fixed point; or |angle - k*pi/2| / |angle| for the nearest k, if that is not 0 and the entry is a sine of even
 * or a cosine of odd quarters, which is near 0. */
struct hard_entry {
    uint64_t array, row, column;
    double measure;
};

/* In the order of their measures. Numbers that a table has several times are in it once, at their first place. */
struct hard_entries {
    struct hard_entry *list;
    size_t count;
};

struct hardest {
    struct hard_entries nearest, angles; /* to be freed, both lists */
    struct engine_error error;
};

/* Finds `count` of each, or all if there are fewer. An entry that is an element or a midpoint itself is none of them. */
struct hardest hardest_find(const struct table *, struct exact_entries *,
                            const struct hardest_within *, size_t count);

/* The midpoint that is nearest to a value y that isn't 0, as exact_entries_value tells it: *midpoint has the sign of y. Sets
 * the exponent of the unit; returns false if that is undecided. */
bool hardest_midpoint(const struct element *, struct exact_value *, mpq_t midpoint, long *unit);

/* How many quarter turns are nearest to the angle of the last entry that was found. Returns false if that is undecided. */
bool hardest_quarters(struct exact_entries *, mpz_t quarters);

#endif
