/* The waves: how the entries of some columns change from row to row. */
#ifndef POSENC_WAVES_H
#define POSENC_WAVES_H

#include "engine/engine_error.h"
#include "plot/panel.h"
#include "plot/sampler.h"
#include "table/table.h"

#include <stddef.h>
#include <stdint.h>

/* At most so many columns, of the first rows of a range. */
enum { WAVES_COLUMNS = 8, WAVES_ROWS = 128 };

/* Columns that look different in most tables. Returns how many. */
size_t waves_choose(uint64_t width, uint64_t columns[WAVES_COLUMNS]);

/* Draws each column in a strip of its own, all on one scale. Rows of the table are positions. */
struct engine_error waves_draw(struct panel, const struct table *, struct row_range,
                               const uint64_t columns[], size_t count);

#endif
