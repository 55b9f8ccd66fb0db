/* A library for LD_PRELOAD: the allocation of number FAIL_AT finds no memory, and with FAIL_AFTER none after it. At the end
 * says in the file FAIL_COUNT how many allocations there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long count;

static int fails(void) {
    const char *at = getenv("FAIL_AT");
    const long number = atomic_fetch_add(&count, 1) + 1, wanted = at ? atol(at) : 0;
    const int failing =
        wanted > 0 && (number == wanted || (number > wanted && getenv("FAIL_AFTER")));
    if (failing)
        errno = ENOMEM;
    return failing;
}

void *malloc(size_t size) {
    static void *(*real)(size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "malloc");
    return fails() ? NULL : real(size);
}

void *realloc(void *memory, size_t size) {
    static void *(*real)(void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "realloc");
    return fails() ? NULL : real(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    static int (*real)(void **, size_t, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "posix_memalign");
    return fails() ? ENOMEM : real(memory, alignment, size);
}

__attribute__((destructor)) static void say(void) {
    const char *name = getenv("FAIL_COUNT");
    const long all = count;
    FILE *file = name ? fopen(name, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", all);
        fclose(file);
    }
}
