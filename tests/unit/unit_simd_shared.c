/* The kernels whose entries share a channel, of every instruction set that this CPU has: they decide what the others
 * decide of channels of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <mpfr.h>

#include "element/element.h"
#include "engine/levels.h"
#include "engine/round_narrow.h"
#include "exact_rounding.h"
#include "random_phasors.h"

/* What a kernel is given: n turns, and as many channels, or one. */
struct given {
    const struct rounding *kernels;
    size_t n;
    struct phasors channels, turns;
    const double *e;
};

static void expect_same_narrow(const struct element *type, const struct given *a,
                               const struct given *b, size_t entries) {
    static uint32_t x[2 * N], y[2 * N];
    const struct round_narrow to = round_narrow_of(type, 0, 0x1p-50);
    assert_int_equal((type->fixed ? a->kernels->round_fixed : a->kernels->round_float)(
                         a->n, &a->channels, a->e, &a->turns, &to.fine, x),
                     (type->fixed ? b->kernels->round_fixed : b->kernels->round_float)(
                         b->n, &b->channels, b->e, &b->turns, &to.fine, y));
    assert_memory_equal(x, y, entries * sizeof *x);
    assert_true(to.roughly == (type->bytes < 4));
    if (!to.roughly)
        return;
    assert_int_equal(a->kernels->rough[to.kind](a->n, &a->channels, &a->turns, &to.rough, x),
                     b->kernels->rough[to.kind](b->n, &b->channels, &b->turns, &to.rough, y));
    assert_memory_equal(x, y, entries * type->bytes);
}

static void expect_same(const struct given *a, const struct given *b, size_t entries) {
    static uint32_t x[2 * N], y[2 * N];
    static uint64_t x_wide[2 * N], y_wide[2 * N];
    assert_int_equal(a->kernels->round_f32(a->n, &a->channels, a->e, &a->turns, x),
                     b->kernels->round_f32(b->n, &b->channels, b->e, &b->turns, y));
    assert_memory_equal(x, y, entries * sizeof *x);
    assert_int_equal(a->kernels->round_f64(a->n, &a->channels, 0x1p-85, &a->turns, x_wide),
                     b->kernels->round_f64(b->n, &b->channels, 0x1p-85, &b->turns, y_wide));
    assert_memory_equal(x_wide, y_wide, entries * sizeof *x_wide);
    for (size_t t = 0; t < element_count; t++)
        if (elements[t].precision != 24 && elements[t].precision != 53)
            expect_same_narrow(&elements[t], a, b, entries);
}

static void test_one_channel(void **state) {
    (void)state;
    need_kernels();
    static double e[N], e_one[N]; /* only the first of e_one is for it */
    struct phasors channel = phasors_new(1),
                   copies = phasors_new(N); /* what lies behind isn't read */
    phasors_copy(1, &channels, &channel);
    phasors_fill(N, &channel, &copies);
    for (size_t k = 0; k < N; k++) {
        e[k] = 0x1p-50;
        e_one[k] = k == 0 ? 0x1p-50 : 1;
    }
    for (unsigned set = 0; set < SETS && simd_choose(set); set++)
        expect_same(&(struct given){simd_choose(set)->rounding[RUN_EACH], N, copies, turns, e},
                    &(struct given){simd_choose(set)->rounding[RUN_ONE], N, channel, turns, e_one},
                    N);
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
        expect_same(&(struct given){simd_choose(set)->rounding[RUN_EACH], 2 * N, own, own_turns, e},
                    &(struct given){simd_choose(set)->rounding[RUN_PAIRS], N, channels, turns, e},
                    2 * N);
    phasors_free(&own);
    phasors_free(&own_turns);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_channel),
                                       cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, make_phasors, free_phasors);
}
