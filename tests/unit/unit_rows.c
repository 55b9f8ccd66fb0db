/* SPDX-License-Identifier: MIT */
/* Workers compute the same bits, however the table is cut and whichever piece is computed first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "engine/rows.h"
#include "resolved_table.h"

enum { WORKERS = 7, MOST = 83 * 150 * 4 };

/* Each worker takes a piece, and the worker that took the last piece computes first. */
static void compute(const struct table *table, enum engine engine, size_t piece, char *to) {
    struct rows *rows = rows_open(table, engine, 0, table->rows, piece);
    const uint64_t bytes = table->rows * table->columns * table->type->bytes;
    struct worker *worker[WORKERS];
    for (int w = 0; w < WORKERS; w++)
        worker[w] = worker_new(rows);
    for (int taken = WORKERS; taken == WORKERS;) {
        for (taken = 0; taken < WORKERS && worker_take(worker[taken]);)
            taken++;
        for (int w = taken; w-- > 0;) {
            const struct piece *own = worker_compute(worker[w]);
            for (uint64_t array = 0; array < table->arrays; array++)
                memcpy(to + array * bytes + own->offset, piece_of(own, array).entries, own->bytes);
        }
    }
    for (int w = 0; w < WORKERS; w++)
        worker_free(worker[w]);
    rows_close(rows);
}

static void expect_same(const char *const given[WORDS]) {
    static char reference[MOST], made[MOST];
    struct table *table = resolved(given);
    const uint64_t bytes = table->arrays * table->rows * table->columns * table->type->bytes;
    assert_true(bytes <= MOST);
    compute(table, ENGINE_MPFR, MOST, reference);
    /* entries of a piece: parts of a row, one row, two rows, five rows, and enough rows to have anchors inside */
    static const size_t pieces[] = {7, 10, 20, 59, 250, 700, 10000};
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        memset(made, 0x55, sizeof made);
        compute(table, ENGINE_AUTO, pieces[k], made);
        if (memcmp(reference, made, bytes) != 0)
            fail_msg("first %s, step %s, positions %s, %s: other bits in pieces of %zu",
                     given[FIRST], given[STEP] ? given[STEP] : "",
                     given[POSITIONS] ? given[POSITIONS] : "", given[AXES] ? given[AXES] : "",
                     pieces[k]);
    }
    table_free(table);
}

static void test_pieces(void **state) {
    (void)state;
    static const char *const axes[] = {NULL, "channel-major"};
    static const struct {
        const char *first, *step, *positions, *component;
    } rows[] = {{"1", NULL, NULL, NULL},
                {"1000", "-7/3", NULL, NULL},
                {"-130", NULL, "absolute", NULL}, /* falls, then rises */
                {"5", NULL, NULL, "cos,sin"}};
    for (int k = 0; k < 2; k++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            const char *given[WORDS] = {[MAX_LEN] = "300",
                                        [D_MODEL] = "10",
                                        [FIRST] = rows[r].first,
                                        [STEP] = rows[r].step,
                                        [AXES] = axes[k],
                                        [POSITIONS] = rows[r].positions,
                                        [COMPONENT] = rows[r].component};
            expect_same(given);
        }
    mpfr_free_cache();
}

/* Rows of few channels are computed together. Position 0, whose sines only the reference engine decides, is within
 * such a run, and the last run is shorter. */
static void test_narrow_rows(void **state) {
    (void)state;
    static const char *const sizes[] = {"4", "9", "50", "96", "150"};
    static const char *const starts[][4] = {{"-21", "1"},
                                            {"21", "-1"},
                                            {"-21", "1", "absolute"},
                                            {"-1/2", "1/10", "absolute"},
                                            {"-30", "1", NULL, "-9:11"}};
    for (size_t d = 0; d < sizeof sizes / sizeof *sizes; d++)
        for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
            const char *given[WORDS] = {
                [MAX_LEN] = "83",      [D_MODEL] = sizes[d],       [FIRST] = starts[k][0],
                [STEP] = starts[k][1], [POSITIONS] = starts[k][2], [CLAMP] = starts[k][3],
                [ODD] = "zero"};
            expect_same(given);
            given[COMPONENT] = "cos,sin";
            given[TYPE] = "bf16";
            if (d != 1)
                expect_same(given);
        }
    mpfr_free_cache();
}

/* In some tables, or for some channels of a table, a sine and the next channel share no phasor. */
static void test_neighbours(void **state) {
    (void)state;
    const char *given[WORDS] = {[MAX_LEN] = "300", [D_MODEL] = "10", [FIRST] = "-7"};
    given[SPACING] = "column"; /* their frequencies are different */
    expect_same(given);
    given[SPACING] = NULL;
    given[ORDER] = "cos-sin";
    expect_same(given);
    given[ORDER] = NULL;
    given[SCALING] = "proportional:share=0.4"; /* some sines are 0 */
    expect_same(given);
    given[SCALING] = NULL;
    given[REPEAT] = "interleave"; /* twice the same */
    given[COMPONENT] = "sin";
    expect_same(given);
    given[COMPONENT] = "cos";
    expect_same(given);
    mpfr_free_cache();
}

/* Columns in front that are 1 in the array of cosines and 0 in that of sines. */
static void test_fixed_columns(void **state) {
    (void)state;
    const char *given[WORDS] = {[MAX_LEN] = "20", [D_MODEL] = "24", [GRID] = "4x5"};
    given[COMPONENT] = "cos,sin";
    given[UNROTATED_COLUMNS] = "10";
    struct table *table = resolved(given);
    static float made[2 * 20 * 22];
    compute(table, ENGINE_AUTO, 7, (char *)made);
    for (size_t k = 0; k < sizeof made / sizeof *made; k++)
        if (k % 22 < 10)
            assert_true(made[k] == (k < 20 * 22 ? 1 : 0));
    assert_int_equal(table->columns, 22);
    table_free(table);
}

/* The last tile of a wide table has few channels, but not all of a row. */
static void test_wide_rows(void **state) {
    (void)state;
    const char *given[WORDS] = {[MAX_LEN] = "9", [D_MODEL] = "1100", [FIRST] = "-4"};
    expect_same(given);
    given[POSITIONS] = "absolute";
    expect_same(given);
    /* a tile has two blocks; no rough kernel decides those of position 0 */
    given[TYPE] = "bf16";
    expect_same(given);
    given[TYPE] = "q7";
    expect_same(given);
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces), cmocka_unit_test(test_narrow_rows),
        cmocka_unit_test(test_neighbours), cmocka_unit_test(test_fixed_columns),
        cmocka_unit_test(test_wide_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
