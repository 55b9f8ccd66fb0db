#include "base/json.h"
#include "base/die.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t size) {
    return die_malloc(size);
}

void json_start(void) {
    json_set_alloc_funcs(allocate, free);
}

char *json_parse(const char *name, const char *bytes, size_t count, json_t **object) {
    json_error_t error;
    *object = NULL;
    json_t *read = json_loadb(count ? bytes : "", count, JSON_REJECT_DUPLICATES, &error);
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

char *json_read(const char *path, json_t **object) {
    enum { LARGEST = 1 << 20 };
    struct text text = {NULL, 0, 0};
    *object = NULL;
    if (!path_is_regular(path))
        return text_format("%s: is not a regular file", path);
    char *wrong = file_read(path, LARGEST, &text);
    if (!wrong)
        wrong = json_parse(path, text.bytes, text.used, object);
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

char *json_string_text(const char *text) {
    struct text string = {NULL, 0, 0};
    text_print(&string, "\"");
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        char escape[8];
        if (byte == '"' || byte == '\\')
            text_print(&string, "\\");
        if (byte >= ' ' && byte <= '~') {
            text_add(&string, text, 1);
        } else {
            snprintf(escape, sizeof escape, "\\u%04x", byte);
            text_print(&string, escape);
        }
    }
    text_add(&string, "\"", 2); /* with its NUL */
    return string.bytes;
}
