/* What happened to an array that its words explain: bits, entries, rows and columns that are out of place. */
#ifndef POSENC_DAMAGE_H
#define POSENC_DAMAGE_H

#include "audit/compare.h"
#include "audit/sentences.h"
#include "audit/shares.h"

/* Says which bits are flipped, if few entries are wrong, and each by one bit. */
void flipped_bits(const struct comparison *, struct sentences *);

/* Says which rows are zero, of those that shouldn't be, if the comparison has lines of rows. Returns whether all wrong
 * entries are in them. */
bool zero_rows(const struct comparison *, const struct table *, struct sentences *);

/* Says which other rows, columns or entries are out of place, or else which rows are unlike those beside them, unless the
 * errors are `rounded`, those of shares_err_so. An error up to `least`, which is sample_near_share of the mean magnitude,
 * never counts, except of single entries in a table that is exact elsewhere. Nor does a row, or a position, that the array's
 * coarse pipeline explains (shares_coarse). Rows need the comparison's lines of rows. Returns NULL, or a message if the file
 * can't be read any more. */
char *damage_find(const struct array *, const struct table *, const struct comparison *,
                  const struct shares *, bool rounded, double least, struct sentences *);

/* The same for rows and entries that are shifted. */
char *damage_shift(const struct array *, const struct table *, const struct comparison *,
                   double least, struct sentences *);

#endif
