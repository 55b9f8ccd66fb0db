/* Bits of IEEE 754 numbers -> decimal literals, in integers and without printf. */
#ifndef POSENC_DECIMAL_H
#define POSENC_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* The length of the longest text is 24: -1.2345678901234567e-308. */
enum { DECIMAL_MAX = 32 };

/* Writes the text that printf gives for %.9g (f32) and %.17g (f64) in the C locale, with ".0" where
 * that has neither point nor exponent ("0.0", "-0.0", "1.0", but "1e-05"), and returns its length.
 * `bits` are those of any binary32 or binary64 that is finite. Text beyond the length may be
 * overwritten up to DECIMAL_MAX, and no NUL is promised.
 *
 * From 2^-60 to 2^29 (f32) and from 2^-34 to 2^56 (f64) one multiplication does it; GMP does the
 * rest, some twenty times slower. */
size_t decimal_f32(uint32_t bits, char text[DECIMAL_MAX]);
size_t decimal_f64(uint64_t bits, char text[DECIMAL_MAX]);

#endif
