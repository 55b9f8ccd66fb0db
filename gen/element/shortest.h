/* Binary floating-point numbers -> the shortest decimals that read back as them, in integers. */
#ifndef POSENC_SHORTEST_H
#define POSENC_SHORTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "element/decimal.h"

/* Writes the decimal of the fewest digits, and among these the nearest (ties: the last digit even),
 * that reads back as the same number, +-significand * 2^exponent, and returns its length. The form
 * is that of decimal.h, which is JSON's too; 9 digits, or the 17 of a binary64, are the most.
 *
 * The number is one of a type of `precision` bits: binary64 (53), binary32 (24), bfloat16 (8) or
 * binary16 (11). The significand is below 2^precision, and below 2^(precision - 1) only if the
 * number is subnormal or 0.
 *
 * It reads back by way of a binary64 too, as JSON is read, each rounding to nearest, and whatever
 * is done with ties. A shorter text that is a tie is not taken: the binary16 4112 is 4112.0, though
 * 4110 is read as it where ties go to even; the binary64 beside 10^23 is 9.999999999999999e+22. No
 * number below 2^precision has such a text.
 *
 * It is fast from 2^-60 to 2^29, and for binary64 from 2^-34 to 2^56; elsewhere GMP takes some
 * forty times as long. */
size_t shortest(bool negative, uint64_t significand, int exponent, int precision,
                char text[DECIMAL_MAX]);

#endif
