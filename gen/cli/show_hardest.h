/* posenc show --hardest: the entries of a table that are hardest to compute, as reference vectors. */
#ifndef POSENC_SHOW_HARDEST_H
#define POSENC_SHOW_HARDEST_H

#include "cli/show_entries.h"

enum { HARDEST_MOST = 1000000 };

/* Shows the `count` entries that are nearest to a midpoint of the element type, then those whose angles are nearest to a
 * multiple of pi/2. */
void show_hardest(const struct show *, size_t count);

#endif
