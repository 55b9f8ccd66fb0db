/* From intervals to the texts of words: the simplest numbers that explain the entries. */
#ifndef POSENC_GUESS_SOLVING_H
#define POSENC_GUESS_SOLVING_H

#include "guess/guess_search.h"

/* Solves the numbers of a shape's words from the entries, and tries them. */
void guess_numbers(struct guess_search *, const char *const given[WORDS]);

#endif
