/* Fixed point without one floating-point instruction. */
#include "q15_add.h"

#include "pe_q15.h"

/* docs/usage.md: q15_add.c */
/* Elements count 2^-15, as those of the table do. */
static int16_t saturate(int32_t sum) {
    return (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
}

/* The product of two Q15 numbers, to nearest; -1 times -1 saturates. */
static int16_t multiply(int16_t a, int16_t b) {
    int32_t product = (int32_t)a * b + (1 << 14); /* in Q30, and half an ulp */
    return saturate(product >= 0 ? product / 32768 : -((32767 - product) / 32768));
}

/* x[s] += scale * the encoding of position s, saturating. */
void add_positions_q15(int length, int16_t x[][pe_q15_D_MODEL], int16_t scale) {
    for (int s = 0; s < length; s++)
        for (int j = 0; j < pe_q15_D_MODEL; j++)
            x[s][j] = saturate(x[s][j] + multiply(scale, pe_q15[s][j]));
}
/* docs/usage.md */
