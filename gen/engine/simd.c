#include "engine/simd.h"
#include "base/cpus.h"
#include "base/integer.h"

#include <math.h>
#include <stdbool.h>

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "posenc computes with floating point as written: build without -ffast-math"
#endif

/* Elsewhere the reference engine does all the work. */
#if ARITHMETIC_BINARY64

#ifdef FP_FAST_FMA
#define SIMD_FMA 1
#elif defined __FP_FAST_FMA
#define SIMD_FMA 1
#else
#define SIMD_FMA 0
#endif
#define LANES(name) name##_baseline
#define SIMD_NAME "baseline"
#include "engine/simd_kernels.h"
#undef LANES
#undef SIMD_NAME
#undef SIMD_FMA

#ifdef INSTRUCTIONS_X86
#define SIMD_FMA 1

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX2)
#define LANES(name) name##_avx2
#define SIMD_NAME "AVX2 and FMA"
#include "engine/simd_kernels.h"
#undef LANES
#undef SIMD_NAME
INSTRUCTIONS_END

INSTRUCTIONS_BEGIN(INSTRUCTIONS_SET_AVX512)
#define LANES(name) name##_avx512
#define SIMD_NAME "AVX-512"
#include "engine/simd_kernels.h"
#undef LANES
#undef SIMD_NAME
INSTRUCTIONS_END
#endif

/* By enum instructions. */
static const struct simd *const kernels[] = {
    &kernels_baseline,
#ifdef INSTRUCTIONS_X86
    &kernels_avx2,
    &kernels_avx512,
#endif
};

/* Is arithmetic binary64, rounded to nearest, ties to even? Do the kernels turn the sine and
 * cosine of 1 by 1 into those of 2, to the last bit of the high words, and up to the last three bits of
 * the low ones? */
static bool kernels_are_right(const struct simd *simd) {
    volatile double one = 1, tie = 0x1p-53, above = 0x1.000002p-53, odd = 1 + 0x1p-52;
    if (one + tie != 1 || -one - tie != -1 || one + above != odd || odd + tie != 1 + 0x1p-51 ||
        -odd - tie != -1 - 0x1p-51 || one - 0.5 * tie != 1)
        return false;
    double sine = 0x1.aed548f090ceep-1, sine_low = 0x1.06374f484e288p-59;
    double cosine = 0x1.14a280fb5068cp-1, cosine_low = -0x1.b71edcc9344bcp-55;
    double a, a_low, b, b_low;
    const struct phasors pair = {&sine, &sine_low, &cosine, &cosine_low};
    const struct phasors turned = {&a, &a_low, &b, &b_low};
    simd->turn(1, &pair, &pair, &turned);
    return a == 0x1.d18f6ead1b446p-1 && fabs(a_low - -0x1.02a3dbf3bffb2p-56) < 0x1p-103 &&
           b == -0x1.aa22657537205p-2 && fabs(b_low - 0x1.6f3341d4d1235p-56) < 0x1p-103;
}

const struct simd *simd_choose(unsigned nth) {
    if (!arithmetic_rounds_to_nearest())
        return NULL;
    const unsigned best = instructions_best();
    if (nth > best)
        return NULL;
    const struct simd *simd = kernels[best - nth];
    return kernels_are_right(simd) ? simd : NULL;
}

#else

const struct simd *simd_choose(unsigned nth) {
    (void)nth;
    return NULL;
}

#endif
