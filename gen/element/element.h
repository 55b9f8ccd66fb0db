/* SPDX-License-Identifier: MIT */
/* Element types: from exact numbers to bits. */
#ifndef POSENC_ELEMENT_H
#define POSENC_ELEMENT_H

#include "base/cpus.h"
#include "rows/choices.h" /* enum rounding */
#include "rows/elements.h" /* enum element_type: a value for each section of elements.ini; then ELEMENTS */

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An element type: a row of `elements`, which is a section of elements.ini, or a table's copy of it, which may have a zero
 * point, another rounding and fewer bits. */
struct element {
    const char *name;
    unsigned bytes;
    bool fixed, scaled;

    /* A floating type has the values m * 2^(q - precision + 1) with |m| < 2^precision and q >= emin. */
    int precision; /* bits of the significand, the hidden one included */
    int emin;      /* exponent of the least normal number, 2^emin */

    /* A fixed-point type rounds x = factor * v * 2^fraction to an integer and adds the zero point; the sum saturates at
     * lowest and highest. If the zero point has a half, the sum is rounded. If the type is scaled, v is first divided by
     * the table's scale. */
    int fraction, factor;
    int64_t lowest, highest, zero_point;
    bool half;              /* the zero point is zero_point + 1/2 */
    enum rounding rounding; /* of fixed-point types; all others round to nearest */
    unsigned bits; /* that hold every element, in two's complement; 0: all bits of its bytes */

    int onnx;                /* the number of ONNX's TensorProto.DataType */
    const char *meaning;     /* what a value is rounded to, in words */
    const char *c_type;      /* the type in which C stores it */
    const char *native;      /* the type of C that computes with it; NULL if c_type does, or none */
    const char *stored;      /* the same type as Rust and Zig name it: f32, u16, i8... */
    const char *numpy;       /* NumPy's type string */
    const char *safetensors; /* the type as safetensors names it */
};

extern const struct element elements[ELEMENTS];

/* A real number v as a binary expansion cut after 64 significant bits:
 *     |v| = (significand + t) * 2^exponent,  0 <= t < 1,  t > 0 iff `more`
 * The top bit of `significand` is set; for v = 0, the significand is 0 and `more` is false. */
struct expansion {
    bool negative;
    bool more;
    uint64_t significand;
    int64_t exponent;
};

/* Of a finite double. */
struct expansion expansion_of_double(double);

/* Rounds v, which includes the type's factor, to nearest, ties to even, unless the type has another rounding. Returns the
 * bits of the element, in the low 8 * bytes bits of the result. Floating types overflow to infinity, fixed-point types
 * saturate. Only integers are used, so the result depends neither on the compiler nor on the floating-point environment. */
uint64_t element_round(const struct element *type, struct expansion v);

/* The bits of 0: what an entry without a value holds. */
uint64_t element_zero(const struct element *type);

/* Store and load the bits of entry k in an array of host-order elements. */
void element_store(const struct element *type, void *array, size_t k, uint64_t bits);
uint64_t element_load(const struct element *type, const void *array, size_t k);

/* Reverses the bytes of each of n elements of 1, 2, 4 or 8 bytes, in place. `best` is a set that this CPU has, to choose
 * the loops. */
void element_reverse(unsigned bytes, size_t n, void *array, enum instructions best);

/* The top bit of the type: the sign, unless no element is negative. */
static inline uint64_t element_sign(const struct element *type) {
    return UINT64_C(1) << (8 * type->bytes - 1);
}

/* The bits of +infinity in a floating type: every bit of the exponent is set, the fraction is 0. A NaN has larger ones. */
static inline uint64_t element_infinity(const struct element *type) {
    return element_sign(type) - (UINT64_C(1) << (type->precision - 1));
}

/* Always false for fixed-point types. */
bool element_is_infinite(const struct element *type, uint64_t bits);
bool element_is_minus_zero(const struct element *type, uint64_t bits);

/* Elements as exact numbers. */

/* A finite float: its significand, and *exponent so that |value| = significand * 2^*exponent. The significand is below
 * 2^precision. */
static inline uint64_t element_significand(const struct element *type, uint64_t bits,
                                           int *exponent) {
    const int fraction = type->precision - 1;
    const uint64_t hidden = UINT64_C(1) << fraction, magnitude = bits & (element_sign(type) - 1);
    const uint64_t field = magnitude >> fraction;
    *exponent = type->emin - fraction + (field ? (int)field - 1 : 0);
    return (magnitude & (hidden - 1)) + (field ? hidden : 0);
}

/* The integer that a fixed-point element is, with its zero point. */
int64_t element_integer(const struct element *, uint64_t bits);

/* How many bits an element has. */
static inline unsigned element_width(const struct element *type) {
    return type->bits > 0 ? type->bits : 8 * type->bytes;
}

/* The bits of an element's own width, and how many hexadecimal digits write them. */
static inline uint64_t element_mask(const struct element *type) {
    return UINT64_MAX >> (64 - element_width(type));
}
static inline unsigned element_digits(const struct element *type) {
    return (element_width(type) + 3) / 4;
}

/* Has the type the usual rounding, and a whole zero point? */
static inline bool element_is_usual(const struct element *type) {
    return type->rounding == ROUNDING_NEAREST && !type->half;
}

/* q *= 2^k */
void element_shift(mpq_t q, long k);

#endif
