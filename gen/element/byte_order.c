#include "element/byte_order.h"

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

/* Compilers see in each loop that it shuffles bytes. */

INLINE void reverse_2(size_t n, uint16_t *x) {
    for (size_t k = 0; k < n; k++)
        x[k] = (uint16_t)(x[k] << 8 | x[k] >> 8);
}

INLINE void reverse_4(size_t n, uint32_t *x) {
    for (size_t k = 0; k < n; k++)
        x[k] = x[k] << 24 | (x[k] & 0xff00) << 8 | (x[k] >> 8 & 0xff00) | x[k] >> 24;
}

INLINE void reverse_8(size_t n, uint64_t *x) {
    for (size_t k = 0; k < n; k++) {
        uint64_t y = x[k];
        y = (y & 0x00ff00ff00ff00ff) << 8 | (y >> 8 & 0x00ff00ff00ff00ff);
        y = (y & 0x0000ffff0000ffff) << 16 | (y >> 16 & 0x0000ffff0000ffff);
        x[k] = y << 32 | y >> 32;
    }
}

#define REVERSE(set)                                                                             \
    INSTRUCTIONS_FOR_##set static void reverse_##set(unsigned bytes, size_t n, void *elements) { \
        if (bytes == 2)                                                                          \
            reverse_2(n, elements);                                                              \
        if (bytes == 4)                                                                          \
            reverse_4(n, elements);                                                              \
        if (bytes == 8)                                                                          \
            reverse_8(n, elements);                                                              \
    }
INSTRUCTIONS_EACH(REVERSE)

void byte_order_reverse(unsigned bytes, size_t n, void *elements, enum instructions best) {
#define REVERSER(set) reverse_##set
    static void (*const reverse[])(unsigned, size_t, void *) = {INSTRUCTIONS_LIST(REVERSER)};
    reverse[best](bytes, n, elements);
}
