#define _DEFAULT_SOURCE 1 /* madvise. NOLINT(bugprone-reserved-identifier,cert-*) */
#include "base/die.h"
#include "base/progress.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MESSAGE = 4096 + 400 }; /* bytes: the longest path, and a sentence about it */

/* Makes a whole line, of a text before the message and the message. Takes `before`. */
static char *line_of(char *before, const char *format, va_list arguments) {
    char *message = text_vformat(format, arguments);
    size_t length = text_cut(message, MESSAGE - 1);
    bool cut = message[length] != 0;
    message[length] = 0;
    char *text = text_format("%s%s%s", before, message, cut ? "..." : "");
    char *printable = text_printable(text), *line = text_format("%s\n", printable);
    free(before);
    free(message);
    free(text);
    free(printable);
    return line;
}

static char *program(void) {
    return text_format("posenc: ");
}

static char *place(const char *file, int line_number) {
    return file ? text_format("%s:%d: ", file, line_number) : text_format("%s", "");
}

#ifdef POSENC_LEAKS
/* LeakSanitizer asks at the end. What ends on an error leaves its memory to the system. */
static atomic_bool failed;
int __lsan_is_turned_off(void); /* NOLINT(bugprone-reserved-identifier,cert-*) */

int __lsan_is_turned_off(void) { /* NOLINT(bugprone-reserved-identifier,cert-*) */
    return failed;
}
#endif

static _Noreturn void leave(int status) {
#ifdef POSENC_LEAKS
    failed = true;
#endif
    exit(status);
}

static _Noreturn void end(int status, const char *line) {
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&dying)) /* another thread ends the program */
        pause();
    progress_hold();
    fwrite(line, 1, strlen(line), stderr); /* one write: lines of parallel jobs must not mix */
    leave(status);
}

void die(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of(program(), format, arguments);
    va_end(arguments);
    end(status, line);
}

void die_in(const char *file, int line_number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of(place(file, line_number), format, arguments);
    va_end(arguments);
    end(DIE_REQUEST, line);
}

/* Takes the line. */
static void print(char *line) {
    progress_hold();
    fputs(line, stderr);
    progress_release();
    free(line);
}

void report(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of(program(), format, arguments);
    va_end(arguments);
    print(line);
}

void report_in(const char *file, int line_number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of(place(file, line_number), format, arguments);
    va_end(arguments);
    print(line);
}

void die_reported(int status) {
    leave(status);
}

void *die_malloc(unsigned long long size) {
    return die_realloc(NULL, size);
}

/* Returns the memory, unless there is none: then there is none for text_format either. */
static void *need(void *memory, unsigned long long size) {
    if (!memory) {
        char line[100];
        snprintf(line, sizeof line, "posenc: out of memory (%llu bytes wanted)\n", size);
        end(DIE_JOB, line);
    }
    return memory;
}

void die_if_no_memory(int error) {
    if (error == ENOMEM)
        end(DIE_JOB, "posenc: out of memory\n");
}

void *die_realloc(void *memory, unsigned long long size) {
    return need(size <= SIZE_MAX ? realloc(memory, size ? (size_t)size : 1) : NULL, size);
}

/* Asking the kernel for a page costs more than a microsecond. So HUGE_LEAST bytes or more are whole huge pages, if the
 * system has some to give: half of one is already cheaper. */
enum { LINE = 64, HUGE_PAGE = 1 << 21, HUGE_LEAST = HUGE_PAGE / 2 };

void *die_malloc_lines(unsigned long long size) {
    void *memory = NULL;
    const bool huge = size >= HUGE_LEAST;
    const unsigned long long whole = huge ? (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE : size;
    bool made = size <= SIZE_MAX - HUGE_PAGE &&
                posix_memalign(&memory, huge ? HUGE_PAGE : LINE, whole ? (size_t)whole : 1) == 0;
#ifdef MADV_HUGEPAGE
    if (made && huge)
        (void)madvise(memory, (size_t)whole, MADV_HUGEPAGE);
#endif
    return need(made ? memory : NULL, size);
}

void *die_grow(void *array, size_t count, size_t size) {
    return (count & (count - 1)) == 0 ? die_realloc(array, 2ULL * (count ? count : 1) * size)
                                      : array;
}
