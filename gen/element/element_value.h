/* Elements as exact numbers. */
#ifndef POSENC_ELEMENT_VALUE_H
#define POSENC_ELEMENT_VALUE_H

#include "element/element.h"

#include <gmp.h>

/* A finite float: its significand, and *exponent so that |value| = significand * 2^*exponent. The significand is below
 * 2^precision. */
uint64_t element_significand(const struct element *, uint64_t bits, int *exponent);

/* The integer that a fixed-point element is, with its zero point. */
int64_t element_integer(const struct element *, uint64_t bits);

/* The number that a finite element stands for. That of a fixed-point type is what element_round rounds, so it includes
 * the type's factor. */
void element_value(const struct element *, uint64_t bits, mpq_t value);

/* The exponent of an ulp, 2^k: of a float the spacing of the type's numbers in its binade, of fixed point a unit. */
int element_ulp(const struct element *, uint64_t bits);

/* q *= 2^k */
void element_shift(mpq_t q, long k);

#endif
