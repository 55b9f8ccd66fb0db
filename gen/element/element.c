/* SPDX-License-Identifier: MIT */
#include "element/element.h"
#include "base/integer.h"

#include <math.h>
#include <stdlib.h>

int64_t element_integer(const struct element *type, uint64_t bits) {
    bool negative = type->lowest < 0 && bits & element_sign(type);
    return negative ? (int64_t)bits - (int64_t)(2 * element_sign(type)) : (int64_t)bits;
}

void element_shift(mpq_t q, long k) {
    if (k < 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)-k);
    else
        mpq_mul_2exp(q, q, (mp_bitcnt_t)k);
}

struct expansion expansion_of_double(double x) {
    int exponent;
    const uint64_t significand = (uint64_t)ldexp(frexp(fabs(x), &exponent), 64);
    return (struct expansion){signbit(x) != 0, false, significand, exponent - 64};
}

/* |v| / 2^unit, rounded to the nearest integer, ties to even. That integer must be below 2^64. */
static uint64_t round_to_unit(struct expansion v, int64_t unit) {
    const int64_t drop = unit - v.exponent;
    if (drop > 64) /* |v| < 2^64 * 2^exponent <= 2^unit / 2 */
        return 0;
    if (drop <= 0)
        return v.significand << -drop;
    /* 2 * half is 0 if all 64 bits are dropped */
    const uint64_t half = UINT64_C(1) << (drop - 1), kept = v.significand >> (drop - 1) >> 1,
                   rest = v.significand & (2 * half - 1);
    return kept + (rest > half || (rest == half && (v.more || kept % 2 == 1)));
}

static uint64_t round_float(const struct element *type, struct expansion v) {
    uint64_t sign = v.negative ? element_sign(type) : 0;
    if (v.significand == 0)
        return sign;

    /* The leading bit weighs 2^lead. Below 2^emin the type's numbers are spaced as they are at 2^emin. */
    int64_t lead = v.exponent + 63;
    int64_t binade = lead > type->emin ? lead : type->emin;
    if (binade > 1 - type->emin)
        return sign | element_infinity(type);

    /* The hidden bit of a normal number adds 1 to the exponent field of a subnormal one. A carry out of the
     * significand moves on to the next binade. */
    uint64_t bits = ((uint64_t)(binade - type->emin) << (type->precision - 1)) +
                    round_to_unit(v, binade - (type->precision - 1));
    return sign | (bits < element_infinity(type) ? bits : element_infinity(type));
}

/* An integer as the type stores it. */
static uint64_t low_bits(const struct element *type, int64_t integer) {
    return (uint64_t)integer & (2 * element_sign(type) - 1);
}

/* With x = v * 2^fraction and the zero point Z: floor(2 * (x + Z)) and whether that is less than 2 * (x + Z) decide
 * everything. Of a large x, which saturates anyway, only the sign counts. */
static uint64_t round_fixed(const struct element *type, struct expansion v) {
    enum { LARGE = 44 };
    const int64_t unit = v.exponent + type->fraction + 1; /* of the significand, in halves */
    const int64_t drop = unit < LARGE - 64 ? -unit : 64 - LARGE;
    const uint64_t halves = drop < 64 ? v.significand >> drop : 0;
    const bool more =
        v.more || (drop < 64 ? v.significand << (64 - drop) != 0 : v.significand != 0);
    int64_t twice = (int64_t)halves;
    if (v.negative)
        twice = -twice - more;
    twice += 2 * type->zero_point + type->half;
    int64_t floor = (twice - (twice & 1)) / 2;
    const bool upper = twice & 1; /* at least 1/2 is left */
    const int64_t even = floor - (type->half ? 0 : type->zero_point);
    switch (type->rounding) {
    case ROUNDING_NEAREST:
        floor += upper && (more || even % 2 != 0);
        break;
    case ROUNDING_ZERO:
        floor += (upper || more) && (type->half ? twice < 0 : v.negative);
        break;
    case ROUNDING_DOWN:
        break;
    }
    return low_bits(type, floor < type->lowest    ? type->lowest
                          : floor > type->highest ? type->highest
                                                  : floor);
}

uint64_t element_round(const struct element *type, struct expansion v) {
    return type->fixed ? round_fixed(type, v) : round_float(type, v);
}

uint64_t element_zero(const struct element *type) {
    return element_round(type, (struct expansion){.negative = false});
}

void element_store(const struct element *type, void *array, size_t k, uint64_t bits) {
    switch (type->bytes) {
    case 1:
        ((uint8_t *)array)[k] = (uint8_t)bits;
        break;
    case 2:
        ((uint16_t *)array)[k] = (uint16_t)bits;
        break;
    case 4:
        ((uint32_t *)array)[k] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)array)[k] = bits;
    }
}

uint64_t element_load(const struct element *type, const void *array, size_t k) {
    switch (type->bytes) {
    case 1:
        return ((const uint8_t *)array)[k];
    case 2:
        return ((const uint16_t *)array)[k];
    case 4:
        return ((const uint32_t *)array)[k];
    default:
        return ((const uint64_t *)array)[k];
    }
}

bool element_is_infinite(const struct element *type, uint64_t bits) {
    return !type->fixed && (bits & ~element_sign(type)) == element_infinity(type);
}

bool element_is_minus_zero(const struct element *type, uint64_t bits) {
    return !type->fixed && bits == element_sign(type);
}

/* --- in the other byte order: loops that compilers turn into shuffles of bytes */

#define REVERSE(set)                                                                          \
    INSTRUCTIONS_FOR_##set static void reverse_##set(unsigned bytes, size_t n, void *array) { \
        uint16_t *two = array;                                                                \
        uint32_t *four = array;                                                               \
        uint64_t *eight = array;                                                              \
        for (size_t k = 0; bytes == 2 && k < n; k++)                                          \
            two[k] = __builtin_bswap16(two[k]);                                               \
        for (size_t k = 0; bytes == 4 && k < n; k++)                                          \
            four[k] = __builtin_bswap32(four[k]);                                             \
        for (size_t k = 0; bytes == 8 && k < n; k++)                                          \
            eight[k] = __builtin_bswap64(eight[k]);                                           \
    }
INSTRUCTIONS_EACH(REVERSE)

void element_reverse(unsigned bytes, size_t n, void *array, enum instructions best) {
#define REVERSER(set) reverse_##set
    static void (*const reverse[])(unsigned, size_t, void *) = {INSTRUCTIONS_LIST(REVERSER)};
    reverse[best](bytes, n, array);
}
