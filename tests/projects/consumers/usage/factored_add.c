/* A table that flash can't hold: 4096 x 128 in Q15, on a Cortex-M0. */
#include "factored_add.h"

#include "pe_small.h"

/* docs/usage.md: factored_add.c */
/* x += the encoding of a position, in Q15, saturating; x has pe_small_D_MODEL elements. */
void add_position_q15(int16_t *x, size_t position) {
    int16_t row[pe_small_D_MODEL]; /* 256 bytes of the stack, and no other RAM */
    pe_small_copy(position, row);
    for (int j = 0; j < pe_small_D_MODEL; j++) {
        int32_t sum = (int32_t)x[j] + row[j];
        x[j] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
    }
}
/* docs/usage.md */
