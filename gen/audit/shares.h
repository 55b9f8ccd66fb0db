/* Which pipeline made an array: the share of its entries that each explains bit by bit. */
#ifndef POSENC_SHARES_H
#define POSENC_SHARES_H

#include "audit/compare.h"
#include "pipelines/pipelines.h"

struct share {
    size_t pipeline;
    uint64_t same,
        entries; /* those with the pipeline's bits, a NaN for a NaN too, of all that were compared */
};

struct shares {
    struct pipelines *pipelines;
    struct share
        *list; /* the best first; of equals, the first pipeline. Each computes other entries */
    size_t count;
    size_t *alike;     /* of each pipeline: the first one that computes the same entries */
    bool all;          /* were all entries compared? */
    uint64_t reported; /* wrong entries that a report has counted above; 0: none has */
};

/* Compares the array, which has the order of the table in memory, with each pipeline: all entries of small arrays, and
 * of larger ones those of SHARES_ENTRIES or fewer, at evenly spread positions. The result is the same for any number of
 * threads. Returns NULL, or a message if the file can't be read any more. */
enum { SHARES_ENTRIES = 1 << 18 };
char *shares_measure(struct shares *, const struct array *, const struct table *, unsigned threads);
void shares_free(struct shares *);

/* Are the errors like those of a computation that rounds on the way? They are if one and the same pipeline errs half as
 * much in each octave of rows and group of channels: at rows spread over the octave, and at those of the array's
 * largest errors there. A libm adds some ulps, to entries and to powers in float32. A pipeline that rounds an angle to
 * 16 bits errs so much that it counts only if it explains half of the entries bit by bit. Not if there are no
 * pipelines. */
bool shares_err_so(const struct shares *, const struct table *, const struct comparison *);

/* Does a pipeline that rounds an angle to 16 bits explain more entries than any other, and at least half of them? Such
 * an angle may be nearly that of another row. */
bool shares_coarse(const struct shares *, size_t *pipeline);

/* Pipelines that a report names together: those k with of[k] == number, of which `first` is the first. */
struct alike {
    const struct pipelines *pipelines;
    const size_t *of;
    size_t number, first;
};
struct alike shares_alike(const struct shares *, const struct share *);

/* Their names, a part for each of their formats: "float32, exp or 1/pow", or if these are many "float32". alike_part
 * gives that for the formats of pipeline k, which the caller frees. alike_next gives the first pipeline after k that
 * has other formats than those before it, or their count. The first part is that of alike.first. */
char *alike_part(const struct alike *, size_t k);
size_t alike_next(const struct alike *, size_t k);

/* Has only one method these formats? */
bool alike_one_method(const struct alike *, size_t k);

#endif
