/* The rough kernels, compiled once for each instruction set like those of simd_kernels.h, which includes them. All that
 * follows the value is in lanes of 32 bits. */

static inline uint32_t LANES(bits_of_float)(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t LANES(rough_float)(size_t n, const struct phasors *channels,
                                   const struct phasors *turn, const struct rough *rough,
                                   void *entries) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    const struct rough to = *rough;
    uint16_t *restrict out = entries;
    uint32_t differ = 0, below = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t bits = LANES(bits_of_float)((float)LANES(value)(a[k], c[k], b[k], s[k]));
        uint32_t magnitude = bits & 0x7fffffff, low = magnitude + to.bias, high = low + to.width;
        differ |= low ^ high;
        below |= magnitude - to.least;
        out[k] = (uint16_t)(low >> to.drop | (bits >> 16 & 0x8000));
    }
    return differ >> to.drop | below >> 31;
}

/* Inlined with a constant `bytes`, so that the loop has one kind of store. */
static inline __attribute__((always_inline)) uint64_t
LANES(rough_fixed)(size_t n, const struct phasors *channels, const struct phasors *turn,
                   const struct rough *rough, unsigned bytes, void *entries) {
    const double *restrict a = channels->a, *restrict b = channels->b;
    const double *restrict s = turn->a, *restrict c = turn->b;
    const struct rough to = *rough;
    uint8_t *restrict byte = entries;
    uint16_t *restrict half = entries;
    uint32_t differ = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t x = (uint32_t)LANES(bits)(LANES(value)(a[k], c[k], b[k], s[k]) + to.units);
        uint32_t above = x > to.lowest ? x : to.lowest,
                 within = above < to.highest ? above : to.highest;
        uint32_t low = within + to.bias, high = low + to.width;
        differ |= low ^ high;
        if (bytes == 1)
            byte[k] = (uint8_t)(low >> to.drop);
        else
            half[k] = (uint16_t)(low >> to.drop);
    }
    return differ >> to.drop;
}

static uint64_t LANES(rough_fixed8)(size_t n, const struct phasors *channels,
                                    const struct phasors *turn, const struct rough *rough,
                                    void *entries) {
    return LANES(rough_fixed)(n, channels, turn, rough, 1, entries);
}

static uint64_t LANES(rough_fixed16)(size_t n, const struct phasors *channels,
                                     const struct phasors *turn, const struct rough *rough,
                                     void *entries) {
    return LANES(rough_fixed)(n, channels, turn, rough, 2, entries);
}
