/* SPDX-License-Identifier: MIT */
/* How many entries of f16, bf16 and q15 come out wrong if they are rounded to float32 first: `rounded_twice POSENC` prints the
 * three numbers, for a table of 131072 x 512. The program at POSENC makes the tables. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 131072, D = 512 };

/* To nearest, ties to even; x is neither NaN nor infinite. */
static uint16_t to_bf16(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Half precision has 11 bits, and no exponent below -14: nearbyint rounds in units of the last of them. |x| <= 1. */
static uint16_t to_f16(float x) {
    int exponent;
    frexpf(x, &exponent);
    exponent = exponent < -13 || x == 0 ? -13 : exponent; /* frexpf says 0 of 0 */
    float units = nearbyintf(ldexpf(fabsf(x), 11 - exponent));
    unsigned sign = signbit(x) ? 0x8000 : 0;
    return (uint16_t)(sign + (unsigned)((exponent + 13) * 1024) + (unsigned)units);
}

static uint16_t to_q15(float x) {
    float units = nearbyintf(ldexpf(x, 15));
    return (uint16_t)(int16_t)(units > 32767 ? 32767 : units);
}

static FILE *table(const char *posenc, const char *type) {
    char command[4200];
    snprintf(command, sizeof command, "'%s' --max-len %d --d-model %d --format raw --type %s",
             posenc, ROWS, D, type);
    return popen(command, "r");
}

static long wrong(const char *posenc, const char *type, uint16_t (*rounded)(float)) {
    FILE *floats = table(posenc, "f32"), *exact = table(posenc, type);
    float from[D];
    uint16_t to[D];
    long count = 0;
    for (long r = 0; r < ROWS; r++) {
        if (!floats || !exact || fread(from, sizeof *from, D, floats) != D ||
            fread(to, sizeof *to, D, exact) != D)
            exit(1);
        for (int j = 0; j < D; j++)
            count += rounded(from[j]) != to[j];
    }
    pclose(floats);
    pclose(exact);
    return count;
}

int main(int argc, char *argv[]) {
    if (argc != 2)
        return 2;
    printf("f16\t%ld\n", wrong(argv[1], "f16", to_f16));
    printf("bf16\t%ld\n", wrong(argv[1], "bf16", to_bf16));
    printf("q15\t%ld\n", wrong(argv[1], "q15", to_q15));
    return 0;
}
