#include "element/element.h"
#include "element/decimal.h"
#include "element/shortest.h"

#include <stdlib.h>

const struct element elements[] = {
    {.name = "f32",
     .bytes = 4,
     .precision = 24,
     .emin = -126,
     .meaning = "IEEE 754 binary32",
     .c_type = "float",
     .stored = "f32",
     .numpy = "<f4"},
    {.name = "f64",
     .bytes = 8,
     .precision = 53,
     .emin = -1022,
     .meaning = "IEEE 754 binary64",
     .c_type = "double",
     .stored = "f64",
     .numpy = "<f8"},
    {.name = "f16",
     .bytes = 2,
     .precision = 11,
     .emin = -14,
     .meaning = "IEEE 754 binary16",
     .c_type = "uint16_t",
     .native = "_Float16",
     .stored = "u16",
     .numpy = "<f2"},
    {.name = "bf16",
     .bytes = 2,
     .precision = 8,
     .emin = -126,
     .meaning = "bfloat16",
     .c_type = "uint16_t",
     .native = "__bf16",
     .stored = "u16",
     .numpy = "<u2"},
    {.name = "q7",
     .bytes = 1,
     .fixed = true,
     .fraction = 7,
     .factor = 1,
     .lowest = -128,
     .highest = 127,
     .meaning = "a multiple of 2^-7, the integer stored, saturating at -128 and 127",
     .c_type = "int8_t",
     .stored = "i8",
     .numpy = "|i1"},
    {.name = "q15",
     .bytes = 2,
     .fixed = true,
     .fraction = 15,
     .factor = 1,
     .lowest = -32768,
     .highest = 32767,
     .meaning = "a multiple of 2^-15, the integer stored, saturating at -32768 and 32767",
     .c_type = "int16_t",
     .stored = "i16",
     .numpy = "<i2"},
    {.name = "q31",
     .bytes = 4,
     .fixed = true,
     .fraction = 31,
     .factor = 1,
     .lowest = INT32_MIN,
     .highest = INT32_MAX,
     .meaning = "a multiple of 2^-31, the integer stored, saturating at -2^31 and 2^31 - 1",
     .c_type = "int32_t",
     .stored = "i32",
     .numpy = "<i4"},
    {.name = "s8",
     .bytes = 1,
     .fixed = true,
     .fraction = 0,
     .factor = 127,
     .lowest = -127,
     .highest = 127,
     .meaning = "a multiple of 1/127, the integer stored, saturating at -127 and 127",
     .c_type = "int8_t",
     .stored = "i8",
     .numpy = "|i1"},
};
const size_t element_count = sizeof elements / sizeof elements[0];

static uint64_t sign_bit(const struct element *type) {
    return UINT64_C(1) << (8 * type->bytes - 1);
}

/* The pattern of +infinity: every exponent bit set, the fraction 0. */
static uint64_t infinity_bits(const struct element *type) {
    return sign_bit(type) - (UINT64_C(1) << (type->precision - 1));
}

/* |v| / 2^unit rounded to the nearest integer, ties to even, if that is below 2^64. */
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
    uint64_t sign = v.negative ? sign_bit(type) : 0;
    if (v.significand == 0)
        return sign;

    /* The leading bit weighs 2^lead; below emin, the spacing of the type stays that of emin. */
    int64_t lead = v.exponent + 63;
    int64_t binade = lead > type->emin ? lead : type->emin;
    if (binade > 1 - type->emin)
        return sign | infinity_bits(type);

    /* The hidden bit of a normal number adds 1 to the exponent field of a subnormal one, and a carry out of the
     * significand moves on to the next binade. */
    uint64_t bits = ((uint64_t)(binade - type->emin) << (type->precision - 1)) +
                    round_to_unit(v, binade - (type->precision - 1));
    return sign | (bits < infinity_bits(type) ? bits : infinity_bits(type));
}

static uint64_t round_fixed(const struct element *type, struct expansion v) {
    int64_t limit = v.negative ? -(int64_t)type->lowest : type->highest, magnitude = limit;
    if (v.significand == 0)
        return 0;
    if (v.exponent + type->fraction < 0) { /* below 2^64 */
        uint64_t rounded = round_to_unit(v, -(int64_t)type->fraction);
        magnitude = rounded < (uint64_t)limit ? (int64_t)rounded : limit;
    }
    uint64_t bits = (uint64_t)(v.negative ? -magnitude : magnitude);
    return bits & (2 * sign_bit(type) - 1);
}

uint64_t element_round(const struct element *type, struct expansion v) {
    return type->fixed ? round_fixed(type, v) : round_float(type, v);
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
    unsigned magnitude = 8 * type->bytes - 1, fraction = (unsigned)type->precision - 1;
    uint64_t sign = UINT64_C(1) << magnitude;
    return !type->fixed && (bits & ~sign) == sign - (UINT64_C(1) << fraction);
}

bool element_is_minus_zero(const struct element *type, uint64_t bits) {
    return !type->fixed && bits == sign_bit(type);
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

/* The bits of the f32 that equals a finite f16 or bf16. */
static uint32_t widen(const struct element *type, uint64_t bits) {
    int exponent;
    struct expansion v = {.negative = bits & sign_bit(type)};
    v.significand = split(type, bits, &exponent);
    v.exponent = exponent;
    while (v.significand != 0 && v.significand >> 63 == 0) {
        v.significand *= 2;
        v.exponent--;
    }
    return (uint32_t)element_round(&elements[0], v);
}

static size_t integer(const struct element *type, uint64_t bits, char *text) {
    bool negative = bits & sign_bit(type);
    uint64_t magnitude = negative ? 2 * sign_bit(type) - bits : bits, tens = 1;
    char *at = text;
    if (negative)
        *at++ = '-';
    while (magnitude / tens >= 10)
        tens *= 10;
    for (; tens > 0; tens /= 10)
        *at++ = (char)('0' + magnitude / tens % 10);
    return (size_t)(at - text);
}

static size_t literal_text(const struct element *type, enum literal literal, uint64_t bits,
                           char *text) {
    if (literal == LITERAL_DECIMAL && type->precision == 24) /* the most frequent case */
        return decimal_f32((uint32_t)bits, text);
    if (literal == LITERAL_BITS)
        return (size_t)(put_hex(text, bits, 2 * (int)type->bytes) - text);
    if (type->fixed)
        return integer(type, bits, text);
    switch (literal) {
    case LITERAL_DECIMAL:
        return type->bytes == 8 ? decimal_f64(bits, text) : decimal_f32(widen(type, bits), text);
    case LITERAL_SHORTEST: {
        int exponent;
        uint64_t significand = split(type, bits, &exponent);
        return shortest(bits & sign_bit(type), significand, exponent, type->precision, text);
    }
    default:
        return hex(type, bits, text);
    }
}

size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]) {
    size_t length = literal_text(type, literal, bits, text);
    text[length] = 0;
    return length;
}
