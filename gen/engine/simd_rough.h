/* The rough kernels, a part of simd_rounding.h. All that follows the value is in lanes of 32 bits. */

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
