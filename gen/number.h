/* Exact numbers: a + b*pi with a and b rational, from text and to text. No floating point, no
 * locale. */
#ifndef POSENC_NUMBER_H
#define POSENC_NUMBER_H

#include <stdbool.h>

#include <gmp.h>

struct number {
    mpq_t rational, pi; /* rational + pi * 3.14159... */
};

/* A numerator and a denominator have at most this many bits. */
enum { NUMBER_BITS = 4096 };

/* Makes GMP, and what builds on it, die in one line when memory runs out, where it would abort. */
void number_start(void);

void number_init(struct number *);
void number_clear(struct number *);

/* sum = first + step * k; `sum` is neither of them. */
void number_walk(struct number *sum, const struct number *first, const struct number *step,
                 unsigned long long k);

/* Has it no more than NUMBER_BITS bits in any part? */
bool number_fits(const struct number *);

/* Reads a decimal ("10000", "-0.5", "5e5"), a hexadecimal ("0x1.8p-3") or a ratio of two ("7/3", "1e3/1.5"). Returns NULL, or
 * what is wrong with the text ("is no number", "divides by zero", "is too large or too small"). */
const char *rational_parse(mpq_t, const char *text);

/* Reads a rational, or a rational multiple of pi: "pi", "-3/7pi", "2pi/50". Returns as above. */
const char *number_parse(struct number *, const char *text);

/* The shortest usual text that the functions above read as the same number: an integer, an exact
 * decimal, a ratio, "3pi/7". A sum of a rational and a multiple of pi, which no text can give but
 * number_walk can, is written "1+pi/25". The caller frees it. */
char *rational_text(const mpq_t);
char *number_text(const struct number *);

#endif
