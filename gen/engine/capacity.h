/* Can a table be computed? Checks its memory, its angles and its largest entries. */
#ifndef POSENC_CAPACITY_H
#define POSENC_CAPACITY_H

#include "engine/levels.h"
#include "engine/reference.h"
#include "table/table.h"

/* Bytes, from measurements: what a run takes, whatever its table, and what it may take. */
#define MEMORY_RUN (UINT64_C(64) << 20)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* Returns why the table can't be computed, or an error of kind ENGINE_FINE. If a bound of the entries is above the
 * type's largest number, the table is computed to find out, and its entries are thrown away. */
struct engine_error capacity_check(const struct table *);

/* How many threads should compute the table, from 1 to `threads`: with engine mpfr each holds all frequencies. */
unsigned capacity_threads(const struct table *, enum engine, unsigned threads);

#endif
