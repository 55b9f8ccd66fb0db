#include "element/literal.h"
#include "element/decimal.h"
#include "element/element.h"

#include <stdlib.h>

/* Writes the last `count` hexadecimal digits of a number, and returns the end of the text. */
static char *put_hex(char *to, uint64_t number, int count) {
    for (int k = count - 1; k >= 0; k--, number /= 16)
        to[k] = "0123456789abcdef"[number % 16];
    return to + count;
}

static size_t hex(const struct element *type, uint64_t bits, char *text) {
    int exponent;
    uint64_t significand = element_significand(type, bits, &exponent);
    uint64_t hidden = UINT64_C(1) << (type->precision - 1);
    char *at = text;
    if (bits & element_sign(type))
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
    struct expansion v = {.negative = bits & element_sign(type)};
    v.significand = element_significand(type, bits, &exponent);
    v.exponent = exponent;
    while (v.significand != 0 && v.significand >> 63 == 0) {
        v.significand *= 2;
        v.exponent--;
    }
    return (uint32_t)element_round(&elements[0], v);
}

static size_t integer(const struct element *type, uint64_t bits, char *text) {
    const int64_t value = element_integer(type, bits);
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value, tens = 1;
    char *at = text;
    if (value < 0)
        *at++ = '-';
    while (magnitude / tens >= 10)
        tens *= 10;
    for (; tens > 0; tens /= 10)
        *at++ = (char)('0' + magnitude / tens % 10);
    return (size_t)(at - text);
}

static size_t literal_text(const struct element *type, enum literal literal, uint64_t bits,
                           char *text) {
    if (literal == LITERAL_DECIMAL && type->precision == 24) /* the most frequent case first */
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
        uint64_t significand = element_significand(type, bits, &exponent);
        return shortest(bits & element_sign(type), significand, exponent, type->precision, text);
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
