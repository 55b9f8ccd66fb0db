/* The kernels that round, compiled twice for each instruction set: entry k is made of channel k and turn k
 * (ROUNDING_STEP 1), or of the one channel there is and turn k (ROUNDING_STEP 0), which then stays in registers.
 * ROUNDING(name) makes the name of a function. */

static uint64_t ROUNDING(round_f32)(size_t n, const struct phasors *channels,
                                    const double *restrict e, const struct phasors *turn,
                                    uint32_t *restrict out) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    uint64_t undecided = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        double x = LANES(value)(a[j], c[k], b[j], s[k]);
        /* The upper 35 of 64 bits, after rounding away the lower 29, ties away from 0. e is so wide
         * that the exact value is never at an end of [x - e, x + e], so it doesn't matter how a tie
         * there is rounded. Both ends agree only if |x| > e, far above the subnormals of binary32. */
        uint64_t low = (bits_of_double(x - e[j]) + (UINT64_C(1) << 28)) >> 29;
        uint64_t high = (bits_of_double(x + e[j]) + (UINT64_C(1) << 28)) >> 29;
        undecided |= low ^ high;
        /* exponent bias 1023 -> 127; the sign from bit 34 to bit 31 */
        out[k] = (uint32_t)(((low - (UINT64_C(896) << 23)) & 0x7fffffff) | (low >> 3 & 0x80000000));
    }
    return undecided;
}

/* Inlined with to_float or to_fixed as `round`, so that the loop has no call. */
static inline __attribute__((always_inline)) uint64_t
ROUNDING(round_narrow)(size_t n, const struct phasors *channels, const double *restrict e,
                       const struct phasors *turn, const struct narrow *narrow,
                       uint64_t (*round)(double, const struct narrow *), uint32_t *restrict out) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    const struct narrow to = *narrow;
    uint64_t undecided = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        double x = LANES(value)(a[j], c[k], b[j], s[k]);
        uint64_t low = round(x - e[j], &to), high = round(x + e[j], &to);
        undecided |= low ^ high;
        out[k] = (uint32_t)low;
    }
    return undecided;
}

static uint64_t ROUNDING(round_float)(size_t n, const struct phasors *channels, const double *e,
                                      const struct phasors *turn, const struct narrow *narrow,
                                      uint32_t *out) {
    return ROUNDING(round_narrow)(n, channels, e, turn, narrow, LANES(to_float), out);
}

static uint64_t ROUNDING(round_fixed)(size_t n, const struct phasors *channels, const double *e,
                                      const struct phasors *turn, const struct narrow *narrow,
                                      uint32_t *out) {
    return ROUNDING(round_narrow)(n, channels, e, turn, narrow, LANES(to_fixed), out);
}

static uint64_t ROUNDING(round_f64)(size_t n, const struct phasors *channels, double e,
                                    const struct phasors *turn, uint64_t *restrict out) {
    const double *restrict a = channels->a, *restrict a_low = channels->a_low;
    const double *restrict b = channels->b, *restrict b_low = channels->b_low;
    const double *restrict s = turn->a, *restrict s_low = turn->a_low;
    const double *restrict c = turn->b, *restrict c_low = turn->b_low;
    uint64_t undecided = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        double x_low;
        double x = LANES(product_sum)(a[j], a_low[j], c[k], c_low[k], b[j], b_low[j], s[k],
                                      s_low[k], &x_low);
        uint64_t low = bits_of_double(x + (x_low - e)), high = bits_of_double(x + (x_low + e));
        undecided |= low ^ high;
        out[k] = low;
    }
    return undecided;
}

#include "engine/simd_rough.h"

static const struct rounding ROUNDING(rounding) = {ROUNDING(round_f32),
                                                   ROUNDING(round_float),
                                                   ROUNDING(round_fixed),
                                                   ROUNDING(round_f64),
                                                   {[ROUGH_FLOAT] = ROUNDING(rough_float),
                                                    [ROUGH_FIXED8] = ROUNDING(rough_fixed8),
                                                    [ROUGH_FIXED16] = ROUNDING(rough_fixed16)}};
