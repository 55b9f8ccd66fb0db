#include "element/literal.h"
#include "element/texts.h"

#include <inttypes.h>
#include <stdio.h>

/* Of a number as printf's %a has it, but with a leading 1 unless it is subnormal, and without a point before no digit. */
static size_t hex(bool negative, uint64_t significand, int exponent, int precision, char *text) {
    const uint64_t hidden = UINT64_C(1) << (precision - 1);
    size_t length =
        (size_t)snprintf(text, LITERAL_MAX, "%s0x%d.%013" PRIx64, negative ? "-" : "",
                         significand >= hidden, (significand % hidden) << (53 - precision));
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    exponent = significand ? exponent + precision - 1 : 0;
    return length + (size_t)snprintf(text + length, LITERAL_MAX - length, "p%+d", exponent);
}

static size_t float_text(const struct element *type, enum literal literal, uint64_t bits,
                         char *text) {
    int exponent;
    const uint64_t significand = element_significand(type, bits, &exponent);
    const bool negative = bits & element_sign(type);
    switch (literal) {
    case LITERAL_DECIMAL:
        return decimal(negative, significand, exponent, type->precision, text);
    case LITERAL_SHORTEST:
        return shortest(negative, significand, exponent, type->precision, text);
    default:
        return hex(negative, significand, exponent, type->precision, text);
    }
}

size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]) {
    if (literal == LITERAL_BITS)
        return (size_t)snprintf(text, LITERAL_MAX, "%0*" PRIx64, 2 * (int)type->bytes, bits);
    if (type->fixed)
        return (size_t)snprintf(text, LITERAL_MAX, "%" PRId64, element_integer(type, bits));
    return float_text(type, literal, bits, text);
}
