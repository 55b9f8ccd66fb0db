/* Columns of an array that hold what another column should. */
#ifndef POSENC_COLUMN_ORDER_H
#define POSENC_COLUMN_ORDER_H

#include "audit/compare.h"
#include "audit/sentences.h"
#include "audit/shares.h"

/* Says which columns are swapped, copies of others, or zero, if few columns are wrong: in rows that are spread over the
 * table, a column's mean error is above `least`, and stands out. Wide tables aren't looked at. `table` is the one whose
 * columns are those of the array. A column that a pipeline of `shares` explains is right, unless that is NULL. Returns NULL,
 * or a message if the file can't be read any more. */
char *column_order(const struct array *, const struct table *, const struct shares *,
                   size_t pipeline, double least, struct sentences *);

#endif
