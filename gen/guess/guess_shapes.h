/* From an array's structure to the words of its shape, and the numbers that published code gives them. */
#ifndef POSENC_GUESS_SHAPES_H
#define POSENC_GUESS_SHAPES_H

#include "guess/guess_search.h"
#include "table/grid.h"

/* What the entries themselves show, before any formula: which columns don't change, and in which pattern the others
 * repeat. Code that makes tables broadcasts, so entries of equal coordinates are equal bit for bit. */

enum { COLUMN_ZERO = -2, COLUMN_CONSTANT = -1 }; /* in place of an axis */

struct structure {
    uint64_t size[GRID_AXES]; /* from the slowest axis to the fastest */
    uint64_t block;           /* rows come in blocks of block x block; 1: they don't */
    int *axis;                /* of each channel, or one of the above */
    int axes;           /* 1: the rows themselves; more: a grid, and all of its sizes are above 1 */
    bool without_zeros; /* the grid's rows are those that aren't 0 throughout */
    bool halves, interleaved; /* is each column there twice? */
};

/* How rows are looked at. */
struct structure_how {
    bool without_zeros;     /* rows that are 0 throughout don't count */
    bool tolerant;          /* some entries may be wrong */
    uint64_t block;         /* above 1: rows are frames of height x width points, */
    uint64_t height, width; /* each in blocks of block x block */
};
void structure_find(struct structure *, const struct guess_data *, const struct structure_how *);
/* Have they the same axes and copies? */
bool structure_same(const struct structure *, const struct structure *);

void structure_free(struct structure *);

/* Shapes: words without numbers. */

/* The word grid for that many axes (0: none), which the word grid-rows has in this order (or NULL). Returns how many ways
 * there are: sizes of 1 stand wherever they can. */
enum { SHAPE_GRIDS = 8 };
size_t shape_grids(struct guess_search *, const struct structure *, int axes, const char *rows,
                   const char *grid[SHAPE_GRIDS]);

/* The word zero-rows. */
const char *shape_zero_rows(struct guess_search *, const struct structure *);

/* Visits every preset as it stands, and with the other component or repetition; or only those for grids, and then the
 * systems too that share out columns among the axes in their own way. */
void shape_presets(struct guess_search *, const struct structure *, bool grids_only, guess_visit *);

/* Calls `visit` with the words of every shape that no preset needs to know. They may contradict each other. */
void shape_each(struct guess_search *, const struct structure *, guess_visit *);

/* Rules of the word scaling, with the parameters of published models. */

/* Is it a rule of a released model? */
bool guess_is_published(const char *scaling);

/* Tries the rules that bend frequencies, for a shape without a grid and with that base: the published ones, or, for entries
 * of that amplitude, those with a factor. */
void guess_scalings(struct guess_search *, const char *const given[WORDS], const char *factor,
                    double amplitude);

/* A base that ntk stretches: sets *base and *scaling, and returns true, if the simpler base explains it. */
bool guess_ntk(struct guess_search *, double stretched, double error, uint64_t d, const char **base,
               const char **scaling);

/* Positions as published code has them: forms of the words first and step that no measurement would suggest. */

struct published {
    const char *first, *step; /* texts; "size" is that of the axis */
};
enum { PUBLISHED_MOST = 48 };

/* All of them for a grid of these sizes; without a grid `axes` is 1. */
size_t published_positions(struct guess_search *, const uint64_t size[], int axes,
                           struct published list[PUBLISHED_MOST]);

/* The value of such a text. */
double published_value(const char *text, uint64_t positions, uint64_t size);

#endif
