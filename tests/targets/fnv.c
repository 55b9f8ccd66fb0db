/* SPDX-License-Identifier: MIT */
/* Prints the digest of standard input. */
#include "fnv.h"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
    static unsigned char bytes[1 << 16];
    uint64_t digest = FNV_START;
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, stdin)) > 0;)
        digest = fnv(digest, bytes, count);
    return ferror(stdin) || printf("%016" PRIx64 "\n", digest) < 0;
}
