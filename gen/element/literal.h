/* SPDX-License-Identifier: MIT */
/* Literals: from the bits of an element to text. */
#ifndef POSENC_LITERAL_H
#define POSENC_LITERAL_H

#include "base/cpus.h"
#include "element/element.h"
#include "rows/choices.h" /* enum literal */

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an element is written as text, by enum literal. All except LITERAL_BITS and LITERAL_BYTES write a fixed-point
 * element as an integer.
 *
 *     LITERAL_DECIMAL    printf's %.9g, or %.17g for f64, with .0 if it has neither point nor exponent
 *     LITERAL_HEX        0x1.8p-3, without trailing zeros; a subnormal f32 as 0x0.8p-126
 *     LITERAL_BITS       2 * bytes hexadecimal digits
 *     LITERAL_SHORTEST   the fewest decimal digits that read back as the same number, also through a double
 *     LITERAL_NATIVE     as LITERAL_HEX
 *     LITERAL_BYTES      no text: the bytes of a string or of a file */
enum { LITERAL_MAX = 40 };

/* Writes the literal of `bits`, without a language's prefix or suffix, and a NUL. Returns its length without the
 * NUL. For any literal except LITERAL_BYTES. */
size_t element_literal(const struct element *type, enum literal literal, uint64_t bits,
                       char text[LITERAL_MAX]);

/* The literals of many entries at once, which a printer puts on lines. A maker is chosen once for an array. */

enum {
    ENTRY_BLOCK = 256, /* entries whose texts are made together, at most */
    ENTRY_SLOT = 32    /* the widest slot, in bytes. No literal is longer. */
};

/* Text k is the first length[k] bytes of slot k, which begins at slots + k * the maker's slot. It lacks the text that a
 * pattern puts around it, and has no NUL. All other bytes are undefined, including the slots and lengths after the last
 * text. */
struct entry_texts {
    union {
        alignas(64) char slots[ENTRY_BLOCK * ENTRY_SLOT + LITERAL_MAX];
        uint64_t words[ENTRY_BLOCK * ENTRY_SLOT / 8]; /* the same, for texts made as integers */
    };
    alignas(64) uint8_t length[ENTRY_BLOCK];
};

struct text_maker;

/* Makes the texts of n <= ENTRY_BLOCK host-order elements, and reads no further. Every element must have a literal.
 * Several threads call it at once. */
typedef void make_texts(const struct text_maker *, const void *entries, size_t n,
                        struct entry_texts *);

struct text_maker {
    make_texts *make;
    unsigned slot; /* its width: 8, 16 or 32 bytes. No text is longer; narrow slots print faster */
    const struct element *type;
    enum literal literal;
    bool least_as_difference;
    unsigned length; /* of every text; 0 if they differ */
    void *table;     /* what the maker needs besides, or NULL; freed by text_maker_free */
};

/* Chooses the fastest maker with no instruction set after `best`. The literal is not LITERAL_BYTES. If
 * least_as_difference, for 32-bit integers in decimal, -2147483648 becomes -2147483647-1: in C the former is minus a
 * constant that is too large for a long of 32 bits. */
struct text_maker text_maker_choose(const struct element *type, enum literal literal,
                                    bool least_as_difference, enum instructions best);
void text_maker_free(struct text_maker *);

/* Of elements of at most ENTRY_SLOT bits, as binary digits. */
struct text_maker text_maker_binary(const struct element *);

#endif
