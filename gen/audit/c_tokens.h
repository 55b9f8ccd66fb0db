/* The tokens of a source of C or C++, read in pieces: memory doesn't grow with the file. */
#ifndef POSENC_C_TOKENS_H
#define POSENC_C_TOKENS_H

#include "base/input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum c_token {
    C_END,
    C_NAME,
    C_NUMBER, /* what the preprocessor calls one: begins with a digit, or with a point and a digit */
    C_STRING,    /* the text is what is between its quotes */
    C_CHARACTER, /* the same */
    C_SIGN,      /* one character of anything else */
    C_DIRECTIVE, /* the text is what follows the #, without comments */
};
enum { C_TEXT = 1200, C_BUFFER = 1 << 16 };

struct c_tokens {
    /* The token that c_tokens_next found. A string or a directive is cut after C_TEXT - 1 bytes. */
    enum c_token kind;
    char text[C_TEXT];
    size_t line; /* in which it begins */

    char *
        wrong; /* "FILE:LINE: why the source can't be read", or NULL; then all that follows is C_END */

    /* Part of c_tokens.c and c_characters.h. */
    const struct input *input;
    const char *path;
    unsigned char *buffer;
    size_t at, used;     /* what isn't read yet begins at `at` */
    uint64_t offset;     /* of the buffer's end in the file */
    size_t here, length; /* the line that is read; the length of the text */
    bool line_begins;    /* only blanks and comments were before it in this line */
};

/* A place between two tokens. */
struct c_place {
    uint64_t offset;
    size_t line;
};

/* Begins at the beginning of a file. c_tokens_end frees what it has, except `wrong`. */
void c_tokens_begin(struct c_tokens *, const struct input *, const char *path);
void c_tokens_end(struct c_tokens *);

/* Finds the next token, skips comments and blanks before it, and returns its kind. */
enum c_token c_tokens_next(struct c_tokens *);

/* Is it this sign or this name? */
bool c_tokens_is(const struct c_tokens *, const char *text);

/* The place after the token, and the way back to it. */
struct c_place c_tokens_place(const struct c_tokens *);
void c_tokens_go_to(struct c_tokens *, struct c_place);

#endif
