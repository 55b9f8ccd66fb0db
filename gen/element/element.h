/* Element types: exact numbers -> bits, and bits -> literals. */
#ifndef POSENC_ELEMENT_H
#define POSENC_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row of the table of element types. */
struct element {
    const char *name;
    unsigned bytes;
    bool fixed;

    /* A floating type has the values m * 2^(q - precision + 1) with |m| < 2^precision and q >= emin. */
    int precision; /* bits of the significand, the hidden one included */
    int emin;      /* exponent of the least normal number, 2^emin */

    /* A fixed-point type stores the integer nearest to factor * v * 2^fraction, in [lowest, highest]. */
    int fraction, factor;
    int32_t lowest, highest;

    const char *meaning; /* what the value is rounded to */
    const char *c_type;  /* how C stores it */
    const char *native;  /* the type of C that computes with it, if it isn't c_type; or NULL */
    const char *stored;  /* the same type as Rust and Zig name it: f32, u16, i8... */
    const char *numpy;   /* NumPy's type string */
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

/* Rounds v, which includes the type's factor, to nearest, ties to even. Returns its bits, in the low 8 * bytes bits.
 * Fixed-point types saturate. Only integers are used, so the result depends neither on the compiler nor on the floating-point
 * environment. */
uint64_t element_round(const struct element *type, struct expansion v);

/* Stores bits as entry k of an array of host-order elements, and reads them back. */
void element_store(const struct element *type, void *array, size_t k, uint64_t bits);
uint64_t element_load(const struct element *type, const void *array, size_t k);

/* For floating types; the others have no infinity. */
bool element_is_infinite(const struct element *type, uint64_t bits);

bool element_is_minus_zero(const struct element *type, uint64_t bits);

/* How an element is written as text. */
enum literal {
    LITERAL_DECIMAL, /* printf's %.9g (%.17g for f64), with .0 where it has neither point nor exponent;
                         for fixed-point types the integer */
    LITERAL_HEX,     /* 0x1.8p-3, no trailing zeros; a subnormal f32 as 0x0.8p-126 */
    LITERAL_BITS,    /* 2 * bytes hexadecimal digits */
    LITERAL_SHORTEST, /* the fewest decimal digits that read back, also by way of a double; or an integer */
    LITERAL_NATIVE, /* as hex */
    LITERAL_BYTES   /* no text: bytes of a string or of a file */
};
enum { LITERAL_MAX = 40 };

/* Writes the literal of `bits` with a NUL, but without prefix or suffix, and returns its length. */
size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]);

#endif
