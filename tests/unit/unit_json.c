/* json.c: a text becomes a string that jansson reads back; what was added to a set of names is found, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

/* The text in UTF-8 whose characters have the numbers of these bytes. */
static char *expected(const char *text) {
    char *utf8 = malloc(2 * strlen(text) + 1), *to = utf8;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x80)
            *to++ = (char)(0xc0 | byte >> 6);
        *to++ = (char)(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
    }
    *to = 0;
    return utf8;
}

static void check_string(const char *text) {
    char *string = json_string_text(text), *want = expected(text);
    for (const char *at = string; *at; at++)
        assert_true(*at >= ' ' && *at <= '~');
    json_t *read = json_loads(string, JSON_DECODE_ANY, NULL);
    assert_string_equal(json_string_value(read), want);
    json_decref(read);
    free(want);
    free(string);
}

static void strings(void **state) {
    char every[256];
    (void)state;
    for (int byte = 1; byte < 256; byte++) {
        const char alone[] = {(char)byte, 0}, before_digits[] = {(char)byte, '0', '0', 'e', '9', 0},
                   twice[] = {'\\', (char)byte, '"', (char)byte, 0};
        check_string(alone);
        check_string(before_digits);
        check_string(twice);
        every[byte - 1] = (char)byte;
    }
    every[255] = 0;
    check_string(every);
    check_string("");
    check_string("posenc --base '10^4' -o \"a\\b\"");
}

static void utf8(void **state) {
    char *string = json_string_text("\u00e9 \u65e5\U0001f600\xc3");
    (void)state;
    assert_string_equal(string, "\"\\u00e9 \\u65e5\\ud83d\\ude00\\u00c3\"");
    free(string);
}

/* A copy is kept, and the first number stays. */
static void names_twice(void **state) {
    (void)state;
    json_t *names = NULL;
    char text[] = "\xff one";
    assert_null(json_object_get(names, text));
    assert_null(json_add_name(&names, text, 1));
    assert_int_equal(json_integer_value(json_add_name(&names, "\xff one", 2)), 1);
    text[1] = 'O';
    assert_null(json_object_get(names, text));
    assert_int_equal(json_integer_value(json_object_get(names, "\xff one")), 1);
    assert_null(json_add_name(&names, "", 7));
    assert_int_equal(json_integer_value(json_object_get(names, "")), 7);
    assert_int_equal(json_object_size(names), 2);
    json_decref(names);
}

/* Names that differ in one place, and hundreds of thousands of them: minutes if a look-up were linear. */
static void names_many(void **state) {
    enum { MANY = 300000 };
    json_t *names = NULL;
    char text[40];
    (void)state;
    for (size_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "/some/folder/table_%zu.h", k);
        assert_null(json_add_name(&names, text, k));
    }
    for (size_t k = 0; k < MANY; k++) {
        snprintf(text, sizeof text, "/some/folder/table_%zu.h", k);
        assert_int_equal(json_integer_value(json_object_get(names, text)), k);
        text[strlen(text) - 1] = 'c';
        assert_null(json_object_get(names, text));
    }
    json_decref(names);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(strings), cmocka_unit_test(utf8),
                                       cmocka_unit_test(names_twice), cmocka_unit_test(names_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
