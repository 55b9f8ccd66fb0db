/* The shortest words of a table: by the name of a system that has it, with what differs. */
#ifndef POSENC_GUESS_NAME_H
#define POSENC_GUESS_NAME_H

#include "guess/guess_search.h"

/* Finds words for the same table; `given` makes it. Returns how much they say: the shorter the better. */
double guess_name(struct guess_search *, const char *const given[WORDS], const char *named[WORDS]);

/* The same measure for the words as they are. */
double guess_words_cost(const char *const given[WORDS]);

/* Presets that people know best come first. */
int guess_fame(const char *preset);

#endif
