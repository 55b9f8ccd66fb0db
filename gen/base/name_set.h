/* A set of names, each with a number; a look-up takes the same time however many there are. */
#ifndef POSENC_NAME_SET_H
#define POSENC_NAME_SET_H

#include <stddef.h>

/* {0} is the empty set. */
struct names {
    struct name {
        char *text; /* NULL where the place is free */
        size_t number;
    } * places; /* a power of two of them, at most half of which are taken */
    size_t count, room;
};

/* The number of a name, or NULL. The pointer is good until a name is added. */
const size_t *names_find(const struct names *, const char *text);

/* Adds a copy of a name. If it is there already, nothing changes and its number is returned, else NULL. */
const size_t *names_add(struct names *, const char *text, size_t number);

void names_free(struct names *);

#endif
