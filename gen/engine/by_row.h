/* Position-major rows: a row is a vector of channels, of each array. In a table of pairs every sine is followed by the
 * cosine of its frequency, and one phasor makes both. */
#ifndef POSENC_BY_ROW_H
#define POSENC_BY_ROW_H

#include "engine/row_method.h"

/* A piece has at most this many rows: phasors at the end of more would be further from their seeds than the bounds allow. */
enum { BY_ROW_MOST = 4096 };

/* Rows of equal steps.
 *
 * The channels at an anchor row are turned by the angles l * step * w, for offsets l below the stride. The same turns serve
 * every anchor. From anchor to anchor the channels are turned too. A band is one piece of rows, or several that together
 * have no more rows than the stride. The phasors of all arrays at its first row are made once, from a seed or by a turn from
 * the band before, and serve all threads; a thread makes the anchors within its piece, for one tile of columns after the
 * other. In a segment whose positions fall, the turns are those by the opposite angles; where positions stay the same, no
 * turn is needed. Rows of few channels are computed some at a time: their offsets are one run, for which the anchor's
 * phasors are repeated. */
extern const struct row_method by_row;

/* Rows of listed positions: the next row may be anywhere.
 *
 * The channels at the higher digits of a whole position are turned by the angle of its lowest digit; so rows whose
 * positions differ only in that are as fast as others. The channels at other positions have seeds of their own. */
extern const struct row_method by_listed_row;

#endif
