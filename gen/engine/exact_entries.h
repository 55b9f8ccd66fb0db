/* What the entries of a table are, one by one, and their exact values. Rows and columns are those of each array as
 * emitted. */
#ifndef POSENC_EXACT_ENTRIES_H
#define POSENC_EXACT_ENTRIES_H

#include "engine/engine_error.h"
#include "engine/reference.h"
#include "exact/exact_value.h"

struct exact_entries;

/* The table must outlive it. */
struct exact_entries *exact_entries_new(const struct table *);
void exact_entries_free(struct exact_entries *);

struct exact_entry {
    uint64_t array, row, column;
    enum function function; /* CHANNEL_ZERO also in a row that is 0 */
    int axis;               /* of a grid, that owns the channel */
    uint64_t frequency;     /* its number, as in struct channel */
    struct number position; /* that it depends on, unless it is 0 or a frequency */
    uint64_t bits;          /* of the element */
};
void exact_entry_init(struct exact_entry *);
void exact_entry_clear(struct exact_entry *);

/* Finds what the entry at entry->array, row and column is. The exact value of exact_entries_value becomes that of the
 * entry times the type's factor over the scale: what is rounded. */
struct engine_error exact_entries_at(struct exact_entries *, struct exact_entry *);
struct exact_value *exact_entries_value(struct exact_entries *);

/* The same for one of the kinds that are about the angle, from EXACT_ANGLE on. For an entry that has an angle, and was the
 * last one found. `quarters` must last. */
struct exact_value *exact_entries_angle(struct exact_entries *, enum exact_kind,
                                        mpz_srcptr quarters);

/* That the last entry found is undecided. */
struct engine_error exact_entries_undecided(const struct exact_entries *);

/* The type's factor over the scale. */
void exact_entries_factor(const struct table *, mpq_t factor);

#endif
