/* The word zero-rows: rows whose entries are all 0, whatever their positions. */
#ifndef POSENC_ZERO_ROWS_H
#define POSENC_ZERO_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zero_rows {
    uint64_t *row; /* in rising order */
    size_t count;
};

void zero_rows_free(struct zero_rows *);

/* Parses a list of rows below max_len. Returns NULL or what is wrong, as in choice.h. */
char *zero_rows_parse(struct zero_rows *, const char *text, uint64_t max_len, char **canonical);

/* Is row r one of them? */
bool zero_rows_have(const struct zero_rows *, uint64_t r);

/* How many of them are below r. */
size_t zero_rows_below(const struct zero_rows *, uint64_t r);

#endif
