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

/* How far entries are from others: the sum over those that are finite, and how many these are. {0} is the start. */
struct distance {
    double sum, entries;
};
void distance_add(struct distance *, double got, double wanted);
double distance_mean(struct distance); /* infinite if there are no entries */

/* Something else explains entries if it is this many times nearer than what should be there. */
enum { NEARER = 8 };

/* Up to this, an error is like the others: some times the one in the middle, and `least`. Sorts them. */
double usual_error(double errors[], size_t count, double least);

/* Some entries: of each of the rows in each of the columns. */
struct sample {
    size_t rows, columns;
    uint64_t *row, *column;
    uint64_t *bits;       /* of the array: of row r and column c, [r * columns + c] */
    double *got, *wanted; /* what they mean, and what the table has there */
};

/* With room for these numbers of rows and columns, which are then added, each once. */
struct sample sample_new(size_t rows, size_t columns);
void sample_add_row(struct sample *, uint64_t row);
void sample_add_column(struct sample *, uint64_t column);
void sample_free(struct sample *);

/* Number k of `count` that are spread over [0, all): evenly, the first and the last among them; or so that every other one
 * is the second of a pair; or unevenly, since at even distances the waves of two columns may be the same. */
uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k);

/* Reads the array; computes the table, which may be another one of that shape. */
void sample_read(struct sample *, struct probe *);
void sample_compute(struct sample *, struct probe *);

#endif
