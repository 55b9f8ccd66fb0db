/* How much there is to say. */
#ifndef POSENC_GUESS_COST_H
#define POSENC_GUESS_COST_H

#include "words/words.h"

/* In a number's text, or in a list of them: about its digits, so "10000" is less than "9999". A text with symbols is
 * short. */
double guess_cost(const char *text);

/* Are the numbers of these words such as a person writes? */
bool guess_is_simple(const char *const given[WORDS]);

#endif
