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

/* --- c_number.c: literals, from text to numbers, and from numbers to elements, rounded as a compiler does */

struct c_number {
    bool negative;
    bool integer; /* the magnitude is in `whole`, or else in `value` */
    bool decimal; /* an integer of base 10 */
    int places,
        digits; /* of a decimal with a point or an exponent: after the point, and from the first that isn't 0 on */
    uint64_t whole;
    long double
        value; /* rounded to the literal's type: 0.1 to double, 0.1f to float, 0.1L to long double */
};

/* Reads the text of a number without its sign and without quotes between its digits. Returns NULL, or what is wrong with it:
 * a phrase that the caller frees. */
char *c_number_read(const char *text, struct c_number *number);

/* Converts it to an element of an array whose elements are stored as `code` says (array_source.h): numbers of the floating
 * type `type`, or integers, which may be its bits. Returns NULL, or a phrase as above. */
char *c_number_convert(const struct c_number *number, const char *code, const struct element *type,
                       uint64_t *bits);

/* --- c_declaration.c: one declaration: is it that of an array of numbers? */

enum { C_NAME_MAX = 256, C_WORDS = 24, C_DIMENSIONS = 16, C_TOKENS = 512, C_LETTERS = 8192 };

typedef char c_word[C_NAME_MAX];

/* The names that a source gives to types of numbers, the first 64 of them; {0} is none. */
struct c_types {
    size_t count;
    struct {
        char name[64], code[4];
    } list[64];
};

/* How the type that these words name is stored: "f4" of {"unsigned", "int"} (array_source.h). It is "" if they name no type
 * that is known here, and "i?" or "u?" for long, whose size depends on the target. */
const char *c_types_code(const struct c_types *, const char *const words[], size_t count);

/* Remembers a name for the type that is stored so. Ignores what is too much. A name of two types, as in two branches of an
 * #if, is unknown. */
void c_types_add(struct c_types *, const char *name, const char *code);

/* The tokens since the last ; { or }, up to an =, as far as there is room for them. */
struct c_tokens {
    size_t count, used;
    bool full;     /* there were more */
    bool renames;  /* one of them is "using" */
    bool assigned; /* an = came after them, unless they rename a type, */
    bool valued;   /* and something after that */
    struct {
        enum c_token kind;
        const char *text; /* among the letters */
    } token[C_TOKENS];
    char letters[C_LETTERS];
};

void c_tokens_clear(struct c_tokens *);
void c_tokens_add(struct c_tokens *, const struct c_lexer *);

/* What they say. */
struct c_declaration {
    /* Names of the type and then of the variable, without qualifiers, scopes, attributes and calls. */
    const char *words[C_WORDS];
    size_t count;
    bool is_union, is_typedef, is_using;

    /* The lengths: of containers, the innermost first, and then of brackets. 0 if it isn't a number, or isn't there. */
    uint64_t size[C_DIMENSIONS];
    size_t sizes, of_containers;
    size_t containers; /* whose > isn't there */
    c_word impossible; /* the text of a length that no array can have, or "" */

    bool other;    /* it has what no array of numbers has */
    bool pointer;  /* it has a * outside of parentheses */
    bool pointers; /* it has a * there or within */
};

/* The declaration is valid as long as the tokens. */
void c_declaration_read(struct c_declaration *, const struct c_tokens *);

/* The declarator of an array: float NAME[2][3], std::array<std::array<float, 3>, 2> NAME. */
struct c_array {
    c_word name;
    c_word type;  /* of an element, as the source has it */
    char code[4]; /* how an element is stored */
    size_t dimensions;
    uint64_t size[C_DIMENSIONS]; /* slowest first; 0 if it isn't a number, or isn't there */
};

/* Is it a declaration of an array, or of a variable of type `union TAG`? */
bool c_declaration_array(const struct c_declaration *, const struct c_types *,
                         struct c_array *array);

/* Is it "typedef TYPE NAME" or "using NAME = TYPE", of a type of numbers? Then remembers the name. */
void c_declaration_typedef(const struct c_declaration *, struct c_types *);

#endif
