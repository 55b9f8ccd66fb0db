/* One declaration of C or C++: is it that of an array of numbers? */
#ifndef POSENC_C_DECLARATION_H
#define POSENC_C_DECLARATION_H

#include "read/c_lexer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    c_word impossible;           /* the text of a size that no array can have, or "" */
};

/* Is it a declaration of an array, or of a variable of type `union TAG`? */
bool c_declaration_array(const struct c_declaration *, const struct c_types *,
                         struct c_array *array);

/* Is it "typedef TYPE NAME" or "using NAME = TYPE", of a type of numbers? Then remembers the name. */
void c_declaration_typedef(const struct c_declaration *, struct c_types *);

#endif
