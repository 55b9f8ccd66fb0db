/* Rotary embeddings as Llama's own code applies them: neighbours of a head are a complex number, and a row has the
 * cosine and the sine of each side by side. */
#include "rope.h"

#include "rotary.h"

/* docs/usage.md: rotary_pairs.c */
/* Multiplies the complex numbers of one head, rope_D_MODEL floats, by those of its position. */
static void rotate(float *head, int position) {
    for (int j = 0; j < rope_D_MODEL; j += 2) {
        float a = head[j], b = head[j + 1], c = rope[position][j], s = rope[position][j + 1];
        head[j] = a * c - b * s;
        head[j + 1] = b * c + a * s;
    }
}
/* docs/usage.md */

enum { WIDTH = rope_D_MODEL, DISTANCE = 7 };

static int even(int i, int width) {
    (void)width;
    return 2 * i;
}
static int odd(int i, int width) {
    (void)width;
    return 2 * i + 1;
}

int main(void) {
    float query[WIDTH], key[WIDTH], q[WIDTH], k[WIDTH];
    double first = 0;
    for (int j = 0; j < WIDTH; j++) {
        query[j] = draw();
        key[j] = draw();
    }
    for (int p = 0; p + DISTANCE < rope_MAX_LEN; p++) {
        for (int j = 0; j < WIDTH; j++) {
            q[j] = query[j];
            k[j] = key[j];
        }
        rotate(q, p + DISTANCE);
        rotate(k, p);
        expect_rotation(query, q, WIDTH, p + DISTANCE, even, odd);
        expect_rotation(key, k, WIDTH, p, even, odd);
        first = p == 0 ? dot(q, k, WIDTH) : first;
        near(dot(q, k, WIDTH), first, WIDTH * 4 * HALF_ULP);
    }
    return wrong != 0;
}
