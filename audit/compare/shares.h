/* SPDX-License-Identifier: MIT */
/* Which pipeline made an array: the share of its entries that each explains bit by bit. */
#ifndef POSENC_SHARES_H
#define POSENC_SHARES_H

#include "base/file.h"
#include "base/json.h"
#include "compare/compare.h"
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
    size_t *alike; /* of each pipeline: the first one that computes the same entries */
    uint64_t most; /* how many entries were to be compared */
    bool all;      /* were all entries compared? */
};

/* Compares the array, which has the order of the table in memory, with each pipeline: all entries of small arrays, and
 * of larger ones at most `most` of them, at evenly spread positions; does nothing if that was done before. Returns NULL,
 * or a message if the file can't be read any more. */
enum { SHARES_ENTRIES = 1 << 18, SHARES_FEW = 1 << 13 };
char *shares_measure(struct shares *, const struct array *, const struct table *,
                     const struct grain *, uint64_t most);

/* Which position's and which channel's entries the array has at each position and in each channel; UINT64_MAX: others. NULL:
 * its own. */
struct sources {
    uint64_t *position, *channel;
};

/* The same of an array that has the entries of these. */
char *shares_measure_moved(struct shares *, const struct array *, const struct table *,
                           const struct grain *, uint64_t most, const struct sources *);

/* Compares few entries first, and SHARES_ENTRIES only if a pipeline whose errors are larger than noise may explain half of
 * them. */
char *shares_measure_unusual(struct shares *, const struct array *, const struct table *,
                             const struct grain *);
void shares_free(struct shares *);

/* Moves the frequencies of the best pipeline by a few units in their last place where more entries then have its bits:
 * another exp or pow makes such frequencies. Returns NULL, or a message if the file can't be read any more. */
char *shares_move(struct shares *, const struct array *, const struct table *,
                  const struct sources *);

/* Is the entry near enough to what the best pipeline has there? */
typedef bool shares_fine(const void *context, uint64_t position, uint64_t channel, double got,
                         double wanted);

/* Of a channel: how many entries have the bits of the best pipeline, which is exact to the last bits if it is the exact one,
 * of how many; and is one of the others not fine? Returns NULL, or a message if the file can't be
 * read any more. */
struct channel_look {
    uint64_t same, entries;
    bool stray;
};
char *shares_look(const struct shares *, const struct array *, const struct noise *,
                  const struct sources *, shares_fine *, const void *context,
                  struct channel_look[]);

/* Is each entry what the best pipeline computes, within the noise of the other steps? The pipeline must also explain half
 * of the entries bit by bit; and if `unusual`, have larger errors than noise: it rounds an angle to 16 bits, or computes
 * each frequency from the one before. Sets `wrong` if the file can't be read any more. */
bool shares_explain(const struct shares *, bool unusual, const struct noise *, const struct array *,
                    char **wrong);

/* Were doubles computed from frequencies in float, as the bits of a quarter of them say? */
bool shares_are_float(const struct shares *);

/* Have enough entries the bits of the best pipeline? Of numbers that aren't rounded to places a usual computation makes
 * some; most of those of few bits, which noise seldom takes to the next one; of doubles few, whose sines may err by up to 4
 * ulps. Of few entries that don't have many bits together all, and fewer than SHARES_LEAST say nothing. `whole` is the share
 * of the array without damage: a damaged entry has no usual bits. */
enum { SHARES_LEAST = 8 };
bool shares_have_usual_bits(const struct shares *, const struct grain *, double whole);

/* Pipelines that a report names together: those k with of[k] == number, of which `first` is the first. */
struct alike {
    const struct pipelines *pipelines;
    const size_t *of;
    size_t number, first;
};

/* Their names, a part for each of their formats, `most` of them and then "others": "float32, exp or 1/pow". The caller frees
 * it. */
char *alike_names(const struct alike *, const char *between, size_t most);

/* The best pipeline, if it explains half of the entries, "float32, 1/pow (93.6 %)"; else NULL. The caller frees it. */
char *shares_best_text(const struct shares *);

/* Which of the usual ways of computing made the array: lines, the first of which begins "pipelines: "; none if there are no
 * pipelines. */
void shares_print(struct file *, const struct shares *);
json_t *shares_json(const struct shares *);

#endif
