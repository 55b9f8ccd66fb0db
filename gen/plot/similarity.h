/* How similar rows are: their dot product over the product of their lengths, against the distance between them. */
#ifndef POSENC_SIMILARITY_H
#define POSENC_SIMILARITY_H

#include "engine/engine_error.h"
#include "plot/panel.h"
#include "plot/sampler.h"
#include "table/table.h"

/* Of so many rows with those up to a distance after each. */
enum { SIMILARITY_ROWS = 3, SIMILARITY_DISTANCE = 256 };

/* Rows of the table are positions. */
struct engine_error similarity_draw(struct panel, const struct table *, struct row_range);

#endif
