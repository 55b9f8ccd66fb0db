#include "die.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MESSAGE = 400 };

void die(int status, const char *format, ...) {
    char message[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);

    char line[sizeof "posenc: ...\n" + 4 * sizeof message];
    int used = sprintf(line, "posenc: ");
    for (const char *c = message; length >= 0 && *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            used += sprintf(line + used, "\\x%02x", (unsigned char)*c);
        else
            line[used++] = *c;
    }
    used += sprintf(line + used, "%s\n", length >= (int)sizeof message ? "..." : "");
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&dying)) /* another thread is: it ends us all */
        pause();
    fwrite(line, 1, (size_t)used, stderr); /* one write: lines of parallel jobs don't mix */
    exit(status);
}

void *die_malloc(unsigned long long size) {
    return die_realloc(NULL, size);
}

void *die_realloc(void *memory, unsigned long long size) {
    memory = size <= SIZE_MAX ? realloc(memory, size ? (size_t)size : 1) : NULL;
    if (!memory)
        die(DIE_JOB, "out of memory (%llu bytes wanted)", size);
    return memory;
}

char *die_sprintf(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        die(DIE_JOB, "a text could not be formatted");
    char *text = die_malloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
