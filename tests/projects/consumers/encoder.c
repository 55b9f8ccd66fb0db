/* Adds both of a project's tables to an embedding of zeros and prints a digest of the sums' bits: FNV-1a-64. It must be
 * the same for all compilers and machines. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "pe.h"
#include "timescale.h"

static uint64_t digest(uint64_t hash, const float *row, size_t count) {
    for (size_t j = 0; j < count; j++) {
        uint32_t bits;
        memcpy(&bits, &row[j], sizeof bits);
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3;
    }
    return hash;
}

int main(void) {
    uint64_t hash = 0xcbf29ce484222325;
    for (int pos = 0; pos < pe_MAX_LEN; pos++)
        hash = digest(hash, pe[pos], pe_D_MODEL);
    for (int pos = 0; pos < timescale_MAX_LEN; pos++)
        hash = digest(hash, timescale[pos], timescale_D_MODEL);
    printf("%08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffff));
    return 0;
}
