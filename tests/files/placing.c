/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD that makes calls fail that put files in place. The environment says which:
 *
 *     WITHOUT=exchange,link,naming,tmpfile,proc   what this system or file system doesn't have
 *     FAIL=NAME        no file can be renamed to that last part of a path
 *     SIGNAL=NAME:15   the process gets that signal before a file is renamed to NAME
 *     INTERRUPTED=1    each read is interrupted once before it succeeds
 *     CPUS=40          the process may use so many
 *     THREADS=FILE     each thread that is made adds a line to FILE */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_set(const char *variable, const char *word) {
    const char *value = getenv(variable);
    return value && strstr(value, word) != NULL;
}

static int fails(int error) {
    errno = error;
    return -1;
}

/* Is the last part of the path what the variable says, up to a colon? */
static int is_name(const char *variable, const char *path) {
    const char *value = getenv(variable), *slash = strrchr(path, '/');
    size_t length = value ? strcspn(value, ":") : 0;
    path = slash ? slash + 1 : path;
    return value && strlen(path) == length && strncmp(path, value, length) == 0;
}

static int may_rename(const char *to) {
    if (is_name("SIGNAL", to))
        kill(getpid(), atoi(strchr(getenv("SIGNAL"), ':') + 1));
    return !is_name("FAIL", to);
}

int rename(const char *from, const char *to) {
    return may_rename(to) ? REAL(rename)(from, to) : fails(EACCES);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    if (flags && is_set("WITHOUT", "exchange"))
        return fails(EINVAL);
    return may_rename(to) ? REAL(renameat2)(a, from, b, to, flags) : fails(EACCES);
}

int link(const char *from, const char *to) {
    return is_set("WITHOUT", "link") ? fails(EPERM) : REAL(link)(from, to);
}

int linkat(int a, const char *from, int b, const char *to, int flags) {
    return is_set("WITHOUT", "naming") ? fails(EPERM) : REAL(linkat)(a, from, b, to, flags);
}

int access(const char *path, int mode) {
    return is_set("WITHOUT", "proc") && strncmp(path, "/proc/", 6) == 0 ? fails(ENOENT)
                                                                        : REAL(access)(path, mode);
}

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, int mode) {
    if ((flags & O_TMPFILE) == O_TMPFILE && is_set("WITHOUT", "tmpfile"))
        return fails(EOPNOTSUPP);
    int descriptor = real(path, flags, mode);
    return descriptor;
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int); /* whatever it is without O_CREAT */
    va_end(more);
    return opened(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return opened(REAL(open64), path, flags, mode);
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    const char *cpus = getenv("CPUS");
    const int status = REAL(sched_getaffinity)(process, size, set);
    if (cpus)
        CPU_ZERO_S(size, set);
    for (int k = 0; cpus && k < atoi(cpus); k++)
        CPU_SET_S(k, size, set);
    return status;
}

static int interrupted(void) {
    static int count;
    return getenv("INTERRUPTED") && ++count % 2;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    return interrupted() ? fails(EINTR) : REAL(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    return interrupted() ? fails(EINTR) : REAL(pread)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return interrupted() ? fails(EINTR) : REAL(pread64)(descriptor, bytes, count, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *context) {
    const char *path = getenv("THREADS");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (log) {
        fputs("thread\n", log);
        fclose(log);
    }
    return REAL(pthread_create)(thread, attributes, work, context);
}
