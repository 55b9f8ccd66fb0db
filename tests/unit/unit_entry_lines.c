/* SPDX-License-Identifier: MIT */
/* Lines of entries, compared with the plain way to break them: one entry after another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"
#include "emit/print.h"

/* The text of an entry is up to 32 times the same one of eight letters, at most the slot. */
static size_t length_of(unsigned char entry) {
    return 1 + entry % 32U;
}

static int letter_of(unsigned char entry) {
    return 'a' + entry / 32;
}

static void make_letters(const struct text_maker *maker, const void *entries, size_t n,
                         struct entry_texts *texts) {
    const unsigned char *entry = entries;
    memset(texts->slots, '#', sizeof texts->slots);
    for (size_t k = 0; k < n; k++) {
        texts->length[k] = (uint8_t)length_of(entry[k]);
        memset(texts->slots + k * maker->slot, letter_of(entry[k]), length_of(entry[k]));
    }
}

static void add(struct text *text, const char *string) {
    text_add(text, string, strlen(string));
}

/* A part of a row by the definition. */
static void by_definition(const struct row_pattern *pattern, const unsigned char *entry,
                          size_t count, bool ends, struct text *text) {
    const struct text *final = pattern->each ? &pattern->last : &pattern->after;
    size_t line = 0;
    for (size_t k = 0; k < count; k++) {
        const struct text *after = ends && k + 1 == count ? &pattern->last : &pattern->after;
        size_t width = pattern->before.used + length_of(entry[k]) + after->used;
        if (!pattern->unbroken && k > 0 && line + 1 + width > TEMPLATE_LINE) {
            text->used -= pattern->after.used;
            text_add(text, final->bytes, final->used);
            add(text, "\n");
        } else if (!pattern->unbroken && k > 0) {
            add(text, " ");
            line++;
        }
        if (!pattern->unbroken && (k == 0 || text->bytes[text->used - 1] == '\n')) {
            text_add(text, pattern->start.bytes, pattern->start.used);
            line = pattern->start.used;
        }
        line += width;
        text_add(text, pattern->before.bytes, pattern->before.used);
        memset(text_room(text, length_of(entry[k])), letter_of(entry[k]), length_of(entry[k]));
        text->used += length_of(entry[k]);
        text_add(text, after->bytes, after->used);
    }
    if (pattern->each && !pattern->unbroken && !ends) {
        text->used -= pattern->after.used;
        text_add(text, final->bytes, final->used);
    }
    if (ends || !pattern->unbroken)
        add(text, "\n");
}

static struct text random_text(unsigned longest) {
    struct text text = {NULL, 0, 0};
    for (unsigned n = chance_below(longest + 1); n > 0; n--)
        text_add(&text, &"-+*/()<>"[chance_below(8)], 1);
    return text;
}

static struct row_pattern random_pattern(void) {
    const unsigned longest[] = {0, 2, 9, 20, 60, 130};
    struct row_pattern pattern = {.each = chance_below(2), .unbroken = chance_below(4) == 0};
    pattern.start = random_text(longest[chance_below(6)]);
    pattern.before = random_text(longest[chance_below(5)]);
    pattern.after = random_text(longest[chance_below(5)]);
    pattern.last = random_text(longest[chance_below(5)]);
    return pattern;
}

static void pattern_free(struct row_pattern *pattern) {
    text_free(&pattern->start);
    text_free(&pattern->before);
    text_free(&pattern->after);
    text_free(&pattern->last);
}

static const struct element one_byte = {.bytes = 1};

/* Rows of a random pattern, each in parts. Sometimes all texts have one length. */
static void check_rows(size_t rows, size_t columns, size_t part) {
    static const unsigned slots[] = {8, 16, 32};
    struct text_maker maker = {
        .make = make_letters, .slot = slots[chance_below(3)], .type = &one_byte};
    if (chance_below(2))
        maker.length = 2U << chance_below(maker.slot == 8 ? 3 : 4);
    struct row_pattern pattern = random_pattern();
    struct entry_lines lines = entry_lines_new(&pattern, maker.length);
    struct text text = {NULL, 0, 0}, expected = {NULL, 0, 0};
    unsigned char *entry = malloc(rows * columns);
    const unsigned most = 1 + chance_below(maker.slot);
    for (size_t k = 0; k < rows * columns; k++)
        entry[k] = (unsigned char)(32 * chance_below(8) +
                                   (maker.length ? maker.length - 1 : chance_below(most)));
    struct entry_texts texts;
    struct entry_stream stream = {
        .maker = &maker, .entries = (char *)entry, .total = rows * columns, .texts = &texts};
    for (size_t r = 0; r < rows; r++)
        for (size_t from = 0; from < columns; from += part) {
            size_t count = columns - from < part ? columns - from : part;
            bool ends = from + count == columns;
            entry_lines_print(&lines, &stream, count, ends, &text);
            by_definition(&pattern, entry + r * columns + from, count, ends, &expected);
        }
    assert_int_equal(stream.next, rows * columns);
    assert_int_equal(text.used, expected.used);
    assert_memory_equal(text.bytes, expected.bytes, expected.used);
    free(entry);
    text_free(&text);
    text_free(&expected);
    entry_lines_free(&lines);
    pattern_free(&pattern);
}

static void test_lines(void **state) {
    (void)state;
    for (int n = 0; n < 1500; n++) {
        check_rows(1 + chance_below(5), 1 + chance_below(70), 4096);
        check_rows(1 + chance_below(2), 1 + chance_below(700), 4096);
        check_rows(1, 1 + chance_below(2000), 1 + chance_below(600));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests_name("entry_lines", tests, NULL, NULL);
}
