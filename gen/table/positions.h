/* SPDX-License-Identifier: MIT */
/* Positions: the number that each row of a table stands for. */
#ifndef POSENC_POSITIONS_H
#define POSENC_POSITIONS_H

#include "base/die.h"
#include "base/text.h"
#include "exact/expression.h"
#include "table/grid.h"
#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set of rows: the value of zero-rows or of unrotated-rows. */

struct row_set {
    uint64_t *row; /* in rising order */
    size_t count;
};

void row_set_free(struct row_set *);

void row_set_add(struct row_set *, uint64_t row);
void row_set_sort(struct row_set *); /* after some were added */

/* Reads the next rows of a list: those from the first to the last, "3" or "3-7". Returns where the list goes on, or NULL if
 * there is none. */
const char *row_range_next(const char *at, uint64_t *first, uint64_t *last);

/* Parses the value of one of the two words: a list of rows below max_len. Its canonical text has long runs as ranges. */
void row_set_parse(struct row_set *, struct value *, uint64_t max_len);

/* Is row r in the set? */
bool row_set_have(const struct row_set *, uint64_t r);

/* How many rows of the set are below r. */
size_t row_set_below(const struct row_set *, uint64_t r);

/* A list of exact positions. Most lists consist of ratios of small integers, which take eight bytes each. */

struct position_list {
    size_t count;
    struct ratio *position; /* {k, 0} for large[k], which is no ratio */
    struct number *large;
    size_t larges;
};

/* {0} is an empty list. Its memory grows as it must. */
void position_list_free(struct position_list *);

void position_list_add(struct position_list *, const struct number *p); /* copies p */
void position_list_add_ratio(struct position_list *, struct ratio p);

void position_list_at(const struct position_list *, uint64_t k, struct number *p);

/* Is position k 0? */
static inline bool position_list_zero(const struct position_list *list, uint64_t k) {
    return list->position[k].over == 0 && list->position[k].under != 0;
}

/* Sets `first` and `step` to the first position and the first step; a single position has the step 0. Returns whether
 * all steps are equal. */
bool position_list_steps(const struct position_list *, struct number *first, struct number *step);

/* Makes a list of the same positions, each once and in rising order; index[k] becomes the place of position k there. */
struct position_list position_list_distinct(const struct position_list *, uint32_t index[]);

/* The choices of the word positions */
enum { POSITIONS_SIGNED, POSITIONS_ABSOLUTE, POSITIONS_FLOOR };

struct positions {
    struct number first[GRID_AXES], step[GRID_AXES]; /* by axis; without a grid only [0] */
    bool has_low, has_high;
    struct number low, high; /* the ends of clamp */
    int kind;                /* the choice of the word positions */
    bool listed;             /* does a file replace all of these? */

    /* From the file: a row a line, and on a grid a position for each axis in a line. */
    int columns; /* how many positions a line has */
    struct row_set
        minus_zeros; /* the rows of a file whose position is written -0; of a grid none */
    /* By axis, if their steps differ, from the file or after positions_change; without a grid only [0]. */
    struct position_list list[GRID_AXES];
    uint32_t *point[GRID_AXES]; /* on a grid, the place of each row's position along an axis */
};

void positions_init(struct positions *);
void positions_clear(struct positions *);

/* Parses one of the words first, step and clamp. */
void positions_parse(struct positions *, struct value *, const struct grid *, const struct sizes *);

/* Reads the first `most` lines of a file, whose content it frees: exact numbers, without symbols. Returns NULL, or a fault
 * in the first line that is anything else. */
struct fault *positions_read(struct positions *, const char *path, struct text *content,
                             size_t most);

/* Takes the numbers that were read from the file. Along each axis of a grid, numbers in equal steps become first and
 * step; otherwise the list stays and the step is 1. Sets the sizes of the grid. */
void positions_take_file(struct positions *, struct grid *);

/* Does what clamp and positions say: computes the position of each row, or along each axis of a grid, which are lists unless
 * their steps are equal. */
void positions_change(struct positions *, const struct grid *, uint64_t rows, struct faults *);

/* The list of a table without a grid, or NULL; that of a file, or of changed positions. */
const struct position_list *positions_list(const struct positions *);

/* Sets p to the position of row r of a table without a grid: that in the list, or first + r*step. */
void positions_at(const struct positions *, uint64_t r, struct number *p);

/* The same position as an integer, without GMP, if there is no list, r < 2^31, and first and step are integers below 2^31.
 * Else returns false. */
bool positions_integer(const struct positions *, uint64_t r, int64_t *p);

/* The positions along one axis of a grid, as those of a table without a grid. They share the grid's numbers. */
struct positions positions_of_axis(const struct positions *, int axis);

#endif
