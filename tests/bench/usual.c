/* SPDX-License-Identifier: MIT */
/* The errors of usual float32 code: `posenc --max-len N --d-model 512 --format raw | usual N` compares a table computed
 * as most code bases do (float frequencies by exp, float angle, sine and cosine of that) with the exact one, by ranges
 * of positions. The sines here are those of libm's double, rounded, which is better than any float32 library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { D = 512 };

int main(int argc, char *argv[]) {
    long rows = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    float exact[D], frequency[D / 2];
    for (int i = 0; i < D / 2; i++)
        frequency[i] = expf((float)(2 * i) * (float)(-log(10000.0) / D));
    long wrong = 0, entries = 0, all_wrong = 0;
    double worst = 0;
    printf("positions          not correctly rounded    largest error\n");
    for (long r = 0, first = 0; r < rows; r++) {
        if (fread(exact, sizeof *exact, D, stdin) != D)
            return 1;
        for (int j = 0; j < D; j++) {
            float angle = (float)r * frequency[j / 2];
            float usual = (float)(j % 2 ? cos((double)angle) : sin((double)angle));
            wrong += usual != exact[j];
            worst = fmax(worst, fabs((double)usual - (double)exact[j]));
        }
        entries += D;
        if (r + 1 == rows || (r + 1 >= 128 && ((r + 1) & r) == 0)) {
            printf("%6ld to %6ld   %5.1f %%   %25.1e\n", first, r,
                   100.0 * (double)wrong / (double)entries, worst);
            all_wrong += wrong;
            first = r + 1;
            wrong = entries = 0;
            worst = 0;
        }
    }
    printf("%6d to %6ld   %5.1f %%\n", 0, rows - 1, 100.0 * (double)all_wrong / ((double)rows * D));
    return 0;
}
