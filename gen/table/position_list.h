/* A list of exact positions. Whole ones near 0, which most lists consist of, take four bytes each, and ratios of small
 * integers twelve. */
#ifndef POSENC_POSITION_LIST_H
#define POSENC_POSITION_LIST_H

#include "base/die.h"
#include "base/text.h"
#include "exact/number.h"
#include "table/grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position is whole if it is an integer in (-POSITION_WHOLE, POSITION_WHOLE). There are at most POSITIONS_OTHER
 * others. */
enum { POSITION_WHOLE = 1 << 20, POSITIONS_OTHER = 1 << 22 };

struct position_list {
    size_t count;
    int32_t *code;       /* of each: a whole position itself; POSITION_WHOLE + k for other[k] */
    struct ratio *other; /* each that isn't whole; if it is no ratio, {k, 0} for large[k] */
    size_t others;
    struct number *large;
    size_t larges;
    int32_t least, most; /* of the whole ones, if there are any */
    size_t least_at;     /* the place of `least` in the list */
};

/* {0} is an empty list. Its memory grows as it must. */
void position_list_free(struct position_list *);

void position_list_add_whole(struct position_list *, int32_t p);

/* Copies p. Returns false, and adds nothing, if the list has POSITIONS_OTHER positions that aren't whole. */
bool position_list_add(struct position_list *, const struct number *p);

void position_list_at(const struct position_list *, uint64_t k, struct number *p);

/* If position k is whole, sets *p to it and returns true. */
static inline bool position_list_whole(const struct position_list *list, uint64_t k, int32_t *p) {
    *p = list->code[k];
    return *p < POSITION_WHOLE;
}

/* How many are whole. */
size_t position_list_wholes(const struct position_list *);

/* Sets `first` and `step` to the first position and the first step; that of a single position is 0. Is each position a step
 * after the one before it? */
bool position_list_steps(const struct position_list *, struct number *first, struct number *step);

/* Makes a list of the same positions, each once and in rising order; index[k] becomes the place of position k there. */
struct position_list position_list_distinct(const struct position_list *, uint32_t index[]);

/* The positions of the word positions-file: a row a line, and on a grid a position for each axis in a line. */

struct position_file {
    int columns;                          /* how many positions a line has */
    struct position_list list[GRID_AXES]; /* by axis; without a grid only [0] */
    uint32_t *point[GRID_AXES]; /* on a grid, the place of each row's position along an axis */
};

void position_file_free(struct position_file *);

/* Reads the first `most` lines of a file, whose content it frees: exact numbers, without symbols. Returns NULL, or a fault
 * in the first line that is anything else. */
struct fault *position_file_read(struct position_file *, const char *path, struct text *content,
                                 size_t most);

/* On a grid: makes the list of an axis that of its distinct positions, and `point` of the axis. Returns how many these
 * are. */
size_t position_file_points(struct position_file *, int axis);

#endif
