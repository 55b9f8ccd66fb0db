/* Grids: every entry is one of an axis's own table, so these tables are computed once, and their entries are copied. */
#ifndef POSENC_GRID_ROWS_H
#define POSENC_GRID_ROWS_H

#include "engine/row_method.h"

/* axes[k] are the entries of table->axis[k] as emitted, one array after the other, allocated memory that the result
 * takes; NULL for an axis that owns no columns. The table must outlive it. The result is what by_axis shares: rows.c
 * computes the axes before. */
void *grid_rows_new(const struct table *, void *axes[]);
extern const struct row_method by_axis;

#endif
