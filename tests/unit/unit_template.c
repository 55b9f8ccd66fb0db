/* SPDX-License-Identifier: MIT */
/* Templates: the filled texts, and refused lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/die.h"
#include "emit/template.h"

/* Appends bytes, which may contain newlines and quotes, unchanged and between brackets. */
static void show(struct text *to, const char *name, const char *bytes, size_t count) {
    text_print(to, name);
    text_add(to, "[", 1);
    text_add(to, bytes ? bytes : "", count);
    text_add(to, "] ", 2);
}

/* Takes the fault. */
static char *message_taken(struct fault *wrong) {
    struct faults faults = {NULL, 0};
    char *message = fault_message(wrong);
    faults_add_found(&faults, 0, wrong);
    faults_free(&faults);
    return message;
}

static void show_row_text(struct text *to, const char *name, struct text row) {
    static const char *const values[ROW_VALUES] = {"P", "N", "I", "C", "S"};
    struct text text = {NULL, 0, 0};
    template_print(row, values, &text);
    if (text.used > 0)
        show(to, name, text.bytes, text.used);
    text_free(&text);
}

static void show_section(struct text *to, const struct filled_section *section) {
    const struct row_pattern *pattern = &section->pattern;
    show(to, "", section->text.bytes, section->text.used);
    if (!section->has_rows)
        return;
    text_print(to, section->array == 0 ? "rows " : "second rows ");
    show_row_text(to, "open", pattern->opening);
    show_row_text(to, "start", pattern->start);
    show(to, pattern->strings ? "string" : "value", pattern->before.bytes, pattern->before.used);
    show(to, "", pattern->after.bytes, pattern->after.used);
    show(to, "", pattern->last.bytes, pattern->last.used);
    show_row_text(to, "close", pattern->closing);
}

static void add_turn(struct template_turns *turns, int k) {
    struct template_values *turn = template_turn(turns);
    template_value(turn, "part", text_format("%c", "pq"[k]));
    template_value(turn, "own", text_format("%d", k));
}

/* With one array, or two. */
static char *filled_with(const char *text, bool pair) {
    static char big[1 << 20];
    memset(big, 'x', sizeof big - 1);
    struct template_values values = {.count = 0};
    template_value(&values, "a", text_format("1"));
    template_value(&values, "lines", text_format("x\ny"));
    template_value(&values, "part", text_format("no"));
    template_value(&values, "big", text_format("%s", big));
    for (int k = 0; k < 2; k++) {
        add_turn(&values.parts, k);
        if (k == 0 || pair)
            add_turn(&values.arrays, k);
    }
    char *copy = text_format("%s", text);
    struct template template;
    struct filled filled;
    struct fault *wrong = template_parse(&template, "t", copy, strlen(copy));
    if (!wrong) {
        wrong = template_fill(&template, &values, pair, &filled);
        template_free(&template);
    }
    free(copy);
    template_values_free(&values);
    if (wrong)
        return message_taken(wrong);
    struct text shown = {NULL, 0, 0};
    for (size_t k = 0; k < filled.count; k++) {
        assert_int_equal(!filled.section[k].has_rows, k + 1 == filled.count);
        show_section(&shown, &filled.section[k]);
    }
    text_add(&shown, "", 1);
    template_filled_free(&filled);
    return shown.bytes;
}

/* The row values are P, N and C here. */
static void test_filled(void **state) {
    (void)state;
    static const struct {
        const char *text, *sections;
    } rows[] = {
        {"", "[] "},
        {"# @lines@ @a@\n", "[# x\n# y 1\n] "},
        {"%% if a=1\nx\n%% else\ny\n%% end\n", "[x\n] "},
        {"%% if a=2\nx\n%% else\ny\n%% end\n", "[y\n] "},
        {"%% if a=\nx\n%% end\n", "[] "},
        {"%% if a=2\n%% if a=1\nx\n%% else\ny\n%% end\n%% else\nz\n%% end\n", "[z\n] "},
        {"@part@\n%% parts\n@part@\n%% if own=1\n@own@\n%% end\n%% end\n@part@\n",
         "[no\np\nq\n1\nno\n] "},
        {"%% arrays\n@own@\n%% rows\n@own@ @row@\n@value@\n%% end\n%% end\n",
         "[0\n] rows open[0 N\n] value[] [] [] [] "},
        {"t\n%% rows\n@row@ @lines@\n @value@;@comma@\n@position@@comma@\n%% end\nu\n",
         "[t\n] rows open[N x\nN y\n] start[ ] value[] [;,] [;] close[PC\n] [u\n] "},
        {"%% rows\nx@row@y@comma@z\n@value@\n%% end\n", "[] rows open[xNyCz\n] value[] [] [] [] "},
        {"%% rows\n@a@@each@@lines@@value@\n%% end\n", "[] rows start[1] value[x\ny] [] [] [] "},
        {"%% rows unbroken\n@row@@each@(@value@)@comma@\n%% end\n%% rows\n@bytes@\n%% end\n",
         "[] rows start[N] value[(] [),] [)] [] rows string[] [] [] [] "},
        {"%% if a=2\n%% rows\n@value@\n@value@\n%% end\n%% end\n", "[] "},
        {"%% rows\n%% if a=2\n@value@\n%% else\n0@value@\n%% end\n%% end\n",
         "[] rows value[0] [] [] [] "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *sections = filled_with(rows[k].text, false);
        assert_string_equal(sections, rows[k].sections);
        free(sections);
    }
}

static void test_pair(void **state) {
    (void)state;
    static const struct {
        const char *text, *sections;
    } rows[] = {
        {"%% arrays\n@own@\n%% rows\n@own@ @row@\n@value@\n%% end\n%% end\nx\n",
         "[0\n] rows open[0 N\n] value[] [] [] [1\n] second rows open[1 N\n] value[] [] [] "
         "[x\n] "},
        {"%% rows\n@value@\n%% end\n",
         "t:1: component 'cos,sin' makes two tables: %% rows must be inside %% arrays, for both"},
        {"%% arrays\n%% if own=0\n%% rows\n@value@\n%% end\n%% end\n%% end\n",
         "t:1: component 'cos,sin' makes two tables: %% rows must be inside %% arrays, for both"},
        {"%% arrays\n%% if own=1\n%% rows\n@value@\n%% end\n%% end\n%% end\n",
         "t:1: component 'cos,sin' makes two tables: %% rows must be inside %% arrays, for both"},
        {"%% arrays\n%% rows\n%% if own=1\n@value@\n%% else\n@bytes@\n%% end\n%% end\n%% end\n",
         "[] rows string[] [] [] [] second rows value[] [] [] [] "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *sections = filled_with(rows[k].text, true);
        assert_string_equal(sections, rows[k].sections);
        free(sections);
    }
}

static void test_wrong_lines(void **state) {
    (void)state;
    static const struct {
        const char *text, *wrong;
    } rows[] = {
        {"a\n%% if b\n%% end\n", "t:2: no '=' in 'b'"},
        {"%% if a=b\n%% if c\n%% end\n%% end\n", "t:2: no '=' in 'c'"},
        {"%%\n", "t:1: unexpected ''"},
        {"%% if a=b\n%% end\n%% end\n", "t:3: unexpected 'end'"},
        {"%% rows\n%% else\n%% end\n", "t:2: unexpected 'else'"},
        {"%% if a=b\n%% else\n%% else\n%% end\n", "t:3: a second 'else'"},
        {"%% parts\n%% if a=b\n%% rows\n", "t:3: inside rows or parts: 'rows'"},
        {"%% if a=b\n%% parts\n%% end\n", "t:1: no end of 'if'"},
        {"%% if a=b\n%% else\n", "t:1: no end of 'if'"},
        {"%% arrays\n%% parts\n%% end\n", "t:2: inside arrays: 'parts'"},
        {"%% arrays\n%% rows\n@value@\n%% end\n", "t:1: no end of 'arrays'"},
        {"%% parts\n%% arrays\n%% end\n", "t:2: inside rows or parts: 'arrays'"},
        {"%% arrays\n%% rows\n%% rows\n", "t:3: inside arrays: 'rows'"},
        {"%% if a=b\n%% rows\n@value@@bytes@\n%% end\n%% end\n", "t:3: a second '@bytes@'"},
        {"%% rows unbroken\n@bytes@\n%% end\n", "t:2: unbroken rows have no '@bytes@'"},
        {"%% rows\n@each@@bytes@\n%% end\n", "t:2: a string's line has no '@each@'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *wrong = filled_with(rows[k].text, false);
        assert_string_equal(wrong, rows[k].wrong);
        free(wrong);
    }
}

/* Also under false conditions. */
static void test_unknown_names(void **state) {
    (void)state;
    static const struct {
        const char *text, *wrong;
    } rows[] = {
        {"x\n@b@\n", "t:2: no value of this name here: '@b@'"},
        {"%% if a=2\n@b@\n%% end\n", "t:2: no value of this name here: '@b@'"},
        {"%% if a=2\n%% if b=1\n%% end\n%% end\n", "t:2: no value of this name here: 'b=1'"},
        {"@own@\n%% parts\n%% end\n", "t:1: no value of this name here: '@own@'"},
        {"%% parts\n%% end\n%% if own=1\n%% end\n", "t:3: no value of this name here: 'own=1'"},
        {"@row@\n", "t:1: no value of this name here: '@row@'"},
        {"%% parts\n@comma@\n%% end\n", "t:2: no value of this name here: '@comma@'"},
        {"%% rows\n%% if row=1\n%% end\n@value@\n%% end\n",
         "t:2: no value of this name here: 'row=1'"},
        {"%% rows\n@value@\n@each@\n%% end\n", "t:3: no value of this name here: '@each@'"},
        {"%% rows\n@value@\n%% end\n@value@\n", "t:4: no value of this name here: '@value@'"},
        {"%% if a=2\n%% rows\n@row@@value@\n%% end\n%% end\n",
         "t:3: not in the element's line, except before @each@ of lines or rows unbroken: '@row@'"},
        {"%% rows unbroken\n@each@@row@@value@\n%% end\n",
         "t:2: not in the element's line, except before @each@ of lines or rows unbroken: '@row@'"},
        {"%% rows unbroken\n@own@@each@@value@\n%% end\n",
         "t:2: no value of this name here: '@own@'"},
        {"%% rows\n%% if a=2\n@value@\n%% end\n%% end\n", "t:5: rows without '@value@'"},
        {"%% rows\n@value@\n%% if a=1\n@bytes@\n%% end\n%% end\n",
         "t:4: a second line of '@bytes@'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *wrong = filled_with(rows[k].text, false);
        assert_string_equal(wrong, rows[k].wrong);
        free(wrong);
    }
}

/* Each @big@ is 1 MiB less a byte, and 32 MiB are allowed. */
static void test_too_large(void **state) {
    (void)state;
    struct text lines = {NULL, 0, 0};
    for (int k = 0; k < 33; k++)
        text_print(&lines, "@big@\n");
    text_print(&lines, "%% if a=2\n@big@\n%% end\n");
    char *wrong = filled_with(text_string(&lines), false);
    assert_string_equal(wrong, "t:33: the texts of the template take more than 32 MiB of memory");
    free(wrong);
    wrong = filled_with(text_string(&lines) + strlen("@big@\n"), false);
    assert_int_equal(wrong[0], '[');
    free(wrong);
    text_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filled),      cmocka_unit_test(test_pair),
        cmocka_unit_test(test_wrong_lines), cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
