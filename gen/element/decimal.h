/* From bits of IEEE 754 numbers to decimal literals, with integers and without printf. */
#ifndef POSENC_DECIMAL_H
#define POSENC_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the longest text is 24: -1.2345678901234567e-308. */
enum { DECIMAL_MAX = 32 };

/* Writes the text that printf gives for %.9g (f32) and %.17g (f64) in the C locale, with ".0" added if it has
 * neither point nor exponent ("0.0", "-0.0", "1.0", but "1e-05"). Returns its length. `bits` are those of any finite
 * binary32 or binary64. Bytes beyond the length may be overwritten up to DECIMAL_MAX, and there may be no NUL.
 *
 * From 2^-60 to 2^29 (f32) and from 2^-34 to 2^56 (f64) one multiplication is enough. Other numbers are left to GMP,
 * some twenty times slower. */
size_t decimal_f32(uint32_t bits, char text[DECIMAL_MAX]);
size_t decimal_f64(uint64_t bits, char text[DECIMAL_MAX]);

/* From binary floating-point numbers to the shortest decimals that read back as the same numbers, with integers. */

/* Writes a decimal that reads back as the same number, +-significand * 2^exponent: of those with the
 * fewest digits the nearest, and at a tie the one with an even last digit. Returns its length. The form
 * is that of decimal_f32, which JSON accepts too. There are at most 9 digits, or 17 for a binary64.
 *
 * The number is one of a type of `precision` bits: binary64 (53), binary32 (24), bfloat16 (8) or
 * binary16 (11). The significand is below 2^precision, and below 2^(precision - 1) only if the
 * number is subnormal or 0.
 *
 * A reader may read a binary64 first and round that, as readers of JSON do. Each rounding must be to
 * nearest, but ties may go either way. So a shorter text that is a tie is not taken: the binary16 4112
 * is 4112.0, although 4110 reads back as 4112 if ties go to even; the binary64 next to 10^23 is
 * 9.999999999999999e+22. No number below 2^precision has such a text.
 *
 * It is fast from 2^-60 to 2^29, and for binary64 from 2^-34 to 2^56. Elsewhere GMP takes some forty
 * times as long. */
size_t shortest(bool negative, uint64_t significand, int exponent, int precision,
                char text[DECIMAL_MAX]);

#endif
