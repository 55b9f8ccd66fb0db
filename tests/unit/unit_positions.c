/* SPDX-License-Identifier: MIT */
/* Positions: clamp, absolute and floor compared with their definitions, zero rows with the list. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/integer.h"
#include "base/text.h"
#include "exact/frequency.h"
#include "table/positions.h"
#include "words/choice.h"

static const struct sizes sizes = {16, 8, 60, 0};
static const uint64_t axis_sizes[] = {3, 4, 5};

/* Parses a word, and returns its canonical text. */
static char *canonical_of(struct positions *positions, enum word word, const char *text, int axes) {
    struct grid grid = {.axes = axes};
    memcpy(grid.size, axis_sizes, sizeof axis_sizes);
    struct value value = {.word = word, .text = text};
    char *canonical = NULL;
    if (word == POSITIONS)
        value_choice(&value, &positions->kind);
    else
        positions_parse(positions, &value, &grid, &sizes);
    char *wrong = value_end(&value, &canonical);
    if (wrong)
        fail_msg("%s", wrong);
    return canonical;
}

static void parse(struct positions *positions, enum word word, const char *text, int axes) {
    free(canonical_of(positions, word, text, axes));
}

static void make(struct positions *positions, const char *const text[4], int axes) {
    static const enum word word[] = {FIRST, STEP, CLAMP, POSITIONS};
    positions_init(positions);
    for (int k = 0; k < 4; k++)
        parse(positions, word[k], text[k], axes);
}

static void negate(struct number *x) {
    mpq_neg(x->rational, x->rational);
    mpq_neg(x->pi, x->pi);
}

static void copy(struct number *x, const struct number *y) {
    mpq_set(x->rational, y->rational);
    mpq_set(x->pi, y->pi);
}

/* |min(max(first + r*step, low), high)|, or floor(first + r*step) */
static void by_definition(const struct positions *positions, int axis, uint64_t r,
                          struct number *p) {
    number_walk(p, &positions->first[axis], &positions->step[axis], r);
    if (positions->has_low && real_compare(p, &positions->low) < 0)
        copy(p, &positions->low);
    if (positions->has_high && real_compare(p, &positions->high) > 0)
        copy(p, &positions->high);
    if (positions->kind == POSITIONS_ABSOLUTE && real_sign(p) < 0)
        negate(p);
    if (positions->kind == POSITIONS_FLOOR) {
        mpz_fdiv_q(mpq_numref(p->rational), mpq_numref(p->rational), mpq_denref(p->rational));
        mpz_set_ui(mpq_denref(p->rational), 1);
    }
}

/* positions_integer, if it succeeds, gives the position. It succeeds for small numbers without a clamp. */
static void expect_integers(const struct positions *positions, bool wanted) {
    static const uint64_t rows[] = {
        0, 1, 59, 4096, INT32_MAX, UINT64_C(1) << 31, UINT64_C(1) << 53};
    struct number p;
    number_init(&p);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int64_t integer;
        bool found = positions_integer(positions, rows[k], &integer);
        assert_int_equal(found, wanted && rows[k] <= INT32_MAX);
        if (!found)
            continue;
        by_definition(positions, 0, rows[k], &p);
        assert_true(mpq_sgn(p.pi) == 0 && mpz_cmp_ui(mpq_denref(p.rational), 1) == 0);
        assert_int_equal(integer_compare(mpq_numref(p.rational), integer), 0);
    }
    number_clear(&p);
}

/* Changes positions, and compares them with the definition from the words as they were. */
static void expect_changed(const char *const text[4], int axes, uint64_t count) {
    struct positions said, positions;
    struct grid grid = {.axes = axes, .size = {count, count, count}};
    struct faults faults = {NULL, 0};
    struct number p, wanted;
    number_init(&p);
    number_init(&wanted);
    make(&said, text, axes);
    make(&positions, text, axes);
    positions_change(&positions, &grid, count, &faults);
    assert_int_equal(faults.count, 0);
    for (int axis = 0; axis == 0 || axis < axes; axis++) {
        const struct positions own = positions_of_axis(&positions, axis);
        for (uint64_t r = 0; r < count; r++) {
            positions_at(&own, r, &p);
            by_definition(&said, axis, r, &wanted);
            assert_true(mpq_equal(p.rational, wanted.rational) && mpq_equal(p.pi, wanted.pi));
        }
    }
    number_clear(&p);
    number_clear(&wanted);
    positions_clear(&said);
    positions_clear(&positions);
}

static const char *const firsts[] = {"0",  "1",      "-20", "max-len-1", "max-len/2-1/2",
                                     "pi", "-1/3-pi"};
static const char *const steps[] = {"1", "-1", "0", "1/3", "-pi/7", "2pi/50", "100"};
static const char *const clamps[] = {"none", ":10",  "-5:",    "-5:10",      "0:0",    "3:3",
                                     ":-3",  "100:", "-pi:pi", "-1000:1000", "-20:-20"};
static const char *const kinds[] = {"signed", "absolute"};
enum {
    FIRSTS = sizeof firsts / sizeof *firsts,
    STEPS = sizeof steps / sizeof *steps,
    CLAMPS = sizeof clamps / sizeof *clamps,
    KINDS = 2
};

static void test_changed(void **state) {
    (void)state;
    static const uint64_t counts[] = {1, 2, 60};
    for (int k = 0; k < FIRSTS * STEPS * CLAMPS * KINDS; k++) {
        const char *const text[] = {firsts[k % FIRSTS], steps[k / FIRSTS % STEPS],
                                    clamps[k / FIRSTS / STEPS % CLAMPS],
                                    kinds[k / FIRSTS / STEPS / CLAMPS]};
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            expect_changed(text, 0, counts[c]);
    }
}

static void test_integers(void **state) {
    (void)state;
    static const struct {
        const char *text[4];
        bool found;
    } cases[] = {
        {{"0", "1", "none", "signed"}, true},
        {{"-20", "3", "none", "signed"}, true},
        {{"7", "-3", "none", "signed"}, true},
        {{"2147483647", "-2147483647", "none", "signed"}, true},
        {{"-2147483647", "2147483647", "none", "signed"}, true},
        {{"2147483648", "1", "none", "signed"}, false},
        {{"0", "2147483648", "none", "signed"}, false},
        {{"1/2", "1", "none", "signed"}, false},
        {{"0", "1/2", "none", "signed"}, false},
        {{"pi", "1", "none", "signed"}, false},
        {{"0", "pi", "none", "signed"}, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct positions positions;
        make(&positions, cases[k].text, 0);
        expect_integers(&positions, cases[k].found);
        positions_clear(&positions);
    }
}

/* Positions in equal steps are no list, and 2^20 are the most. */
static void test_lists(void **state) {
    (void)state;
    static const struct {
        const char *text[4];
        bool listed;
    } cases[] = {
        {{"0", "1", "-5:99", "absolute"}, false}, {{"-60", "1", "none", "absolute"}, false},
        {{"0", "1", "7:7", "signed"}, false},     {{"0", "1", ":10", "signed"}, true},
        {{"-1", "1", "none", "absolute"}, true},
    };
    struct grid grid = {.axes = 0};
    struct faults faults = {NULL, 0};
    struct positions positions;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make(&positions, cases[k].text, 0);
        positions_change(&positions, &grid, 60, &faults);
        assert_int_equal(positions_list(&positions) != NULL, cases[k].listed);
        positions_clear(&positions);
    }
    assert_int_equal(faults.count, 0);
    make(&positions, cases[3].text, 0);
    positions_change(&positions, &grid, (1 << 20) + 1, &faults);
    assert_int_equal(faults.count, 1);
    assert_int_equal(faults.list->about, CLAMP);
    faults_free(&faults);
    positions_clear(&positions);
}

static void test_axes(void **state) {
    (void)state;
    static const char *const text[] = {"-3,pi,1/2", "1,-1/3,2", "-2:2", "absolute"};
    static const char *const floors[] = {"-3,5,1/2", "1,-1/3,2/7", "none", "floor"};
    struct positions positions;
    expect_changed(text, 3, 20);
    expect_changed(floors, 3, 20);
    static const char *const one[] = {"-3", "1/2", "none", "signed"};
    make(&positions, one, 3);
    for (int axis = 1; axis < 3; axis++) {
        assert_true(mpq_equal(positions.first[axis].rational, positions.first[0].rational));
        assert_true(mpq_equal(positions.step[axis].rational, positions.step[0].rational));
    }
    positions_clear(&positions);
}

/* size is that of each axis. A number is one for all axes only if it is the same for all. */
static void test_size(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int axes;
        const char *canonical;
    } rows[] = {{"size", 3, "3,4,5"},
                {"2pi/size-2pi", 2, "-4pi/3,-3pi/2"},
                {"size-size+7", 3, "7"},
                {"1,size,size", 3, "1,4,5"},
                {"max-len", 3, "60"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct positions positions;
        positions_init(&positions);
        char *first = canonical_of(&positions, FIRST, rows[k].text, rows[k].axes);
        char *again = canonical_of(&positions, STEP, first, rows[k].axes);
        assert_string_equal(first, rows[k].canonical);
        assert_string_equal(again, first);
        for (int axis = 0; axis < rows[k].axes; axis++) {
            assert_true(mpq_equal(positions.first[axis].rational, positions.step[axis].rational));
            assert_true(mpq_equal(positions.first[axis].pi, positions.step[axis].pi));
        }
        free(first);
        free(again);
        positions_clear(&positions);
    }
    struct positions positions;
    positions_init(&positions);
    struct grid grid = {.axes = 2, .size = {3, 4}};
    struct value value = {.word = CLAMP, .text = "0:size"};
    char *canonical = NULL;
    positions_parse(&positions, &value, &grid, &sizes);
    char *wrong = value_end(&value, &canonical);
    assert_string_equal(wrong, "clamp '0:size' is not a number");
    free(wrong);
    positions_clear(&positions);
}

static void test_zero_rows(void **state) {
    (void)state;
    static const char *const lists[] = {"none", "0", "59", "7,0,59,8", "1,2,3,5,8,13,21,34,55"};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        struct row_set rows = {NULL, 0};
        struct value value = {.word = ZERO_ROWS, .text = lists[k]};
        char *canonical = NULL;
        row_set_parse(&rows, &value, 60);
        assert_null(value_end(&value, &canonical));
        free(canonical);
        size_t below = 0;
        for (uint64_t r = 0; r < 60; r++) {
            bool listed = false;
            for (const char *at = strcmp(lists[k], "none") ? lists[k] : ""; *at;) {
                char *end;
                listed = strtoull(at, &end, 10) == r || listed;
                at = end + (*end == ',');
            }
            assert_int_equal(row_set_have(&rows, r), listed);
            assert_int_equal(row_set_below(&rows, r), below);
            below += listed;
        }
        row_set_free(&rows);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed), cmocka_unit_test(test_integers),
        cmocka_unit_test(test_lists),   cmocka_unit_test(test_axes),
        cmocka_unit_test(test_size),    cmocka_unit_test(test_zero_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
