/* Positions as published code has them: forms of the words first and step that no measurement would suggest. */
#ifndef POSENC_GUESS_PUBLISHED_H
#define POSENC_GUESS_PUBLISHED_H

#include "audit/guess_search.h"

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
