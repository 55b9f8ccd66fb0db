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

/* The rough kernels: all that follows the value is in lanes of 32 bits. */

static uint64_t ROUNDING(rough_float)(size_t n, const struct phasors *channels,
                                      const struct phasors *turn, const struct rough *rough,
                                      void *entries) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    const struct rough to = *rough;
    uint16_t *restrict out = entries;
    uint32_t differ = 0, below = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        for (size_t i = 0, l = k * ROUNDING_ENTRIES; i < ROUNDING_ENTRIES; i++, l++) {
            const double x = LANES(value_of_pair)(i, a[j], b[j], c[k], s[k]);
            uint32_t bits = bits_of_float((float)x), magnitude = bits & 0x7fffffff;
            uint32_t low = magnitude + to.bias, high = low + to.width;
            differ |= low ^ high;
            below |= magnitude - to.least;
            out[l] = (uint16_t)(low >> to.drop | (bits >> 16 & 0x8000));
        }
    }
    return differ >> to.drop | below >> 31;
}

/* Inlined with a constant `bytes`, so that the loop has one kind of store. */
static inline __attribute__((always_inline)) uint64_t
ROUNDING(rough_fixed)(size_t n, const struct phasors *channels, const struct phasors *turn,
                      const struct rough *rough, unsigned bytes, void *entries) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    const struct rough to = *rough;
    uint8_t *restrict byte = entries;
    uint16_t *restrict half = entries;
    uint32_t differ = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t j = k * ROUNDING_STEP;
        for (size_t i = 0, l = k * ROUNDING_ENTRIES; i < ROUNDING_ENTRIES; i++, l++) {
            const double value = LANES(value_of_pair)(i, a[j], b[j], c[k], s[k]);
            uint32_t x = (uint32_t)bits_of_double(value + to.units);
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

static uint64_t ROUNDING(rough_fixed8)(size_t n, const struct phasors *channels,
                                       const struct phasors *turn, const struct rough *rough,
                                       void *entries) {
    return ROUNDING(rough_fixed)(n, channels, turn, rough, 1, entries);
}

static uint64_t ROUNDING(rough_fixed16)(size_t n, const struct phasors *channels,
                                        const struct phasors *turn, const struct rough *rough,
                                        void *entries) {
    return ROUNDING(rough_fixed)(n, channels, turn, rough, 2, entries);
}

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
