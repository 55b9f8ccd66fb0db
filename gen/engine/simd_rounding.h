/* The kernels that round, compiled three times for each instruction set. ROUNDING(name) makes the name of a function.
 * Turn k turns channel k (ROUNDING_STEP 1), or the one channel there is (ROUNDING_STEP 0), which then stays in registers.
 * It makes entry k, or (ROUNDING_ENTRIES 2) the sine 2k and the cosine 2k + 1 at its angle, whose phasor is (b, -a). */

static uint64_t ROUNDING(round_f32)(size_t n, const struct phasors *channels,
                                    const double *restrict e, const struct phasors *turn,
                                    uint32_t *restrict out) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    uint64_t undecided = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        for (size_t i = 0, l = k * ROUNDING_ENTRIES; i < ROUNDING_ENTRIES; i++, l++) {
            const double x = LANES(value_of_pair)(i, a[j], b[j], c[k], s[k]);
            out[l] = LANES(to_single)(x, e[l * ROUNDING_STEP], &undecided);
        }
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
        for (size_t i = 0, l = k * ROUNDING_ENTRIES; i < ROUNDING_ENTRIES; i++, l++) {
            const double x = LANES(value_of_pair)(i, a[j], b[j], c[k], s[k]);
            const double error = e[l * ROUNDING_STEP];
            uint64_t low = round(x - error, &to), high = round(x + error, &to);
            undecided |= low ^ high;
            out[l] = (uint32_t)low;
        }
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
        for (size_t i = 0, l = k * ROUNDING_ENTRIES; i < ROUNDING_ENTRIES; i++, l++) {
            double p = i == 0 ? a[j] : b[j], p_low = i == 0 ? a_low[j] : b_low[j], x_low;
            double q = i == 0 ? b[j] : -a[j], q_low = i == 0 ? b_low[j] : -a_low[j];
            double x =
                LANES(product_sum)(p, p_low, c[k], c_low[k], q, q_low, s[k], s_low[k], &x_low);
            uint64_t low = bits_of_double(x + (x_low - e)), high = bits_of_double(x + (x_low + e));
            undecided |= low ^ high;
            out[l] = low;
        }
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

#undef ROUNDING
#undef ROUNDING_STEP
#undef ROUNDING_ENTRIES
