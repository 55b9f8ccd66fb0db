/* A set of names, each with a number. The time of a look-up doesn't depend on how many there are. */
#ifndef POSENC_NAME_SET_H
#define POSENC_NAME_SET_H

#include <stddef.h>

/* {0} is the empty set. */
struct names {
    struct name {
        char *text; /* NULL if the place is free */
        size_t number;
    } * places;         /* a hash table, of which at most half is taken */
    size_t count, room; /* how many names and how many places; `room` is a power of two */
};

/* The number of a name; NULL if the set doesn't have the name. The pointer is valid until a name is added. */
const size_t *names_find(const struct names *, const char *text);

/* Adds a copy of a name and returns NULL. If the set has the name already, changes nothing and returns its number. */
const size_t *names_add(struct names *, const char *text, size_t number);

void names_free(struct names *);

#endif
