/* Growing texts, and formatted ones. All of them die if memory runs out. */
#ifndef POSENC_TEXT_H
#define POSENC_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* {NULL, 0, 0} is the empty text. */
struct text {
    char *bytes;
    size_t used, room;
};

/* Room for `count` more bytes at bytes + used. The caller may fill them, and then adds them to `used`. */
char *text_room(struct text *, size_t count);

void text_add(struct text *, const char *bytes, size_t count);
void text_print(struct text *, const char *string);
void text_free(struct text *);

/* A new string, as sprintf would make it, with "..." after a text that a precision in the format cuts: values that a user
 * gave are formatted with '%.60s'. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_vformat(const char *format, va_list) __attribute__((format(printf, 1, 0)));

/* A new copy of a text with its control characters shown as \xHH. */
char *text_printable(const char *text);

#endif
