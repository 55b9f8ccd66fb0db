/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "base/die.h"

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

void text_append(struct text *text, struct text more) {
    text_add(text, more.bytes, more.used);
}

void text_pad(struct text *text, size_t count) {
    memset(text_room(text, count), 0, count);
}

char *text_string(struct text *text) {
    text_pad(text, 1);
    return text->bytes;
}

void text_free(struct text *text) {
    free(text->bytes);
    *text = (struct text){NULL, 0, 0};
}

struct text_line text_lines(const char *text, size_t length) {
    return (struct text_line){.next = text, .end = length > 0 ? text + length : text};
}

struct text_line text_file_lines(const char *text, size_t length) {
    const bool mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return mark ? text_lines(text + 3, length - 3) : text_lines(text, length);
}

bool text_next_line(struct text_line *line) {
    const size_t left = (size_t)(line->end - line->next);
    if (left == 0)
        return false;
    const char *newline = memchr(line->next, '\n', left);
    line->text = line->next;
    line->length = newline ? (size_t)(newline - line->text) : left;
    line->next = newline ? newline + 1 : line->end;
    line->number++;
    if (line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    return true;
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

const char *text_trim(const char *text, size_t *length) {
    for (; *length > 0 && is_blank(*text); --*length)
        text++;
    while (*length > 0 && is_blank(text[*length - 1]))
        --*length;
    return text;
}

bool text_lists(const char *list, const char *word) {
    const size_t length = strlen(word);
    if (!list || length == 0 || strcspn(word, " |") < length)
        return false;
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || strchr(" |", at[-1])) && strchr(" |", at[length]))
            return true;
    return false;
}

/* --- formats */

/* Appends one value by its conversion. */
static void add_value(struct text *text, const char *conversion, ...) {
    va_list value, again;
    va_start(value, conversion);
    va_copy(again, value);
    int length = vsnprintf(NULL, 0, conversion, value);
    if (length < 0)
        die(DIE_JOB, "a text could not be formatted");
    vsnprintf(text_room(text, (size_t)length + 1), (size_t)length + 1, conversion, again);
    text->used += (size_t)length;
    va_end(again);
    va_end(value);
}

/* The same for a text, with "..." if the precision cuts it. A character in UTF-8 isn't cut in two. */
static void add_string(struct text *text, const char *conversion, const char *value) {
    const char *point = strchr(conversion, '.');
    size_t shown = point ? text_cut(value, strtoul(point + 1, NULL, 10)) : 0;
    if (!point || !value[shown]) {
        add_value(text, conversion, value);
        return;
    }
    text_add(text, value, shown);
    text_print(text, "...");
}

/* Appends the next value by the conversion at the start of `format`, and returns the conversion's length. Knows c,
 * d, s, u, x and %, with l, ll or z, and e, f and g for a double. "%.*s" takes a slice of a text, which gets no "...". */
static size_t add_next(struct text *text, const char *format, va_list *values) {
    size_t length = 2 + strspn(format + 1, "-+ #.*0123456789lz");
    const char *star = memchr(format, '*', length);
    char one[64], kind = format[length - 1];
    if (star)
        snprintf(one, sizeof one, "%.*s%d%.*s", (int)(star - format), format, va_arg(*values, int),
                 (int)(format + length - star - 1), star + 1);
    else
        snprintf(one, sizeof one, "%.*s", (int)length, format);
    if (kind == '%')
        text_print(text, "%");
    else if (kind == 's' && star && star[-1] == '.')
        /* NOLINTNEXTLINE(bugprone-branch-clone): the types differ */
        add_value(text, one, va_arg(*values, const char *));
    else if (kind == 's')
        add_string(text, one, va_arg(*values, const char *));
    else if (strchr("efg", kind))
        add_value(text, one, va_arg(*values, double));
    else if (strchr(one, 'z'))
        add_value(text, one, va_arg(*values, size_t));
    else if (strstr(one, "ll"))
        add_value(text, one, va_arg(*values, long long));
    else if (strchr(one, 'l'))
        add_value(text, one, va_arg(*values, long));
    else
        add_value(text, one, va_arg(*values, int));
    return length;
}

void text_vput(struct text *text, const char *format, va_list arguments) {
    va_list values; /* a copy, which has an address on every machine */
    va_copy(values, arguments);
    while (*format) {
        size_t plain = strcspn(format, "%");
        text_add(text, format, plain);
        format += plain;
        if (*format)
            format += add_next(text, format, &values);
    }
    va_end(values);
}

void text_put(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_vput(text, format, arguments);
    va_end(arguments);
}

char *text_vformat(const char *format, va_list arguments) {
    struct text text = {NULL, 0, 0};
    text_vput(&text, format, arguments);
    return text_string(&text);
}

char *text_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_vformat(format, arguments);
    va_end(arguments);
    return text;
}

char *text_integer(int64_t value) {
    char digits[20]; /* of 2^63: 19 */
    size_t count = 0;
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        digits[count++] = (char)('0' + size % 10);
    while ((size /= 10) > 0);
    char *text = die_malloc(1 + count + 1), *at = text;
    if (value < 0)
        *at++ = '-';
    while (count > 0)
        *at++ = digits[--count];
    *at = 0;
    return text;
}

/* --- texts from outside */

size_t text_character(const char *at) {
    const unsigned char *text = (const unsigned char *)at;
    if (*text < 0x80)
        return *text >= ' ' && *text != 0x7f;
    size_t length = *text >= 0xf0 ? 4 : *text >= 0xe0 ? 3 : 2;
    if (*text < 0xc2 || *text > 0xf4)
        return 0;
    for (size_t k = 1; k < length; k++)
        if ((text[k] & 0xc0) != 0x80)
            return 0;
    bool shorter = (*text == 0xe0 && text[1] < 0xa0) || (*text == 0xf0 && text[1] < 0x90);
    bool surrogate = *text == 0xed && text[1] >= 0xa0, beyond = *text == 0xf4 && text[1] >= 0x90;
    bool control = *text == 0xc2 && text[1] < 0xa0;
    bool none = *text == 0xef && text[1] == 0xbf && text[2] >= 0xbe;
    return shorter || surrogate || beyond || control || none ? 0 : length;
}

/* Is it one of U+200B to U+200F, U+2028 to U+202E and U+2060 to U+206F? They end lines, or hide or reverse what follows. */
static bool is_mark(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] != 0xe2)
        return false;
    return byte[1] == 0x80
               ? (byte[2] >= 0x8b && byte[2] <= 0x8f) || (byte[2] >= 0xa8 && byte[2] <= 0xae)
               : byte[1] == 0x81 && byte[2] >= 0xa0 && byte[2] <= 0xaf;
}

char *text_printable(const char *text) {
    char *copy = die_malloc(4ULL * strlen(text) + 1), *to = copy;
    while (*text) {
        size_t length = is_mark(text) ? 0 : text_character(text);
        if (length == 0)
            to += sprintf(to, "\\x%02x", (unsigned char)*text++);
        for (; length > 0; length--)
            *to++ = *text++;
    }
    *to = 0;
    return copy;
}

size_t text_cut(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    return length;
}
