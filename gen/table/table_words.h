/* The words of a table: parsed, in an order in which each finds what its meaning depends on. */
#ifndef POSENC_TABLE_WORDS_H
#define POSENC_TABLE_WORDS_H

#include "table/table.h"

/* Parses all words of a table, each from the request's text for it, and gives the request their canonical texts. Returns
 * NULL, or the message for the first word that is wrong, which the caller frees. */
char *table_words_parse(struct table *, struct request *);

/* Sets the request's `plain` texts: for each word its canonical text if only the sizes and the grid were given, to which
 * other words may refer. It stays NULL if a preset's text is wrong for these sizes. For a request that is parsed. */
void table_words_find_plain(struct request *);

#endif
