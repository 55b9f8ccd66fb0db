/* How C and C++ store what a declaration calls its type. */
#ifndef POSENC_C_TYPES_H
#define POSENC_C_TYPES_H

#include <stddef.h>

/* The names that a source gives to types of numbers, the first 64 of them; {0} is none. */
struct c_types {
    size_t count;
    struct {
        char name[64], code[4];
    } list[64];
};

/* How the type that these words name is stored: "f4" of {"static", "const", "float"} (array_source.h). It is "" if they name
 * no type that is known here, and "i?" or "u?" for long, whose size depends on the target. */
const char *c_types_code(const struct c_types *, const char *const words[], size_t count);

/* Remembers a name for the type that is stored so. Ignores what is too much. A name of two types, as in two branches of an
 * #if, is unknown. */
void c_types_add(struct c_types *, const char *name, const char *code);

#endif
