/* Literals: from the bits of an element to text. */
#ifndef POSENC_LITERAL_H
#define POSENC_LITERAL_H

#include "element/element.h"

/* How an element is written as text. All except LITERAL_BITS and LITERAL_BYTES write a fixed-point element as an
 * integer. */
enum literal {
    LITERAL_DECIMAL, /* printf's %.9g, or %.17g for f64, with .0 if it has neither point nor exponent */
    LITERAL_HEX,     /* 0x1.8p-3, without trailing zeros; a subnormal f32 as 0x0.8p-126 */
    LITERAL_BITS, /* 2 * bytes hexadecimal digits */
    LITERAL_SHORTEST, /* the fewest decimal digits that read back as the same number, also through a double */
    LITERAL_NATIVE, /* as LITERAL_HEX */
    LITERAL_BYTES   /* no text: the bytes of a string or of a file */
};
enum { LITERAL_MAX = 40 };

/* Writes the literal of `bits`, without a language's prefix or suffix, and a NUL. Returns its length without the
 * NUL. For any literal except LITERAL_BYTES. */
size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]);

#endif
