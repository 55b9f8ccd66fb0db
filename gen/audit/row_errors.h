/* Rows whose errors stand out. Part of row_order.c. */
#ifndef POSENC_ROW_ERRORS_H
#define POSENC_ROW_ERRORS_H

#include "audit/compare.h"
#include "audit/sentences.h"

/* Up to this, a row's largest error is like that of the others: some times that of the row in the middle, and `least`. */
double row_errors_usual(const struct comparison *, double least);

/* Says from where to where rows stand out, if these are few stretches and not all rows. */
void row_errors_tell(const struct comparison *, double least, struct sentences *);

#endif
