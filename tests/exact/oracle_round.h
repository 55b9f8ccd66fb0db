/* The oracle's element types, and its rounding: to nearest, ties to even. */
#ifndef ORACLE_ROUND_H
#define ORACLE_ROUND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<flint/arf.h>)
#include <flint/arf.h>
#else
#include <arf.h>
#endif

struct type {
    const char *name;
    int bytes;
    int precision, least; /* floats: bits of the significand; the least number is 2^least */
    int factor, scale;    /* integers: the nearest to factor * 2^scale * v, precision 0... */
    int64_t low, high;    /* ...and within these */
};

static const struct type types[] = {
    {"f32", 4, 24, -149, 1, 0, 0, 0},
    {"f64", 8, 53, -1074, 1, 0, 0, 0},
    {"f16", 2, 11, -24, 1, 0, 0, 0},
    {"bf16", 2, 8, -133, 1, 0, 0, 0},
    {"q7", 1, 0, 0, 1, 7, -128, 127},
    {"q15", 2, 0, 0, 1, 15, -32768, 32767},
    {"q23", 4, 0, 0, 1, 23, -8388608, 8388607},
    {"q31", 4, 0, 0, 1, 31, INT64_C(-2147483648), 2147483647},
    {"s8", 1, 0, 0, 127, 0, -127, 127},
    {"u8", 1, 0, 0, 1, 0, 0, 255}, /* of v over the scale */
    {"i8", 1, 0, 0, 1, 0, -128, 127},
    {"u16", 2, 0, 0, 1, 0, 0, 65535},
    {"i16", 2, 0, 0, 1, 0, -32768, 32767},
};

static int64_t zero_point; /* added to each integer once it is rounded */

static const struct type *find_type(const char *name) {
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strcmp(types[k].name, name) == 0)
            return &types[k];
    return NULL;
}

/* |x| * 2^-unit, rounded; below 2^62. */
static int64_t whole_units(const arf_t x, slong unit) {
    if (arf_cmpabs_2exp_si(x, unit - 1) <= 0)
        return 0;
    arf_t scaled;
    fmpz_t units;
    arf_init(scaled);
    fmpz_init(units);
    arf_mul_2exp_si(scaled, x, -unit);
    arf_get_fmpz(units, scaled, ARF_RND_NEAR);
    int64_t whole = labs(fmpz_get_si(units));
    fmpz_clear(units);
    arf_clear(scaled);
    return whole;
}

/* IEEE 754: the magnitude's bits count the numbers from 0 on, and infinity comes after the last. */
static uint64_t round_to_float(const struct type *type, const arf_t x) {
    uint64_t half = UINT64_C(1) << (type->precision - 1);
    uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1), infinity = sign - half, magnitude;
    slong normal = type->least + type->precision - 1; /* the least normal number is 2^normal */
    if (arf_cmpabs_2exp_si(x, 2 - normal) >= 0) {
        magnitude = infinity;
    } else if (arf_cmpabs_2exp_si(x, normal) < 0) {
        magnitude = (uint64_t)whole_units(x, type->least);
    } else {
        slong binade = arf_abs_bound_lt_2exp_si(x) - 1;
        uint64_t units = (uint64_t)whole_units(x, binade - (type->precision - 1));
        magnitude = (uint64_t)(binade - normal + 1) * half + (units - half);
    }
    if (magnitude > infinity)
        magnitude = infinity;
    return arf_sgn(x) < 0 ? sign | magnitude : magnitude;
}

/* The bits of an integer and the zero point, saturating. */
static uint64_t saturated(const struct type *type, int64_t integer) {
    int64_t value = integer + zero_point;
    value = value < type->low ? type->low : value > type->high ? type->high : value;
    return (uint64_t)value & (UINT64_MAX >> (64 - 8 * type->bytes));
}

/* x includes the factor, or is divided by the scale. */
static inline uint64_t round_to_integer(const struct type *type, const arf_t x) {
    int64_t units = INT64_C(1) << 41;
    if (arf_cmpabs_2exp_si(x, 40 - type->scale) < 0)
        units = whole_units(x, -type->scale);
    return saturated(type, arf_sgn(x) < 0 ? -units : units);
}

static inline uint64_t round_to(const struct type *type, const arf_t x) {
    return type->precision ? round_to_float(type, x) : round_to_integer(type, x);
}

#endif
