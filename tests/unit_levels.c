/* The engine's levels against its reference, for every type and amplitudes of every size: the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "element.h"
#include "rows.h"

enum { ROWS = 400, COLUMNS = 24, ENTRIES = ROWS * COLUMNS };

/* The table of the words, by one worker, and how many entries the levels decided. */
static struct counts compute(const struct spec *spec, enum engine engine, char *to) {
    struct rows *rows = rows_open(spec, engine, 0, ROWS, 1 << 12);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        memcpy(to + piece->offset, piece->entries, piece->bytes);
    }
    struct counts counts = rows_counts(rows);
    worker_free(worker);
    rows_close(rows);
    return counts;
}

static void expect_levels(const char *type, const char *amplitude) {
    static char reference[ENTRIES * 8], fast[ENTRIES * 8];
    const char *given[WORDS] = {[MAX_LEN] = "400",       [D_MODEL] = "24",       [TYPE] = type,
                                [AMPLITUDE] = amplitude, [SPACING] = "endpoint", [FIRST] = "-7"};
    struct spec spec;
    char *wrong = spec_parse(&spec, given, "-");
    assert_null(wrong);
    compute(&spec, ENGINE_MPFR, reference);
    for (enum engine engine = ENGINE_DOUBLE; engine <= ENGINE_WIDE; engine++) {
        struct counts counts = compute(&spec, engine, fast);
        if (memcmp(reference, fast, ENTRIES * spec.type->bytes) != 0)
            fail_msg("%s, amplitude %s: other bits", type, amplitude);
        assert_int_equal(counts.decided[LEVEL_DOUBLE] + counts.decided[LEVEL_WIDE] +
                             counts.decided[LEVEL_MPFR],
                         ENTRIES);
        if (strcmp(amplitude, "1") == 0 && engine == ENGINE_DOUBLE && spec.type->precision != 53)
            assert_true(counts.decided[LEVEL_DOUBLE] > ENTRIES - 100);
    }
    spec_free(&spec);
}

static void test_levels(void **state) {
    (void)state;
    static const char *const amplitudes[] = {
        "1",     "3",     "1/5000", "sqrt(1/512)", "127/128", "200",  "1e-5", "3e-7",
        "1e-13", "1e-38", "1e-58",  "1e5",         "1e29",    "1e38", "1e58", "1e61"};
    for (size_t t = 0; t < element_count; t++)
        for (size_t k = 0; k < sizeof amplitudes / sizeof *amplitudes; k++)
            expect_levels(elements[t].name, amplitudes[k]);
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
