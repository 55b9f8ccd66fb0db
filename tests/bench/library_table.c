/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
int main(void) {
    for (int position = 0; position < 4096; position++)
        for (int column = 0; column < 64; column++) {
            float angle =
                (float)position * expf((float)(column / 2 * 2) * (float)(-log(10000.0) / 64));
            float entry = column % 2 ? cosf(angle) : sinf(angle);
            fwrite(&entry, sizeof entry, 1, stdout);
        }
}
