/* The kernels, compiled once for each instruction set. LANES(name) makes the name of a function, and
 * SIMD_FMA is 1 if the set has a fused multiply-add. Loops are written for the compiler's vectoriser: no
 * branch, no call, one array element after the other. */

static inline double LANES(multiply_add)(double x, double y, double z) {
#if SIMD_FMA
    return __builtin_fma(x, y, z);
#else
    return x * y + z;
#endif
}

/* x * y = p + *error exactly, by the fused multiply-add, or by splitting both factors into halves of
 * 26 bits (T. J. Dekker, Numerische Mathematik 18 (1971), doi:10.1007/BF01397083). */
static inline double LANES(two_product)(double x, double y, double *error) {
    double p = x * y;
#if SIMD_FMA
    *error = __builtin_fma(x, y, -p);
#else
    double tx = 134217729.0 * x, ty = 134217729.0 * y;
    double x1 = tx - (tx - x), y1 = ty - (ty - y);
    double x2 = x - x1, y2 = y - y1;
    *error = ((x1 * y1 - p) + x1 * y2 + x2 * y1) + x2 * y2;
#endif
    return p;
}

/* x + y = s + *error exactly (D. E. Knuth, TAOCP 2, 4.2.2, theorem B). */
static inline double LANES(two_sum)(double x, double y, double *error) {
    double s = x + y, t = s - x;
    *error = (x - (s - t)) + (y - t);
    return s;
}

/* (a + a_low) * (c + c_low) + (b + b_low) * (s + s_low) = high + *low, to SIMD_TURN_ERROR. */
static inline double LANES(product_sum)(double a, double a_low, double c, double c_low, double b,
                                        double b_low, double s, double s_low, double *low) {
    double p_error, q_error, r_error;
    double p = LANES(two_product)(a, c, &p_error), q = LANES(two_product)(b, s, &q_error);
    double r = LANES(two_sum)(p, q, &r_error);
    double ac = LANES(multiply_add)(a, c_low, a_low * c);
    double bs = LANES(multiply_add)(b, s_low, b_low * s);
    return LANES(two_sum)(r, r_error + ((p_error + q_error) + (ac + bs)), low);
}

static inline double LANES(input)(double x) {
#ifdef POSENC_SHRINK
    double t = (0x1p21 + 1) * x; /* Veltkamp: the upper 32 bits */
    return t - (t - x);
#else
    return x;
#endif
}

/* The value of level double: a[k] * c[k] + b[k] * s[k]. */
static inline double LANES(value)(double a, double c, double b, double s) {
    return LANES(multiply_add)(LANES(input)(a), LANES(input)(c), LANES(input)(b) * LANES(input)(s));
}

/* Entry i of a pair, the sine or the cosine. */
static inline double LANES(value_of_pair)(size_t i, double a, double b, double c, double s) {
    return i == 0 ? LANES(value)(a, c, b, s) : LANES(value)(b, c, -a, s);
}

/* The upper 35 of 64 bits, after rounding away the lower 29, ties away from 0. e is so wide that the exact value is never
 * at an end of [x - e, x + e], so it doesn't matter how a tie there is rounded. Both ends agree only if |x| > e, far above
 * the subnormals of binary32. */
static inline uint32_t LANES(to_single)(double x, double e, uint64_t *undecided) {
    uint64_t low = (bits_of_double(x - e) + (UINT64_C(1) << 28)) >> 29;
    uint64_t high = (bits_of_double(x + e) + (UINT64_C(1) << 28)) >> 29;
    *undecided |= low ^ high;
    /* exponent bias 1023 -> 127; the sign from bit 34 to bit 31 */
    return (uint32_t)(((low - (UINT64_C(896) << 23)) & 0x7fffffff) | (low >> 3 & 0x80000000));
}

/* Sign and magnitude; ties as in to_single. */
static inline uint64_t LANES(to_float)(double x, const struct narrow *to) {
    uint64_t bits = bits_of_double(x), magnitude = bits & (UINT64_MAX >> 1);
    uint64_t normal = ((magnitude + (UINT64_C(1) << (to->drop - 1))) >> to->drop) - to->rebias;
    uint64_t multiple = bits_of_double((x < 0 ? -x : x) + to->units) & 0xffff;
    uint64_t rounded = magnitude < to->least ? multiple : normal;
    return (rounded < to->infinity ? rounded : to->infinity) | (bits >> 63 << 15);
}

static inline uint64_t LANES(to_fixed)(double x, const struct narrow *to) {
    double above = x > to->lowest ? x : to->lowest,
           within = above < to->highest ? above : to->highest;
    return bits_of_double(within + to->units);
}

#define ROUNDING(name) LANES(name##_each)
#define ROUNDING_STEP 1
#define ROUNDING_ENTRIES 1
#include "engine/simd_rounding.h"

#define ROUNDING(name) LANES(name##_one)
#define ROUNDING_STEP 0
#define ROUNDING_ENTRIES 1
#include "engine/simd_rounding.h"

#define ROUNDING(name) LANES(name##_pairs)
#define ROUNDING_STEP 1
#define ROUNDING_ENTRIES 2
#include "engine/simd_rounding.h"

/* x[k] = a[k] * c[k] + sign * b[k] * s[k], for a sign of 1 or -1. */
static void LANES(turn_half)(size_t n, const double *restrict a, const double *restrict a_low,
                             const double *restrict b, const double *restrict b_low, double sign,
                             const struct phasors *turn, double *restrict x,
                             double *restrict x_low) {
    const double *restrict s = turn->a, *restrict s_low = turn->a_low;
    const double *restrict c = turn->b, *restrict c_low = turn->b_low;
    for (size_t k = 0; k < n; k++) {
        double low;
        x[k] = LANES(product_sum)(a[k], a_low[k], c[k], c_low[k], sign * b[k], sign * b_low[k],
                                  s[k], s_low[k], &low);
        x_low[k] = low;
    }
}

static void LANES(turn)(size_t n, const struct phasors *from, const struct phasors *turn,
                        const struct phasors *to) {
    LANES(turn_half)(n, from->a, from->a_low, from->b, from->b_low, 1, turn, to->a, to->a_low);
    LANES(turn_half)(n, from->b, from->b_low, from->a, from->a_low, -1, turn, to->b, to->b_low);
}

static const struct simd LANES(kernels) = {
    SIMD_NAME, {&LANES(rounding_each), &LANES(rounding_one), &LANES(rounding_pairs)}, LANES(turn)};
