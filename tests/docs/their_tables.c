/* SPDX-License-Identifier: MIT */
/* Tables as other programs make them, for the commands of docs/audit.md. Raw elements, or a header, go to standard
 * output.
 *
 *     float32 ROWS COLUMNS   float throughout, as much code has it
 *     pow ROWS COLUMNS       the same, with frequencies by pow
 *     header ROWS COLUMNS    the first as a header, printed with six places
 *     bf16 ROWS COLUMNS      cosines twice, of positions in bf16, in bf16
 *     ulp                    floats from standard input, each tenth one ulp larger
 *     flip INDEX BIT         these with one bit flipped */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Correctly rounded functions of floats. The functions of this machine's library may give other bits than another
 * machine's. */
static float exp_f(float x) {
    return (float)exp((double)x);
}
static float pow_f(float x, float y) {
    return (float)pow((double)x, (double)y);
}
static float sin_f(float x) {
    return (float)sin((double)x);
}
static float cos_f(float x) {
    return (float)cos((double)x);
}

static float usual(long position, long column, long columns, bool by_pow) {
    float exponent = (float)(column / 2 * 2);
    float frequency = by_pow ? 1 / pow_f(10000, exponent / (float)columns)
                             : exp_f(exponent * (float)(-log(10000.0) / (double)columns));
    float angle = (float)position * frequency;
    return column % 2 ? cos_f(angle) : sin_f(angle);
}

/* To nearest, ties to even; for what is neither NaN nor infinite. */
static uint16_t bf16(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static float from_bf16(uint16_t half) {
    uint32_t bits = (uint32_t)half << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint16_t rotary(long position, long column, long columns) {
    long pair = column % (columns / 2);
    float frequency = 1 / pow_f(10000, (float)(2 * pair) / (float)columns);
    return bf16(cos_f(from_bf16(bf16((float)position)) * frequency));
}

static void change(long at, unsigned bit) {
    uint32_t x;
    for (long k = 0; fread(&x, sizeof x, 1, stdin) == 1; k++) {
        if (at < 0)
            x += k % 10 == 5;
        else if (k == at)
            x ^= UINT32_C(1) << bit;
        fwrite(&x, sizeof x, 1, stdout);
    }
}

int main(int argc, char *argv[]) {
    const char *how = argc > 1 ? argv[1] : "";
    long a = argc > 2 ? strtol(argv[2], NULL, 10) : 0, b = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (strcmp(how, "ulp") == 0 || strcmp(how, "flip") == 0) {
        change(*how == 'f' ? a : -1, (unsigned)b);
        return 0;
    }
    const char *const header = strcmp(how, "header") == 0 ? how : NULL;
    if (header)
        printf("/* positional encoding */\nstatic const float table[%ld][%ld] = {\n", a, b);
    for (long r = 0; r < a; r++) {
        for (long j = 0; j < b; j++) {
            float x = usual(r, j, b, strcmp(how, "pow") == 0);
            uint16_t half = rotary(r, j, b);
            if (header)
                printf("%s%.6ff,", j == 0 ? "{" : " ", (double)x);
            else if (strcmp(how, "bf16") == 0)
                fwrite(&half, sizeof half, 1, stdout);
            else
                fwrite(&x, sizeof x, 1, stdout);
        }
        if (header)
            printf("},\n");
    }
    if (header)
        printf("};\n");
    return 0;
}
