/* The loops of byte_order.c, compiled once for each instruction set: LANES(name) makes the name of a function. Compilers
 * see in each that it shuffles bytes. */

static void LANES(reverse_2)(size_t n, uint16_t *x) {
    for (size_t k = 0; k < n; k++)
        x[k] = (uint16_t)(x[k] << 8 | x[k] >> 8);
}

static void LANES(reverse_4)(size_t n, uint32_t *x) {
    for (size_t k = 0; k < n; k++)
        x[k] = x[k] << 24 | (x[k] & 0xff00) << 8 | (x[k] >> 8 & 0xff00) | x[k] >> 24;
}

static void LANES(reverse_8)(size_t n, uint64_t *x) {
    for (size_t k = 0; k < n; k++) {
        uint64_t y = x[k];
        y = (y & 0x00ff00ff00ff00ff) << 8 | (y >> 8 & 0x00ff00ff00ff00ff);
        y = (y & 0x0000ffff0000ffff) << 16 | (y >> 16 & 0x0000ffff0000ffff);
        x[k] = y << 32 | y >> 32;
    }
}

static void LANES(reverse)(unsigned bytes, size_t n, void *elements) {
    if (bytes == 2)
        LANES(reverse_2)(n, elements);
    if (bytes == 4)
        LANES(reverse_4)(n, elements);
    if (bytes == 8)
        LANES(reverse_8)(n, elements);
}
