/* What happened to an array that its words explain: bits, entries, rows and columns that are out of place. */
#ifndef POSENC_DAMAGE_H
#define POSENC_DAMAGE_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says which bits are flipped, if few entries are wrong, and each by one bit. */
void flipped_bits(const struct comparison *, struct sentences *);

/* Says which rows, columns or entries are out of place. An error up to `least` never counts. Rows need the
 * comparison's lines of rows. Returns NULL, or a message if the file can't be read any more. */
char *damage_find(const struct array *, const struct table *, const struct comparison *,
                  double least, struct sentences *);

#endif
