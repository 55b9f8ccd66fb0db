/* The numbers in the braces of an initialiser of C or C++. */
#ifndef POSENC_C_INITIALIZER_H
#define POSENC_C_INITIALIZER_H

#include "audit/c_arrays.h"
#include "base/scratch.h"
#include "element/element.h"

enum { C_NESTING = 32 };

struct c_initializer {
    struct scratch *elements; /* in the order of the source */
    uint64_t count;           /* of all of them */
    int depth;                /* of the braces around each number */
    uint64_t
        size[C_NESTING + 1]; /* [k]: how many parts each brace of depth k has, 1 <= k <= depth */
};

/* Does it begin with a string, a macro or another name? Then returns what is wrong, which the caller frees. */
char *c_initializer_refuse(const struct input *, const char *path, const struct c_definition *);

/* Reads an initialiser whose numbers are to be of an element type, into its bits. Braces of one depth must have equally many
 * parts. If the array's type is unknown, the first number tells whether the integers in it are bits. Returns NULL, or a
 * message; the caller frees that and the elements, which aren't NULL then either. */
char *c_initializer_read(const struct input *, const char *path, const struct c_definition *,
                         const struct c_types *, const struct element *type,
                         struct c_initializer *initializer);

#endif
