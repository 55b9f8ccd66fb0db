/* SPDX-License-Identifier: MIT */
/* The kernels are loops for the compiler's vectoriser: no branch, no call, one array element after the other. They are
 * inlined into functions for each instruction set and each kind of run. There `kind` is a constant, and so is `fma`, which
 * says whether the set has a fused multiply-add. */
#include "engine/simd.h"
#include "base/cpus.h"
#include "base/exact_sum.h"
#include "base/integer.h"

#include <math.h>
#include <stdbool.h>

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "posenc computes with floating point as written: build without -ffast-math"
#endif

/* Without binary64 arithmetic the reference engine does all the work. */
#if ARITHMETIC_BINARY64

#define INLINE static inline __attribute__((always_inline))

INLINE double multiply_add(double x, double y, double z, bool fma) {
    return fma ? __builtin_fma(x, y, z) : x * y + z;
}

/* (a + a_low) * (c + c_low) + (b + b_low) * (s + s_low) = high + *low, to SIMD_TURN_ERROR. */
INLINE double product_sum(double a, double a_low, double c, double c_low, double b, double b_low,
                          double s, double s_low, double *low, bool fma) {
    double p_error, q_error, r_error;
    double p = exact_product(a, c, &p_error, fma), q = exact_product(b, s, &q_error, fma);
    double r = exact_sum(p, q, &r_error);
    double ac = multiply_add(a, c_low, a_low * c, fma);
    double bs = multiply_add(b, s_low, b_low * s, fma);
    return exact_sum(r, r_error + ((p_error + q_error) + (ac + bs)), low);
}

INLINE double input(double x) {
#ifdef POSENC_SHRINK
    double t = (0x1p21 + 1) * x; /* Veltkamp: the upper 32 bits */
    return t - (t - x);
#else
    return x;
#endif
}

/* The value of level double: a * c + b * s. */
INLINE double value(double a, double c, double b, double s, bool fma) {
    return multiply_add(input(a), input(c), input(b) * input(s), fma);
}

/* Entry i of a turn: the value, or the cosine of a pair, whose phasor is (b, -a). */
INLINE double value_of_pair(size_t i, double a, double b, double c, double s, bool fma) {
    return i == 0 ? value(a, c, b, s, fma) : value(b, c, -a, s, fma);
}

/* The distance from a channel to the next. */
INLINE size_t step_of(enum run_kind kind) {
    return kind == RUN_ONE ? 0 : 1;
}

/* --- rounding that level double decides */

/* The upper 35 of 64 bits, after rounding away the lower 29, ties away from 0. e is so wide that the exact value is never
 * at an end of [x - e, x + e], so it doesn't matter how a tie there is rounded. Both ends agree only if |x| > e, far above
 * the subnormals of binary32. */
INLINE uint32_t to_single(double x, double e, uint64_t *undecided) {
    uint64_t low = (bits_of_double(x - e) + (UINT64_C(1) << 28)) >> 29;
    uint64_t high = (bits_of_double(x + e) + (UINT64_C(1) << 28)) >> 29;
    *undecided |= low ^ high;
    /* exponent bias 1023 -> 127; the sign from bit 34 to bit 31 */
    return (uint32_t)(((low - (UINT64_C(896) << 23)) & 0x7fffffff) | (low >> 3 & 0x80000000));
}

INLINE uint64_t round_f32(size_t n, const struct phasor_run *run, const void *target, void *entries,
                          enum run_kind kind, bool fma) {
    const double *restrict a = run->channels.a, *restrict b = run->channels.b;
    const double *restrict s = run->turns.a, *restrict c = run->turns.b, *restrict e = run->error;
    uint32_t *restrict out = entries;
    uint64_t undecided = 0;
    (void)target;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * step_of(kind);
        for (size_t i = 0, l = k * run_entries(kind); i < run_entries(kind); i++, l++) {
            const double x = value_of_pair(i, a[j], b[j], c[k], s[k], fma);
            out[l] = to_single(x, e[l * step_of(kind)], &undecided);
        }
    }
    return undecided;
}

/* Sign and magnitude; ties as in to_single. */
INLINE uint64_t to_float(double x, const struct narrow *to) {
    uint64_t bits = bits_of_double(x), magnitude = bits & (UINT64_MAX >> 1);
    uint64_t normal = ((magnitude + (UINT64_C(1) << (to->drop - 1))) >> to->drop) - to->rebias;
    uint64_t multiple = bits_of_double((x < 0 ? -x : x) + to->units) & 0xffff;
    uint64_t rounded = magnitude < to->least ? multiple : normal;
    return (rounded < to->infinity ? rounded : to->infinity) | (bits >> 63 << 15);
}

INLINE uint64_t to_fixed(double x, const struct narrow *to) {
    double above = x > to->lowest ? x : to->lowest,
           within = above < to->highest ? above : to->highest;
    return bits_of_double(within + to->units);
}

/* With to_float or to_fixed as `round`. */
INLINE uint64_t round_each_narrow(size_t n, const struct phasor_run *run, const void *target,
                                  void *entries, enum run_kind kind, bool fma,
                                  uint64_t (*round)(double, const struct narrow *)) {
    const double *restrict a = run->channels.a, *restrict b = run->channels.b;
    const double *restrict s = run->turns.a, *restrict c = run->turns.b, *restrict e = run->error;
    const struct narrow to = *(const struct narrow *)target;
    uint32_t *restrict out = entries;
    uint64_t undecided = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * step_of(kind);
        for (size_t i = 0, l = k * run_entries(kind); i < run_entries(kind); i++, l++) {
            const double x = value_of_pair(i, a[j], b[j], c[k], s[k], fma);
            const double error = e[l * step_of(kind)];
            uint64_t low = round(x - error, &to), high = round(x + error, &to);
            undecided |= low ^ high;
            out[l] = (uint32_t)low;
        }
    }
    return undecided;
}

INLINE uint64_t round_float(size_t n, const struct phasor_run *run, const void *target,
                            void *entries, enum run_kind kind, bool fma) {
    return round_each_narrow(n, run, target, entries, kind, fma, to_float);
}

INLINE uint64_t round_fixed(size_t n, const struct phasor_run *run, const void *target,
                            void *entries, enum run_kind kind, bool fma) {
    return round_each_narrow(n, run, target, entries, kind, fma, to_fixed);
}

/* --- rounding that double-double decides */

INLINE uint64_t round_f64(size_t n, const struct phasor_run *run, const void *target, void *entries,
                          enum run_kind kind, bool fma) {
    const double *restrict a = run->channels.a, *restrict a_low = run->channels.a_low;
    const double *restrict b = run->channels.b, *restrict b_low = run->channels.b_low;
    const double *restrict s = run->turns.a, *restrict s_low = run->turns.a_low;
    const double *restrict c = run->turns.b, *restrict c_low = run->turns.b_low;
    const double e = run->error[0];
    uint64_t *restrict out = entries;
    uint64_t undecided = 0;
    (void)target;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * step_of(kind);
        for (size_t i = 0, l = k * run_entries(kind); i < run_entries(kind); i++, l++) {
            double p = i == 0 ? a[j] : b[j], p_low = i == 0 ? a_low[j] : b_low[j], x_low;
            double q = i == 0 ? b[j] : -a[j], q_low = i == 0 ? b_low[j] : -a_low[j];
            double x = product_sum(p, p_low, c[k], c_low[k], q, q_low, s[k], s_low[k], &x_low, fma);
            uint64_t low = bits_of_double(x + (x_low - e)), high = bits_of_double(x + (x_low + e));
            undecided |= low ^ high;
            out[l] = low;
        }
    }
    return undecided;
}

/* --- rough rounding: all steps after the value use lanes of 32 bits */

INLINE uint64_t rough_float(size_t n, const struct phasor_run *run, const void *target,
                            void *entries, enum run_kind kind, bool fma) {
    const double *restrict a = run->channels.a, *restrict b = run->channels.b;
    const double *restrict s = run->turns.a, *restrict c = run->turns.b;
    const struct rough to = *(const struct rough *)target;
    uint16_t *restrict out = entries;
    uint32_t differ = 0, below = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * step_of(kind);
        for (size_t i = 0, l = k * run_entries(kind); i < run_entries(kind); i++, l++) {
            const double x = value_of_pair(i, a[j], b[j], c[k], s[k], fma);
            uint32_t bits = bits_of_float((float)x), magnitude = bits & 0x7fffffff;
            uint32_t low = magnitude + to.bias, high = low + to.width;
            differ |= low ^ high;
            below |= magnitude - to.least;
            out[l] = (uint16_t)(low >> to.drop | (bits >> 16 & 0x8000));
        }
    }
    return differ >> to.drop | below >> 31;
}

/* `bytes` is a constant, so that the loop has one kind of store. */
INLINE uint64_t rough_fixed(size_t n, const struct phasor_run *run, const void *target,
                            void *entries, enum run_kind kind, bool fma, unsigned bytes) {
    const double *restrict a = run->channels.a, *restrict b = run->channels.b;
    const double *restrict s = run->turns.a, *restrict c = run->turns.b;
    const struct rough to = *(const struct rough *)target;
    uint8_t *restrict byte = entries;
    uint16_t *restrict half = entries;
    uint32_t differ = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * step_of(kind);
        for (size_t i = 0, l = k * run_entries(kind); i < run_entries(kind); i++, l++) {
            const double v = value_of_pair(i, a[j], b[j], c[k], s[k], fma);
            uint32_t x = (uint32_t)bits_of_double(v + to.units);
            uint32_t above = x > to.lowest ? x : to.lowest,
                     within = above < to.highest ? above : to.highest;
            uint32_t low = within + to.bias, high = low + to.width;
            differ |= low ^ high;
            if (bytes == 1)
                byte[l] = (uint8_t)(low >> to.drop);
            else
                half[l] = (uint16_t)(low >> to.drop);
        }
    }
    return differ >> to.drop;
}

INLINE uint64_t rough_fixed8(size_t n, const struct phasor_run *run, const void *target,
                             void *entries, enum run_kind kind, bool fma) {
    return rough_fixed(n, run, target, entries, kind, fma, 1);
}

INLINE uint64_t rough_fixed16(size_t n, const struct phasor_run *run, const void *target,
                              void *entries, enum run_kind kind, bool fma) {
    return rough_fixed(n, run, target, entries, kind, fma, 2);
}

/* --- turns */

/* x[k] = a[k] * c[k] + sign * b[k] * s[k], for a sign of 1 or -1. */
INLINE void turn_half(size_t n, const double *restrict a, const double *restrict a_low,
                      const double *restrict b, const double *restrict b_low, double sign,
                      const struct phasors *turn, double *restrict x, double *restrict x_low,
                      bool fma) {
    const double *restrict s = turn->a, *restrict s_low = turn->a_low;
    const double *restrict c = turn->b, *restrict c_low = turn->b_low;
    for (size_t k = 0; k < n; k++) {
        double low;
        x[k] = product_sum(a[k], a_low[k], c[k], c_low[k], sign * b[k], sign * b_low[k], s[k],
                           s_low[k], &low, fma);
        x_low[k] = low;
    }
}

/* --- for each instruction set */

#if defined FP_FAST_FMA || defined __FP_FAST_FMA
#define FMA_baseline true
#else
#define FMA_baseline false
#endif
#define FMA_avx2 true
#define FMA_avx512 true

#define KERNEL(name, kind, set)                                                      \
    INSTRUCTIONS_FOR_##set static uint64_t name##_##kind##_##set(                    \
        size_t n, const struct phasor_run *run, const void *target, void *entries) { \
        return name(n, run, target, entries, kind, FMA_##set);                       \
    }
#define KERNELS(kind, set)          \
    KERNEL(round_f32, kind, set)    \
    KERNEL(round_f64, kind, set)    \
    KERNEL(round_float, kind, set)  \
    KERNEL(round_fixed, kind, set)  \
    KERNEL(rough_float, kind, set)  \
    KERNEL(rough_fixed8, kind, set) \
    KERNEL(rough_fixed16, kind, set)
#define NAMES(kind, set)                                                                         \
    {                                                                                            \
        round_f32_##kind##_##set, round_f64_##kind##_##set, round_float_##kind##_##set,          \
            round_fixed_##kind##_##set, rough_float_##kind##_##set, rough_fixed8_##kind##_##set, \
            rough_fixed16_##kind##_##set                                                         \
    }
#define SET(set)                                                                             \
    KERNELS(RUN_EACH, set)                                                                   \
    KERNELS(RUN_ONE, set)                                                                    \
    KERNELS(RUN_PAIRS, set)                                                                  \
    INSTRUCTIONS_FOR_##set static void turn_##set(size_t n, const struct phasors *from,      \
                                                  const struct phasors *turn,                \
                                                  const struct phasors *to) {                \
        turn_half(n, from->a, from->a_low, from->b, from->b_low, 1, turn, to->a, to->a_low,  \
                  FMA_##set);                                                                \
        turn_half(n, from->b, from->b_low, from->a, from->a_low, -1, turn, to->b, to->b_low, \
                  FMA_##set);                                                                \
    }
INSTRUCTIONS_EACH(SET)

#define SIMD(set) \
    { {NAMES(RUN_EACH, set), NAMES(RUN_ONE, set), NAMES(RUN_PAIRS, set)}, turn_##set }
static const struct simd kernels[] = {INSTRUCTIONS_LIST(SIMD)};

/* Is arithmetic binary64, rounded to nearest, ties to even? And do the kernels turn the sine and cosine of 1 by 1 into
 * those of 2, exactly in the high words, and except for three bits in the low words? */
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
    const struct simd *simd = &kernels[best - nth];
    return kernels_are_right(simd) ? simd : NULL;
}

#else

const struct simd *simd_choose(unsigned nth) {
    (void)nth;
    return NULL;
}

#endif
