/* SPDX-License-Identifier: MIT */
/* The simplest number in an interval: what a person would have written who meant a value that is known only roughly.
 *
 * An interval's ends belong to it. Numbers are canonical texts, as a command shows them: "10000", "0.25", "7/3". Whether one
 * is in the interval is decided exactly.
 *
 * A number is the simpler the fewer bits say it: its digits without trailing zeros and their exponent, or a numerator
 * and a denominator. So 10000 goes before 9999.7, 0.25 before 0.2514, and pi/25 before 0.12566
 * unless the interval has a number of three digits. */
#ifndef POSENC_SIMPLEST_H
#define POSENC_SIMPLEST_H

#include "exact/expression.h"
#include "words/words.h"

#include <stddef.h>

/* Do rational multiples of pi count beside rational numbers: "2pi/7", "pi/12"? */
enum { SIMPLEST_PI = 1 };

/* The simplest number, or NULL if none in the interval is simple: if it is so narrow that its numbers take more than
 * some 16 digits, empty, or not finite. The caller frees it. */
char *simplest_number(double low, double high, unsigned kinds);

double number_value(const struct number *); /* to within some ulps */

/* The usual text of a number that an expression makes, or NULL if it isn't one. The caller frees it. */
char *number_simplified(const char *expression);

/* What a number's text means, sqrt(...) too; `sizes` may be NULL. NaN if it is no number. */
double text_value(const char *text, const struct sizes *sizes);

/* How much there is to say in a number's text, or in a list of them: about its digits, so "10000" is less than "9999". A
 * text with symbols is short. */
double text_cost(const char *text);

/* The cost of the dearest number in those of the words that are given. */
double words_dearest(const char *const given[WORDS], word_set);

#endif
