/* What the entries themselves show, before any formula: which columns don't change, and in which pattern the others
 * repeat. Code that makes tables broadcasts, so entries of equal coordinates are equal bit for bit. */
#ifndef POSENC_GUESS_STRUCTURE_H
#define POSENC_GUESS_STRUCTURE_H

#include "guess/guess_search.h"
#include "table/grid.h"

enum { COLUMN_ZERO = -2, COLUMN_CONSTANT = -1 }; /* in place of an axis */

/* Rows of a kind that are apart: among those that are here, the ones from `begin` to before `end` that are of this kind. */
struct apart {
    enum row_kind kind;
    size_t begin, end;
};

struct structure {
    uint64_t size[GRID_AXES];  /* from the slowest axis to the fastest */
    uint64_t block[GRID_AXES]; /* how many coordinates of it a block of rows has */
    int *axis;                 /* of each channel, or one of the above */
    struct apart apart;        /* they aren't of the grid */
    int axes;      /* 1: the rows themselves; more: a grid, and all of its sizes are above 1 */
    bool tolerant; /* some columns may only seem not to change */
    bool halves, interleaved; /* is each column there twice? */
};

/* How rows are looked at. */
struct structure_how {
    struct apart apart; /* these don't count */
    bool tolerant;      /* some entries may be wrong */
    bool blocks;        /* rows may come in blocks */
    bool slow;          /* axes whose columns are all slow hide their first steps */
    bool one_axis;      /* rows that repeat are those of waves, not of a grid */
};

/* Is the k-th of the rows that are here apart? */
static inline bool is_apart(const struct apart *apart, const struct entries *data, size_t k) {
    return k >= apart->begin && k < apart->end && data->kind[k] == apart->kind;
}
void structure_find(struct structure *, const struct entries *, const struct structure_how *);
/* Have they the same axes and copies? */
bool structure_same(const struct structure *, const struct structure *);

void structure_free(struct structure *);

/* --- which words about the order of columns and rows are possible: all that agree with what the entries show */

/* Calls `visit` with the words of every shape, until it returns true. They may contradict each other. */
typedef bool shape_visit(struct guess_search *, const char *const given[WORDS]);
void shape_each(struct guess_search *, const struct structure *, shape_visit *);

/* --- the search for words, by all structures that the array may have */

/* The stages of a search. Most views of an array are wrong, and the first stages tell so soon. */
enum stage {
    STAGE_GRIDS, /* patterns as they are, in which several axes have columns that change: few of these are wrong */
    STAGE_EXACT, /* other patterns as they are */
    STAGE_ALL,   /* what few tables need, and takes longer */
    STAGE_BITS,  /* once more, as entries that were rounded once: these show rare words */
    STAGES
};

/* Tries what belongs to a stage: patterns as they are, patterns that a few wrong entries hide, rows in blocks, and waves of
 * whole turns, which repeat as those of a grid do; with rows that show no position among the others, or apart. */
void structures_try(struct guess_search *, enum stage);

#endif
