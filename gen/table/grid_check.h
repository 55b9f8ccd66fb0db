/* Refuses combinations of individually valid words that a grid has no meaning for. */
#ifndef POSENC_GRID_CHECK_H
#define POSENC_GRID_CHECK_H

#include "table/table.h"

/* A part of table_check. */
void grid_check(const struct table *, const struct request *, struct faults *);

#endif
