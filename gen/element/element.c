#include "element/element.h"

#include <stdlib.h>
#include <string.h>

/* The bits of +infinity: every bit of the exponent is set, the fraction is 0. */
static uint64_t infinity_bits(const struct element *type) {
    return element_sign(type) - (UINT64_C(1) << (type->precision - 1));
}

/* |v| / 2^unit, rounded to the nearest integer, ties to even. That integer must be below 2^64. */
static uint64_t round_to_unit(struct expansion v, int64_t unit) {
    int64_t drop = unit - v.exponent;
    uint64_t kept, rest, half;
    if (drop > 64) /* |v| < 2^64 * 2^exponent <= 2^unit / 2 */
        return 0;
    if (drop <= 0)
        return v.significand << -drop;
    if (drop == 64) {
        kept = 0;
        rest = v.significand;
        half = UINT64_C(1) << 63;
    } else {
        kept = v.significand >> drop;
        rest = v.significand - (kept << drop);
        half = UINT64_C(1) << (drop - 1);
    }
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
        return sign | infinity_bits(type);

    /* The hidden bit of a normal number adds 1 to the exponent field of a subnormal one. A carry out of the
     * significand moves on to the next binade. */
    uint64_t bits = ((uint64_t)(binade - type->emin) << (type->precision - 1)) +
                    round_to_unit(v, binade - (type->precision - 1));
    return sign | (bits < infinity_bits(type) ? bits : infinity_bits(type));
}

/* An integer as the type stores it. */
static uint64_t low_bits(const struct element *type, int64_t integer) {
    return (uint64_t)integer & (2 * element_sign(type) - 1);
}

static uint64_t round_fixed(const struct element *type, struct expansion v) {
    int64_t zero = type->zero_point;
    int64_t limit = v.negative ? zero - type->lowest : type->highest - zero;
    int64_t magnitude = v.significand ? limit : 0;
    if (v.exponent + type->fraction < 0) { /* |v| * 2^fraction < 2^64 */
        uint64_t rounded = round_to_unit(v, -(int64_t)type->fraction);
        magnitude = rounded < (uint64_t)limit ? (int64_t)rounded : limit;
    }
    return low_bits(type, v.negative ? zero - magnitude : zero + magnitude);
}

uint64_t element_round(const struct element *type, struct expansion v) {
    return type->fixed ? round_fixed(type, v) : round_float(type, v);
}

uint64_t element_zero(const struct element *type) {
    return low_bits(type, type->zero_point);
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

void element_store_zeros(const struct element *type, void *array, size_t from, size_t count) {
    uint64_t zero = element_zero(type);
    if (zero == 0)
        memset((char *)array + from * type->bytes, 0, count * type->bytes);
    for (size_t k = from; k < from + count && zero != 0; k++)
        element_store(type, array, k, zero);
}

bool element_is_infinite(const struct element *type, uint64_t bits) {
    return !type->fixed && (bits & ~element_sign(type)) == infinity_bits(type);
}

bool element_is_minus_zero(const struct element *type, uint64_t bits) {
    return !type->fixed && bits == element_sign(type);
}
