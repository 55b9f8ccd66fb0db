/* The arrays of a source of C or C++. */
#ifndef POSENC_C_ARRAYS_H
#define POSENC_C_ARRAYS_H

#include "audit/c_declaration.h"

/* Where the initialiser of an array is. */
struct c_definition {
    struct c_array array;
    size_t line;          /* of its declaration's end */
    struct c_place place; /* after the brace that opens the initialiser */
};

/* Finds the definition of the array `name`, or, if that is NULL, of the only array of numbers that the source has. Of a
 * union, the initialiser is that of its first member. `types` become the names of types that the source has. Returns NULL,
 * or a message that the caller frees. */
char *c_arrays_find(const struct input *, const char *path, const char *name,
                    struct c_definition *definition, struct c_types *types);

#endif
