/* SPDX-License-Identifier: MIT */
/* Exact numbers as users write them: "10000", "2.5*0.25", "n-1", "-d/2", "2pi/48.000001", "max-len/2-1/2". */
#ifndef POSENC_EXPRESSION_H
#define POSENC_EXPRESSION_H

#include "exact/number.h"

/* The values of the symbols d, n, max-len and size. n is the number of pairs, size is the number of rows of one axis of
 * a grid, or of all rows without a grid. It is 0, and no symbol, if a number is for all axes. */
struct sizes {
    unsigned long long d_model, pairs, max_len, axis_size;
};

/* Reads a sum of terms. A term consists of factors, joined by * and / from left to right: decimals ("10000", "-0.5",
 * "5e5"), hexadecimals ("0x1.8p-3"), symbols, and at most one pi, in the numerator. "2pi/50" means "2*pi/50".
 * "floor(-size/2)" is the largest integer that is not above the sum in it; that sum has no pi and no floor. If `sizes`
 * is NULL, there are neither symbols nor floors.
 *
 * Returns NULL, or what is wrong with the text: "is not a number", "divides by zero", "is too large or too
 * small: over 4096 bits", "has pi in a denominator", "in a floor" or "twice in a product", "has too many
 * terms" or "factors". */
const char *expression_parse(struct number *, const char *text, const struct sizes *);

/* The same for a number without pi. */
const char *expression_rational(mpq_t, const char *text, const struct sizes *);

/* The same for a single term, without symbols. */
const char *rational_parse(mpq_t, const char *text);

#endif
