/* SPDX-License-Identifier: MIT */
/* Entries that are hard to round. w = base^(-1/2); bits are those of the entry, correctly rounded,
 * found with MPFR at 4000 bits and again with ball arithmetic. Two families: the cosine of 3 with
 * base 3 * 2^precision, and the sine of odd positions of precision + 1 bits with base 2^(2m). Each
 * value lies next to a midpoint of its type, nearer than 2^-precision ulp; in fixed point, just
 * below 3/2 units. */
#ifndef HARD_VECTORS_H
#define HARD_VECTORS_H

#include "exact/ziv.h"

static const struct hard_vector {
    const char *type;
    int function;
    const char *base, *position;
    uint64_t bits;
} hard_vectors[] = {
    {"bf16", COSINE, "768", "3", 0x3f7f},
    {"f16", COSINE, "6144", "3", 0x3bff},
    {"f32", COSINE, "50331648", "3", 0x3f7fffff},
    {"f64", COSINE, "27021597764222976", "3", 0x3fefffffffffffff},      /* needs about 108 bits */
    {"f32", SINE, "1208925819614629174706176", "16777219", 0x37800001}, /* 2^80 */
    {"f32", SINE, "1606938044258990275541962092341162602522202993782792835301376", "16777219",
     0x19800001}, /* 2^200, needs about 155 bits */
    {"bf16", SINE, "1208925819614629174706176", "259", 0x2f81},
    {"f16", SINE, "1125899906842624", "3", 0x0001},         /* 2^50, and a subnormal entry */
    {"q15", SINE, "4294967296", "3", 0x0001},               /* 2^32 */
    {"q31", SINE, "18446744073709551616", "3", 0x00000001}, /* 2^64 */
};

#endif
