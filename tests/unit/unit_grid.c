/* SPDX-License-Identifier: MIT */
/* Grids: rows go through all points once in the said order, axes share the columns by their weights, and each pair of a
 * row is one of one axis. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/grid.h"
#include "words/choice.h"

static void parse(struct grid *grid, enum word word, const char *text) {
    struct value value = {.word = word, .text = text};
    char *canonical = NULL;
    if (word == GRID_NESTING)
        value_choice(&value, &grid->nesting);
    else
        grid_parse(grid, &value);
    assert_null(value_end(&value, &canonical));
    free(canonical);
}

static struct grid grid_of(const char *sizes, const char *columns, const char *rows) {
    struct grid grid;
    memset(&grid, 0, sizeof grid);
    parse(&grid, GRID, sizes);
    parse(&grid, GRID_COLUMNS, columns);
    parse(&grid, GRID_NESTING, "outer");
    parse(&grid, GRID_ROWS, rows);
    parse(&grid, GRID_BLOCKS, "none");
    return grid;
}

/* Row after row, an odometer whose last wheel is the last axis of the order. */
static void expect_odometer(const char *sizes, const char *order) {
    struct grid grid = grid_of(sizes, "grid", order);
    uint64_t at[GRID_AXES] = {0};
    for (uint64_t r = 0; r < 2 * grid_count(&grid); r++) { /* and again from the beginning */
        for (int axis = 0; axis < grid.axes; axis++)
            assert_int_equal(grid_coordinate(&grid, axis, r), at[axis]);
        for (int k = grid.axes - 1; k >= 0; k--) {
            int axis = 0;
            while (grid_letter(&grid, axis) != order[k])
                axis++;
            if (++at[axis] < grid.size[axis])
                break;
            at[axis] = 0;
        }
    }
}

static void test_rows(void **state) {
    (void)state;
    static const char *const three[] = {"tyx", "txy", "ytx", "yxt", "xty", "xyt"};
    static const char *const sizes[] = {"2x3x5", "1x1x1", "7x1x2", "1x9x1", "4x4x4"};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < sizeof three / sizeof *three; k++)
            expect_odometer(sizes[s], three[k]);
    expect_odometer("2x3x1x5", "styx");
    expect_odometer("2x3x4x5", "xtsy");
    static const char *const two[] = {"2x3", "1x7", "7x1", "1x1", "16x16"};
    for (size_t s = 0; s < sizeof two / sizeof *two; s++) {
        expect_odometer(two[s], "yx");
        expect_odometer(two[s], "xy");
    }
}

static void test_row_major(void **state) {
    (void)state;
    struct grid grid = grid_of("1048576x1048576", "grid", "grid");
    assert_int_equal(grid_count(&grid), UINT64_C(1) << 40);
    uint64_t last = (UINT64_C(1) << 40) - 1;
    assert_int_equal(grid_coordinate(&grid, 0, last), 1048575);
    assert_int_equal(grid_coordinate(&grid, 1, last), 1048575);
    assert_int_equal(grid_coordinate(&grid, 0, last - 1048576), 1048574);
    assert_int_equal(grid_coordinate(&grid, 1, last - 1), 1048574);
    grid = grid_of("6x8", "grid", "grid"); /* the default is y*W + x */
    for (uint64_t r = 0; r < 48; r++) {
        assert_int_equal(grid_coordinate(&grid, 0, r), r / 8);
        assert_int_equal(grid_coordinate(&grid, 1, r), r % 8);
    }
}

/* Blocks of 2 x 3 points, by their rows: those of a block follow each other, and each has its points in order. */
static void test_blocks(void **state) {
    (void)state;
    struct grid grid = grid_of("2x4x6", "grid", "grid");
    parse(&grid, GRID_BLOCKS, "2x3");
    for (uint64_t r = 0; r < 48; r++) {
        const uint64_t inner = r % 6, block = r / 6 % 4;
        assert_int_equal(grid_coordinate(&grid, 0, r), r / 24);
        assert_int_equal(grid_coordinate(&grid, 1, r), 2 * (block / 2) + inner / 3);
        assert_int_equal(grid_coordinate(&grid, 2, r), 3 * (block % 2) + inner % 3);
    }
    grid = grid_of("1048576x1048576", "grid", "grid");
    parse(&grid, GRID_BLOCKS, "1048576x524288");
    assert_int_equal(grid_coordinate(&grid, 0, (UINT64_C(1) << 39) - 1), 1048575);
    assert_int_equal(grid_coordinate(&grid, 1, (UINT64_C(1) << 39) - 1), 524287);
    assert_int_equal(grid_coordinate(&grid, 0, UINT64_C(1) << 39), 0);
    assert_int_equal(grid_coordinate(&grid, 1, UINT64_C(1) << 39), 524288);
}

/* An axis owns the most pairs with which no share is more than its part of the columns. */
static void test_pairs(void **state) {
    (void)state;
    static const char *const shares[] = {"tyx", "t2x3y3", "x999y1t1", "y3t2x1", "t7y7x7"};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        struct grid grid = grid_of("2x2x2", shares[k], "grid");
        uint64_t sum = grid.weight[0] + grid.weight[1] + grid.weight[2];
        for (uint64_t d = 1; d < 3000; d++) {
            uint64_t all = 0;
            for (int axis = 0; axis < grid.axes; axis++) {
                uint64_t pairs = grid_pairs(&grid, axis, d);
                assert_true(2 * pairs * sum <= d * grid.weight[axis]);
                assert_true(2 * (pairs + 1) * sum > d * grid.weight[axis]);
                all += 2 * pairs;
            }
            assert_true(all <= d && d - all < 2 * (uint64_t)grid.axes);
        }
    }
    struct grid grid = grid_of("1x1", "x999y999", "grid"); /* no overflow on the way */
    assert_int_equal(grid_pairs(&grid, 0, UINT64_C(1) << 40), UINT64_C(1) << 38);
    grid = grid_of("1x1", "y999x", "grid");
    assert_int_equal(grid_pairs(&grid, 0, UINT64_C(1) << 40), (UINT64_C(999) << 40) / 2000);
}

static void test_columns(void **state) {
    (void)state;
    struct grid grid = grid_of("2x3x4", "x3t2y", "ytx");
    const int columns[] = {2, 0, 1}, rows[] = {1, 0, 2};
    const uint64_t weight[] = {2, 1, 3}, size[] = {2, 3, 4};
    assert_memory_equal(grid.columns, columns, sizeof columns);
    assert_memory_equal(grid.rows, rows, sizeof rows);
    assert_memory_equal(grid.weight, weight, sizeof weight);
    assert_memory_equal(grid.size, size, sizeof size);
    parse(&grid, GRID, "none");
    assert_int_equal(grid.axes, 0);
    assert_int_equal(grid_count(&grid), 1);
}

/* An axis that isn't named owns nothing, and takes no turn. */
static void test_few_owners(void **state) {
    (void)state;
    struct grid grid = grid_of("2x3x4", "x3t", "grid");
    assert_true(grid_owns(&grid, 0) && !grid_owns(&grid, 1) && grid_owns(&grid, 2));
    assert_int_equal(grid_pairs(&grid, 0, 24), 3);
    assert_int_equal(grid_pairs(&grid, 1, 24), 0);
    assert_int_equal(grid_pairs(&grid, 2, 24), 9);
    const int turns[] = {2, 0, 2, 0, 2, 0, 2, 2, 2, 2, 2, 2};
    unsigned char *axis_of = channels_deal(&grid, DEAL_ONE_BY_ONE, 24);
    for (uint64_t i = 0; i < 12; i++)
        assert_int_equal(axis_of[i], turns[i]);
    free(axis_of);
    grid = grid_of("2x3x4", "xt", "grid");
    assert_int_equal(channels_short_axis(&grid, 24), -1);
}

/* Axis k of the order, except for the first, has the pairs k, k + axes, k + 2*axes, ... up to its share; sections follow each
 * other. The first axis has the others. */
static void expect_deal(const struct grid *grid, enum deal deal, uint64_t d) {
    uint64_t count[GRID_AXES] = {0}, begin = 0;
    unsigned char *axis_of = channels_deal(grid, deal, d);
    for (uint64_t i = 0; i < grid_row_pairs(grid, d); i++)
        count[axis_of[i]]++;
    for (int axis = 0; axis < grid->axes; axis++)
        assert_int_equal(count[axis], grid_pairs(grid, axis, d));
    for (int k = 0; k < grid->owners; k++) {
        const uint64_t pairs = grid_pairs(grid, grid->columns[k], d);
        for (uint64_t n = 0; n < pairs && (k > 0 || deal == DEAL_SECTIONS); n++)
            assert_int_equal(
                axis_of[deal == DEAL_SECTIONS ? begin + n
                                              : n * (uint64_t)grid->owners + (uint64_t)k],
                grid->columns[k]);
        begin += pairs;
    }
    free(axis_of);
}

static void test_deals(void **state) {
    (void)state;
    static const char *const shares[] = {"t24y20x20", "x9t2y1", "tyx",  "y10t9x9", "t1y1x1",
                                         "x4y3t3",    "yx",     "x5t3", "y"};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        struct grid grid = grid_of("2x2x2", shares[k], "grid");
        for (uint64_t d = 6; d < 300; d++) {
            expect_deal(&grid, DEAL_SECTIONS, d);
            if (channels_short_axis(&grid, d) < 0)
                expect_deal(&grid, DEAL_ONE_BY_ONE, d);
        }
    }
    struct grid grid = grid_of("2x2x2x2", "x12y3t4s1", "grid");
    expect_deal(&grid, DEAL_SECTIONS, 40);
    expect_deal(&grid, DEAL_ONE_BY_ONE, 40);
}

/* The pairs of interleaved M-RoPE: y has 1, 4, ..., 58, x has 2, 5, ..., 59, and t all others, also the last four. */
static void test_interleaved_mrope(void **state) {
    (void)state;
    struct grid grid = grid_of("2x2x2", "t24y20x20", "grid");
    unsigned char *axis_of = channels_deal(&grid, DEAL_ONE_BY_ONE, 128);
    for (uint64_t i = 0; i < 64; i++)
        assert_int_equal(axis_of[i], i < 60 ? (int)(i % 3) : 0);
    free(axis_of);
}

/* Shares that can't be dealt are those that run out of pairs before an axis has its own. */
static void test_undealt(void **state) {
    (void)state;
    for (unsigned first = 1; first < 12; first++)
        for (unsigned second = 1; second < 12; second++)
            for (unsigned third = 1; third < 12; third++) {
                char shares[32];
                unsigned left[] = {first, second, third}, all = first + second + third;
                snprintf(shares, sizeof shares, "x%uy%ut%u", first, second, third);
                for (unsigned i = 0; i < all; i++)
                    left[left[i % 3] > 0 ? i % 3 : 0]--; /* the first may get more than it wants */
                struct grid grid = grid_of("2x2x2", shares, "grid");
                int axis = channels_short_axis(&grid, 2 * all);
                assert_int_equal(axis, left[1] > 0 ? 1 : left[2] > 0 ? 0 : -1);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_row_major),
        cmocka_unit_test(test_pairs),      cmocka_unit_test(test_columns),
        cmocka_unit_test(test_deals),      cmocka_unit_test(test_interleaved_mrope),
        cmocka_unit_test(test_undealt),    cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_few_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
