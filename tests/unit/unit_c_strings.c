/* SPDX-License-Identifier: MIT */
/* Strings of C by every instruction set's code: a simple writer makes the same text, and C's rules read the bytes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "emit/c_strings.h"

enum { PAIRS = 2 * 256 * 256 };

/* Appends one byte. `open`: the text so far ends in an octal escape that a digit would extend. */
static void add_byte(struct text *text, unsigned byte, bool *open) {
    const bool digit = byte >= '0' && byte <= '7',
               quoted = byte == '"' || byte == '\\' || byte == '?';
    char escape[8];
    if (byte >= ' ' && byte <= '~' && !quoted && !(digit && *open))
        sprintf(escape, "%c", byte);
    else
        sprintf(escape, quoted ? "\\%c" : "\\%o", byte);
    *open = escape[0] == '\\' && !quoted && byte < 0100;
    text_print(text, escape);
}

/* What c_strings_print should append. A line ends after the byte that leaves no room for four characters more. */
static void expect(const struct row_pattern *pattern, const unsigned char *bytes, size_t count,
                   struct text *text) {
    const size_t around = pattern->start.used + pattern->before.used + pattern->last.used;
    const size_t width = around + 8 < TEMPLATE_LINE ? TEMPLATE_LINE - around : 8;
    for (size_t k = 0; k < count;) {
        bool open = false;
        text_add(text, pattern->start.bytes, pattern->start.used);
        text_add(text, pattern->before.bytes, pattern->before.used);
        for (size_t first = text->used; k < count && text->used - first + 4 <= width; k++)
            add_byte(text, bytes[k], &open);
        text_add(text, pattern->last.bytes, pattern->last.used);
        text_print(text, "\n");
    }
}

/* Reads the string that begins at `at`, up to its closing quote. */
static const char *read_string(const char *at, unsigned char *bytes, size_t *count) {
    while (*at != '"') {
        unsigned byte = (unsigned char)*at++;
        if (byte == '\\' && (*at == '"' || *at == '\\' || *at == '?')) {
            byte = (unsigned char)*at++;
        } else if (byte == '\\') {
            byte = 0;
            for (int k = 0; k < 3 && *at >= '0' && *at <= '7'; k++)
                byte = 8 * byte + (unsigned)(*at++ - '0');
        }
        bytes[(*count)++] = (unsigned char)byte;
    }
    return at + 1;
}

static void expect_read_back(const struct text *text, const unsigned char *bytes, size_t count) {
    unsigned char *back = malloc(count + 1);
    size_t found = 0;
    const char *end = text->bytes + text->used;
    for (const char *at = text->bytes; (at = memchr(at, '"', (size_t)(end - at)));)
        at = read_string(at + 1, back, &found);
    assert_int_equal(found, count);
    assert_memory_equal(back, bytes, count);
    free(back);
}

static void try(const char *start, const char *before, const char *last, const unsigned char *bytes,
                size_t count) {
    struct row_pattern pattern = {.strings = true};
    text_print(&pattern.start, start);
    text_print(&pattern.before, before);
    text_print(&pattern.last, last);
    struct text expected = {NULL, 0, 0}, text = {NULL, 0, 0};
    expect(&pattern, bytes, count, &expected);
    if (before[0])
        expect_read_back(&expected, bytes, count);
    for (int best = 0; best <= (int)instructions_best(); best++) {
        struct c_strings *strings = c_strings_new(&pattern, (enum instructions)best);
        text.used = 0;
        c_strings_print(strings, bytes, count, &text);
        assert_int_equal(text.used, expected.used);
        assert_memory_equal(text.bytes, expected.bytes, expected.used);
        c_strings_free(strings);
    }
    text_free(&text);
    text_free(&expected);
    text_free(&pattern.start);
    text_free(&pattern.before);
    text_free(&pattern.last);
}

/* Every byte after every other one, which is also where a line breaks now and then. */
static void test_pairs(void **state) {
    (void)state;
    static unsigned char bytes[PAIRS];
    for (size_t k = 0; k < PAIRS; k++)
        bytes[k] = (unsigned char)(k % 2 ? k / 2 : k / 512);
    try("    ", "\"", "\"", bytes, PAIRS);
    try("    ", "\"", "\"", bytes + 1, PAIRS - 1);
}

/* Texts of any length before the break, and digits that escapes before them would take. */
static void test_mixtures(void **state) {
    (void)state;
    static const char begin[] =
        "                                                                                ";
    unsigned char bytes[300];
    for (int k = 0; k < 4000; k++) {
        size_t count = 1 + chance_below(sizeof bytes);
        unsigned few = 1 + chance_below(8);
        for (size_t i = 0; i < count; i++) {
            const unsigned any[] = {chance_below(256), chance_below(32), '0' + chance_below(10),
                                    (unsigned)"\"\\?'a/"[chance_below(6)]};
            bytes[i] = (unsigned char)any[chance_below(8) < few ? chance_below(4) : few % 4];
        }
        try(begin + chance_below(sizeof begin), "\"", "\"", bytes, count);
    }
}

static void test_patterns(void **state) {
    (void)state;
    unsigned char bytes[200];
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)chance_below(40);
    static const char wide[] = "                                                                   "
                               "                                         ";
    for (size_t count = 1; count <= sizeof bytes; count += 3) {
        try("", "", "", bytes, count);
        try("", "\"", "\"", bytes, count);
        try(wide, "\"", "\"", bytes, count);
        for (size_t from = 0; from < 40; from++)
            try(wide + from, "\"", "\" // to the end of the line", bytes, count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs),
                                       cmocka_unit_test(test_mixtures),
                                       cmocka_unit_test(test_patterns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
