/* SPDX-License-Identifier: MIT */
/* Exact numbers, a + b*pi with a and b rational, and their canonical text, which expression.h reads. No floating
 * point, no locale. */
#ifndef POSENC_NUMBER_H
#define POSENC_NUMBER_H

#include "base/die.h"
#include "base/text.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ratios of small integers don't need GMP. Most numbers in long lists are such ratios. */

/* over/under in lowest terms; under > 0, and neither is beyond RATIO_MOST, so that products of two fit in 62 bits. */
struct ratio {
    int32_t over, under;
};
enum { RATIO_MOST = INT32_MAX };

/* Reads "-12", "0.25" or "3/7". Returns false for anything else: then use expression.h. */
bool ratio_parse(struct ratio *, const char *text);

/* The lines of files of numbers. A line has numbers, or is empty; # begins a comment. Lines may end with CR LF, and the
 * file may begin with the byte-order mark of UTF-8. */

/* How many lines have numbers. */
size_t number_lines_count(const struct text *);

/* Reads lines until `most` of them had numbers. The reader gets each line without its comment and surrounding blanks, may
 * change it, and returns what is wrong with it, or NULL. Frees the content. Returns NULL, or a fault in the first line
 * that is wrong or isn't text. */
typedef char *number_line_reader(void *context, char *line);
struct fault *number_lines_read(const char *path, struct text *content, size_t most,
                                number_line_reader *, void *context);

struct number {
    mpq_t rational, pi; /* a and b */
};

/* A numerator and a denominator have at most this many bits. */
enum { NUMBER_BITS = 4096 };

/* Makes GMP, and what is built on it, die with a message when memory runs out; by default it aborts. To be called
 * before any number is made. */
void number_start(void);

/* If the number is a ratio of small integers, sets it and returns true. */
bool ratio_of(struct ratio *, const struct number *);

void number_init(struct number *);
void number_clear(struct number *);
void number_set(struct number *, const struct number *value);
void number_set_zero(struct number *);

void number_subtract(struct number *difference, const struct number *x, const struct number *y);

/* sum = first + step * k. `sum` must be neither `first` nor `step`. */
void number_walk(struct number *sum, const struct number *first, const struct number *step,
                 unsigned long long k);

/* Do all its parts have at most NUMBER_BITS bits? */
bool number_fits(const struct number *);

/* Is ln x / ln y, for x and y above 1, a rational number? If so, it goes to *quotient. */
bool rational_logarithm(mpq_t quotient, mpq_srcptr x, mpq_srcptr y);

/* The canonical text, which expression_parse reads as the same number: an integer, an exact
 * decimal, a ratio if that is shorter or there is no decimal, "3pi/7", "1+pi/25". The caller frees it. */
char *rational_text(const mpq_t);
char *number_text(const struct number *);

/* Lists of numbers in files, one exact number a line. */

struct number_list {
    mpq_t *value;
    size_t count;
    bool zero; /* may a number be 0? */
};

/* Reads the first `most` numbers of a file, whose content it frees. A line has a decimal, a hexadecimal number or a
 * ratio, or is empty; # begins a comment. Returns NULL, or a fault in the first line that is not a number above 0 (or
 * 0, if `zero`). */
struct fault *number_list_read(struct number_list *, const char *path, struct text *content,
                               size_t most, bool zero);

void number_list_free(struct number_list *);

#endif
