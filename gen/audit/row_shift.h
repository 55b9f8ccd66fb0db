/* Rows that are one place too early or too late, from some row on. */
#ifndef POSENC_ROW_SHIFT_H
#define POSENC_ROW_SHIFT_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Says that a row is lost, or stands twice: those before it are right, and from there on each row holds what the one
 * after it should, or before it. The arguments are those of row_order (row_order.h). Returns NULL, or a message if the file
 * can't be read any more. */
char *row_shift(const struct array *, const struct table *, const struct comparison *, double least,
                struct sentences *);

#endif
