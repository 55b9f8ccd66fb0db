/* SPDX-License-Identifier: MIT */
/* What is wrong: as values, as messages on standard error, and the only functions that end the program with an error. And
 * memory, whose lack is an error too. */
#ifndef POSENC_DIE_H
#define POSENC_DIE_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

/* What is wrong with a request, as values. A command decides what to do with them. */

struct fault {
    int about;   /* a word of words.h, or a value that the finder of the fault names */
    char *file;  /* whose content is wrong; NULL if no file is at fault */
    size_t line; /* 0 if it is unknown, or already in the text */
    char *text;  /* what is wrong, with the value */
};

/* The first fault of a request. One that is found later may follow from it, and is dropped. {0}: there is none. */
struct faults {
    struct fault *list;
    size_t count; /* 0 or 1 */
};

/* Adds a fault, unless there is one, and takes the text. Adds nothing if that is NULL. */
void faults_add(struct faults *, int about, char *text);

/* The same for the text that text_format makes. */
void faults_put(struct faults *, int about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A fault in a line of a file. Takes the text. `about` is left to the code that knows which word names the file. */
struct fault *fault_in_file(const char *file, size_t line, char *text);

/* Adds such a fault, unless it is NULL. */
void faults_add_found(struct faults *, int about, struct fault *);

/* "FILE:LINE: TEXT", or the text. The caller frees it. */
char *fault_message(const struct fault *);

void faults_free(struct faults *);

enum {
    DIE_JOB = 1,     /* the job failed: I/O or memory; the only status for calls below cli/ */
    DIE_REQUEST = 2, /* the request, or the content of an input file, is wrong */
};

/* Prints "posenc: MESSAGE" as one line on standard error, and exits with `status`. What a user typed can neither
 * break the line nor fill the screen: what isn't printable is shown as \xHH, values are formatted with '%.60s'
 * (text.h), and a message is cut after some 4,500 bytes. Paths are shown whole, with '%s'. */
_Noreturn void die(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a message that some function found, if there is one. Takes it. */
void die_if(int status, char *wrong);

/* Prints a message as such a line, without "posenc: ", and returns. A message about a line of a file begins with
 * "FILE:LINE: ". */
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Exits after errors that report_line() printed. */
_Noreturn void die_reported(int status);

/* --- memory */

/* Measured bytes: what a run takes whatever its table is, and the most that it may take. */
#define MEMORY_RUN (UINT64_C(64) << 20)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* What is wrong with an estimate above MEMORY_MOST: "about 9 GiB of memory, which is over 2 GiB". NULL if nothing is. */
char *memory_excess(uint64_t bytes);

/* malloc and realloc that die if memory runs out. For size 0 they return a pointer too. */
void *die_malloc(unsigned long long size);
void *die_realloc(void *memory, unsigned long long size);

/* Ends the program in the same way if `error`, the errno of a system call, says that memory ran out: then the file that
 * was being read is not at fault. */
void die_if_no_memory(int error);

/* The same, at the start of a cache line: each vector that is stored there lies in one line. Large memory is in huge pages,
 * where the system has them. die_free_lines frees it. */
void *die_malloc_lines(unsigned long long size);
void die_free_lines(void *memory);

/* Makes room for one more element of `size` bytes in an array of `count` elements. The room doubles if `count` is a
 * power of two. Returns the array, which may have moved. */
void *die_grow(void *array, size_t count, size_t size);

#endif
