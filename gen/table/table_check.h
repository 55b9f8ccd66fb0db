/* Refuses combinations of individually valid words. */
#ifndef POSENC_TABLE_CHECK_H
#define POSENC_TABLE_CHECK_H

#include "table/table.h"

/* What must hold before anything can be derived: the table's size, and whether the words fit its grid. Returns NULL, or what
 * is wrong, which the caller frees. */
char *table_check_sizes(const struct table *, const struct request *);

/* What is checked once the dimensions are known: the columns, and the frequencies. Reads the numbers of lists, whose count
 * must be that of the frequencies. */
struct fault table_check_frequencies(struct table *, const struct request *);

#endif
