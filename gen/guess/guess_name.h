/* The shortest words of a table: by the name of a system that has it, with what differs. */
#ifndef POSENC_GUESS_NAME_H
#define POSENC_GUESS_NAME_H

#include "guess/guess_search.h"

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

/* Finds words for the same table; `given` makes it. Returns how much they say: the shorter the better. */
double guess_name(struct guess_search *, const char *const given[WORDS], const char *named[WORDS]);

/* The same measure for the words as they are. */
double guess_words_cost(const char *const given[WORDS]);

/* Presets that people know best come first. */
int guess_fame(const char *preset);

#endif
