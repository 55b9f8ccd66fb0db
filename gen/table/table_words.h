/* The steps from the words of a request to a table, for table.c. Each stops at the first fault. */
#ifndef POSENC_TABLE_WORDS_H
#define POSENC_TABLE_WORDS_H

#include "table/table.h"

/* Parses the words of a table, up to the first fault, each from the request's text for it, and gives the request their
 * canonical texts. */
void table_words_parse(struct table *, struct request *);

/* Refuses combinations of individually valid words, of a table whose sizes are derived. */
void table_check(const struct table *, const struct request *);

/* Reads the numbers of lists. Their count must be that of the frequencies, or of the rows. */
void table_check_lists(struct table *, struct request *);

/* Sets the request's default texts: for each word its canonical text if only the sizes and the grid were given, to
 * which other words may refer. It stays NULL if a preset's text is wrong for these sizes. For a request that is
 * parsed. */
void table_words_find_defaults(const struct table *, struct request *);

#endif
