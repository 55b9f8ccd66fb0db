/* Lists of positive numbers from files: one exact number a line. */
#ifndef POSENC_LIST_H
#define POSENC_LIST_H

#include "number.h"
#include "text.h"

#include <stddef.h>

struct list {
    char *path;
    struct text text; /* of the file, until its numbers are read */
    size_t count;     /* lines that have a number */
    mpq_t *value;     /* `known` of them are read */
    size_t known;
};

/* Reads the file and counts its numbers: a decimal, a hexadecimal or a ratio a line; empty lines and what follows a #
 * don't count. Returns NULL or why the file can't be read, "PATH: why"; the caller frees that. */
char *list_open(struct list *, const char *path);

/* Reads the first `most` numbers. Returns NULL, or the first line that is none or not above 0, as "PATH:LINE: what"; the
 * caller frees that. */
char *list_read(struct list *, size_t most);

void list_free(struct list *);

#endif
