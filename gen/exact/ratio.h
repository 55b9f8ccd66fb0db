/* Ratios of small integers, which need no GMP: most numbers in long lists are such. */
#ifndef POSENC_RATIO_H
#define POSENC_RATIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* over/under in lowest terms; under > 0, and neither is beyond RATIO_MOST, so that products of two fit in 62 bits. */
struct ratio {
    int32_t over, under;
};
enum { RATIO_MOST = INT32_MAX };

/* Reads "-12", "0.25" or "3/7". Returns false, and leaves the text to expression.h, if it is anything else or no such
 * ratio. */
bool ratio_parse(struct ratio *, const char *text, size_t length);

/* The greatest common divisor; that of x and 0 is x. */
uint64_t greatest_divisor(uint64_t x, uint64_t y);

#endif
