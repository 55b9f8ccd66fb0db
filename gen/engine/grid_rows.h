/* Grids: every entry is one of an axis's own table, so these tables are computed once, and their entries are copied. */
#ifndef POSENC_GRID_ROWS_H
#define POSENC_GRID_ROWS_H

#include "table/table.h"

struct grid_rows;

/* axes[k] are the entries of table->axis[k] as emitted, one array after the other, allocated memory that the result
 * takes; NULL for an axis that owns no columns. The table must outlive it. */
struct grid_rows *grid_rows_new(const struct table *, void *axes[]);
void grid_rows_free(struct grid_rows *);

/* Copies entries [from, from + count) of row r of the table as emitted, as host-order elements. Those of the next
 * array begin `apart` bytes further on. */
void grid_rows_read(const struct grid_rows *, uint64_t r, uint64_t from, size_t count,
                    void *entries, size_t apart);

#endif
