/* Texts of one length: printed as full lines, they are the same as printed one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "element_rows.h"
#include "emit/entry_lines.h"

enum { ENTRIES = 3 * ENTRY_BLOCK + 50 };

static uint64_t entries[ENTRIES];
static struct entry_stream stream;

/* Rows of `columns` entries, of which some are printed in two parts. */
static void print(const struct row_pattern *pattern, const struct text_maker *maker,
                  unsigned length, size_t columns, struct text *text) {
    struct entry_lines lines = entry_lines_new(pattern, length);
    stream.maker = maker;
    stream.entries = (const char *)entries;
    stream.next = 0;
    stream.total = ENTRIES;
    for (size_t row = 0; stream.next + columns <= ENTRIES; row++) {
        const size_t part = row % 3 * columns / 3;
        if (part > 0)
            entry_lines_print(&lines, &stream, part, false, text);
        entry_lines_print(&lines, &stream, columns - part, true, text);
    }
    entry_lines_free(&lines);
}

/* `spaces` begin each line. */
static void try(const struct text_maker *maker, size_t spaces, const char *before,
                const char *after, const char *last, bool each, size_t columns) {
    static char wide[200];
    memset(wide, ' ', sizeof wide);
    struct row_pattern pattern = {.each = each};
    struct text expected = {NULL, 0, 0}, text = {NULL, 0, 0};
    text_add(&pattern.start.text, wide, spaces);
    text_print(&pattern.before, before);
    text_print(&pattern.after, after);
    text_print(&pattern.last, last);
    print(&pattern, maker, 0, columns, &expected);
    print(&pattern, maker, maker->length, columns, &text);
    assert_int_equal(text.used, expected.used);
    assert_memory_equal(text.bytes, expected.bytes, text.used);
    text_free(&text);
    text_free(&expected);
    text_free(&pattern.start.text);
    text_free(&pattern.before);
    text_free(&pattern.after);
    text_free(&pattern.last);
}

static void test_lines(void **state) {
    (void)state;
    static const char *const types[] = {"q7", "f16", "f32", "f64"};
    static const char *const patterns[][3] = {{"0x", ",", ","},
                                              {"", "", ""},
                                              {"0x", ",", ""},
                                              {"x\"", "\",", "\""},
                                              {"", "", ", the last"}};
    static const size_t spaces[] = {0, 4, 8, 71, 75, 90, 99, 100, 150};
    for (size_t k = 0; k < ENTRIES; k++)
        entries[k] = k * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        struct text_maker maker = text_maker_choose(element_row(types[t]), LITERAL_BITS, false,
                                                    ENTRIES, INSTRUCTIONS_BASELINE);
        assert_int_equal(maker.length, 2 * maker.type->bytes);
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
            for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
                for (size_t columns = 1; columns <= ENTRIES; columns += 1 + columns / 4)
                    try(&maker, spaces[s], patterns[p][0], patterns[p][1], patterns[p][2],
                        columns % 2, columns);
        text_maker_free(&maker);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
