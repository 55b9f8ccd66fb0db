/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD that makes calls of the C library fail. The variable FAULT has three words:
 *
 *   CALLS NUMBER HOW
 *
 * CALLS is memory, open, read, write, allocate (fallocate), mode, close, rename (or link) or thread. The call of that
 * number, from 1, fails; HOW is once, after (it and each one after it), short (the half of what is wanted is read or
 * written), or signal (EINTR). At exit the file that COUNTED names gets the number of calls. glibc on Linux. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static char calls[20] = "", how[20] = "";
static unsigned long number;
static atomic_ulong count;

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("FAULT");
    if (fault && sscanf(fault, "%19s %lu %19s", calls, &number, how) != 3)
        abort();
    count = 0;
}

__attribute__((destructor)) static void end(void) {
    const char *name = getenv("COUNTED");
    unsigned long counted = count;
    calls[0] = 0; /* fopen is no call of the program */
    FILE *to = name ? fopen(name, "w") : NULL;
    if (to) {
        fprintf(to, "%lu\n", counted);
        fclose(to);
    }
}

/* Is this the call that must fail? */
static bool chosen(const char *these) {
    if (strcmp(calls, these) != 0)
        return false;
    unsigned long k = atomic_fetch_add(&count, 1) + 1;
    return k == number || (k > number && number > 0 && strcmp(how, "after") == 0);
}

static bool fails(const char *these, int error) {
    if (!chosen(these))
        return false;
    errno = error;
    return true;
}

/* How many bytes a call may read or write: all, the half of them, or -1 and errno. */
static ssize_t part(const char *these, size_t wanted, int error) {
    if (!chosen(these))
        return (ssize_t)wanted;
    if (strcmp(how, "short") == 0)
        return (ssize_t)(wanted - wanted / 2);
    errno = strcmp(how, "signal") == 0 ? EINTR : error;
    return -1;
}

/* --- memory, of which dlsym itself needs some */

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    return fails("memory", ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t many, size_t size) {
    return fails("memory", ENOMEM) ? NULL : __libc_calloc(many, size);
}

void *realloc(void *memory, size_t size) {
    return fails("memory", ENOMEM) ? NULL : __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (chosen("memory"))
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

/* --- files. Each function has two names: its own, and the one that _FILE_OFFSET_BITS=64 gives it. */

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...) {                                         \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;        \
        va_end(rest);                                                                    \
        return fails("open", EMFILE)                                                     \
                   ? -1                                                                  \
                   : NEXT(int (*)(const char *, int, mode_t), #name)(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                 \
    int name(int folder, const char *path, int flags, ...) {                         \
        va_list rest;                                                                \
        va_start(rest, flags);                                                       \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;    \
        va_end(rest);                                                                \
        return fails("open", EMFILE) ? -1                                            \
                                     : NEXT(int (*)(int, const char *, int, mode_t), \
                                            #name)(folder, path, flags, mode);       \
    }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                                   \
    FILE *name(const char *path, const char *mode) {                                  \
        return fails("open", EMFILE)                                                  \
                   ? NULL                                                             \
                   : NEXT(FILE * (*)(const char *, const char *), #name)(path, mode); \
    }
FOPEN(fopen)
FOPEN(fopen64)

ssize_t read(int file, void *bytes, size_t wanted) {
    ssize_t n = part("read", wanted, EIO);
    return n < 0 ? n : NEXT(ssize_t(*)(int, void *, size_t), "read")(file, bytes, (size_t)n);
}

ssize_t write(int file, const void *bytes, size_t wanted) {
    ssize_t n = file == STDERR_FILENO ? (ssize_t)wanted : part("write", wanted, ENOSPC);
    return n < 0 ? n : NEXT(ssize_t(*)(int, const void *, size_t), "write")(file, bytes, (size_t)n);
}

#define PREAD(name)                                                                                \
    ssize_t name(int file, void *bytes, size_t wanted, off_t at) {                                 \
        ssize_t n = part("read", wanted, EIO);                                                     \
        return n < 0 ? n                                                                           \
                     : NEXT(ssize_t(*)(int, void *, size_t, off_t), #name)(file, bytes, (size_t)n, \
                                                                           at);                    \
    }
PREAD(pread)
PREAD(pread64)

#define PWRITE(name)                                                                             \
    ssize_t name(int file, const void *bytes, size_t wanted, off_t at) {                         \
        ssize_t n = part("write", wanted, ENOSPC);                                               \
        return n < 0 ? n                                                                         \
                     : NEXT(ssize_t(*)(int, const void *, size_t, off_t), #name)(file, bytes,    \
                                                                                 (size_t)n, at); \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define FALLOCATE(name)                                                                    \
    int name(int file, int mode, off_t at, off_t length) {                                 \
        return fails("allocate", ENOSPC)                                                   \
                   ? -1                                                                    \
                   : NEXT(int (*)(int, int, off_t, off_t), #name)(file, mode, at, length); \
    }
FALLOCATE(fallocate)
FALLOCATE(fallocate64)

int fchmod(int file, mode_t mode) {
    return fails("mode", EPERM) ? -1 : NEXT(int (*)(int, mode_t), "fchmod")(file, mode);
}

int close(int file) { /* the file is closed all the same */
    int closed = NEXT(int (*)(int), "close")(file);
    return fails("close", EIO) ? -1 : closed;
}

int rename(const char *from, const char *to) {
    return fails("rename", EACCES) ? -1
                                   : NEXT(int (*)(const char *, const char *), "rename")(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    return fails("rename", EACCES) ? -1
                                   : NEXT(int (*)(int, const char *, int, const char *),
                                          "renameat")(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return fails("rename", EACCES) ? -1
                                   : NEXT(int (*)(int, const char *, int, const char *, unsigned),
                                          "renameat2")(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
    return fails("rename", EACCES) ? -1
                                   : NEXT(int (*)(const char *, const char *), "link")(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    return fails("rename", EACCES) ? -1
                                   : NEXT(int (*)(int, const char *, int, const char *, int),
                                          "linkat")(from_folder, from, to_folder, to, flags);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
    return chosen("thread")
               ? EAGAIN
               : NEXT(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *),
                      "pthread_create")(thread, attributes, start, argument);
}
