/* The members of a large object of JSON, one after the other: memory doesn't grow with their number. */
#ifndef POSENC_JSON_MEMBERS_H
#define POSENC_JSON_MEMBERS_H

#include "base/json.h"

struct json_members {
    const char *path; /* of the file, for messages */
    const char *text; /* of the whole object */
    size_t length;
    size_t longest; /* more bytes of a member aren't read */
    size_t at;      /* what isn't read yet begins here */
};

/* Reads the next member into an object that has only it, which the caller gives back with json_decref, or sets it to NULL
 * after the last one. *from becomes where the member begins. Returns NULL, or a message that the caller frees. */
char *json_members_next(struct json_members *, size_t *from, json_t **member);

/* Reads the member that begins there once more. */
char *json_members_again(const struct json_members *, size_t from, json_t **member);

#endif
