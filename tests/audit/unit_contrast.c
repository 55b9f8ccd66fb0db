/* SPDX-License-Identifier: MIT */
/* Sentences about two tables that differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "compare/phrases.h"
#include "table/table.h"

enum { ROOM = 1000 };

/* A resolved request, and what it points to. */
struct resolved_words {
    char copy[ROOM];
    const char *given[WORDS];
    struct request request;
    struct table *table;
};

static enum word word_named(const char *name) {
    for (int k = 0; k < WORDS; k++)
        if (strcmp(words[k].name, name) == 0)
            return (enum word)k;
    fail_msg("no word %s", name);
    return WORDS;
}

/* Resolves "base 500000 first 1". The files that words name need not exist. */
static void open_words(struct resolved_words *it, const char *text) {
    memset(it, 0, sizeof *it);
    snprintf(it->copy, sizeof it->copy, "%s", text);
    for (char *name = strtok(it->copy, " "); name; name = strtok(NULL, " "))
        it->given[word_named(name)] = strtok(NULL, " ");
    if (!it->given[MAX_LEN])
        it->given[MAX_LEN] = "12";
    if (!it->given[D_MODEL])
        it->given[D_MODEL] = "8";
    struct faults faults = {0};
    request_begin(&it->request, it->given, NULL);
    request_open(&it->request, &faults);
    static const struct {
        enum word word;
        const char *content;
    } files[] = {{FREQUENCIES, "4\n3\n2\n1\n"}, {POSITIONS_FILE, "4\n1\n3\n"}};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (it->given[files[k].word]) {
            it->request.file[files[k].word].path = text_format("%s", it->given[files[k].word]);
            text_print(&it->request.file[files[k].word].text, files[k].content);
        }
    it->table = table_resolve(&it->request);
    if (faults.count > 0)
        fail_msg("%s: %s", text, faults.list[0].text);
    faults_free(&faults);
}

static void close_words(struct resolved_words *it) {
    table_free(it->table);
    request_free(&it->request);
}

/* Sentences, joined by "; ". */
static void expect_joined(json_t *sentences, const char *wanted) {
    char joined[ROOM] = "";
    for (size_t k = 0; k < json_array_size(sentences); k++) {
        strcat(joined, k > 0 ? "; " : "");
        strcat(joined, json_string_value(json_array_get(sentences, k)));
    }
    assert_string_equal(joined, wanted);
    json_decref(sentences);
}

static void expect(const char *is, const char *other, const char *wanted) {
    struct resolved_words a, b;
    open_words(&a, is);
    open_words(&b, other);
    expect_joined(contrast(&a.request, &b.request), wanted);
    close_words(&a);
    close_words(&b);
}

static void test_same(void **state) {
    (void)state;
    expect("", "", "");
    expect("base 500000", "base 5e5", "");
    expect("first max-len-1", "first 11", "");
    expect("preset whisper", "spacing endpoint layout halves", "");
    expect("odd zero", "odd drop", ""); /* the width is even */
}

static void test_frequencies(void **state) {
    (void)state;
    expect("", "spacing endpoint", "fairseq's spacing, not pair");
    expect("spacing endpoint", "", "the paper's spacing, not endpoint");
    expect("", "spacing over:n+1", "spacing over:5, not pair");
    expect("spacing over:3.5", "spacing endpoint", "fairseq's spacing, not over:3.5");
    expect("", "spacing column", "Caffe2's spacing (each column has its own frequency), not pair");
    expect("", "base 5e5", "base 500000, not 10000");
    expect("", "scaling linear:factor=4", "frequencies are scaled (linear:factor=4)");
    expect("scaling linear:factor=4", "", "frequencies aren't scaled (linear:factor=4)");
    expect("scaling linear:factor=4", "scaling linear:factor=2",
           "frequencies are scaled by linear:factor=2, not linear:factor=4");
    expect("", "frequencies w.txt", "frequencies from the file w.txt");
    expect("frequencies w.txt", "base 100", "frequencies by a formula, not from a file");
}

static void test_columns(void **state) {
    (void)state;
    expect("", "layout halves", "halves, not interleaved");
    expect("layout halves", "", "interleaved, not halves");
    expect("", "order cos-sin", "cos and sin are swapped");
    expect("order cos-sin", "", "cos and sin are swapped");
    expect("", "component cos", "only the cosines");
    expect("layout halves order cos-sin", "component sin repeat halves", "only the sines");
    expect("component cos", "component sin", "the sines, not the cosines");
    expect("component sin", "component cos", "the cosines, not the sines");
    expect("component sin", "component both layout halves", "both sines and cosines");
    expect("", "component cos,sin", "cosines and sines as two tables");
    expect("first 1", "component frequency", "the frequencies themselves, without positions");
    expect("component cos", "component cos repeat interleave", "each column twice, side by side");
    expect("component cos repeat interleave", "component cos repeat halves",
           "all columns, then all of them again");
    expect("component cos repeat halves", "component cos", "each column once");
    expect("", "axes channel-major", "transposed: columns are positions");
    expect("axes channel-major", "", "not transposed: rows are positions");
    expect("d-model 9", "d-model 9 odd zero", "the odd column is zeros");
    expect("d-model 9 odd drop", "d-model 9", "the odd column is a sine");
    expect("d-model 9", "d-model 9 odd drop", "without the odd column");
    expect("d-model 9", "d-model 9 odd extend", "one column more than the width");
    expect("", "amplitude sqrt(1/d)", "amplitude sqrt(0.125), not 1");
}

static void test_positions(void **state) {
    (void)state;
    expect("", "first 1", "positions begin at 1");
    expect("first 1", "", "positions begin at 0, not 1");
    expect("", "first -0.5", "positions begin at -0.5");
    expect("", "step 2pi/50", "positions go in steps of pi/25, not 1");
    expect("", "first max-len-1 step -1", "positions run backwards; positions begin at 11");
    expect("first 11 step -1", "",
           "positions go in steps of 1, not -1; positions begin at 0, not 11");
    expect("first 1 step pi/25-1", "first 2 step -1+pi/5",
           "positions go in steps of -1+pi/5, not -1+pi/25; positions begin at 2, not 1");
    expect("clamp -5:5", "", "clamp none, not -5:5");
    expect("positions absolute", "", "positions signed, not absolute");
    expect("", "zero-rows 0", "zeros in row 0");
    expect("", "zero-rows 0,7", "zeros in rows 0,7");
    expect("zero-rows 1", "", "no row is zeros");
    expect("first 7", "max-len 3 positions-file p.txt",
           "positions from the file p.txt; 3 positions, not 12");
    expect("max-len 500", "max-len 512 d-model 16", "512 positions, not 500; width 16, not 8");
}

static void test_grids(void **state) {
    (void)state;
    expect("grid 3x4", "grid 4x3", "grid 4x3, not 3x4");
    expect("grid 3x4", "max-len 11", "positions in a line, not on a grid of 3x4");
    expect("", "grid 3x4 grid-nesting inner", "positions on a grid of 3x4");
    expect("grid 3x4", "grid 3x4 grid-columns xy", "grid-columns xy, not grid");
    expect("grid 3x2x2 d-model 48 grid-columns t2x3y3", "grid 3x2x2 d-model 48",
           "grid-columns grid, not t2x3y3");
    expect("grid 3x4", "grid 3x4 grid-rows xy", "grid-rows xy, not grid");
    expect("max-len 16 grid 4x4", "max-len 16 grid 4x4 grid-blocks 2x2",
           "rows come in blocks of 2x2");
    expect("grid 3x4", "grid 3x4 grid-nesting middle", "the axes alternate pair by pair");
    expect("grid 3x4", "grid 3x4 grid-nesting inner", "the axes alternate column by column");
    expect("grid 3x4 grid-nesting inner", "grid 3x4", "each axis has a block of columns");
    expect("grid 3x4", "grid 3x4 grid-frequencies shared",
           "the axes share one list of frequencies");
    expect("grid 3x4 d-model 9 odd zero", "grid 3x4 d-model 9 odd zero first 1,2",
           "positions begin at 1,2");
}

static void test_types(void **state) {
    (void)state;
    expect("", "type bf16", "bf16 elements, not f32");
    expect("", "type u8 scale 1/127 zero-point 128", "u8 elements, not f32");
    expect("type u8 scale 1/127", "type u8 scale 1/128 zero-point 128",
           "scale 1/128, not 1/127; zero-point 128, not 0");
}

static void test_order(void **state) {
    (void)state;
    expect("", "first 1 layout halves order cos-sin spacing endpoint base 100 axes channel-major",
           "transposed: columns are positions; fairseq's spacing, not pair; "
           "base 100, not 10000; halves, not interleaved; cos and sin are swapped; "
           "positions begin at 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),    cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_columns), cmocka_unit_test(test_positions),
        cmocka_unit_test(test_grids),   cmocka_unit_test(test_types),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
