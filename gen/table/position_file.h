/* The positions of the word positions-file: a row a line, and on a grid a position for each axis in a line. */
#ifndef POSENC_POSITION_FILE_H
#define POSENC_POSITION_FILE_H

#include "base/fault.h"
#include "base/text.h"
#include "table/grid.h"
#include "table/position_list.h"

#include <stddef.h>
#include <stdint.h>

struct position_file {
    char *path;                           /* NULL: there is no file */
    struct text text;                     /* its content, until it is read */
    size_t rows;                          /* how many lines have positions */
    struct position_list list[GRID_AXES]; /* by axis; without a grid only [0] */
    uint32_t *point[GRID_AXES]; /* on a grid, the place of each row's position along an axis */
};

/* Takes the content of a file over, and counts its lines. */
void position_file_open(struct position_file *, const char *path, struct text *content);
void position_file_free(struct position_file *);

/* Reads the first `most` lines, of `columns` positions each: exact numbers, without symbols. Returns NULL, or a fault
 * in the first line that is anything else. */
struct fault *position_file_read(struct position_file *, int columns, size_t most);

/* On a grid: makes the list of an axis that of its distinct positions, and `point` of the axis. Returns how many these
 * are. */
size_t position_file_points(struct position_file *, int axis);

#endif
