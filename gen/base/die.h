/* The only exit on error. */
#ifndef POSENC_DIE_H
#define POSENC_DIE_H

#include <stddef.h>

enum {
    DIE_JOB = 1,     /* the job failed: I/O, memory */
    DIE_REQUEST = 2, /* the request, or the content of an input file, is wrong */
};

/* Prints "posenc: MESSAGE" as one line on standard error and exits with `status`. What a user typed can neither
 * break the line nor fill the screen: control characters are shown as \xHH, and values are shown with a
 * precision in the format, '%.60s', which adds "..." where it cuts. Paths are shown whole, '%s'. */
_Noreturn void die(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what is wrong in line `line` of a file: prints "FILE:LINE: MESSAGE" and exits with
 * DIE_REQUEST. */
_Noreturn void die_in(const char *file, int line_number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a text that says itself where it is. */
_Noreturn void die_plainly(int status, const char *text);

/* Only say so; and only exits, after all has been said. */
void die_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void die_say_in(const char *file, int line_number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void die_silently(int status);

/* A new copy of a text with its control characters shown as \xHH. */
char *die_printable(const char *text);

/* malloc and realloc that die. `size` 0 gives a pointer too. */
void *die_malloc(unsigned long long size);
void *die_realloc(void *memory, unsigned long long size);

/* Room for one more element in an array that doubles whenever `count` is a power of two. */
void *die_grow(void *array, size_t count, size_t size);

/* A new string made as by sprintf, with "..." after a text that a precision in the format cuts. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
