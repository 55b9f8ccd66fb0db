/* SPDX-License-Identifier: MIT */
/* Which entries stand for all, and how they are read. */
#include "array_files.h"

#include "fit/entries.h"

static const uint64_t sizes[] = {1, 2, 3, 7, 48, 96, 97, 1000, 4096, 65537, 1000000007};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* --- numbers that are chosen */

static void test_evenly(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (uint64_t count = 2; count <= sizes[n] && count <= 100; count++) {
            const uint64_t all = sizes[n], gap = (all - 1) / (count - 1);
            assert_int_equal(spread_evenly(all, count, 0), 0);
            assert_int_equal(spread_evenly(all, count, count - 1), all - 1);
            for (uint64_t k = 1; k < count; k++)
                assert_in_range(spread_evenly(all, count, k) - spread_evenly(all, count, k - 1),
                                gap, gap + 1);
        }
    assert_int_equal(spread_evenly(1000, 1, 0), 0);
}

/* All of the beginning; then even gaps, the first of them too, up to the last number. */
static void test_beyond(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (uint64_t count = 1; count <= sizes[n] && count <= 100; count++)
            for (uint64_t beginning = 1; beginning <= count; beginning += 3) {
                const uint64_t all = sizes[n], rest = count - beginning,
                               gap = rest > 0 ? (all - beginning) / rest : 0;
                for (uint64_t k = 0; k < beginning; k++)
                    assert_int_equal(spread_beyond(beginning, all, count, k), k);
                for (uint64_t k = beginning; k < count; k++)
                    assert_in_range(spread_beyond(beginning, all, count, k) -
                                        spread_beyond(beginning, all, count, k - 1),
                                    gap, gap + 1);
                if (rest > 0)
                    assert_int_equal(spread_beyond(beginning, all, count, count - 1), all - 1);
            }
}

/* First ones and second ones of pairs take turns. */
static void test_in_pairs(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (uint64_t count = 1; count <= sizes[n] && count <= 100; count++) {
            const uint64_t all = sizes[n];
            for (uint64_t k = 0; k < count; k++) {
                const uint64_t number = spread_in_pairs(all, count, k);
                assert_in_range(number, k * all / count, all - 1);
                assert_true(number % 2 == k % 2 || number == all - 1);
                assert_true(k == 0 || number >= spread_in_pairs(all, count, k - 1));
            }
        }
}

/* One number of each of `count` parts. */
static void test_unevenly(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (uint64_t count = 1; count <= sizes[n] && count <= 100; count++)
            for (uint64_t k = 0; k < count; k++)
                assert_in_range(spread_unevenly(sizes[n], count, k), k * sizes[n] / count,
                                (k + 1) * sizes[n] / count - 1);
}

/* At most `most` numbers, in whole runs, from the first number to the last. */
static void test_runs(void **state) {
    static const uint64_t run[] = {1, 1, 1, 64, 64, 256}, most[] = {0, 1, 64, 64, 1000, 16384};
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (int m = 0; m < 6; m++) {
            size_t count;
            uint64_t *number = spread_runs(sizes[n], run[m], most[m], &count);
            if (sizes[n] <= most[m])
                assert_int_equal(count, sizes[n]);
            else
                assert_int_equal(count, most[m] > 0 ? most[m] / run[m] * run[m] : 1);
            for (size_t k = 1; k < count; k++)
                assert_true(sizes[n] > most[m] && k % run[m] == 0 ? number[k] > number[k - 1]
                                                                  : number[k] == number[k - 1] + 1);
            assert_int_equal(number[0], 0);
            if (count > run[m])
                assert_int_equal(number[count - 1], sizes[n] - 1);
            free(number);
        }
}

/* --- entries that are read */

enum { ENTRIES = 3 << 16 }; /* more than are read at once */

/* Reads a view of the numbers 0, 1, 2...: each says where it is. */
static void expect_view(const struct array *array, struct view view, const uint64_t position[],
                        size_t count) {
    const struct measure measure = {.type = array->type, .unit = 1};
    const size_t all = count * (size_t)view.channels;
    uint64_t *bits = malloc(all * sizeof *bits);
    double *value = malloc(all * sizeof *value), *alone = malloc(all * sizeof *alone);
    assert_null(view_read(array, &view, &measure, position, count, bits, value));
    assert_null(view_read(array, &view, &measure, position, count, NULL, alone));
    for (uint64_t j = 0; j < view.channels; j++)
        for (size_t k = 0; k < count; k++) {
            const uint64_t index = view.channel_major ? j * view.positions + position[k]
                                                      : position[k] * view.channels + j;
            const float number = (float)index;
            uint32_t of_number;
            memcpy(&of_number, &number, sizeof number);
            assert_int_equal(bits[j * count + k], of_number);
            assert_true(value[j * count + k] == (double)index);
            assert_true(alone[j * count + k] == (double)index);
        }
    free(bits);
    free(value);
    free(alone);
}

static void test_views(void **state) {
    (void)state;
    float *number = malloc(ENTRIES * sizeof *number);
    struct array array;
    for (int k = 0; k < ENTRIES; k++)
        number[k] = (float)k;
    write_array("x.f32", number, ENTRIES * sizeof *number);
    assert_null(array_open(&array, "x.f32", (struct array_words){"f32", "little"}));
    for (uint64_t channels = 1; channels <= ENTRIES; channels *= 16)
        for (int channel_major = 0; channel_major < 2; channel_major++) {
            const struct view view = {ENTRIES / channels, channels, channel_major};
            static const uint64_t run[] = {1, 5, 1}, most[] = {7, 20, ENTRIES};
            for (int n = 0; n < 3; n++) {
                size_t count;
                uint64_t *position = spread_runs(view.positions, run[n], most[n], &count);
                expect_view(&array, view, position, count);
                free(position);
            }
        }
    array_close(&array);
    unlink("x.f32");
    free(number);
}

/* A file that became shorter is an error, whichever entries are wanted. */
static void test_shorter_file(void **state) {
    static const float four[] = {1, 2, 3, 4};
    static const uint64_t both[] = {0, 1};
    (void)state;
    for (int channel_major = 0; channel_major < 2; channel_major++) {
        const struct view view = {2, 2, channel_major};
        struct array array;
        double value[4];
        write_array("x.f32", four, sizeof four);
        assert_null(array_open(&array, "x.f32", (struct array_words){"f32", "little"}));
        const struct measure measure = {.type = array.type, .unit = 1};
        assert_int_equal(truncate("x.f32", 8), 0);
        char *wrong = view_read(&array, &view, &measure, both, 2, NULL, value);
        assert_non_null(wrong);
        free(wrong);
        array_close(&array);
    }
    unlink("x.f32");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evenly),       cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_in_pairs),     cmocka_unit_test(test_unevenly),
        cmocka_unit_test(test_runs),         cmocka_unit_test(test_views),
        cmocka_unit_test(test_shorter_file),
    };
    return cmocka_run_group_tests(tests, make_array_folder, remove_array_folder);
}
