/* The simplest number in an interval: what a person would have written who meant a value that is known only roughly.
 *
 * An interval's ends belong to it. Numbers are canonical texts, as a command shows them: "10000", "0.25", "7/3". The
 * choice is made with exact arithmetic, so it is the same everywhere.
 *
 * A number is the simpler the fewer bits say it: its digits without trailing zeros and their exponent, an exponent of
 * two, or a numerator and a denominator. So 10000 goes before 9999.7, 0.25 before 0.2514, and pi/25 before 0.12566
 * unless the interval has a number of three digits. */
#ifndef POSENC_SIMPLEST_H
#define POSENC_SIMPLEST_H

#include "exact/expression.h"
#include "words/words.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* How many bits say a number, as a measure of how simple it is. */

/* Those of the number's shortest form: digits without trailing zeros and the exponent of ten, an exponent of two, or
 * a fraction. More than NUMBER_BITS_MANY are only known to be that many. q > 0. */
enum { NUMBER_BITS_MANY = 56 };
long rational_bits(const mpq_t q);

/* Fractions in an interval. Both ends belong to it, and are above 0. */

/* The fraction with the smallest denominator, and of these that with the smallest numerator. */
void fraction_simplest(mpq_t x, const mpq_t low, const mpq_t high);

/* The least fraction with this denominator, reduced. False if there is none. */
bool fraction_with_denominator(mpq_t x, const mpq_t low, const mpq_t high, const mpz_t under);

/* Do rational multiples of pi count beside rational numbers: "2pi/7", "pi/12"? */
enum { SIMPLEST_PI = 1 };

/* The simplest number, or NULL if none in the interval is simple: if it is so narrow that its numbers take more than
 * some 16 digits, empty, or not finite. The caller frees it. */
char *simplest_number(double low, double high, unsigned kinds);

/* The simplest several of them, simplest first. Returns how many; the caller frees each text. */
enum { SIMPLEST_MAX = 12 };
size_t simplest_numbers(double low, double high, unsigned kinds, char *texts[SIMPLEST_MAX]);

/* The next number of a list, with commas, colons or blanks between them, or NULL. The caller frees it. */
char *number_next(const char **list);

double number_value(const struct number *); /* to within some ulps */

/* The usual text of a number that an expression makes, or NULL if it isn't one. The caller frees it. */
char *number_simplified(const char *expression);

/* What a number's text means, sqrt(...) and exp(...) too; `sizes` may be NULL. NaN if it is no number. */
double text_value(const char *text, const struct sizes *sizes);

/* How much there is to say in a number's text, or in a list of them: about its digits, so "10000" is less than "9999". A
 * text with symbols is short. */
double text_cost(const char *text);

/* The cost of the dearest number in those of the words that are given. */
double words_dearest(const char *const given[WORDS], word_set);

#endif
