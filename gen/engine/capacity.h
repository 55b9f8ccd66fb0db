/* Whether a table can be computed: its memory, its angles and its largest entries. */
#ifndef POSENC_CAPACITY_H
#define POSENC_CAPACITY_H

#include "engine/engine_error.h"
#include "table/table.h"

/* Computes the table, and throws it away, only if a bound of its entries is above the type's largest number. */
struct engine_error capacity_check(const struct table *);

#endif
