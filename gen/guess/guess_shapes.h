/* Which words about the order of columns and rows are possible: all that agree with what the entries show. */
#ifndef POSENC_GUESS_SHAPES_H
#define POSENC_GUESS_SHAPES_H

#include "guess/guess_search.h"
#include "guess/guess_structure.h"

/* Calls `visit` with the words of every shape, until it returns true. They may contradict each other. */
typedef bool shape_visit(struct guess_search *, const char *const given[WORDS]);
void shape_each(struct guess_search *, const struct structure *, shape_visit *);

/* Finds the numbers of a shape's words from the entries, and tries them. Returns whether they are found. */
bool guess_solve(struct guess_search *, const char *const given[WORDS]);

#endif
