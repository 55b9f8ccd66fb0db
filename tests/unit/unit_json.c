/* SPDX-License-Identifier: MIT */
/* json.c: a text becomes a string that jansson reads back. */
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(strings), cmocka_unit_test(utf8)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
