/* What factored_add.c adds is the sine or the cosine in double, rounded, at every position. */
#include "factored_add.h"

#include "expect.h"
#include "pe_small.h"

enum { WIDTH = pe_small_D_MODEL };

static double clamp(double x) {
    return x > 32767 ? 32767 : x < -32768 ? -32768 : x;
}

int main(void) {
    int16_t x[WIDTH], before[WIDTH];
    for (int s = 0; s < pe_small_MAX_LEN; s++) {
        for (int j = 0; j < WIDTH; j++)
            x[j] = before[j] = (int16_t)(draw() * 32767);
        add_position_q15(x, (size_t)s);
        for (int j = 0; j < WIDTH; j++)
            near(x[j], clamp(before[j] + clamp(32768 * entry(s, j, WIDTH))), 0.5 + 1e-6);
    }
    near(pe_small_at(0, 1), 32767, 0); /* cos 0 */
    return wrong != 0;
}
