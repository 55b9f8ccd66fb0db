/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/progress.h"
#include "base/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fault_free(struct fault *fault) {
    free(fault->file);
    free(fault->text);
    free(fault);
}

struct fault *fault_in_file(const char *file, size_t line, char *text) {
    struct fault *fault = die_malloc(sizeof *fault);
    *fault = (struct fault){.file = text_format("%s", file), .line = line};
    fault->text = text;
    return fault;
}

void faults_add(struct faults *faults, int about, char *text) {
    if (!text)
        return;
    struct fault *fault = die_malloc(sizeof *fault);
    *fault = (struct fault){.file = NULL};
    fault->text = text;
    faults_add_found(faults, about, fault);
}

void faults_put(struct faults *faults, int about, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    faults_add(faults, about, text_vformat(format, arguments));
    va_end(arguments);
}

void faults_add_found(struct faults *faults, int about, struct fault *fault) {
    if (!fault)
        return;
    fault->about = about;
    if (faults->count > 0)
        fault_free(fault);
    else
        *faults = (struct faults){fault, 1};
}

char *fault_message(const struct fault *fault) {
    return fault->line ? text_format("%s:%zu: %s", fault->file, fault->line, fault->text)
                       : text_format("%s", fault->text);
}

void faults_free(struct faults *faults) {
    if (faults->count > 0)
        fault_free(faults->list);
    *faults = (struct faults){NULL, 0};
}

/* --- messages */

enum { MESSAGE = 4096 + 400 }; /* bytes: the longest path, and a sentence about it */

/* Makes a whole line of the message, with a text before it. */
static char *line_of(const char *before, const char *format, va_list arguments) {
    char *message = text_vformat(format, arguments);
    const size_t length = text_cut(message, MESSAGE - 1);
    char *text =
        text_format("%s%.*s%s", before, (int)length, message, message[length] ? "..." : "");
    char *printable = text_printable(text), *line = text_format("%s\n", printable);
    free(text);
    free(message);
    free(printable);
    return line;
}

#ifdef POSENC_LEAKS
/* LeakSanitizer calls this at the end. A program that ends on an error doesn't free its memory. */
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
        system_wait(1000);
    progress_hold();
    system_say(line); /* one write: lines of parallel jobs must not mix */
    leave(status);
}

void die(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of("posenc: ", format, arguments);
    va_end(arguments);
    end(status, line);
}

void die_if(int status, char *wrong) {
    if (wrong)
        die(status, "%s", wrong);
}

void report_line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *line = line_of("", format, arguments);
    va_end(arguments);
    progress_hold();
    system_say(line);
    progress_release();
    free(line);
}

void die_reported(int status) {
    leave(status);
}

char *memory_excess(uint64_t bytes) {
    const uint64_t nearest = (bytes + (UINT64_C(1) << 29)) >> 30, shown = nearest > 3 ? nearest : 3;
    return bytes > MEMORY_MOST
               ? text_format("about %" PRIu64 " GiB of memory, which is over 2 GiB", shown)
               : NULL;
}

void *die_malloc(unsigned long long size) {
    return die_realloc(NULL, size);
}

/* Returns the memory, or dies if it is NULL. text_format would find no memory for the message either. */
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

void *die_malloc_lines(unsigned long long size) {
    enum { LINE = 64 };
    return need(size <= SIZE_MAX ? system_aligned_memory(LINE, (size_t)size) : NULL, size);
}

void die_free_lines(void *memory) {
    system_free_aligned(memory);
}

void *die_grow(void *array, size_t count, size_t size) {
    return (count & (count - 1)) == 0 ? die_realloc(array, 2ULL * (count ? count : 1) * size)
                                      : array;
}
