/* SPDX-License-Identifier: MIT */
/* The choices in a word's row and the values of its enumeration have the same order and the same names. */
#include "cli/options.h"
#include "element/literal.h"
#include "emit/output_files.h"
#include "engine/levels.h"
#include "table/grid.h"
#include "table/table.h"
#include "words/format.h"
#include "words/words.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VALUE(word, value) \
    { word, value, #value }

/* A value of an enumeration is named as its choice is, behind a prefix. The table keeps some words as truth values. */
static const struct {
    int word, value;
    const char *name;
} values[] = {
    VALUE(GRID_NESTING, NESTING_OUTER),
    VALUE(GRID_NESTING, NESTING_MIDDLE),
    VALUE(GRID_NESTING, NESTING_INNER),
    {GRID_FREQUENCIES, false, "GRIDFREQUENCIES_AXIS"},
    {GRID_FREQUENCIES, true, "GRIDFREQUENCIES_SHARED"},
    VALUE(SPACING, SPACING_PAIR),
    VALUE(SPACING, SPACING_ENDPOINT),
    VALUE(SPACING, SPACING_COLUMN),
    VALUE(SPACING, SPACING_OVER),
    VALUE(LAYOUT, LAYOUT_INTERLEAVED),
    VALUE(LAYOUT, LAYOUT_HALVES),
    VALUE(ORDER, ORDER_SIN_COS),
    VALUE(ORDER, ORDER_COS_SIN),
    VALUE(COMPONENT, COMPONENT_BOTH),
    VALUE(COMPONENT, COMPONENT_SIN),
    VALUE(COMPONENT, COMPONENT_COS),
    VALUE(COMPONENT, COMPONENT_FREQUENCY),
    VALUE(COMPONENT, COMPONENT_FACTOR),
    VALUE(COMPONENT, COMPONENT_COS_SIN),
    VALUE(REPEAT, REPEAT_NONE),
    VALUE(REPEAT, REPEAT_HALVES),
    VALUE(REPEAT, REPEAT_AXIS),
    VALUE(REPEAT, REPEAT_INTERLEAVE),
    {ASSUME, false, "ASSUME_NONE"},
    {ASSUME, true, "ASSUME_TRANSFORMERS"},
    {AXES, false, "AXES_POSITION_MAJOR"},
    {AXES, true, "AXES_CHANNEL_MAJOR"},
    VALUE(POSITIONS, POSITIONS_SIGNED),
    VALUE(POSITIONS, POSITIONS_ABSOLUTE),
    VALUE(POSITIONS, POSITIONS_FLOOR),
    VALUE(ODD, ODD_SIN),
    VALUE(ODD, ODD_ZERO),
    VALUE(ODD, ODD_ERROR),
    VALUE(ODD, ODD_DROP),
    VALUE(ODD, ODD_EXTEND),
    VALUE(FORMAT, FORMAT_C),
    VALUE(FORMAT, FORMAT_CPP),
    VALUE(FORMAT, FORMAT_RUST),
    VALUE(FORMAT, FORMAT_GO),
    VALUE(FORMAT, FORMAT_ZIG),
    VALUE(FORMAT, FORMAT_VERILOG),
    VALUE(FORMAT, FORMAT_COE),
    VALUE(FORMAT, FORMAT_MIF),
    VALUE(FORMAT, FORMAT_SYSTEMVERILOG),
    VALUE(FORMAT, FORMAT_VHDL),
    VALUE(FORMAT, FORMAT_JSON),
    VALUE(FORMAT, FORMAT_RAW),
    VALUE(FORMAT, FORMAT_NPY),
    VALUE(FORMAT, FORMAT_SAFETENSORS),
    VALUE(FORMAT, FORMAT_ONNX),
    VALUE(FORMAT, FORMAT_INCBIN),
    VALUE(FORMAT, FORMAT_ASM),
    VALUE(FORMAT, FORMAT_EMBED),
    VALUE(LITERAL, LITERAL_DECIMAL),
    VALUE(LITERAL, LITERAL_HEX),
    VALUE(LITERAL, LITERAL_BITS),
    VALUE(LITERAL, LITERAL_SHORTEST),
    VALUE(LITERAL, LITERAL_NATIVE),
    VALUE(LITERAL, LITERAL_BYTES),
    VALUE(LINKAGE, LINKAGE_STATIC),
    VALUE(LINKAGE, LINKAGE_EXTERN),
    VALUE(ENDIAN, ENDIAN_LITTLE),
    VALUE(ENDIAN, ENDIAN_BIG),
    VALUE(ROUNDING, ROUNDING_NEAREST),
    VALUE(ROUNDING, ROUNDING_ZERO),
    VALUE(ROUNDING, ROUNDING_DOWN),
    {SHAPE, false, "SHAPE_AUTO"},
    {SHAPE, true, "SHAPE_2D"},
    {ACCESSOR, false, "ACCESSOR_NO"},
    {ACCESSOR, true, "ACCESSOR_YES"},
    {FACTORED, false, "FACTORED_NO"},
    {FACTORED, true, "FACTORED_EXACT"},
};
enum { VALUES = sizeof values / sizeof values[0] };

/* ORDER_SIN_COS is sin-cos; COMPONENT_COS_SIN is cos,sin; SPACING_OVER is over:D. */
static void assert_same(const char *choice, const char *name) {
    const char *at = strchr(name, '_') + 1;
    size_t length = strcspn(choice, ":");
    assert_int_equal(strlen(at), length);
    for (size_t k = 0; k < length; k++)
        if (at[k] == '_')
            assert_true(choice[k] == '-' || choice[k] == ',');
        else
            assert_int_equal(choice[k], tolower((unsigned char)at[k]));
}

static void test_values(void **state) {
    (void)state;
    for (size_t k = 0; k < VALUES; k++) {
        const char *choice = word_choice(&words[values[k].word], (size_t)values[k].value);
        assert_non_null(choice);
        assert_same(choice, values[k].name);
    }
}

/* Each choice is a value above, except for the element types, whose rows are asked by number. */
static void test_every_choice(void **state) {
    (void)state;
    for (int word = 0; word < WORDS; word++)
        for (size_t k = 0; word != TYPE && word_choice(&words[word], k); k++) {
            size_t found = 0;
            for (size_t n = 0; n < VALUES; n++)
                found += values[n].word == word && (size_t)values[n].value == k;
            if (found != 1)
                print_error("%s %s has no line in values[]\n", words[word].name,
                            word_choice(&words[word], k));
            assert_int_equal(found, 1);
        }
}

static void test_engines(void **state) {
    (void)state;
    assert_int_equal(option_choice(ENGINE, "auto"), ENGINE_AUTO);
    assert_int_equal(option_choice(ENGINE, "double"), ENGINE_DOUBLE);
    assert_int_equal(option_choice(ENGINE, "wide"), ENGINE_WIDE);
    assert_int_equal(option_choice(ENGINE, "mpfr"), ENGINE_MPFR);
}

/* The line of --help has the exponent of each spacing. */
static void test_spacing(void **state) {
    (void)state;
    for (int k = 0; k < SPACINGS; k++) {
        char *exponent = spacing_exponent(spacings[k].name);
        assert_int_equal(strncmp(exponent, spacings[k].over, strlen(spacings[k].over)), 0);
        assert_non_null(strstr(words[SPACING].meaning, exponent));
        free(exponent);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_every_choice),
        cmocka_unit_test(test_engines),
        cmocka_unit_test(test_spacing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
