/* Some entries of an array, to try tables on: is another table nearer to it than the expected one? */
#ifndef POSENC_SAMPLE_H
#define POSENC_SAMPLE_H

#include "audit/compare.h"

struct sample;

/* Reads entries of some positions at the start of the array, and of some further on. `table` says where they are: its
 * entries have the order of the array's memory. Returns NULL and sets a message, which the caller frees, if the file can't
 * be read any more. */
struct sample *sample_new(const struct array *, const struct table *, char **wrong);
/* The same bits as elements of the table's type, which has as many; `reversed`: with their bytes in the other order. */
struct sample *sample_as(const struct sample *, const struct table *, bool reversed);
void sample_free(struct sample *);

/* The mean distance of the sample's entries from those of a table of the same shape, type and order, if the entries of
 * each position are taken from the position before it, from itself, and from the one after it. A distance is infinite if
 * there are no entries to compare. */
enum { SAMPLE_SHIFTS = 3 };
void sample_distances(const struct sample *, const struct table *, double distance[SAMPLE_SHIFTS]);

/* The factor that brings the entries of a table of the same shape, type and order nearest to those of the array, by least
 * squares, and the mean distance that is left. */
double sample_factor(const struct sample *, const struct table *, double *distance);

/* The distance, as a share of the entries' mean magnitude, up to which they differ as roundings do. */
double sample_near_share(const struct array *);

/* The mean magnitude of the sample's entries, and of those that a table of the same shape, type and order has there. */
double sample_magnitude(const struct sample *);
double sample_wanted(const struct sample *, const struct table *);

#endif
