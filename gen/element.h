/* Element types: exact numbers -> bits, and bits -> literals. */
#ifndef POSENC_ELEMENT_H
#define POSENC_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row of the table of element types. A floating type has the values m * 2^(q - precision + 1)
 * with |m| < 2^precision and q >= emin. */
struct element {
    const char *name;
    unsigned bytes;
    int precision; /* bits of the significand, the hidden one included */
    int emin;      /* exponent of the least normal number, 2^emin */
    const char *ieee, *c_type;
};

extern const struct element elements[];
extern const size_t element_count;

/* A real number v as a binary expansion cut after 64 significant bits:
 *     |v| = (significand + t) * 2^exponent,  0 <= t < 1,  t > 0 iff `more`
 * with the top bit of `significand` set; 0 is significand 0 and `more` false. */
struct expansion {
    bool negative;
    bool more;
    uint64_t significand;
    int64_t exponent;
};

/* Rounds v to nearest, ties to even: its bits, in the low 8 * bytes bits. Only integers are used,
 * so neither the compiler nor the floating-point environment has a say. */
uint64_t element_round(const struct element *type, struct expansion v);

/* Stores bits as entry k of an array of host-order elements, and reads them back. */
void element_store(const struct element *type, void *array, size_t k, uint64_t bits);
uint64_t element_load(const struct element *type, const void *array, size_t k);

enum literal { LITERAL_DECIMAL, LITERAL_HEX, LITERAL_BITS };
enum { LITERAL_MAX = 40 };

/* Writes the literal of `bits`, without a suffix but with a NUL, and returns its length.
 *   decimal  printf's %.9g for f32, %.17g for f64, with .0 where it has neither point nor exponent
 *   hex      0x1.8p-3, no trailing zeros; a subnormal as 0x0.8p-126
 *   bits     0x and 2 * bytes hexadecimal digits */
size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]);

#endif
