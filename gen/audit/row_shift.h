/* Rows, or entries, that are some places too early or too late, from somewhere on. */
#ifndef POSENC_ROW_SHIFT_H
#define POSENC_ROW_SHIFT_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says that a row is lost, or duplicated: those before it are right, and from there on each row holds what the one after it
 * should, or before it. Or that a few entries are lost, or inserted. The arguments are those of row_order (row_order.h).
 * Returns NULL, or a message if the file can't be read any more. */
char *row_shift(const struct array *, const struct table *, const struct comparison *, double least,
                struct sentences *);

#endif
