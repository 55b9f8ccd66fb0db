/* The shortest words of a table, by the name of a system that has it, and what --guess says of them. */
#ifndef POSENC_GUESS_NAME_H
#define POSENC_GUESS_NAME_H

#include "audit/verdict.h"
#include "guess/guess_search.h"

/* Finds words for the same table; `given` makes it. Returns how much they say: the shorter the better. */
double guess_name(struct guess_search *, const char *const given[WORDS], const char *named[WORDS]);

/* The same measure for the words as they are. */
double guess_words_cost(const char *const given[WORDS]);

/* Presets that people know best come first. */
int guess_fame(const char *preset);

/* The lines of words whose table explains the array: the command, how sure that is, `deviation:`, notes, and `also:` with
 * what speaks against each. */
void guess_report(struct guess_search *, struct trial *, const struct verdict *,
                  struct text *report);

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. The
 * caller frees it. */
char *guess_command(const struct request *);

#endif
