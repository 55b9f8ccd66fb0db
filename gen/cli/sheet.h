/* Cells in aligned columns, for people, or with commas between them, for programs. */
#ifndef POSENC_SHEET_H
#define POSENC_SHEET_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

struct sheet_column {
    const char *title, *csv; /* for people; in the header line of CSV */
    bool right;              /* numbers end at the same place */
};

/* Holds some lines at a time, so its memory doesn't grow with their number. If there are more, their columns are as wide as
 * the widest so far. */
struct sheet;
struct sheet *sheet_new(struct file *, const struct sheet_column *, size_t columns, bool csv);

/* Adds the next cell of the line, and takes the text. */
void sheet_cell(struct sheet *, char *text);

/* Prints what is left, and ends the sheet. */
void sheet_end(struct sheet *);

#endif
