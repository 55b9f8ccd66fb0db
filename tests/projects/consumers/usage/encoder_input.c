/* The first stage of an encoder (Vaswani et al. 2017, sections 3.4 and 3.5): token -> embedding * sqrt(d_model) +
 * encoding of its position, for a batch of sentences that padding makes equally long. It prints the bits of the
 * result, one float a line; padding stays 0. */
#include "pe.h"

#include "sentences.h"

#include <math.h>
#include <string.h>

/* docs/usage.md: encoder_input.c */
enum { PADDING = 0, D = pe_D_MODEL };

static float embedding[VOCABULARY][D]; /* a model's weights */

/* x[b][s] = embedding of token[b][s] * sqrt(D) + encoding of position s; 0 where there is padding */
static void encoder_input(int batch, int length, const int token[batch][length],
                          float x[batch][length][D]) {
    const float scale = sqrtf(D);
    for (int b = 0; b < batch; b++)
        for (int s = 0; s < length; s++)
            for (int j = 0; j < D; j++)
                x[b][s][j] =
                    token[b][s] == PADDING ? 0 : embedding[token[b][s]][j] * scale + pe[s][j];
}
/* docs/usage.md */

int main(void) {
    static float x[BATCH][LENGTH][D];
    for (int t = 0; t < VOCABULARY; t++)
        for (int j = 0; j < D; j++)
            embedding[t][j] = (float)weight(t, j) / 1024;
    encoder_input(BATCH, LENGTH, sentences, x);
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < LENGTH; s++)
            for (int j = 0; j < D; j++) {
                uint32_t bits;
                memcpy(&bits, &x[b][s][j], sizeof bits);
                printf("%08lx\n", (unsigned long)bits);
            }
    return 0;
}
