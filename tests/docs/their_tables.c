/* Tables as other people's code makes them, for the commands of docs/audit.md: raw elements, or a header, to standard output.
 *
 *     their_tables float32 ROWS COLUMNS       float throughout, as much code has it
 *     their_tables double ROWS COLUMNS        double, rounded to float at the end
 *     their_tables header ROWS COLUMNS        the first, printed with six places
 *     their_tables bf16 ROWS COLUMNS          cosines twice, of positions in bf16, in bf16
 *     their_tables ulp                        float from standard input, each tenth one ulp larger
 *     their_tables flip INDEX BIT             the same with one bit flipped */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float usual(long position, long column, long columns) {
    float frequency = expf((float)(column / 2 * 2) * (float)(-log(10000.0) / (double)columns));
    float angle = (float)position * frequency;
    return column % 2 ? cosf(angle) : sinf(angle);
}

static float in_double(long position, long column, long columns) {
    double angle = (double)position * pow(10000, -(double)(column / 2 * 2) / (double)columns);
    return (float)(column % 2 ? cos(angle) : sin(angle));
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
    float frequency = 1 / powf(10000, (float)(2 * pair) / (float)columns);
    return bf16(cosf(from_bf16(bf16((float)position)) * frequency));
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
            float x = strcmp(how, "double") == 0 ? in_double(r, j, b) : usual(r, j, b);
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
