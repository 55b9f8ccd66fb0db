/* SPDX-License-Identifier: MIT */
/* The engine's levels against its reference, for every type and amplitudes of every size: the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <mpfr.h>

#include "element/element.h"
#include "engine/rows.h"
#include "resolved_table.h"

enum { ROWS = 400, COLUMNS = 24, ENTRIES = ROWS * COLUMNS };

/* The table of the words, by one worker, and how many entries the levels decided. */
static struct counts compute(const struct table *table, enum engine engine, char *to) {
    struct rows *rows = rows_open(table, engine, 0, ROWS, 1 << 12);
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

static void expect_levels(const char *layout, const char *type, const char *amplitude,
                          const char *scale, const char *zero_point) {
    static char reference[ENTRIES * 8], fast[ENTRIES * 8];
    const char *given[WORDS] = {
        [LAYOUT] = layout, [MAX_LEN] = "400",       [D_MODEL] = "24",
        [TYPE] = type,     [AMPLITUDE] = amplitude, [SPACING] = "endpoint",
        [FIRST] = "-7",    [SCALE] = scale,         [ZERO_POINT] = zero_point};
    struct table *table = resolved(given);
    compute(table, ENGINE_MPFR, reference);
    for (enum engine engine = ENGINE_DOUBLE; engine <= ENGINE_WIDE; engine++) {
        struct counts counts = compute(table, engine, fast);
        if (memcmp(reference, fast, ENTRIES * table->type->bytes) != 0)
            fail_msg("%s, amplitude %s, scale %s, zero point %s: other bits", type, amplitude,
                     scale ? scale : "", zero_point ? zero_point : "");
        assert_int_equal(counts.decided[LEVEL_DOUBLE] + counts.decided[LEVEL_WIDE] +
                             counts.decided[LEVEL_MPFR],
                         ENTRIES);
        bool usual = strcmp(amplitude, "1") == 0 && (!scale || strcmp(scale, "1/127") == 0);
        if (usual && engine == ENGINE_DOUBLE && table->type->precision != 53)
            assert_true(counts.decided[LEVEL_DOUBLE] > ENTRIES - 100);
    }
    table_free(table);
}

static void test_levels(void **state) {
    (void)state;
    static const char *const amplitudes[] = {
        "1",     "3",     "1/5000", "sqrt(1/512)", "127/128", "200",  "1e-5", "3e-7",
        "1e-13", "1e-38", "1e-58",  "1e5",         "1e29",    "1e38", "1e58", "1e61"};
    for (size_t t = 0; t < ELEMENTS; t++)
        for (size_t k = 0; k < sizeof amplitudes / sizeof *amplitudes; k++)
            if (!elements[t].scaled) {
                expect_levels("interleaved", elements[t].name, amplitudes[k], NULL, NULL);
                if (k % 4 == 0) /* each entry has a phasor of its own */
                    expect_levels("halves", elements[t].name, amplitudes[k], NULL, NULL);
            }
    mpfr_free_cache();
}

/* Zero points at the ends of a type, beside them and within, with scales of every size. */
static void test_scales(void **state) {
    (void)state;
    static const char *const scales[] = {"1/127", "2/5",  "3/65535", "1e5",   "1e13",  "1e60",
                                         "1e61",  "1e-5", "1e-29",   "1e-31", "1e-60", "1e-61"};
    for (size_t t = 0; t < ELEMENTS; t++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales && elements[t].scaled; k++) {
            const struct element *type = &elements[t];
            const int zero_points[] = {type->lowest, type->lowest + 1, 0, 5, type->highest};
            for (size_t z = 0; z < sizeof zero_points / sizeof *zero_points; z++) {
                char text[16];
                snprintf(text, sizeof text, "%d", zero_points[z]);
                expect_levels("interleaved", type->name, "1", scales[k], text);
            }
            expect_levels("interleaved", type->name, scales[k], scales[k], "1");
            expect_levels("interleaved", type->name, "sqrt(2)", scales[k], "100");
        }
    mpfr_free_cache();
}

/* sin 0, cos 0, sin 1 and cos 1, which all types say in their own units. */
static void test_units(void **state) {
    (void)state;
    static const struct {
        const char *type;
        uint64_t bits[4];
        const char *scale, *zero_point;
    } rows[] = {
        {"f32", {0, 0x3f800000, 0x3f576aa4, 0x3f0a5140}, NULL, NULL},
        {"f64", {0, 0x3ff0000000000000, 0x3feaed548f090cee, 0x3fe14a280fb5068c}, NULL, NULL},
        {"f16", {0, 0x3c00, 0x3abb, 0x3853}, NULL, NULL},  /* 1723.3 and 1106.5 units of 2^-11 */
        {"bf16", {0, 0x3f80, 0x3f57, 0x3f0a}, NULL, NULL}, /* 215.4 and 138.3 units of 2^-8 */
        {"q7", {0, 127, 108, 69}, NULL, NULL},             /* 107.7, 69.2 */
        {"q15", {0, 32767, 27573, 17705}, NULL, NULL},     /* 27573.3, 17704.6 */
        {"q31", {0, 2147483647, 1807045180, 1160290367}, NULL, NULL},
        {"s8", {0, 127, 107, 69}, NULL, NULL}, /* 106.9, 68.6 */
        {"u8", {128, 255, 235, 197}, "1/127", "128"},
        {"i8", {0xfb, 123, 103, 64}, "0.0078125", "-5"}, /* -5, 123, 107.7 - 5, 69.2 - 5 */
        {"u8", {255, 255, 255, 255}, "2/5", "255"},      /* saturate */
        {"u8", {1, 3, 3, 2}, "2/5", "1"},                /* 5/2 is a tie, 2.10, 1.35 */
        {"u16", {32768, 65535, 60340, 50472}, "1/32767", "32768"},      /* 27572.4, 17704.1 */
        {"i16", {0x8000, 0xb4e2, 0xac80, 0x9c93}, "1/13538", "-32768"}, /* 13538, 11392, 7314.6 */
    };
    for (size_t t = 0; t < sizeof rows / sizeof *rows; t++) {
        static char entries[ENTRIES * 8];
        const char *given[WORDS] = {[MAX_LEN] = "400",
                                    [D_MODEL] = "24",
                                    [TYPE] = rows[t].type,
                                    [SCALE] = rows[t].scale,
                                    [ZERO_POINT] = rows[t].zero_point};
        struct table *table = resolved(given);
        for (enum engine engine = ENGINE_AUTO; engine <= ENGINE_MPFR; engine++) {
            compute(table, engine, entries);
            assert_int_equal(element_load(table->type, entries, 0), rows[t].bits[0]);
            assert_int_equal(element_load(table->type, entries, 1), rows[t].bits[1]);
            assert_int_equal(element_load(table->type, entries, COLUMNS), rows[t].bits[2]);
            assert_int_equal(element_load(table->type, entries, COLUMNS + 1), rows[t].bits[3]);
        }
        table_free(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels), cmocka_unit_test(test_scales),
                                       cmocka_unit_test(test_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
