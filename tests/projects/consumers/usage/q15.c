/* The integers of q15_add.c are those that doubles give, rounded: the table, the product, the saturated sum. */
#include "pe_q15.h"

#include "expect.h"
#include "q15_add.h"

enum { LENGTH = pe_q15_MAX_LEN, WIDTH = pe_q15_D_MODEL };

static double clamp(double x) {
    return x > 32767 ? 32767 : x < -32768 ? -32768 : x;
}

static void expect_sums(int16_t scale) {
    static int16_t x[LENGTH][WIDTH], before[LENGTH][WIDTH];
    int saturated = 0;
    for (int s = 0; s < LENGTH; s++)
        for (int j = 0; j < WIDTH; j++)
            x[s][j] = before[s][j] = (int16_t)(draw() * 32767);
    add_positions_q15(LENGTH, x, scale);
    for (int s = 0; s < LENGTH; s++)
        for (int j = 0; j < WIDTH; j++) {
            double product = clamp(floor(scale * (double)pe_q15[s][j] / 32768 + 0.5));
            double sum = before[s][j] + product;
            saturated += sum != clamp(sum);
            near(x[s][j], clamp(sum), 0);
        }
    near(saturated > 0, scale != 0, 0);
}

int main(void) {
    for (int s = 0; s < LENGTH; s++)
        for (int j = 0; j < WIDTH; j++)
            near(pe_q15[s][j], clamp(32768 * entry(s, j, WIDTH)), 0.5 + 1e-6);
    near(pe_q15[0][1], 32767, 0); /* cos 0 */
    expect_sums(0);
    expect_sums(32767);
    expect_sums(12345);
    expect_sums(-32768);
    return wrong != 0;
}
