/* The heat map of a table: a cell for each entry, or for some of them, evenly spread. */
#ifndef POSENC_HEATMAP_H
#define POSENC_HEATMAP_H

#include "engine/engine_error.h"
#include "plot/panel.h"
#include "plot/sampler.h"
#include "table/table.h"

/* At most so many cells. Of a larger table every S-th row is shown, and every T-th pair of neighbouring columns, so that
 * sines and cosines that alternate are both seen. */
enum { HEATMAP_ROWS = 192, HEATMAP_COLUMNS = 256, HEATMAP_CELLS = 40000 };

/* The colours: a value v of a table whose largest is at most V has number round(HEATMAP_MIDDLE * (1 + v/V)). */
enum { HEATMAP_MIDDLE = 16, HEATMAP_COLOURS = 2 * HEATMAP_MIDDLE + 1 };

/* Draws it in a place of the panel's size. Rows of the table are positions. */
struct engine_error heatmap_draw(struct panel, const struct table *, struct row_range);

#endif
