/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size) {
    return die_malloc(size);
}

void json_start(void) {
    json_set_alloc_funcs(allocate, free);
}

/* If the parser stopped behind a key that its object has already, and that doesn't matter, gives this key another name. */
static bool rename_duplicate(struct text *text, const json_error_t *error,
                             bool (*matters)(const char *key)) {
    size_t end = error->position > 0 ? (size_t)error->position - 1 : 0, begin = end;
    if (json_error_code(error) != json_error_duplicate_key || end >= text->used)
        return false;
    while (begin > 0 && text->bytes[begin - 1] != '"')
        begin--;
    char *key = text_format("%.*s", (int)(end - begin), text->bytes + begin);
    bool renamed = text->bytes[end] == '"' && !strchr(key, '\\') && !matters(key);
    free(key);
    if (renamed && end > begin)
        text->bytes[begin] = text->bytes[begin] == '~' ? '!' : '~';
    return renamed && end > begin;
}

static char *parse(const char *name, struct text *text, bool (*matters)(const char *key),
                   json_t **object) {
    enum { DUPLICATES = 64 }; /* each has the file read once more */
    json_error_t error;
    *object = NULL;
    json_t *read = NULL;
    for (int k = 0;
         !read && (k == 0 || (k < DUPLICATES && rename_duplicate(text, &error, matters))); k++)
        read =
            json_loadb(text->used ? text->bytes : "", text->used, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(read)) {
        *object = read;
        return NULL;
    }
    json_decref(read);
    if (read)
        return text_format("%s:1: a list, where an object is expected", name);
    char *what = text_printable(error.text);
    char *wrong = text_format("%s:%d: %s", name, error.line, what);
    free(what);
    return wrong;
}

/* The length of a number that the parser would refuse: an integer beyond 64 bits, or a number beyond double; 0 for any
 * other. */
static size_t too_large(const char *number) {
    const char *digits = number + (*number == '-');
    size_t whole = strspn(digits, "0123456789");
    char *end = NULL;
    if (whole == 0 || (whole > 1 && *digits == '0'))
        return 0;
    errno = 0;
    if (digits[whole] == '.' || (digits[whole] | 0x20) == 'e')
        return isinf(strtod(number, &end)) ? (size_t)(end - number) : 0;
    strtoll(number, &end, 10);
    return errno == ERANGE ? (size_t)(end - number) : 0;
}

/* Python's json writes numbers that JSON doesn't have: NaN, Infinity, -Infinity. Outside strings they become strings,
 * and so do numbers that are too large: a key that posenc doesn't read may have such a value. */
static void quote_nonfinite(struct text *text, struct text *quoted) {
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    const char *all = text_string(text);
    bool string = false, number = false; /* is the last letter one of these? */
    for (size_t at = 0; at < text->used;) {
        size_t length = 0;
        for (size_t k = 0; k < sizeof words / sizeof *words && !string; k++) {
            size_t letters = strlen(words[k]);
            bool found = letters <= text->used - at && memcmp(all + at, words[k], letters) == 0;
            const char *behind = found ? all + at + letters : all;
            behind += strspn(behind, " \t\r\n");
            if (found && *behind != ':') /* which makes it a key: a fault */
                length = letters;
        }
        if (!string && !number && length == 0)
            length = too_large(all + at);
        number = strchr("+-.0123456789eE", all[at]) && all[at];
        if (length > 0) {
            text_print(quoted, "\"");
            text_add(quoted, text->bytes + at, length);
            text_print(quoted, "\"");
            at += length;
            continue;
        }
        if (text->bytes[at] == '"')
            string = !string;
        size_t bytes = string && text->bytes[at] == '\\' && at + 1 < text->used ? 2 : 1;
        text_add(quoted, text->bytes + at, bytes);
        at += bytes;
    }
}

char *json_read(const char *path, bool (*matters)(const char *key), json_t **object) {
    enum { LARGEST = 16 << 20, VALUES = 1 << 18 }; /* a value takes up to some 140 bytes */
    struct text text = {NULL, 0, 0}, quoted = {NULL, 0, 0};
    *object = NULL;
    if (!path_is_regular(path))
        return text_format("%s: is not a regular file", path);
    char *wrong = file_read(path, LARGEST, &text);
    if (!wrong) {
        quote_nonfinite(&text, &quoted);
        text_free(&text);
        size_t values = 1;
        for (size_t at = 0; at < quoted.used; at++)
            values += quoted.bytes[at] == ',';
        wrong = values > VALUES ? text_format("%s: has more than %d values", path, VALUES)
                                : parse(path, &quoted, matters, object);
    }
    text_free(&quoted);
    text_free(&text);
    return wrong;
}

char *json_number_text(const json_t *number) {
    if (json_is_integer(number))
        return text_format("%lld", (long long)json_integer_value(number));
    double value = json_real_value(number);
    char text[32] = "";
    for (int digits = 15; digits <= 17 && strtod(text, NULL) != value; digits++)
        snprintf(text, sizeof text, "%.*g", digits, value);
    return text_format("%s", *text ? text : "0");
}

/* The number of the character that takes `length` bytes of UTF-8. */
static unsigned long character_number(const char *text, size_t length) {
    unsigned long number = (unsigned char)*text & (length == 1 ? 0x7fU : 0xffU >> (length + 1));
    for (size_t k = 1; k < length; k++)
        number = number << 6 | ((unsigned char)text[k] & 0x3fU);
    return number;
}

char *json_string_text(const char *text) {
    struct text string = {NULL, 0, 0};
    text_print(&string, "\"");
    while (*text) {
        unsigned char byte = (unsigned char)*text;
        size_t length = text_character(text);
        unsigned long number = length > 0 ? character_number(text, length) : byte;
        bool ascii = byte >= ' ' && byte <= '~', halves = number >= 0x10000; /* of UTF-16 */
        if (byte == '"' || byte == '\\')
            text_print(&string, "\\");
        if (ascii)
            text_add(&string, text, 1);
        else if (halves)
            text_put(&string, "\\u%04lx\\u%04lx", 0xd7c0 + (number >> 10),
                     0xdc00 + (number & 0x3ff));
        else
            text_put(&string, "\\u%04lx", number);
        text += length > 0 ? length : 1;
    }
    text_print(&string, "\"");
    return text_string(&string);
}

json_t *json_text(const char *text) {
    json_t *plain = json_string(text);
    if (plain)
        return plain;
    char *quoted = json_string_text(text);
    plain = json_loads(quoted, JSON_DECODE_ANY, NULL);
    free(quoted);
    return plain;
}
