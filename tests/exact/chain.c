/* SPDX-License-Identifier: MIT */
/* The effect of rounding twice: chain TYPE F32 TABLE
 *
 * Rounds the entries of F32, a raw table of f32, to TYPE (f16, bf16, q15; or wide, which is
 * q15 in 32 bits, where it need not saturate), to nearest, ties to even, and prints in how many values
 * that differs from TABLE, the raw table of TYPE. Exit status 2 where one of them ends before the
 * other. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct type {
    const char *name;
    int bytes;
    int precision, least; /* of a float: bits of the significand; the least number is 2^least */
};
static const struct type types[] = {
    {"f16", 2, 11, -24}, {"bf16", 2, 8, -133}, {"q15", 2, 0, -15}, {"wide", 4, 0, -15}};

enum { TYPES = sizeof types / sizeof *types, BLOCK = 1 << 16 };

/* Everything here is exact except for rint. */
static double rounded(const struct type *type, double x) {
    int exponent = type->least;
    if (type->precision && x != 0) {
        exponent = ilogb(x) - (type->precision - 1);
        exponent = exponent > type->least ? exponent : type->least;
    }
    double y = ldexp(rint(ldexp(x, -exponent)), exponent);
    return strcmp(type->name, "q15") == 0 && y == 1 ? 32767 / 32768. : y; /* saturated */
}

static double value(const struct type *type, uint32_t bits) {
    if (type->bytes == 4)
        return ldexp(bits < 0x80000000 ? bits : bits - 0x1p32, type->least);
    if (!type->precision)
        return ldexp(bits < 0x8000 ? bits : bits - 0x1p16, type->least);
    int hidden = 1 << (type->precision - 1), magnitude = bits & 0x7fff;
    int field = magnitude / hidden, rest = magnitude % hidden;
    double y = field ? ldexp(rest + hidden, type->least + field - 1) : ldexp(rest, type->least);
    return bits & 0x8000 ? -y : y;
}

static uint32_t from_bytes(const unsigned char *byte, int count) {
    uint32_t bits = 0;
    while (count-- > 0)
        bits = bits << 8 | byte[count];
    return bits;
}

int main(int argc, char *argv[]) {
    static unsigned char f32[4 * BLOCK], own[4 * BLOCK];
    const struct type *type = argc == 4 ? types : types + TYPES;
    while (type < types + TYPES && strcmp(type->name, argv[1]) != 0)
        type++;
    if (type == types + TYPES)
        return 2;
    FILE *from = fopen(argv[2], "rb"), *table = fopen(argv[3], "rb");
    if (!from || !table)
        return 2;
    unsigned long differ = 0;
    for (size_t n; (n = fread(f32, 4, BLOCK, from)) > 0;) {
        if (fread(own, (size_t)type->bytes, n, table) != n)
            return 2;
        for (size_t k = 0; k < n; k++) {
            uint32_t bits = from_bytes(f32 + 4 * k, 4);
            float x;
            memcpy(&x, &bits, sizeof x);
            uint32_t entry = from_bytes(own + (size_t)type->bytes * k, type->bytes);
            differ += rounded(type, x) != value(type, entry);
        }
    }
    if (getc(table) != EOF)
        return 2;
    printf("%lu\n", differ);
    return 0;
}
