/* Grids: rows go through all points once in the said order, and axes share the columns by their weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/grid.h"

static void parse(struct grid *grid, enum word word, const char *text) {
    char *canonical = NULL;
    assert_null(grid_parse(grid, word, text, &canonical));
    free(canonical);
}

static struct grid grid_of(const char *sizes, const char *columns, const char *rows) {
    struct grid grid;
    memset(&grid, 0, sizeof grid);
    parse(&grid, GRID, sizes);
    parse(&grid, GRID_COLUMNS, columns);
    parse(&grid, GRID_NESTING, "outer");
    parse(&grid, GRID_ROWS, rows);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_row_major),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
