/* Adding the rows to a batch of embeddings, in place. */
#include "pe.h"

#include "expect.h"

/* docs/usage.md: batch.c */
/* x[b][s] += the encoding of position s; length <= pe_MAX_LEN. */
static void add_positions(int batch, int length, float x[batch][length][pe_D_MODEL]) {
    for (int b = 0; b < batch; b++)
        for (int s = 0; s < length; s++)
            for (int j = 0; j < pe_D_MODEL; j++)
                x[b][s][j] += pe[s][j];
}
/* docs/usage.md */

enum { BATCH = 3, LENGTH = 50 };

static float x[BATCH][LENGTH][pe_D_MODEL], before[BATCH][LENGTH][pe_D_MODEL];

int main(void) {
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < LENGTH; s++)
            for (int j = 0; j < pe_D_MODEL; j++)
                x[b][s][j] = before[b][s][j] = draw();
    add_positions(BATCH, LENGTH, x);
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < LENGTH; s++)
            for (int j = 0; j < pe_D_MODEL; j++)
                near(x[b][s][j], before[b][s][j] + entry(s, j, pe_D_MODEL), 3 * HALF_ULP);
    return wrong != 0;
}
