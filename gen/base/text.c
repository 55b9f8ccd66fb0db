#include "base/text.h"
#include "base/die.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- growing texts */

char *text_room(struct text *text, size_t count) {
    if (text->room - text->used < count) {
        text->room = 2 * text->room > text->used + count ? 2 * text->room : text->used + count;
        text->bytes = die_realloc(text->bytes, text->room);
    }
    return text->bytes + text->used;
}

void text_add(struct text *text, const char *bytes, size_t count) {
    if (count > 0)
        memcpy(text_room(text, count), bytes, count);
    text->used += count;
}

void text_print(struct text *text, const char *string) {
    text_add(text, string, strlen(string));
}

void text_free(struct text *text) {
    free(text->bytes);
    *text = (struct text){NULL, 0, 0};
}

/* --- formats */

enum { FORMAT = 2048 }; /* bytes of a marked format; the format before that has less than half */

/* How many bytes of a text to show, at most `most`. A character of UTF-8 isn't cut in two. */
static size_t shown_bytes(const char *text, size_t most, bool *cut) {
    size_t count = 0;
    while (count < most && text[count])
        count++;
    *cut = text[count] != 0;
    while (*cut && count > 0 && ((unsigned char)text[count] & 0xc0) == 0x80)
        count--;
    return count;
}

/* Takes the argument of a conversion other than %s. */
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

/* Copies a format, and marks the values that it cuts: '%.60s' becomes '%.60s...' if its text is longer than 60 bytes. "%.*s"
 * is for a part of a text, and is never marked. Only the conversions c, d, s, u, x and % are known, with l, ll or z. */
static void mark_cuts(char marked[FORMAT], const char *format, va_list *values) {
    size_t used = 0, length = 1;
    if (strlen(format) >= FORMAT / 2) /* since "%.9s" may grow by three bytes */
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

char *text_vformat(const char *format, va_list arguments) {
    char marked[FORMAT];
    va_list values, again;
    va_copy(values, arguments);
    mark_cuts(marked, format, &values);
    va_end(values);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, marked, again);
    va_end(again);
    if (length < 0)
        die(DIE_JOB, "a text could not be formatted");
    char *text = die_malloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, marked, arguments);
    return text;
}

char *text_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_vformat(format, arguments);
    va_end(arguments);
    return text;
}

char *text_printable(const char *text) {
    char *copy = die_malloc(4 * strlen(text) + 1), *to = copy;
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            to += sprintf(to, "\\x%02x", (unsigned char)*text);
        else
            *to++ = *text;
    *to = 0;
    return copy;
}
