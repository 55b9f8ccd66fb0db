/* SPDX-License-Identifier: MIT */
/* Single entries of a table: their bits, and their exact values. */
#ifndef POSENC_EXACT_ENTRIES_H
#define POSENC_EXACT_ENTRIES_H

#include "engine/reference.h"
#include "values/exact_value.h"

struct exact_entries;

/* The table must outlive it. */
struct exact_entries *exact_entries_new(const struct table *);
void exact_entries_free(struct exact_entries *);

/* Row and column are those of the array as emitted. */
struct exact_entry {
    uint64_t array, row, column;
    enum function function; /* CHANNEL_ZERO also in a row that is 0 */
    int axis;               /* of a grid: the axis that owns the channel */
    uint64_t frequency;     /* its number, as in struct channel */
    uint64_t bits;          /* of the element */
};

/* Finds the entry at entry->array, row and column. The functions below are about the entry found last. */
struct engine_error exact_entries_at(struct exact_entries *, struct exact_entry *);

/* The exact value of the entry times table_factor, which is what is rounded. */
struct exact_value *exact_entries_value(struct exact_entries *);

/* The position of a sine or a cosine. */
const struct number *exact_entries_position(const struct exact_entries *);

/* A kind of question about the angle, from EXACT_ANGLE on, of an entry that has one. `quarters` must last. */
struct exact_value *exact_entries_angle(struct exact_entries *, enum exact_kind,
                                        mpz_srcptr quarters);

/* The error if the entry is undecided. */
struct engine_error exact_entries_undecided(const struct exact_entries *);

#endif
