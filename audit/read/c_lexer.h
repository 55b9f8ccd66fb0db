/* SPDX-License-Identifier: MIT */
/* Sources of C and C++: their tokens, and their numbers. */
#ifndef POSENC_C_LEXER_H
#define POSENC_C_LEXER_H

#include "base/input.h"
#include "element/element.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- tokens, read in pieces, so memory doesn't grow with the file */

enum c_token {
    C_END,
    C_NAME = 256, /* beyond all characters */
    C_NUMBER, /* what the preprocessor calls one: begins with a digit, or with a point and a digit */
    C_STRING,    /* or a character: the text is what is between its quotes */
    C_DIRECTIVE, /* the text is what follows the #, without comments and without blanks at its ends */
};
enum { C_TEXT = 1200, C_BUFFER = 1 << 16 };

/* All is 0 at the beginning, except the input and its path. */
struct c_lexer {
    const struct input *input;
    const char *path;

    /* The token that c_lexer_next found. A string or a directive is cut after C_TEXT - 1 bytes; a number has no quotes
     * between its digits. */
    int kind; /* one of c_token, or of anything else the character */
    char text[C_TEXT];
    size_t line; /* in which it begins */

    /* "FILE:LINE: why the source can't be read", or NULL; then all that follows is C_END. The caller frees it. */
    char *wrong;

    /* Part of c_lexer.c. */
    unsigned char buffer[C_BUFFER];
    size_t at, used; /* what isn't read yet begins at `at` */
    uint64_t offset; /* of the buffer's end in the file */
    int next;        /* the character that follows the token */
    size_t lines;    /* ends of lines before it */
    size_t length;   /* of the text */
};

/* Finds the next token, skips comments and blanks before it, and returns its kind. */
int c_lexer_next(struct c_lexer *);

/* --- literals, from text to numbers, and from numbers to elements, rounded as a compiler does */

struct c_number {
    bool negative;
    bool integer; /* the magnitude is in `whole`, or else in `value` */
    bool decimal; /* an integer of base 10 */
    uint64_t whole;
    double value; /* rounded to the literal's type: 0.1 to double, 0.1f to float */

    /* Of a decimal with a point or an exponent: the digits after the point, and those from the first that isn't 0 on. */
    int places, digits;
};

/* Reads the text of a number without its sign and without quotes between its digits. Returns NULL, or what is wrong with
 * it: "is not a number of C". */
const char *c_number_read(const char *text, struct c_number *number);

/* Converts it to an element of the type. The source stores elements as numbers (f or b) or as signed (i) or unsigned (u)
 * integers of their size, which may be the bits of the type: `kind` is that letter of array_source.h's codes. Returns
 * false if the number doesn't fit. */
bool c_number_convert(const struct c_number *number, char kind, const struct element *type,
                      uint64_t *bits);

#endif
