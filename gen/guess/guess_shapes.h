/* Which words about the order of columns and rows are possible: all that agree with what the entries show. */
#ifndef POSENC_GUESS_SHAPES_H
#define POSENC_GUESS_SHAPES_H

#include "guess/guess_search.h"
#include "guess/guess_structure.h"

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

/* The word grid for that many axes (0: none), which the word grid-rows has in this order (or NULL). Returns how many ways
 * there are: sizes of 1 stand wherever they can. */
enum { SHAPE_GRIDS = 8 };
size_t shape_grids(struct guess_search *, const struct structure *, int axes, const char *rows,
                   const char *grid[SHAPE_GRIDS]);

/* The word zero-rows. */
const char *shape_zero_rows(struct guess_search *, const struct structure *);

typedef void shape_visit(void *context, const char *const given[WORDS]);

/* Visits every preset as it stands, and with the other component or repetition; or only those for grids, and then the
 * systems too that share out columns among the axes in their own way. */
void shape_presets(struct guess_search *, const struct structure *, bool grids_only, shape_visit *,
                   void *context);

/* Calls `visit` with the words of every shape that no preset needs to know. They may contradict each other. */
void shape_each(struct guess_search *, const struct structure *, shape_visit *, void *context);

#endif
