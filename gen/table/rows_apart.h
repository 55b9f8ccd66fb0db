/* The words zero-rows and unrotated-rows: rows whose entries are all 0, or those of angle 0, whatever their positions. */
#ifndef POSENC_ROWS_APART_H
#define POSENC_ROWS_APART_H

#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rows_apart {
    uint64_t *row; /* in rising order */
    size_t count;
};

void rows_apart_free(struct rows_apart *);

/* Parses the list of rows below max_len that one of the words gives. Returns NULL or what is wrong, as in choice.h. */
char *rows_apart_parse(struct rows_apart *, enum word, const char *text, uint64_t max_len,
                       char **canonical);

/* The first row that is in both lists; false if there is none. */
bool rows_apart_share(const struct rows_apart *, const struct rows_apart *other, uint64_t *row);

/* Is row r one of them? */
bool rows_apart_have(const struct rows_apart *, uint64_t r);

/* How many of them are below r. */
size_t rows_apart_below(const struct rows_apart *, uint64_t r);

#endif
