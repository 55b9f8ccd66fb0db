/* From intervals to the texts of words: the simplest numbers that explain the entries. */
#ifndef POSENC_GUESS_NUMBERS_H
#define POSENC_GUESS_NUMBERS_H

#include "audit/guess_search.h"

/* Solves the numbers of a shape's words from the entries, and tries them. */
void guess_numbers(struct guess_search *, const char *const given[WORDS]);

#endif
