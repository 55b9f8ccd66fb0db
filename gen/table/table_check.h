/* Refuses combinations of individually valid words. */
#ifndef POSENC_TABLE_CHECK_H
#define POSENC_TABLE_CHECK_H

#include "table/table.h"

/* What must hold before anything can be derived: the table's size, and whether the words fit its grid. */
bool table_check_sizes(const struct table *, const struct request *, struct faults *);

/* What is checked once the dimensions are known: the columns, and the frequencies. */
void table_check_columns(const struct table *, const struct request *, struct faults *);

/* Reads the numbers of lists. If the dimensions are known, their count must be that of the frequencies. */
void table_check_lists(struct table *, bool dimensions, struct faults *);

#endif
