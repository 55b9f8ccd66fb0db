/* Refuses combinations of individually valid words. */
#ifndef POSENC_TABLE_CHECK_H
#define POSENC_TABLE_CHECK_H

#include "table/table.h"

/* Checks the words with each other, for a table whose sizes are derived. */
void table_check(const struct table *, const struct request *, struct faults *);

/* Reads the numbers of lists. Their count must be that of the frequencies. */
void table_check_lists(struct table *, const struct request *, struct faults *);

#endif
