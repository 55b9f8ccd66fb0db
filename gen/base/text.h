/* A growing text. */
#ifndef POSENC_TEXT_H
#define POSENC_TEXT_H

#include <stddef.h>

struct text {
    char *bytes;
    size_t used, room;
};

/* Room for `count` more bytes behind bytes + used, which the caller may fill and then count in
 * `used`. */
char *text_room(struct text *, size_t count);

void text_add(struct text *, const char *bytes, size_t count);
void text_print(struct text *, const char *string);
void text_free(struct text *);

#endif
