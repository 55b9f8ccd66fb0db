/* SPDX-License-Identifier: MIT */
/* The oracle's element types, and its rounding: to nearest, ties to even, and of integers as the words say. */
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
#include <flint/fmpq.h>

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
    {"u32", 4, 0, 0, 1, 0, 0, INT64_C(4294967295)},
    {"i32", 4, 0, 0, 1, 0, INT64_C(-2147483648), 2147483647},
};

static fmpq_t
    zero_point; /* added to each integer once it is rounded, or before that if it has a half */
static char rounding; /* of integers: n, z or d */
static int width;     /* of integers; 0: all bits of the type */

/* Of the words that integers have. */
static inline void read_integers(const char *zero, const char *mode, const char *bits) {
    const char *point = strchr(zero, '.'); /* -0.5, 127.5 or an integer */
    fmpq_init(zero_point);
    fmpq_set_si(zero_point, 2 * labs(strtol(zero, NULL, 10)) + (point != NULL), 2);
    if (*zero == '-')
        fmpq_neg(zero_point, zero_point);
    rounding = *mode;
    width = atoi(bits);
}

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

/* The bits of x, which includes the factor and is divided by the scale, as an integer. */
static inline uint64_t rounded_integer(const struct type *type, const fmpq_t x) {
    const bool half = !fmpz_is_one(fmpq_denref(zero_point));
    fmpq_t sum;
    fmpz_t whole, rest;
    fmpq_init(sum);
    fmpz_init(whole);
    fmpz_init(rest);
    fmpq_set(sum, x);
    if (half)
        fmpq_add(sum, sum, zero_point);
    fmpz_fdiv_qr(whole, rest, fmpq_numref(sum), fmpq_denref(sum));
    fmpz_mul_2exp(rest, rest, 1);
    const int middle = fmpz_cmp(rest, fmpq_denref(sum));
    if (rounding == 'n' ? middle > 0 || (middle == 0 && fmpz_is_odd(whole))
                        : rounding == 'z' && fmpq_sgn(sum) < 0 && !fmpz_is_zero(rest))
        fmpz_add_ui(whole, whole, 1);
    if (!half)
        fmpz_add(whole, whole, fmpq_numref(zero_point));
    int64_t low = type->low, high = type->high;
    if (width > 0) {
        high = low < 0 ? (INT64_C(1) << (width - 1)) - 1 : (INT64_C(1) << width) - 1;
        low = low < 0 ? -high - 1 : 0;
    }
    const int64_t value = fmpz_cmp_si(whole, low) < 0    ? low
                          : fmpz_cmp_si(whole, high) > 0 ? high
                                                         : fmpz_get_si(whole);
    fmpq_clear(sum);
    fmpz_clear(whole);
    fmpz_clear(rest);
    return (uint64_t)value & (UINT64_MAX >> (64 - 8 * type->bytes));
}

static inline uint64_t rounded_zero(const struct type *type) {
    fmpq_t zero;
    fmpq_init(zero);
    const uint64_t bits = type->precision ? 0 : rounded_integer(type, zero);
    fmpq_clear(zero);
    return bits;
}

/* x includes the factor, or is divided by the scale. */
static inline uint64_t round_to_integer(const struct type *type, const arf_t x) {
    fmpq_t units;
    fmpq_init(units);
    fmpq_set_si(units, arf_sgn(x) * (INT64_C(1) << 41), 1);
    if (arf_cmpabs_2exp_si(x, 40 - type->scale) < 0) {
        arf_get_fmpq(units, x);
        fmpq_mul_2exp(units, units, (ulong)type->scale);
    }
    const uint64_t bits = rounded_integer(type, units);
    fmpq_clear(units);
    return bits;
}

static inline uint64_t round_to(const struct type *type, const arf_t x) {
    return type->precision ? round_to_float(type, x) : round_to_integer(type, x);
}

#endif
