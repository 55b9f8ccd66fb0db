/* Rotary embeddings as transformers (Hugging Face) applies them: pair i of a head is its elements i and i + width/2,
 * and two tables have every frequency in both halves of a row. */
#include "rope_pair.h"

#include "rotary.h"

/* docs/usage.md: rotary_halves.c */
/* Turns one head of a query or a key, rope_D_MODEL floats, to its position. */
static void rotate(float *head, int position) {
    const int half = rope_D_MODEL / 2;
    for (int i = 0; i < half; i++) {
        float a = head[i], b = head[i + half];
        head[i] = a * rope_cos[position][i] - b * rope_sin[position][i];
        head[i + half] = b * rope_cos[position][i + half] + a * rope_sin[position][i + half];
    }
}
/* docs/usage.md */

enum { HEADS = 2, WIDTH = rope_D_MODEL, DISTANCE = 7 };

static int low(int i, int width) {
    (void)width;
    return i;
}
static int high(int i, int width) {
    return i + width / 2;
}

int main(void) {
    float query[HEADS][WIDTH], key[HEADS][WIDTH], q[WIDTH], k[WIDTH];
    for (int h = 0; h < HEADS; h++)
        for (int j = 0; j < WIDTH; j++) {
            query[h][j] = draw();
            key[h][j] = draw();
        }
    for (int h = 0; h < HEADS; h++) {
        double first = 0;
        for (int p = 0; p + DISTANCE < rope_MAX_LEN; p++) {
            for (int j = 0; j < WIDTH; j++) {
                q[j] = query[h][j];
                k[j] = key[h][j];
            }
            rotate(q, p + DISTANCE);
            rotate(k, p);
            expect_rotation(query[h], q, WIDTH, p + DISTANCE, low, high);
            expect_rotation(key[h], k, WIDTH, p, low, high);
            first = p == 0 ? dot(q, k, WIDTH) : first;
            near(dot(q, k, WIDTH), first, WIDTH * 4 * HALF_ULP);
        }
    }
    return wrong != 0;
}
