/* Binary floating-point numbers -> the shortest decimals that read back as them, in integers. */
#ifndef POSENC_SHORTEST_H
#define POSENC_SHORTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decimal.h"

/* Writes the decimal of the fewest digits, and among these the nearest (ties: the last digit even),
 * that reads back as +-significand * 2^exponent, and returns its length. The form is that of
 * decimal.h, which JSON shares; the 17 digits of a binary64 and 9 of all others always do.
 *
 * The number is one of a type of `precision` bits, 53 (binary64) or 2 to 24, whose least normal
 * number is 2^emin: the significand is below 2^precision, and not below 2^(precision - 1) unless
 * exponent = emin - precision + 1. The type is no wider than binary32 or binary64 in range either.
 *
 * It reads back whatever the reader does with ties, and if precision <= 24 by way of a binary64
 * too, as JSON is read, each rounding to nearest. A shorter text that needs the tie to go one way
 * is not taken: the binary16 4112 is 4112.0, though 4110 is read as it where ties go to even. */
size_t shortest(bool negative, uint64_t significand, int exponent, int precision, int emin,
                char text[DECIMAL_MAX]);

#endif
