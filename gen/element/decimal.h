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

/* The two halves of that, for shortest.c: 9 digits for a significand of 24 bits or, if `wide`, 17 digits for one of
 * 53 bits.
 *
 * x = significand * 2^exponent is any finite binary32 or binary64, and the top bit of its significand is set (2^23
 * or 2^52). k is such that floor(x * 10^k) has 9 or 17 digits. Each n becomes floor(n * 2^exponent * 10^k), and its
 * `more` becomes true if that is less than the product. Returns floor(log10 x). n * 2 * x * 10^k / significand must
 * be below 2^64. */
int decimal_scale(bool wide, uint64_t significand, int exponent, uint64_t n[3], bool more[3]);

/* Writes number * 10^(power - 8) or, if `wide`, number * 10^(power - 16), without the zeros at its end, and returns
 * the length. `zeros` is a lower bound of the number of these zeros; it is negative if no bound is known. The number
 * has 9 or 17 digits, or is the least with one more, or 0. */
size_t decimal_put(bool wide, bool negative, uint64_t number, int zeros, int power,
                   char text[DECIMAL_MAX]);

#endif
