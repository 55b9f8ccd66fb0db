/* SPDX-License-Identifier: MIT */
/* Other units loop over the instruction sets of this CPU. Sets that it lacks are skipped here, for all of them. For
 * sets that it has, kernels exist and work, so those loops aren't empty. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>

#include "base/cpus.h"
#include "engine/simd.h"

/* As simd_choose counts, the last is the baseline. */
static void expect_set(enum instructions set) {
    if (set > instructions_best())
        skip();
#if FLT_EVAL_METHOD == 0 && DBL_MANT_DIG == 53
    assert_non_null(simd_choose((unsigned)instructions_best() - (unsigned)set));
#endif
}

static void test_baseline(void **state) {
    (void)state;
    expect_set(INSTRUCTIONS_BASELINE);
    assert_null(simd_choose((unsigned)instructions_best() + 1));
}

#ifdef INSTRUCTIONS_X86
static void test_avx2(void **state) {
    (void)state;
    expect_set(INSTRUCTIONS_AVX2);
}

static void test_avx512(void **state) {
    (void)state;
    expect_set(INSTRUCTIONS_AVX512);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_baseline),
#ifdef INSTRUCTIONS_X86
        cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512),
#endif
    };
    return cmocka_run_group_tests_name("instructions", tests, NULL, NULL);
}
