/* The integers of i8_add.c are those that doubles give, rounded: the table, and the saturated sum. */
#include "pe_i8.h"

#include "expect.h"
#include "i8_add.h"

enum { LENGTH = pe_i8_MAX_LEN, WIDTH = pe_i8_D_MODEL };

static double clamp(double x) {
    return x > 127 ? 127 : x < -128 ? -128 : x;
}

int main(void) {
    static int8_t x[LENGTH][WIDTH], before[LENGTH][WIDTH];
    int saturated = 0;
    for (int s = 0; s < LENGTH; s++)
        for (int j = 0; j < WIDTH; j++) {
            near(pe_i8[s][j], 32 * entry(s, j, WIDTH) - 5, 0.5 + 1e-6);
            x[s][j] = before[s][j] = (int8_t)(draw() * 127);
        }
    near(pe_i8[0][0], -5, 0); /* sin 0 */
    near(pe_i8[0][1], 27, 0); /* cos 0 */
    add_positions_i8(LENGTH, x);
    for (int s = 0; s < LENGTH; s++)
        for (int j = 0; j < WIDTH; j++) {
            double sum = (before[s][j] + 5) / 32. + (pe_i8[s][j] + 5) / 32.; /* exact */
            saturated += sum * 32 - 5 != clamp(sum * 32 - 5);
            near(x[s][j], clamp(sum * 32 - 5), 0);
        }
    near(saturated > 0, 1, 0);
    return wrong != 0;
}
