/* The words zero-rows and unrotated-rows: rows whose entries are all 0, or those of angle 0, whatever their positions. */
#ifndef POSENC_ZERO_ROWS_H
#define POSENC_ZERO_ROWS_H

#include "words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zero_rows {
    uint64_t *row; /* in rising order */
    size_t count;
};

void zero_rows_free(struct zero_rows *);

/* Parses the list of rows below max_len that one of the words gives. Returns NULL or what is wrong, as in choice.h. */
char *zero_rows_parse(struct zero_rows *, enum word, const char *text, uint64_t max_len,
                      char **canonical);

/* The first row that is in both lists; false if there is none. */
bool zero_rows_share(const struct zero_rows *, const struct zero_rows *other, uint64_t *row);

/* Is row r one of them? */
bool zero_rows_have(const struct zero_rows *, uint64_t r);

/* How many of them are below r. */
size_t zero_rows_below(const struct zero_rows *, uint64_t r);

#endif
