/* Decimal texts by arithmetic on whole blocks. texts_decimal.c includes this once for each instruction set: the loops
 * are plain, and the compiler makes vectors of them.
 *
 * Let |x| be from LEAST to below ONE, and k such that 10^8 <= |x| * 10^k < 10^9: 9 <= k <= 12. With |x| = m * 2^e and
 * m < 2^24, the product is m * 5^k * 2^(e+k), and m * 5^k < 2^24 * 5^12 < 2^52: it is exact in binary64, whichever power
 * is multiplied first. So the sum with SHIFT is the only rounding: to an integer, to nearest, ties to even as
 * printf does it. Nothing rounds up to 10^9, since no binary32 number is close enough below a power of ten
 * (unit_decimal.c tries the nearest).
 *
 * For an integer y below 10^9 and d = 10^4 or 10^8, y = q * d + r with whole 0 <= r < d,
 *     (y - (d - 1) / 2) / d = q + (r + 1/2) / d - 1/2,
 * is at most q + 1/2 and at least q - 1/2, by 1/2 / d >= 5e-9 each. It is below 10^5, so its computed value, from an
 * exact difference, a rounded 1 / d and a rounded product, is wrong by less than 10^5 * 2^-51 < 5e-10 (d = 10^4), or
 * 10 * 2^-51 (d = 10^8). So the sum with SHIFT rounds to q. All remainders are exact. */

/* The low bits of the integer by which x is greater than SHIFT. */
static inline uint64_t TEXTS(integer)(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void TEXTS(make)(const struct text_maker *maker, const void *entries, size_t n,
                        struct entry_texts *texts) {
    const uint32_t *bits = entries;
    alignas(64) float magnitude[ENTRY_BLOCK], power[ENTRY_BLOCK];
    alignas(64) uint32_t
        place[ENTRY_BLOCK]; /* of the ninth last digit: 8 times the bytes before it, 2 to 6 */
    alignas(64) uint64_t first[ENTRY_BLOCK];
    alignas(64) union {
        uint64_t eight[ENTRY_BLOCK];
        uint32_t four[2 * ENTRY_BLOCK]; /* 0 to 9999, then its digits, the first one lowest */
    } digits;
    (void)maker;
    uint32_t others = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t size = bits[k] & INT32_MAX;
        bool other = size - LEAST >= ONE - LEAST;
        others |= other;
        size = other ? LEAST : size;
        place[k] = 16 + 8 * (bits[k] >> 31) + 8U * (size < TENTH) + 8U * (size < HUNDREDTH) +
                   8U * (size < THOUSANDTH);
        float ten_to = size < TENTH ? 1e2F : 1e1F;
        ten_to = size < HUNDREDTH ? 1e3F : ten_to;
        power[k] = size < THOUSANDTH ? 1e4F : ten_to;
        memcpy(&magnitude[k], &size, sizeof size);
    }
    for (size_t k = 0; k < n; k++) {
        double nine = (double)magnitude[k] * 1e8 * (double)power[k] + SHIFT - SHIFT;
        double one = (nine - 49999999.5) * 1e-8 + SHIFT;
        double eight = nine - (one - SHIFT) * 1e8;
        double high = (eight - 4999.5) * 1e-4 + SHIFT;
        double low = eight - (high - SHIFT) * 1e4 + SHIFT;
        first[k] = TEXTS(integer)(one) & UINT16_MAX;
        digits.eight[k] = TEXTS(integer)(low) << 32 | (TEXTS(integer)(high) & UINT16_MAX);
    }
    for (size_t k = 0; k < 2 * n; k++) {
        uint32_t four = digits.four[k], hundreds = four * 5243 >> 19; /* four / 100 */
        uint32_t two = hundreds + ((four - 100 * hundreds) << 16);
        uint32_t tens = (two * 103 >> 10) & 0x000f000f; /* of both halves */
        digits.four[k] = tens + ((two - 10 * tens) << 8);
    }
    for (size_t k = 0; k < n; k++) { /* without the zeros at the end, which are the topmost bytes */
        int zeros = (__builtin_clzll(2 * digits.eight[k] + 1) + 1) / 8;
        texts->length[k] = (uint8_t)(place[k] / 8 + 9 - (uint32_t)zeros);
    }
    for (size_t k = 0; k < n; k++) {
        uint64_t begin = bits[k] >> 31 ? MINUS_ZERO_POINT : ZERO_POINT, at = place[k];
        texts->words[2 * k] = begin | first[k] << at | digits.eight[k] << (at + 8);
        texts->words[2 * k + 1] = ZEROS | digits.eight[k] >> (56 - at);
    }
    for (size_t k = 0; others && k < n; k++)
        if ((bits[k] & INT32_MAX) - LEAST >= ONE - LEAST) {
            char text[DECIMAL_MAX];
            texts->length[k] = (uint8_t)decimal_f32(bits[k], text);
            memcpy(texts->slots + k * SLOT, text, SLOT);
        }
}
