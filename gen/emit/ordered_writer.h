/* Threads that compute and format pieces side by side, and write them in order. */
#ifndef POSENC_ORDERED_WRITER_H
#define POSENC_ORDERED_WRITER_H

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "engine/rows.h"

/* Formats one piece into an empty text. */
typedef void ordered_format(const void *context, const struct piece *, struct text *);

/* Computes all pieces with at most `threads` threads, the caller's included, and writes what
 * `format` makes of them (NULL: their elements as they are) to `out` in their order. While one
 * thread writes the others compute. One piece starts no thread. Elements as they are go to their place
 * behind `offset` bytes, which are written already. The progress may be NULL, and so may the place for the
 * digest of all bytes (digest.h). */
void ordered_write(struct rows *, unsigned threads, ordered_format *format, const void *context,
                   struct file *out, uint64_t offset, struct progress *, uint64_t *digest);

enum { ORDERED_WRITER_MAX = 16 };

#endif
