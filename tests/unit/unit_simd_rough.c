/* SPDX-License-Identifier: MIT */
/* The rough kernels of every instruction set that this CPU has: they never decide wrongly, but would without their
 * bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <mpfr.h>

#include "chance.h"
#include "element_rows.h"
#include "engine/levels.h"
#include "exact_rounding.h"
#include "random_phasors.h"

static const struct rough_type {
    const char *name;
    int zero_point;
} rough_types[] = {{"f16", 0},  {"bf16", 0}, {"q7", 0},      {"q15", 0}, {"s8", 0},
                   {"u8", 127}, {"i8", -5},  {"u16", 32768}, {"i16", 0}};
enum { ROUGH_TYPES = sizeof rough_types / sizeof *rough_types };

static struct element rough_type(int t) {
    struct element type = *element_row(rough_types[t].name);
    type.zero_point = rough_types[t].zero_point;
    return type;
}

/* Channel k, turned by turn k, becomes some value next to x, of a pair of length 2^log2. */
static void set_rough(size_t k, double x, int log2) {
    double largest = ldexp(1, log2), y = sqrt(largest * largest - x * x);
    x += x * ldexp((double)(chance() % 17) - 8, -18 - (int)(chance() % 20));
    channels.a[k] = turns.b[k] * x - turns.a[k] * y;
    channels.b[k] = turns.a[k] * x + turns.b[k] * y;
    channels.a_low[k] = channels.b_low[k] = 0;
}

/* A midpoint of the type of magnitude below 2^log2. A float is small as often as not. */
static double rough_midpoint(const struct element *type, int log2) {
    double sign = chance() % 2 ? 1 : -1;
    int binade = type->fixed ? -type->fraction : log2 - (int)(chance() % 40);
    if (type->fixed)
        return sign * ldexp((double)(chance() % (UINT64_C(1) << (log2 - binade))) + 0.5, binade);
    int kept = type->precision - 1;
    return sign *
           ldexp((double)(UINT64_C(1) << kept | (chance() & ((UINT64_C(1) << kept) - 1))) + 0.5,
                 binade - kept - 1);
}

/* The bits that every entry should have. */
static void round_all(const struct element *type, uint64_t bits[N]) {
    mpfr_t y;
    mpfr_init2(y, 700);
    for (size_t k = 0; k < N; k++) {
        exact(y, k, 1);
        bits[k] = rounded(type, y);
    }
    mpfr_clear(y);
}

/* How many of the N entries the rough kernel decides, and how many of those wrongly. */
static void count_rough(const struct narrow_rounding *narrow, const struct simd *simd,
                        const uint64_t bits[N], size_t *decided, size_t *wrong) {
    static char all[2 * N];
    rounding_kernel *kernel = simd->round[RUN_EACH][narrow->to_roughly];
    kernel(N, &(struct phasor_run){RUN_EACH, channels, turns, NULL}, &narrow->rough, all);
    *decided = *wrong = 0;
    for (size_t k = 0; k < N; k++) {
        const struct phasor_run single = {RUN_EACH, phasors_from(&channels, k),
                                          phasors_from(&turns, k), NULL};
        uint16_t one;
        if (kernel(1, &single, &narrow->rough, &one) != 0)
            continue;
        uint64_t entry = element_load(narrow->type, &one, 0);
        assert_int_equal(entry, element_load(narrow->type, all, k));
        *decided += 1;
        *wrong += entry != bits[k];
    }
}

/* The rough kernels decide entries next to midpoints, and the largest that they can hold, but never wrongly. With a
 * width of 0, or if floats of any size are decided, they decide some wrongly. */
static void test_rough(void **state) {
    (void)state;
    need_kernels();
    for (int t = 0; t < ROUGH_TYPES; t++) {
        const struct element type = rough_type(t);
        for (int more = -1; more <= 2; more++) { /* than 1, or than the most that the type holds */
            int log2 = more + (!type.fixed ? 0 : 8 * (int)type.bytes - 1 - type.fraction);
            double error = 5.02 * 1.41422 * ldexp(1, log2 - 53);
            for (size_t k = 0; k < N; k++)
                set_rough(k, rough_midpoint(&type, log2), log2);
            static uint64_t bits[N];
            round_all(&type, bits);
            for (unsigned set = 0; set < SETS && simd_choose(set); set++) {
                struct narrow_rounding narrow = narrow_rounding_of(&type, log2, error);
                const struct rough rough = narrow.rough;
                size_t decided, wrong;
                assert_true(narrow.roughly);
                count_rough(&narrow, simd_choose(set), bits, &decided, &wrong);
                assert_int_equal(wrong, 0);
                assert_in_range(decided, N / 16, N - N / 50);
                narrow.rough.width = 0;
                narrow.rough.bias += rough.width / 2;
                count_rough(&narrow, simd_choose(set), bits, &decided, &wrong);
                assert_in_range(wrong, 1, N);
                narrow.rough = rough;
                narrow.rough.least = 0;
                count_rough(&narrow, simd_choose(set), bits, &decided, &wrong);
                assert_true(type.fixed ? wrong == 0 : wrong > 0);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rough)};
    return cmocka_run_group_tests(tests, make_phasors, free_phasors);
}
