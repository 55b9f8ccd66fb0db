/* Adds a table of posenc to a batch of embeddings, as a model's first layer does, and checks every
 * sum against libm in double precision, which shares nothing with posenc: PE(s, 2i) = sin(s *
 * exp(-(2i/d) * ln 10000)),  PE(s, 2i+1) = cos of the same. */
#include "pe_128x256.h"

#include <math.h>
#include <stdio.h>

enum { BATCH = 4, SEQ_LEN = pe_128x256_MAX_LEN, D_MODEL = pe_128x256_D_MODEL };

static float embedding[BATCH][SEQ_LEN][D_MODEL], sum[BATCH][SEQ_LEN][D_MODEL];

static void add(void) {
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < SEQ_LEN; s++)
            for (int j = 0; j < D_MODEL; j++)
                sum[b][s][j] = embedding[b][s][j] + pe_128x256[s][j];
}

/* Half an ulp of the float next to x. */
static double half_ulp(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(0.5, exponent - 24);
}

int main(void) {
    _Static_assert(sizeof sum == BATCH * sizeof pe_128x256, "one table a sequence");
    unsigned state = 1;
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < SEQ_LEN; s++)
            for (int j = 0; j < D_MODEL; j++) {
                state = state * 1664525u + 1013904223u;
                embedding[b][s][j] = (float)(state >> 8) / 8388608.0f - 1.0f;
            }
    add();

    long wrong = 0;
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < SEQ_LEN; s++)
            for (int j = 0; j < D_MODEL; j++) {
                double angle = s * exp(-((j & ~1) / (double)D_MODEL) * log(10000.0));
                double exact = j % 2 ? cos(angle) : sin(angle);
                double slack = 1e-14 * angle + 1e-15; /* of the doubles here */
                double entry_error = half_ulp(exact) + slack;
                double exact_sum = embedding[b][s][j] + exact;
                wrong += !(fabs(pe_128x256[s][j] - exact) <= entry_error);
                wrong += !(fabs(sum[b][s][j] - exact_sum) <= entry_error + half_ulp(exact_sum));
            }
    printf("%ld wrong of %zu\n", wrong, sizeof sum / sizeof(float));
    return wrong != 0;
}
