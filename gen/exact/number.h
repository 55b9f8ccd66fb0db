/* Exact numbers, a + b*pi with a and b rational, and their canonical text, which expression.h reads. No floating
 * point, no locale. */
#ifndef POSENC_NUMBER_H
#define POSENC_NUMBER_H

#include <stdbool.h>

#include <gmp.h>

struct number {
    mpq_t rational, pi; /* a and b */
};

/* A numerator and a denominator have at most this many bits. */
enum { NUMBER_BITS = 4096 };

/* Makes GMP, and what is built on it, die with a message when memory runs out; by default it aborts. To be called
 * before any number is made. */
void number_start(void);

void number_init(struct number *);
void number_clear(struct number *);
void number_set(struct number *, const struct number *value);
void number_set_zero(struct number *);

/* sum = first + step * k. `sum` must be neither `first` nor `step`. */
void number_walk(struct number *sum, const struct number *first, const struct number *step,
                 unsigned long long k);

/* Does no part of it have more than NUMBER_BITS bits? */
bool number_fits(const struct number *);

/* Is ln x / ln y, for x and y above 1, a rational number? If so, it goes to *quotient. */
bool rational_logarithm(mpq_t quotient, mpq_srcptr x, mpq_srcptr y);

/* The canonical text, which expression_parse reads as the same number: an integer, an exact decimal, a ratio, "3pi/7",
 * "1+pi/25". The caller frees it. */
char *rational_text(const mpq_t);
char *number_text(const struct number *);

#endif
