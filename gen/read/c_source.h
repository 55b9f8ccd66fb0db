/* Sources of C and C++: their tokens, their numbers, and what a declaration says. */
#ifndef POSENC_C_SOURCE_H
#define POSENC_C_SOURCE_H

#include "base/file.h"
#include "element/element.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- c_lexer.c: the tokens, read in pieces, so memory doesn't grow with the file */

enum c_token {
    C_END,
    C_NAME = 256, /* beyond all characters */
    C_NUMBER, /* what the preprocessor calls one: begins with a digit, or with a point and a digit */
    C_STRING,    /* or a character: the text is what is between its quotes */
    C_DIRECTIVE, /* the text is what follows the #, without comments and without blanks at its ends */
    C_STEP,      /* -- or ++ */
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

    /* The outermost open #if, or its last #elif or #else: it decides whether the token is compiled. A header's guard
     * doesn't count. */
    size_t depth; /* of the open ones */
    char condition[C_TEXT];
    size_t condition_line;

    /* "FILE:LINE: why the source can't be read", or NULL; then all that follows is C_END. The caller frees it. */
    char *wrong;

    /* Part of c_lexer.c. */
    unsigned char buffer[C_BUFFER];
    size_t at, used; /* what isn't read yet begins at `at` */
    uint64_t offset; /* of the buffer's end in the file */
    int next;        /* the character that follows the token */
    bool quoted;     /* it is in a string or a comment */
    size_t lines;    /* ends of lines before it */
    size_t length;   /* of the text */
    bool opened;     /* the last token was an #if */
};

/* Finds the next token, skips comments and blanks before it, and returns its kind. */
int c_lexer_next(struct c_lexer *);

/* --- c_lexer.c: literals, from text to numbers, and from numbers to elements, rounded as a compiler does */

struct c_number {
    bool negative;
    bool integer; /* the magnitude is in `whole`, or else in `value` */
    bool decimal; /* an integer of base 10 */
    uint64_t whole;
    double value; /* rounded to the literal's type: 0.1 to double, 0.1f to float */

    /* Of a decimal with a point or an exponent: the digits after the point, and those from the first that isn't 0 on. */
    int places, digits;
};

/* Reads the text of a number without its sign and without quotes between its digits. Returns NULL, or what is wrong with it:
 * a phrase that the caller frees. */
char *c_number_read(const char *text, struct c_number *number);

/* Converts it to an element of an array whose elements are stored as `code` says (array_source.h): numbers of the floating
 * type `type`, or integers, which may be its bits. Returns NULL, or a phrase as above. */
char *c_number_convert(const struct c_number *number, const char *code, const struct element *type,
                       uint64_t *bits);

/* --- c_declaration.c: declarations, and the types that they name */

enum { C_NAME_MAX = 256, C_WORDS = 2 * C_TEXT, C_DIMENSIONS = 16, C_TYPES = 64 };

typedef char c_word[C_NAME_MAX];

/* A type of numbers, or of arrays of them. */
struct c_type {
    c_word text; /* what messages call it */

    /* How a number is stored (array_source.h): "f4" of float. It is "i?" or "u?" of long, whose size depends on the target,
     * and "" if the words name no type that is known here. */
    char code[4];

    size_t dimensions;
    uint64_t size
        [C_DIMENSIONS]; /* slowest first; 0 if it isn't a number, or isn't there; C_IMPOSSIBLE */
};
#define C_IMPOSSIBLE UINT64_MAX /* a length that no array has */

/* What is known about a source so far. At its beginning all is 0, except the lexer's input and path, and `wanted`. */
struct c_source {
    struct c_lexer lexer;

    c_word wanted; /* the name of the array that is meant, or "" */
    char *
        explained; /* "FILE:LINE: why an array that may be the wanted one isn't read", or NULL. The caller frees it. */

    /* The names that the source gives to types. A union is the type of its first member. */
    size_t types;
    struct {
        c_word name;
        struct c_type type;
    } type[C_TYPES];
    c_word tag; /* of a union whose first member comes next, or "" */
};

struct c_declaration {
    /* Of the type and then, until all is read, the name: a blank before each. Qualifiers, scopes, attributes and calls are
     * left out. */
    char words[C_WORDS];
    c_word name;
    struct c_type type;
    bool array;   /* it declares an array, or a variable of a union */
    bool pointer; /* it has a * */
    bool other;   /* it has what no array of numbers has */
    bool is_union, is_typedef, is_using;
    size_t containers; /* whose > isn't there yet */
    size_t brackets;   /* that have a length */
};

/* Finds the next token that isn't a directive, and remembers what the skipped directives say. */
void c_source_next(struct c_source *);

/* Keeps the first of several explanations. Takes the phrase. */
void c_source_explain(struct c_source *, char *phrase);

/* Finds the type that these words name, which have blanks between them. */
void c_type_find(const struct c_source *, const char *words, struct c_type *type);

/* Reads what comes after the token, up to the = { } ; or end that ends a declaration. */
void c_declaration_read(struct c_source *, struct c_declaration *);

#endif
