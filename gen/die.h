/* The only exit on error. */
#ifndef POSENC_DIE_H
#define POSENC_DIE_H

enum {
    DIE_JOB = 1,     /* the job failed: I/O, memory */
    DIE_REQUEST = 2, /* the request, or the content of an input file, is wrong */
};

/* Prints "posenc: MESSAGE" as one line on standard error and exits with `status`. Control
 * characters are shown as \xHH, and a message of more than a few hundred bytes is cut: what a user
 * typed can neither break the line nor fill the screen. */
_Noreturn void die(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what is wrong in line `line` of a file: prints "FILE:LINE: MESSAGE" and exits with
 * DIE_REQUEST. */
_Noreturn void die_in(const char *file, int line_number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a text that says itself where it is. */
_Noreturn void die_plainly(int status, const char *text);

/* Only says so; and only exits, after all has been said. */
void die_say_in(const char *file, int line, const char *what);
_Noreturn void die_silently(int status);

/* A new copy of a text with its control characters shown as \xHH. */
char *die_printable(const char *text);

/* malloc and realloc that die. `size` 0 gives a pointer too. */
void *die_malloc(unsigned long long size);
void *die_realloc(void *memory, unsigned long long size);

/* A new string made as by sprintf. */
char *die_sprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
