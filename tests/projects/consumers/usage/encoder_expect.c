/* encoder_expect < TABLE: what encoder_input must print, from posenc's raw f32 table and integers alone. A weight is
 * w/1024 and sqrt(64) is 8, so a sum is w * 2^-7 + m * 2^e: both are counted in units of 2^-40, in which each entry of
 * this table is whole, added, and rounded to a float. */
#include "sentences.h"

enum { D = 64, UNIT = 40 };

/* A float of [-2, 2] that is 0 or at least 2^-17, in units of 2^-40; INT64_MAX for any other. */
static int64_t units(uint32_t bits) {
    int exponent = (int)(bits >> 23 & 255) - 150 + UNIT; /* of the last bit */
    int64_t magnitude = (bits & 0x7fffff) | 0x800000;
    if (bits << 1 == 0)
        return 0;
    if (exponent < 0 || exponent > 20)
        return INT64_MAX;
    return bits >> 31 ? -(magnitude << exponent) : magnitude << exponent;
}

/* The float nearest to v units, ties to even. */
static uint32_t float_of(int64_t v) {
    uint64_t magnitude = (uint64_t)(v < 0 ? -v : v), kept = magnitude;
    uint32_t sign = v < 0 ? UINT32_C(1) << 31 : 0;
    int drop = 0;
    if (v == 0)
        return 0;
    while (kept >> drop > 0xffffff)
        drop++;
    kept >>= drop;
    uint64_t rest = 2 * (magnitude - (kept << drop)), one = UINT64_C(1) << drop;
    kept += rest > one || (rest == one && kept % 2);
    for (; kept < 0x800000; drop--)
        kept *= 2;
    return sign | ((uint32_t)(drop - UNIT + 150) * 0x800000u + (uint32_t)(kept - 0x800000));
}

int main(void) {
    static unsigned char table[LENGTH][D][4];
    if (fread(table, 1, sizeof table, stdin) != sizeof table)
        return 2;
    for (int b = 0; b < BATCH; b++)
        for (int s = 0; s < LENGTH; s++)
            for (int j = 0; j < D; j++) {
                const unsigned char *byte = table[s][j];
                int64_t entry = units(byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                                      (uint32_t)byte[3] << 24);
                int64_t token = weight(sentences[b][s], j) * (INT64_C(1) << (UNIT - 7));
                if (entry == INT64_MAX)
                    return 3;
                printf("%08lx\n", (unsigned long)(sentences[b][s] ? float_of(token + entry) : 0));
            }
    return 0;
}
