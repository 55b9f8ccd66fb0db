/* SPDX-License-Identifier: MIT */
/* The kernels whose entries share a channel, of every instruction set of this CPU: they decide the same as kernels with
 * a channel for each entry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <mpfr.h>

#include "element/element.h"
#include "engine/levels.h"
#include "exact_rounding.h"
#include "random_phasors.h"

/* The input of kernels. */
struct given {
    const struct simd *simd;
    size_t n;
    struct phasor_run run;
};

static uint64_t make(const struct given *given, enum target target, const void *to, void *entries) {
    return given->simd->round[given->run.kind][target](given->n, &given->run, to, entries);
}

static void expect_same_target(const struct given *a, const struct given *b, enum target target,
                               const void *to, size_t bytes) {
    static uint64_t x[2 * N], y[2 * N];
    assert_int_equal(make(a, target, to, x), make(b, target, to, y));
    assert_memory_equal(x, y, bytes);
}

static void expect_same(const struct given *a, const struct given *b, size_t entries) {
    expect_same_target(a, b, TO_F32, NULL, entries * sizeof(uint32_t));
    const double wide_error = 0x1p-85;
    struct given a_wide = *a, b_wide = *b;
    a_wide.run.error = b_wide.run.error = &wide_error;
    expect_same_target(&a_wide, &b_wide, TO_F64, NULL, entries * sizeof(uint64_t));
    for (size_t t = 0; t < ELEMENTS; t++) {
        const struct element *type = &elements[t];
        if (type->precision == 24 || type->precision == 53)
            continue;
        const struct narrow_rounding to = narrow_rounding_of(type, 0, 0x1p-50);
        expect_same_target(a, b, to.to, &to.fine, entries * sizeof(uint32_t));
        assert_true(to.roughly == (type->bytes < 4));
        if (to.roughly)
            expect_same_target(a, b, to.to_roughly, &to.rough, entries * type->bytes);
    }
}

static void test_one_channel(void **state) {
    (void)state;
    need_kernels();
    static double e[N], e_one[N]; /* only the first of e_one is for it */
    struct phasors channel = phasors_new(1),
                   copies = phasors_new(N); /* what lies behind isn't read */
    phasors_copy(1, &channels, &channel);
    for (size_t k = 0; k < N; k++) {
        phasors_copy_one(&channel, 0, &copies, k);
        e[k] = 0x1p-50;
        e_one[k] = k == 0 ? 0x1p-50 : 1;
    }
    for (unsigned set = 0; set < SETS && simd_choose(set); set++)
        expect_same(&(struct given){simd_choose(set), N, {RUN_EACH, copies, turns, e}},
                    &(struct given){simd_choose(set), N, {RUN_ONE, channel, turns, e_one}}, N);
    phasors_free(&channel);
    phasors_free(&copies);
}

/* A pair's second entry is the first turned by a right angle. Each has its own error. */
static void test_pairs(void **state) {
    (void)state;
    need_kernels();
    static double e[2 * N];
    struct phasors own = phasors_new(2 * N), own_turns = phasors_new(2 * N);
    for (size_t k = 0; k < N; k++) {
        const struct phasors sine = phasors_from(&channels, k);
        const struct phasors cosine = phasors_from(&own, 2 * k + 1);
        phasors_copy_one(&channels, k, &own, 2 * k);
        phasors_cosines(1, &sine, &cosine);
        assert_true(cosine.a[0] == sine.b[0] && cosine.b[0] == -sine.a[0]);
        phasors_copy_one(&turns, k, &own_turns, 2 * k);
        phasors_copy_one(&turns, k, &own_turns, 2 * k + 1);
        e[2 * k] = ldexp(1, -30 - (int)(chance() % 25));
        e[2 * k + 1] = ldexp(1, -30 - (int)(chance() % 25));
    }
    for (unsigned set = 0; set < SETS && simd_choose(set); set++)
        expect_same(&(struct given){simd_choose(set), 2 * N, {RUN_EACH, own, own_turns, e}},
                    &(struct given){simd_choose(set), N, {RUN_PAIRS, channels, turns, e}}, 2 * N);
    phasors_free(&own);
    phasors_free(&own_turns);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_channel),
                                       cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, make_phasors, free_phasors);
}
