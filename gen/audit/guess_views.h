/* How an array can be cut into positions and channels. */
#ifndef POSENC_GUESS_VIEWS_H
#define POSENC_GUESS_VIEWS_H

#include "audit/guess_data.h"

/* The ways to cut its dimensions in two: positions and channels, in either order. Raw elements have one dimension, which
 * max_len cuts (0: not given); another array of one dimension is one row. `axes` is the text of that word, or NULL. */
enum { VIEWS = 32 };
size_t views_of(const struct array *, uint64_t max_len, const char *axes, struct view views[VIEWS]);

#endif
