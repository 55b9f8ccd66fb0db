/* What follows from the words of a table: its dimensions, its frequencies, and what multiplies its entries. */
#ifndef POSENC_TABLE_DERIVE_H
#define POSENC_TABLE_DERIVE_H

#include "table/table.h"

/* Fills the second half of struct table, except for the tables of a grid's axes. */
void table_derive(struct table *);

/* Makes the tables of a grid's axes, if there is one, and fits the rule of scaling to the table or to these. */
void table_derive_axes(struct table *, const struct request *, struct faults *);

#endif
