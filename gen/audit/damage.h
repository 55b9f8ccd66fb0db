/* What happened to an array that its words explain: bits, entries, rows and columns that are out of place. */
#ifndef POSENC_DAMAGE_H
#define POSENC_DAMAGE_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says which bits are flipped, if few entries are wrong, and each by one bit. */
void flipped_bits(const struct comparison *, struct sentences *);

/* Says which rows, columns or entries are out of place. `table` is the one whose rows are those of the array, in either
 * order of memory; an error up to `least` never counts. Returns NULL, or a message if the file can't be read any more. */
char *damage_find(const struct array *, const struct expected *, const struct table *,
                  const struct comparison *, double least, struct sentences *);

#endif
