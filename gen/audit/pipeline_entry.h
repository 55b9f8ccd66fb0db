/* From a sine to an entry: the amplitude, and the table's type. */
#ifndef POSENC_PIPELINE_ENTRY_H
#define POSENC_PIPELINE_ENTRY_H

#include "audit/pipeline_rows.h"
#include "exact/sines.h"

/* What sines are multiplied by. */
struct factor {
    struct amplitude *exact;
    struct double_double pair;
    bool one;
};

struct pipeline_entry {
    const struct element *type;
    struct factor plain; /* the amplitude, with what a scaling rule makes of it */
    struct factor whole; /* the same, times an integer type's steps for 1 */
    double steps, scale; /* of an integer type: steps / scale for 1 */
};

void pipeline_entry_init(struct pipeline_entry *, const struct table *);
void pipeline_entry_clear(struct pipeline_entry *);

/* x rounded once to the table's type; NaN becomes a quiet one, or an integer type's zero point. */
uint64_t pipeline_bits(const struct element *, double x);

/* The entry of a value that includes the amplitude. */
uint64_t pipeline_stored(const struct pipeline_entry *, double value);

/* The entry of a sine that the row has rounded. */
uint64_t pipeline_entry_bits(const struct pipeline_entry *, const struct pipeline_row *,
                             double sine);

/* The entry of an exact sine, if its enclosure decides it. */
bool pipeline_entry_exact(const struct pipeline_entry *, const struct pipeline_row *,
                          struct sine sine, uint64_t *bits);

/* x * y, with a relative error of at most PAIR_PRODUCT_ERROR. */
#define PAIR_PRODUCT_ERROR 0x1.1p-103
struct double_double pair_product(struct double_double x, struct double_double y);

#endif
