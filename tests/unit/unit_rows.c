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

enum { WORKERS = 7, MOST = 300 * 10 * 4 };

/* All workers take a piece each, and the one that took the last computes first. */
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

static void expect_same(const char *first, const char *step, const char *positions,
                        const char *component, const char *axes) {
    static char reference[MOST], made[MOST];
    const char *given[WORDS] = {
        [MAX_LEN] = "300", [D_MODEL] = "10",        [FIRST] = first,        [STEP] = step,
        [AXES] = axes,     [POSITIONS] = positions, [COMPONENT] = component};
    struct table *table = resolved(given);
    assert_int_equal(table->arrays * table->rows * table->columns * table->type->bytes, MOST);
    compute(table, ENGINE_MPFR, MOST, reference);
    /* parts of a row, and pieces of one row, two, five, and so many that there are anchors within */
    static const size_t pieces[] = {7, 10, 20, 59, 250, 700, 10000};
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        memset(made, 0x55, sizeof made);
        compute(table, ENGINE_AUTO, pieces[k], made);
        if (memcmp(reference, made, sizeof made) != 0)
            fail_msg("first %s, step %s, positions %s, %s: other bits in pieces of %zu", first,
                     step ? step : "", positions ? positions : "", axes ? axes : "", pieces[k]);
    }
    table_free(table);
}

static void test_pieces(void **state) {
    (void)state;
    static const char *const axes[] = {NULL, "channel-major"};
    for (int k = 0; k < 2; k++) {
        expect_same("1", NULL, NULL, NULL, axes[k]);
        expect_same("1000", "-7/3", NULL, NULL, axes[k]);
        expect_same("-130", NULL, "absolute", NULL, axes[k]); /* falls, then rises */
        expect_same("5", NULL, NULL, "cos,sin", axes[k]);
    }
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pieces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
