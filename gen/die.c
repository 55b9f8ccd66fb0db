#include "die.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE = 400 };

/* Writes the text with control characters shown as \xHH; takes up to 4 bytes for each of its own.
 */
static size_t printable(const char *text, char *to) {
    size_t used = 0;
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            used += (size_t)sprintf(to + used, "\\x%02x", (unsigned char)*text);
        else
            to[used++] = *text;
    }
    to[used] = 0;
    return used;
}

/* The whole line of a message. */
struct line {
    char text[sizeof "posenc: ...\n" + 4 * ((size_t)MESSAGE + 240)];
};

static void compose(struct line *line, const char *prefix, const char *format, va_list arguments) {
    char message[MESSAGE];
    int length = vsnprintf(message, sizeof message, format, arguments);
    size_t used = printable(prefix, line->text);
    used += printable(length < 0 ? "an error without a text" : message, line->text + used);
    sprintf(line->text + used, "%s\n", length >= (int)sizeof message ? "..." : "");
}

static _Noreturn void end(int status, const struct line *line) {
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&dying)) /* another thread is: it ends us all */
        pause();
    fwrite(line->text, 1, strlen(line->text), stderr); /* one write: parallel jobs don't mix */
    exit(status);
}

void die(int status, const char *format, ...) {
    struct line line;
    va_list arguments;
    va_start(arguments, format);
    compose(&line, "posenc: ", format, arguments);
    va_end(arguments);
    end(status, &line);
}

void die_in(const char *file, int line_number, const char *format, ...) {
    struct line line;
    char place[224];
    va_list arguments;
    snprintf(place, sizeof place, "%.200s:%d: ", file, line_number);
    va_start(arguments, format);
    compose(&line, place, format, arguments);
    va_end(arguments);
    end(DIE_REQUEST, &line);
}

void die_plainly(int status, const char *text) {
    char *shown = die_printable(text);
    fprintf(stderr, "%s\n", shown);
    exit(status);
}

void die_say_in(const char *file, int line, const char *what) {
    char *text = die_sprintf("%.200s:%d: %.*s", file, line, MESSAGE, what);
    char *shown = die_printable(text);
    fprintf(stderr, "%s\n", shown);
    free(text);
    free(shown);
}

void die_silently(int status) {
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

char *die_printable(const char *text) {
    char *copy = die_malloc(4 * strlen(text) + 1);
    printable(text, copy);
    return copy;
}
