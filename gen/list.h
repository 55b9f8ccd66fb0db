/* Lists of positive numbers from files: one exact number a line. */
#ifndef POSENC_LIST_H
#define POSENC_LIST_H

#include "number.h"

#include <stddef.h>

struct list {
    mpq_t *value;
    size_t count;
};

/* Reads a decimal, a hexadecimal or a ratio from each line; empty lines and what follows a # don't count.
 * A line that is none, or not above 0, is an error that names the file and the line. */
struct list list_read(const char *path);
void list_free(struct list *);

#endif
