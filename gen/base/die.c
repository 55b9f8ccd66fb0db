#include "base/die.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MESSAGE = 4096 + 400, /* bytes: the longest path, and what is said about it */
    FORMAT = 2048,        /* bytes of a format; those of messages have less than half */
};

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

/* --- formats */

/* How many bytes of a text are shown, if `most` of them may be: all, or no part of a character in UTF-8. */
static size_t shown_bytes(const char *text, size_t most, bool *cut) {
    size_t count = 0;
    while (count < most && text[count])
        count++;
    *cut = text[count] != 0;
    while (*cut && count > 0 && ((unsigned char)text[count] & 0xc0) == 0x80)
        count--;
    return count;
}

/* Takes the argument of a conversion that shows no text. */
static void skip_number(const char *conversion, size_t length, va_list *values) {
    const char *l = memchr(conversion, 'l', length);
    if (conversion[length - 1] == '%')
        return;
    if (memchr(conversion, 'z', length))
        (void)va_arg(*values, size_t); /* NOLINT(bugprone-branch-clone): the types differ */
    else if (l && l[1] == 'l')
        (void)va_arg(*values, long long);
    else if (l)
        (void)va_arg(*values, long);
    else
        (void)va_arg(*values, int);
}

/* Makes of a format the one that shows where it cuts. A precision written in the format, as in '%.60s', is that of
 * a value that a user gave: where the value is longer, "..." follows what is shown of it. A slice of a text has
 * its precision from an argument, "%.*s", and nothing follows it. Knows the conversions that messages have:
 * c, d, s, u, x and % with l, ll or z. */
static void mark_cuts(char marked[FORMAT], const char *format, va_list *values) {
    size_t used = 0, length = 1;
    if (strlen(format) >= FORMAT / 2) /* "%.9s" may grow by three bytes */
        abort();
    for (; *format; format += length) {
        length = 1;
        if (*format == '%')
            length += 1 + strspn(format + 1, "-+ #.*0123456789lz");
        const char *point = memchr(format, '.', length);
        bool cut = false;
        for (size_t k = 1; k < length; k++)
            if (format[k] == '*')
                (void)va_arg(*values, int);
        if (length > 1 && format[length - 1] == 's') {
            const char *text = va_arg(*values, const char *);
            size_t shown = point && point[1] != '*'
                               ? shown_bytes(text, strtoul(point + 1, NULL, 10), &cut)
                               : 0;
            if (cut)
                used += (size_t)sprintf(marked + used, "%.*s.%zus...", (int)(point - format),
                                        format, shown);
        } else if (length > 1) {
            skip_number(format, length, values);
        }
        if (!cut) {
            memcpy(marked + used, format, length);
            used += length;
        }
    }
    marked[used] = 0;
}

/* --- messages */

/* A whole line: a place, if it has one, and a message. */
struct line {
    char text[4 * (size_t)(2 * MESSAGE) + sizeof "posenc: ...\n"];
};

static void compose(struct line *line, const char *prefix, const char *format, va_list arguments) {
    char message[MESSAGE], marked[FORMAT];
    va_list values;
    va_copy(values, arguments);
    mark_cuts(marked, format, &values);
    va_end(values);
    int length = vsnprintf(message, sizeof message, marked, arguments);
    size_t used = printable(prefix, line->text);
    used += printable(length < 0 ? "an error without a text" : message, line->text + used);
    sprintf(line->text + used, "%s\n", length >= (int)sizeof message ? "..." : "");
}

static void compose_in(struct line *line, const char *file, int line_number, const char *format,
                       va_list arguments) {
    char place[MESSAGE];
    snprintf(place, sizeof place, "%.*s:%d: ", MESSAGE - 20, file, line_number);
    compose(line, place, format, arguments);
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
    va_list arguments;
    va_start(arguments, format);
    compose_in(&line, file, line_number, format, arguments);
    va_end(arguments);
    end(DIE_REQUEST, &line);
}

void die_plainly(int status, const char *text) {
    char *shown = die_printable(text);
    fprintf(stderr, "%s\n", shown);
    free(shown);
    exit(status);
}

void die_say(const char *format, ...) {
    struct line line;
    va_list arguments;
    va_start(arguments, format);
    compose(&line, "posenc: ", format, arguments);
    va_end(arguments);
    fputs(line.text, stderr);
}

void die_say_in(const char *file, int line_number, const char *format, ...) {
    struct line line;
    va_list arguments;
    va_start(arguments, format);
    compose_in(&line, file, line_number, format, arguments);
    va_end(arguments);
    fputs(line.text, stderr);
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

void *die_grow(void *array, size_t count, size_t size) {
    return (count & (count - 1)) == 0 ? die_realloc(array, 2ULL * (count ? count : 1) * size)
                                      : array;
}

char *text_format(const char *format, ...) {
    char marked[FORMAT];
    va_list values, arguments, again;
    va_start(arguments, format);
    va_copy(values, arguments);
    va_copy(again, arguments);
    mark_cuts(marked, format, &values);
    va_end(values);
    int length = vsnprintf(NULL, 0, marked, arguments);
    va_end(arguments);
    if (length < 0)
        die(DIE_JOB, "a text could not be formatted");
    char *text = die_malloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, marked, again);
    va_end(again);
    return text;
}

char *die_printable(const char *text) {
    char *copy = die_malloc(4 * strlen(text) + 1);
    printable(text, copy);
    return copy;
}
