/* An entry that alone is out of place in its row. Part of row_order.c. */
#ifndef POSENC_LONE_ENTRY_H
#define POSENC_LONE_ENTRY_H

#include "audit/compare.h"

/* Sets "row 15, column 19: bit 31 is flipped" if that is all that keeps the entry from an error of at most `usual`, or
 * else "row 15, column 19 is far off: got 2.5 (0x40200000), wanted 0.5 (0x3f000000)". `table` is that of row_order. Returns
 * NULL, or a message if the file can't be read any more. */
char *lone_entry(const struct array *, const struct table *, struct cell, double usual,
                 char **sentence);

#endif
