/* What rounding to each element type costs: the largest |element - exact value|, by the size of the value. */
#ifndef POSENC_ROUNDING_H
#define POSENC_ROUNDING_H

#include "engine/engine_error.h"
#include "plot/panel.h"
#include "plot/sampler.h"
#include "table/table.h"

#include <stddef.h>

/* Of so many rows, evenly spread, or of fewer that have so many entries; and of values in (2^(k-1), 2^k] for so many k, up
 * to the largest that occurs. */
enum { ROUNDING_ROWS = 64, ROUNDING_ENTRIES = 1 << 22, ROUNDING_OCTAVES = 20 };
enum { ROUNDING_TYPES = 12 };

/* The tables are of the same words, except for the type. The first is of f64 and stands for the exact values: its own
 * errors are below 2^-54 of the value. Their rows are positions. */
struct engine_error rounding_draw(struct panel, const struct table *const tables[], size_t count,
                                  struct row_range);

#endif
