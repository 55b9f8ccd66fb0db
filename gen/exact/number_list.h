/* Lists of positive numbers in files, one exact number a line. */
#ifndef POSENC_NUMBER_LIST_H
#define POSENC_NUMBER_LIST_H

#include "base/text.h"
#include "exact/number.h"

#include <stddef.h>

struct number_list {
    char *path;
    struct text text; /* of the file; freed when its numbers are read */
    size_t count;     /* lines that have a number */
    mpq_t *value;     /* the numbers read so far */
    size_t read;      /* how many these are */
};

/* Reads the file and counts its numbers: a decimal, a hexadecimal or a ratio a line, except for empty lines; # begins a
 * comment. Returns NULL, or a message "PATH: why" if the file can't be read, which the caller frees. */
char *number_list_open(struct number_list *, const char *path);

/* Reads the first `most` numbers. Returns NULL, or "PATH:LINE: what" for the first line that is not a number above 0, which
 * the caller frees. */
char *number_list_read(struct number_list *, size_t most);

void number_list_free(struct number_list *);

#endif
