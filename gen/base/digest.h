/* SPDX-License-Identifier: MIT */
/* Digests of bytes, which tell files apart. They are not safe against someone who constructs two files with one
 * digest. */
#ifndef POSENC_DIGEST_H
#define POSENC_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* What `count` bytes at an offset of a file contribute to its digest. A file may be cut into pieces anywhere; the
 * digest_sum of their contributions, in any order, is the digest of the file. */
uint64_t digest_piece(const void *bytes, size_t count, uint64_t offset);
uint64_t digest_sum(uint64_t, uint64_t);

/* Another digest, for short texts that follow each other: takes the digest so far, which is DIGEST_EMPTY at first,
 * and returns that with `count` more bytes. */
#define DIGEST_EMPTY UINT64_C(0xcbf29ce484222325)
uint64_t digest_append(uint64_t digest, const void *bytes, size_t count);

#endif
