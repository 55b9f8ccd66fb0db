/* Positions: which number each row of a table stands for. */
#ifndef POSENC_POSITIONS_H
#define POSENC_POSITIONS_H

#include "exact/expression.h"
#include "table/grid.h"
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct positions {
    struct number first[GRID_AXES], step[GRID_AXES]; /* without a grid the first of each */
    bool has_low, has_high;
    struct number low, high; /* of clamp */
    int absolute;
    uint64_t *zero; /* rows that are 0, rising */
    size_t zeros;
};

void positions_init(struct positions *);
void positions_clear(struct positions *);

/* Parses one of the words first, step, clamp, positions and zero-rows, as in choice.h. */
char *positions_parse(struct positions *, enum word, const char *text, int axes,
                      const struct sizes *, char **canonical);

/* |clamp(first + r*step)| along an axis */
void positions_at(const struct positions *, int axis, uint64_t r, struct number *p);

/* Rows [begin, end) along an axis between which positions differ by direction * step. */
struct segment {
    uint64_t begin, end;
    int direction; /* -1, 0, 1 */
};
enum { SEGMENTS_MAX = 8 };

/* Parts [0, count) of an axis into segments; returns how many: at most SEGMENTS_MAX, for which
 * there must be room. */
size_t positions_segments(const struct positions *, int axis, uint64_t count,
                          struct segment *segments);

/* Is row r of those that are 0? How many of them are below r? */
bool positions_zero(const struct positions *, uint64_t r);
size_t positions_zeros_below(const struct positions *, uint64_t r);

#endif
