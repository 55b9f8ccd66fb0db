/* SPDX-License-Identifier: MIT */
/* A set of names, each with a number. */
#ifndef POSENC_NAMES_H
#define POSENC_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* {0} is the empty set. */
struct names {
    struct name *slot; /* `room` of them, a power of two; at most half are used */
    size_t room, count;
};

/* The number of a name; NULL if the set doesn't have it. */
const uint64_t *names_find(const struct names *, const char *name);

/* Adds a copy of a name with a number, and returns NULL. If the set has the name already, changes nothing and returns its
 * number. */
const uint64_t *names_add(struct names *, const char *name, uint64_t number);
void names_free(struct names *);

#endif
