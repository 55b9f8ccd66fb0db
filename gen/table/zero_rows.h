/* The word zero-rows: rows whose entries are all 0. positions.h has what they are asked for. */
#ifndef POSENC_ZERO_ROWS_H
#define POSENC_ZERO_ROWS_H

#include "table/positions.h"

/* Parses the word, as positions_parse does. */
char *zero_rows_parse(struct positions *, const char *text, const struct sizes *, char **canonical);

#endif
