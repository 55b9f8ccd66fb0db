/* Rows of an array that hold what another row should. */
#ifndef POSENC_ROW_ORDER_H
#define POSENC_ROW_ORDER_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says which rows are swapped, or copies of others, and which have one entry that is out of place. Only rows whose errors
 * stand out are looked at, and only if they are few; an error up to `least` never does. If they are many, says from where
 * to where they are. Needs the comparison's lines of rows. Returns NULL, or a message if the file can't be read any more. */
char *row_order(const struct array *, const struct table *, const struct comparison *, double least,
                struct sentences *);

#endif
