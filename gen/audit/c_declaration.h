/* One declaration of C or C++, as its tokens: is it that of an array of numbers? */
#ifndef POSENC_C_DECLARATION_H
#define POSENC_C_DECLARATION_H

#include "audit/c_tokens.h"
#include "audit/c_types.h"

enum { C_DIMENSIONS = 16, C_NAME_MAX = 256, C_PARTS = 160 };

struct c_part {
    enum c_token kind;
    const char *text;
};

/* The tokens since the last ; { or }. Longer ones than fit declare no array that is found. */
struct c_declaration {
    size_t count, used;
    bool full;
    struct c_part parts[C_PARTS];
    char text[4096];
};

void c_declaration_clear(struct c_declaration *);
void c_declaration_add(struct c_declaration *, const struct c_tokens *);

/* Removes what says nothing of a type: attributes, calls, scopes of names, labels. */
void c_declaration_clean(struct c_declaration *);

/* The declarator of an array: float NAME[2][3], std::array<std::array<float, 3>, 2> NAME. */
struct c_array {
    char name[C_NAME_MAX];
    char type[C_NAME_MAX]; /* of an element, as the source has it */
    char code[4];          /* how an element is stored (c_types.h) */
    int dimensions;
    uint64_t size[C_DIMENSIONS]; /* slowest first; 0 if it isn't a number, or isn't there */
    char impossible[C_NAME_MAX]; /* the text of a size that no array can have, or "" */
};

/* Parses a clean declaration, without the = at its end, of an array, or of a variable of type `union TAG`. Returns false if
 * it is neither; then *array is garbage. */
bool c_declaration_array(const struct c_declaration *, const struct c_types *,
                         struct c_array *array);

/* Is it "typedef TYPE NAME" or "using NAME = TYPE", of a type of numbers? Then remembers the name. */
void c_declaration_typedef(const struct c_declaration *, struct c_types *);

/* Is it that sign or name at part k? */
bool c_declaration_has(const struct c_declaration *, size_t k, const char *text);

#endif
