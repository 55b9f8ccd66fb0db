/* Rows whose errors stand out. Part of row_order.c and damage.c. */
#ifndef POSENC_ROW_ERRORS_H
#define POSENC_ROW_ERRORS_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Are all its entries zeros of either sign, and is one of them wrong by more than its sign? */
bool row_is_zero(const struct comparison *, const struct table *, uint64_t row);

/* Up to this, a row's largest error is like that of the others: some times that of the row in the middle, and `least`. Rows
 * of zeros don't count, and never stand out. */
double row_errors_usual(const struct comparison *, const struct table *, double least);
bool row_stands_out(const struct comparison *, const struct table *, uint64_t row, double usual);

/* Says from where to where rows stand out, if these are few stretches and not all rows. */
void row_errors_tell(const struct comparison *, const struct table *, double least,
                     struct sentences *);

#endif
