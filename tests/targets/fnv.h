/* SPDX-License-Identifier: MIT */
/* The digest FNV-1a of 64 bits, on the targets and on the host. */
#ifndef FNV_H
#define FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t fnv(uint64_t digest, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    while (count-- > 0)
        digest = (digest ^ *at++) * UINT64_C(0x100000001b3);
    return digest;
}

#endif
