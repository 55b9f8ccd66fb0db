/* The tokens of a source of C or C++, read in pieces: memory doesn't grow with the file. */
#ifndef POSENC_C_LEXER_H
#define POSENC_C_LEXER_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum c_token {
    C_END,
    C_NAME,
    C_NUMBER, /* what the preprocessor calls one: begins with a digit, or with a point and a digit */
    C_STRING,    /* the text is what is between its quotes; of a raw string it is "" */
    C_CHARACTER, /* the same */
    C_SIGN,      /* one character of anything else */
    C_DIRECTIVE, /* the text is what follows the #, without comments and without blanks at its ends */
};
enum { C_TEXT = 1200, C_CONDITIONS = 32 };

/* An #if, #elif or #else: it decides whether the lines after it are compiled. */
struct c_condition {
    char text[120]; /* "ifdef WIDE", cut if it is longer */
    size_t line;    /* 0: there is none */
};

struct c_lexer {
    /* The token that c_lexer_next found. A string or a directive is cut after C_TEXT - 1 bytes; a number has no quotes
     * between its digits. */
    enum c_token kind;
    char text[C_TEXT];
    size_t line; /* in which it begins */

    /* "FILE:LINE: why the source can't be read", or NULL; then all that follows is C_END. The caller frees it. */
    char *wrong;

    /* If the token is the #else of what was taken for the guard of a header, that #ifndef. */
    struct c_condition no_guard;

    /* Part of c_lexer.c. */
    const struct input *input;
    const char *path;
    unsigned char *buffer;
    size_t at, used;     /* what isn't read yet begins at `at` */
    uint64_t offset;     /* of the buffer's end in the file */
    size_t here, length; /* the line that is read; the length of the text */
    bool line_begins;    /* only blanks and comments were before it in this line */
    size_t depth; /* of the open conditions; of those beyond C_CONDITIONS only the depth is known */
    struct {
        struct c_condition branch; /* the last #if, #elif or #else of it */
        bool guard;                /* of a header: #ifndef NAME, directly followed by its #define */
    } open[C_CONDITIONS];
    bool opened; /* by the last token */
};

/* Begins at the beginning of a file. c_lexer_end frees what it has, except `wrong`. */
void c_lexer_begin(struct c_lexer *, const struct input *, const char *path);
void c_lexer_end(struct c_lexer *);

/* Finds the next token, skips comments and blanks before it, and returns its kind. */
enum c_token c_lexer_next(struct c_lexer *);

/* Is the token this sign or this name? */
bool c_lexer_is(const struct c_lexer *, const char *text);

/* The innermost open condition, except guards of headers. */
struct c_condition c_lexer_condition(const struct c_lexer *);

#endif
