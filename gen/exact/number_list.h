/* Lists of numbers in files, one exact number a line. */
#ifndef POSENC_NUMBER_LIST_H
#define POSENC_NUMBER_LIST_H

#include "base/fault.h"
#include "base/text.h"
#include "exact/number.h"

#include <stdbool.h>
#include <stddef.h>

struct number_list {
    char *path;
    struct text text; /* the content of the file, until its numbers are read */
    size_t count;     /* how many lines have a number */
    mpq_t *value;     /* the numbers read so far */
    size_t read;      /* how many these are */
};

/* Takes the content of a file over, and counts its numbers. A line has a decimal, a hexadecimal number or a ratio,
 * or is empty; # begins a comment. */
void number_list_open(struct number_list *, const char *path, struct text *content);

/* Reads the first `most` numbers. Returns NULL, or a fault in the first line that is not a number above 0; with
 * `zero`, 0 is one too. */
struct fault *number_list_read(struct number_list *, size_t most, bool zero);

void number_list_free(struct number_list *);

#endif
