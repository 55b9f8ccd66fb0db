/* Digests of bytes, for telling files apart; none is safe against someone who looks for two that agree. */
#ifndef POSENC_DIGEST_H
#define POSENC_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* What `count` bytes at an offset of a file add to its digest. Pieces come in any order and may be cut anywhere:
 * digest_sum of theirs is the digest of the file. */
uint64_t digest_piece(const void *bytes, size_t count, uint64_t offset);
uint64_t digest_sum(uint64_t, uint64_t);

/* A digest of short texts, one after the other: start with DIGEST_EMPTY. */
#define DIGEST_EMPTY UINT64_C(0xcbf29ce484222325)
uint64_t digest_append(uint64_t digest, const void *bytes, size_t count);

#endif
