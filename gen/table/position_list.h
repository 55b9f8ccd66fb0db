/* A list of exact positions. Most lists consist of ratios of small integers, which take eight bytes each. */
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
    size_t count, others;   /* how many positions there are, and how many are not whole */
    struct ratio *position; /* {k, 0} for large[k], which is no ratio */
    struct number *large;
    size_t larges;
    int32_t least, most; /* of the whole ones, if there are any */
    size_t least_at;     /* the place of `least` in the list */
};

static inline bool position_is_whole(struct ratio p) {
    return p.under == 1 && p.over > -POSITION_WHOLE && p.over < POSITION_WHOLE;
}

/* {0} is an empty list. Its memory grows as it must. */
void position_list_free(struct position_list *);

/* Copies p. These return false, and add nothing, if the list has POSITIONS_OTHER positions that aren't whole. */
bool position_list_add(struct position_list *, const struct number *p);
bool position_list_add_ratio(struct position_list *, struct ratio p);

void position_list_at(const struct position_list *, uint64_t k, struct number *p);

/* If position k is whole, sets *p to it and returns true. */
static inline bool position_list_whole(const struct position_list *list, uint64_t k, int32_t *p) {
    *p = list->position[k].over;
    return position_is_whole(list->position[k]);
}

/* Is position k 0? */
static inline bool position_list_zero(const struct position_list *list, uint64_t k) {
    return list->position[k].over == 0 && list->position[k].under != 0;
}

/* Sets `first` and `step` to the first position and the first step; a single position has the step 0. Returns whether
 * all steps are equal. */
bool position_list_steps(const struct position_list *, struct number *first, struct number *step);

/* Makes a list of the same positions, each once and in rising order; index[k] becomes the place of position k there. */
struct position_list position_list_distinct(const struct position_list *, uint32_t index[]);

/* The positions of the word positions-file. Each line is a row; on a grid it has a position for each axis. */

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

/* On a grid: replaces the list of an axis by its distinct positions, and sets the axis's `point`. Returns how many they
 * are. */
size_t position_file_points(struct position_file *, int axis);

#endif
