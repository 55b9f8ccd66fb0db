/* Templates: the steps that a text is parsed into, what steps are filled to, and which lines are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/die.h"
#include "emit/template.h"
#include "emit/template_fill.h"

static struct template_text text_of(const char *text) {
    return (struct template_text){"t", text, strlen(text)};
}

/* Appends what may hold newlines and quotes as it is, between brackets. */
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

/* --- parsing */

static void show_step(struct text *to, const struct template_step *s) {
    static const char *const kinds[] = {
        [STEP_TEXT] = "",           [STEP_HOLE] = "hole",
        [STEP_IF] = "if",           [STEP_ELSE] = "else",
        [STEP_PARTS] = "parts",     [STEP_END_PARTS] = "end-parts",
        [STEP_ARRAYS] = "arrays",   [STEP_END_ARRAYS] = "end-arrays",
        [STEP_ROWS] = "rows",       [STEP_ELEMENT] = "element",
        [STEP_BEFORE] = "before",   [STEP_AFTER] = "after",
        [STEP_CLOSING] = "closing", [STEP_END_ROWS] = "end-rows"};
    char *name = text_format("%s%s%s%s", kinds[s->kind], s->unbroken ? "-unbroken" : "",
                             s->strings ? "-strings" : "", s->each ? "-each" : "");
    show(to, name, s->text, s->length);
    free(name);
    if (s->kind == STEP_HOLE || s->kind == STEP_IF || s->kind == STEP_ELSE ||
        s->kind == STEP_END_PARTS || s->kind == STEP_END_ARRAYS) {
        name = text_format("%zu ", s->number);
        text_print(to, name);
        free(name);
    }
}

static char *steps_of(const char *text) {
    struct template template;
    struct template_text lines = text_of(text);
    struct text shown = {NULL, 0, 0};
    struct fault *wrong = template_parse(&lines, &template);
    if (wrong)
        return message_taken(wrong);
    for (size_t k = 0; k < template.count; k++)
        show_step(&shown, &template.step[k]);
    text_add(&shown, "", 1);
    template_free(&template);
    return shown.bytes;
}

/* The last column: an if goes on at the step of that number, a hole has so many bytes before it in its line. */
static void test_steps(void **state) {
    (void)state;
    static const struct {
        const char *text, *steps;
    } rows[] = {
        {"", ""},
        {"a\nb @ c\n", "[a\nb @ c\n] "},
        {"a @b_c@@d@ @e f@\n", "[a ] hole[b_c] 2 hole[d] 7 [ @e f@\n] "},
        {"@A@ @@ @a1@\n", "[@A@ @@ @a1@\n] "},
        {"x\n# %% if a=b */\ny\n# %% end\nz\n", "[x\n] if[a=b] 3 [y\n] [z\n] "},
        {"%%if a=b\nx\n%% else\ny\n%%   end\n", "if[a=b] 3 [x\n] else[] 4 [y\n] "},
        {"%% if a=b\n%% if c==\nx\n%% end\n%% else\n%% end\n",
         "if[a=b] 4 if[c==] 3 [x\n] else[] 4 "},
        {"%% parts\n@a@\n%% end\n", "parts[] hole[a] 0 [\n] end-parts[] 1 "},
        {"%% arrays\nx\n%% rows\n@value@\n%% end\n%% end\n",
         "arrays[] [x\n] rows[array] element[@value@] before[] after[] closing[] end-rows[] "
         "end-arrays[] 1 "},
        {"%% rows\nx @row@\n  <@value@>@comma@\ny\n%% end\n",
         "rows[table] [x ] hole[row] 2 [\n] element[@value@] [  ] before[] [<] after[] [>] "
         "hole[comma] 1 closing[] [y\n] end-rows[] "},
        {"%% rows\n\"@bytes@\"\n%% end\n",
         "rows[table] element-strings[@bytes@] before[] [\"] after[] [\"] closing[] end-rows[] "},
        {"%% rows unbroken\n@row@,@each@@value@@comma@\n%% end\n",
         "rows-unbroken[table] element-each[@value@] hole[row] 0 [,] before[] after[] hole[comma] "
         "0 "
         "closing[] end-rows[] "},
        {"%% rows\n%% if a=b\n@value@\n%% else\n(@value@)\n%% end\n%% end\n",
         "rows[table] if[a=b] 7 element[@value@] before[] after[] closing[] else[] 13 "
         "element[@value@] before[] [(] after[] [)] closing[] end-rows[] "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *steps = steps_of(rows[k].text);
        assert_string_equal(steps, rows[k].steps);
        free(steps);
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
        {"%% arrays\n%% parts\n%% end\n", "t:2: inside arrays: 'parts'"},
        {"%% arrays\n%% rows\n%% end\n", "t:1: no end of 'arrays'"},
        {"%% parts\n%% arrays\n%% end\n", "t:2: inside rows or parts: 'arrays'"},
        {"%% arrays\n%% rows\n%% rows\n", "t:3: inside arrays: 'rows'"},
        {"%% if a=b\n%% rows\n@value@@bytes@\n%% end\n%% end\n", "t:3: a second '@value@'"},
        {"%% rows unbroken\n@bytes@\n%% end\n", "t:2: unbroken rows have no '@bytes@'"},
        {"%% rows\n@each@@bytes@\n%% end\n", "t:2: a string's line has no '@each@'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *wrong = steps_of(rows[k].text);
        assert_string_equal(wrong, rows[k].wrong);
        free(wrong);
    }
}

static void test_built_in(void **state) {
    (void)state;
    size_t count = 0;
    for (const struct template_text *t = built_in_templates; t->name; t++, count++) {
        struct template template;
        assert_null(template_parse(t, &template));
        assert_true(template.count > 1);
        template_free(&template);
    }
    assert_true(count > 1);
}

/* --- filling */

static void show_row_text(struct text *to, const char *name, const struct row_text *row) {
    static const char *const values[ROW_VALUES] = {"P", "N", "C"};
    struct text text = {NULL, 0, 0};
    template_print(row, values, &text);
    if (text.used > 0)
        show(to, name, text.bytes, text.used);
    text_free(&text);
}

static void show_section(struct text *to, const struct filled_section *section) {
    const struct row_pattern *pattern = &section->pattern;
    show(to, "", section->text.bytes, section->text.used);
    if (!section->array)
        return;
    show(to, section->number == 0 ? "" : "second ", section->array, strlen(section->array));
    show_row_text(to, "open", &pattern->opening);
    show_row_text(to, "start", &pattern->start);
    show(to, pattern->strings ? "string" : "value", pattern->before.bytes, pattern->before.used);
    show(to, "", pattern->after.bytes, pattern->after.used);
    show(to, "", pattern->last.bytes, pattern->last.used);
    show_row_text(to, "close", &pattern->closing);
}

/* With one array, or two. */
static char *filled_with(const char *text, bool pair) {
    static const struct template_value values[] = {{"a", "1"},
                                                   {"lines", "x\ny"},
                                                   {"part", "no"},
                                                   {NULL, NULL}},
                                       first[] = {{"part", "p"}, {"own", "0"}, {NULL, NULL}},
                                       second[] = {{"part", "q"}, {"own", "1"}, {NULL, NULL}};
    static const struct template_value *const parts[] = {first, second, NULL}, *const one[] = {
                                                                                   first, NULL};
    const struct template_input input = {values, parts, pair ? parts : one};
    struct template template;
    struct filled filled;
    char *copy = text_format("%s", text);
    struct template_text lines = text_of(copy);
    assert_null(template_parse(&lines, &template));
    struct fault *wrong = template_check(&template, &input);
    if (!wrong)
        wrong = template_fill(&template, &input, false, &filled);
    template_free(&template);
    free(copy);
    if (wrong)
        return message_taken(wrong);
    struct text shown = {NULL, 0, 0};
    for (size_t k = 0; k < filled.count; k++) {
        assert_int_equal(filled.section[k].array == NULL, k + 1 == filled.count);
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
         "[0\n] [array] open[0 N\n] value[] [] [] [] "},
        {"t\n%% rows\n@row@ @lines@\n @value@;@comma@\n@position@@comma@\n%% end\nu\n",
         "[t\n] [table] open[N x\n@row@ y\n] start[ ] value[] [;,] [;] close[PC\n] [u\n] "},
        {"%% rows\nx@row@y@comma@z\n@value@\n%% end\n",
         "[] [table] open[xNyCz\n] value[] [] [] [] "},
        {"%% rows\n@a@@each@@lines@@value@\n%% end\n", "[] [table] start[1] value[x\ny] [] [] [] "},
        {"%% rows unbroken\n@row@@each@(@value@)@comma@\n%% end\n%% rows\n@bytes@\n%% end\n",
         "[] [table] start[N] value[(] [),] [)] [] [table] string[] [] [] [] "},
        {"%% if a=2\n%% rows\n@value@\n@value@\n%% end\n%% end\n", "[] "},
        {"%% rows\n%% if a=2\n@value@\n%% else\n0@value@\n%% end\n%% end\n",
         "[] [table] value[0] [] [] [] "},
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
         "[0\n] [array] open[0 N\n] value[] [] [] [1\n] second [array] open[1 N\n] value[] [] [] "
         "[x\n] "},
        {"%% rows\n@value@\n%% end\n",
         "t:1: component 'cos,sin' makes two tables: %% rows must be inside %% arrays"},
        {"%% arrays\n%% if own=0\n%% rows\n@value@\n%% end\n%% end\n%% end\n",
         "t:3: component 'cos,sin' makes two tables: %% rows must be the same for both, once in %% "
         "arrays"},
        {"%% arrays\n%% if own=1\n%% rows\n@value@\n%% end\n%% end\n%% end\n",
         "t:3: component 'cos,sin' makes two tables: %% rows must be the same for both, once in %% "
         "arrays"},
        {"%% arrays\n%% rows\n%% if own=1\n@value@\n%% else\n@bytes@\n%% end\n%% end\n%% end\n",
         "t:2: component 'cos,sin' makes two tables: %% rows must be the same for both, once in %% "
         "arrays"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *sections = filled_with(rows[k].text, true);
        assert_string_equal(sections, rows[k].sections);
        free(sections);
    }
}

/* Under conditions that don't hold too. */
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
         "t:3: not in the element's line, except before @each@ of rows unbroken: '@row@'"},
        {"%% rows unbroken\n@each@@row@@value@\n%% end\n",
         "t:2: not in the element's line, except before @each@ of rows unbroken: '@row@'"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),    cmocka_unit_test(test_wrong_lines),
        cmocka_unit_test(test_built_in), cmocka_unit_test(test_filled),
        cmocka_unit_test(test_pair),     cmocka_unit_test(test_unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
