#include "element.h"
#include "decimal.h"

#include <stdlib.h>

const struct element elements[] = {
    {"f32", 4, 24, -126, "IEEE 754 binary32", "float"},
    {"f64", 8, 53, -1022, "IEEE 754 binary64", "double"},
};
const size_t element_count = sizeof elements / sizeof elements[0];

static uint64_t sign_bit(const struct element *type) {
    return UINT64_C(1) << (8 * type->bytes - 1);
}

/* The pattern of +infinity: every exponent bit set, the fraction 0. */
static uint64_t infinity_bits(const struct element *type) {
    return sign_bit(type) - (UINT64_C(1) << (type->precision - 1));
}

uint64_t element_round(const struct element *type, struct expansion v) {
    uint64_t sign = v.negative ? sign_bit(type) : 0;
    if (v.significand == 0)
        return sign;

    /* The leading bit weighs 2^lead; below emin the spacing of the type stays that of emin. */
    int64_t lead = v.exponent + 63;
    int64_t binade = lead > type->emin ? lead : type->emin;
    if (binade > 1 - type->emin)
        return sign | infinity_bits(type);
    int64_t drop = binade - (type->precision - 1) - v.exponent;

    /* kept = floor(|v| / unit); then |v| against the midpoint (kept + 1/2) * unit. */
    uint64_t kept, rest, half;
    if (drop > 64) /* |v| < 2^64 * 2^exponent <= unit / 2 */
        return sign;
    if (drop == 64) {
        kept = 0;
        rest = v.significand;
        half = UINT64_C(1) << 63;
    } else {
        kept = v.significand >> drop;
        rest = v.significand - (kept << drop);
        half = UINT64_C(1) << (drop - 1);
    }
    if (rest > half || (rest == half && (v.more || kept % 2 == 1)))
        kept++;

    /* The hidden bit of a normal `kept` adds the 1 that the exponent field of a normal number has
     * over that of a subnormal one, and a carry out of the significand moves on to the next binade.
     */
    uint64_t bits = ((uint64_t)(binade - type->emin) << (type->precision - 1)) + kept;
    return sign | (bits < infinity_bits(type) ? bits : infinity_bits(type));
}

void element_store(const struct element *type, void *array, size_t k, uint64_t bits) {
    if (type->bytes == 4)
        ((uint32_t *)array)[k] = (uint32_t)bits;
    else
        ((uint64_t *)array)[k] = bits;
}

uint64_t element_load(const struct element *type, const void *array, size_t k) {
    return type->bytes == 4 ? ((const uint32_t *)array)[k] : ((const uint64_t *)array)[k];
}

/* Splits finite bits: |value| = significand * 2^exponent, the significand below 2^precision. */
static uint64_t split(const struct element *type, uint64_t bits, int *exponent) {
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    uint64_t magnitude = bits & (sign_bit(type) - 1);
    uint64_t field = magnitude / hidden;
    *exponent = type->emin - (type->precision - 1) + (field ? (int)field - 1 : 0);
    return magnitude % hidden + (field ? hidden : 0);
}

/* `count` hexadecimal digits of a number */
static char *put_hex(char *to, uint64_t number, int count) {
    for (int k = count - 1; k >= 0; k--, number /= 16)
        to[k] = "0123456789abcdef"[number % 16];
    return to + count;
}

static size_t hex(const struct element *type, uint64_t bits, char *text) {
    int exponent;
    uint64_t significand = split(type, bits, &exponent);
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    char *at = text;
    if (bits & sign_bit(type))
        *at++ = '-';
    *at++ = '0';
    *at++ = 'x';
    *at++ = significand >= hidden ? '1' : '0';
    *at++ = '.';
    at = put_hex(at, (significand % hidden) << (53 - type->precision), 13); /* 52 bits */
    while (at[-1] == '0')
        at--;
    at -= at[-1] == '.';
    exponent = significand ? exponent + type->precision - 1 : 0;
    *at++ = 'p';
    *at++ = exponent < 0 ? '-' : '+';
    unsigned size = (unsigned)abs(exponent), tens = 1;
    while (size / tens >= 10)
        tens *= 10;
    for (; tens > 0; tens /= 10)
        *at++ = (char)('0' + size / tens % 10);
    return (size_t)(at - text);
}

static size_t literal_text(const struct element *type, enum literal literal, uint64_t bits,
                           char *text) {
    switch (literal) {
    case LITERAL_DECIMAL:
        return type->bytes == 4 ? decimal_f32((uint32_t)bits, text) : decimal_f64(bits, text);
    case LITERAL_HEX:
        return hex(type, bits, text);
    default:
        text[0] = '0';
        text[1] = 'x';
        return (size_t)(put_hex(text + 2, bits, 2 * (int)type->bytes) - text);
    }
}

size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]) {
    size_t length = literal_text(type, literal, bits, text);
    text[length] = 0;
    return length;
}
