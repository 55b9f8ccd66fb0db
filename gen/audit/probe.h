/* A probe of an array: its entries, beside those that a table has there. */
#ifndef POSENC_PROBE_H
#define POSENC_PROBE_H

#include "audit/compare.h"

/* Entries are numbered in the order of the elements in memory. */
struct probe {
    const struct array *array;
    const struct table *table;
    struct measure measure;
    struct exact_entries *entries;
    struct exact_entry entry;
    char *
        wrong; /* that the file can't be read any more, which the caller frees; entries are 0 then */
};

void probe_open(struct probe *, const struct array *, const struct table *);
void probe_close(struct probe *);

/* The bits of an entry of the array, and of the table's. */
uint64_t probe_got(struct probe *, uint64_t index);
uint64_t probe_wanted(struct probe *, uint64_t index);

/* What they mean; NaN if the table's can't be computed. */
double probe_got_value(struct probe *, uint64_t index);
double probe_wanted_value(struct probe *, uint64_t index);

/* An element with its bytes in the other order. */
uint64_t reversed_bytes(uint64_t bits, unsigned bytes);

/* Something else explains entries if it is this many times nearer than what should be there. */
enum { NEARER = 8 };

/* Number k of `count` that are spread over [0, all): evenly, the first and the last among them; or so that every other one
 * is the second of a pair; or unevenly, since at even distances the waves of two columns may be the same. */
uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k);

#endif
