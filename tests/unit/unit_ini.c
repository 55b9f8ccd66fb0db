/* SPDX-License-Identifier: MIT */
/* Texts of sections and keys, line by line, and their faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ini.h"

/* Reads from a block of just that size, so that a sanitizer sees a byte read past it. */
static char *described(const char *bytes, size_t count) {
    char *exact = malloc(count ? count : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, count);
    struct ini ini;
    ini_read(&ini, exact, count);
    free(exact);
    char *all = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&all, &size);
    assert_non_null(out);
    for (size_t k = 0; k < ini.count; k++) {
        const struct ini_line *line = &ini.lines[k];
        if (line->wrong)
            fprintf(out, "%zu: %s|", line->number, line->wrong);
        else if (line->key)
            fprintf(out, "%zu [%s] %s=%s|", line->number, line->section, line->key, line->value);
        else
            fprintf(out, "%zu [%s]|", line->number, line->section);
    }
    assert_int_equal(fclose(out), 0);
    ini_free(&ini);
    assert_null(ini.lines);
    return all;
}

static void expect_bytes(const char *bytes, size_t count, const char *expected) {
    char *all = described(bytes, count);
    assert_string_equal(all, expected);
    free(all);
}

static void expect(const char *text, const char *expected) {
    expect_bytes(text, strlen(text), expected);
}

static void test_lines(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"\n", ""},
        {"\n\r\n \t\n", ""},
        {"[pe]", "1 [pe]|"},
        {"[pe]\n", "1 [pe]|"},
        {"[pe]\nbase=5", "1 [pe]|2 [pe] base=5|"},
        {"[a]\nx=1\n\n[b]\ny=2\n", "1 [a]|2 [a] x=1|4 [b]|5 [b] y=2|"},
        {"[a]\n[b]\n[a]\nx=1\nx=2\n", "1 [a]|2 [b]|3 [a]|4 [a] x=1|5 [a] x=2|"},
        {" \t[ a b ] \n\t key \t=  two words \t", "1 [a b]|2 [a b] key=two words|"},
        {"[a]\nx=\ny= \n", "1 [a]|2 [a] x=|3 [a] y=|"},
        {"[a]\nx = 1 = 2 ; 3 # 4 \"5\" \\", "1 [a]|2 [a] x=1 = 2 ; 3 # 4 \"5\" \\|"},
        {"# one\n; two\n  # [three]\n[a]\n;x=1\n", "4 [a]|"},
        {"[a]\nx : 1 = 2\n", "1 [a]|2 [a] x : 1=2|"},
        {"[a]\nx=1\n  y=2\n", "1 [a]|2 [a] x=1|3 [a] y=2|"},
        {"[a]\r\nx=1\r\n", "1 [a]|2 [a] x=1|"},
        {"[a]\r\nx=1\r", "1 [a]|2 [a] x=1|"},
        {"\xef\xbb\xbf[a]\nx=1", "1 [a]|2 [a] x=1|"},
        {"\xef\xbb\xbf", ""},
        {"[\xc3\xa9]\nx=\xc2\xb5", "1 [\xc3\xa9]|2 [\xc3\xa9] x=\xc2\xb5|"},
        {"[[a]\n", "1 [[a]|"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect(rows[k][0], rows[k][1]);
}

static void test_errors(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"x=1\n", "1: key 'x' is before the first [section]|"},
        {"[a\n", "1: section '[a' lacks its ]|"},
        {"[a] b\n", "1: 'b' after the ] of a section|"},
        {"[a]]\n", "1: ']' after the ] of a section|"},
        {"[a] ; b\n", "1: '; b' after the ] of a section|"},
        {"[]\n", "1: section [] has no name|"},
        {"[ ]\n", "1: section [] has no name|"},
        {"[a]\nword\n", "1 [a]|2: 'word' is not a [section], a 'key = value' or a comment|"},
        {"[a]\n = 5\n", "1 [a]|2: no key before '= 5'|"},
        {"a]\n", "1: 'a]' is not a [section], a 'key = value' or a comment|"},
        {"[a]\nx=1\ry=2\n", "1 [a]|2: byte \\x0d is not text|"},
        {"[a]\nx=\x1b[31m\n", "1 [a]|2: byte \\x1b is not text|"},
        {"# \x7f\n[a]", "1: byte \\x7f is not text|2 [a]|"},
        {"[a]\n\xef\xbb\xbf[b]\n",
         "1 [a]|2: '\xef\xbb\xbf[b]' is not a [section], a 'key = value' or a comment|"},
        /* every line is judged; keys below a bad section line belong to no section */
        {"x\n[\ny=1\n[b]\nz=1\n[c] d\nv=1\n=\n",
         "1: 'x' is not a [section], a 'key = value' or a comment|"
         "2: section '[' lacks its ]|4 [b]|5 [b] z=1|6: 'd' after the ] of a section|8: no key "
         "before '= '|"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect(rows[k][0], rows[k][1]);
}

static void test_nul_bytes(void **state) {
    (void)state;
    expect_bytes("[a]\nx=1\0\ny=2\n", 13, "1 [a]|2: byte \\x00 is not text|3 [a] y=2|");
    expect_bytes("\0", 1, "1: byte \\x00 is not text|");
    expect_bytes("[\0a\0]\0\n", 7, "1: byte \\x00 is not text|");
    expect_bytes("[a]\0hidden", 10, "1: byte \\x00 is not text|");
}

static void test_nothing_is_cut(void **state) {
    (void)state;
    enum { LONG = 100000 };
    char *name = malloc(LONG + 1), *expected = NULL, *text = NULL;
    assert_non_null(name);
    memset(name, 'n', LONG);
    name[LONG] = 0;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "[%s]\n%s = %s\n", name, name, name);
    fclose(out);
    size_t expected_size = 0;
    out = open_memstream(&expected, &expected_size);
    fprintf(out, "1 [%s]|2 [%s] %s=%s|", name, name, name, name);
    fclose(out);
    expect(text, expected);
    free(expected);
    free(text);
    free(name);
}

static void test_many_lines(void **state) {
    (void)state;
    enum { MANY = 5000 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("[a]\n", out);
    for (int k = 0; k < MANY; k++)
        fprintf(out, "k%d=%d\nbad\n", k, k);
    fclose(out);
    struct ini ini;
    ini_read(&ini, text, size);
    free(text);
    assert_int_equal(ini.count, 2 * MANY + 1);
    for (size_t k = 0; k < MANY; k++) {
        const struct ini_line *line = &ini.lines[2 * k + 1];
        assert_int_equal(line[0].number, 2 + 2 * k);
        assert_int_equal(atoi(line[0].value), (int)k);
        assert_int_equal(line[1].number, 3 + 2 * k);
        assert_non_null(line[1].wrong);
    }
    ini_free(&ini);
}

/* Texts drawn from the bytes that matter: no line is lost, none is reported twice. */
static void test_any_bytes(void **state) {
    (void)state;
    static const char alphabet[] = "[]=;# \t\r\n\nax\0\x7f\xef\xbb\xbf";
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char bytes[40];
        size_t count = 0;
        for (; count < sizeof bytes; count++) {
            seed = seed * 1664525 + 1013904223;
            if ((seed >> 8) % 40 == 0)
                break;
            bytes[count] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
        }
        struct ini ini;
        ini_read(&ini, bytes, count);
        char seen[sizeof bytes + 2] = {0};
        for (size_t k = 0; k < ini.count; k++) {
            assert_in_range(ini.lines[k].number, 1, sizeof bytes + 1);
            assert_int_equal(seen[ini.lines[k].number]++, 0);
            assert_true(ini.lines[k].wrong ? !ini.lines[k].section : *ini.lines[k].section != 0);
            assert_true(!ini.lines[k].key || (*ini.lines[k].key && ini.lines[k].value));
        }
        ini_free(&ini);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),      cmocka_unit_test(test_errors),
        cmocka_unit_test(test_nul_bytes),  cmocka_unit_test(test_nothing_is_cut),
        cmocka_unit_test(test_many_lines), cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
