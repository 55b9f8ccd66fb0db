/* Threads that compute and format pieces side by side, and write them in order. */
#ifndef POSENC_ORDERED_WRITER_H
#define POSENC_ORDERED_WRITER_H

#include "base/file.h"
#include "base/progress.h"
#include "emit/print.h"
#include "engine/rows.h"

#include <stdbool.h>
#include <stdint.h>

struct ordered_job {
    struct rows *rows;
    unsigned threads; /* at most, including the caller's; a single piece starts no thread */
    const struct printer *printer; /* of each array; NULL: the elements themselves are written, */
    unsigned reversed;             /* each of so many bytes in reverse order, or 0: as they are */
    uint64_t arrays;               /* of the table */
    struct file *out;
    struct scratch *second;    /* keeps what a second array becomes */
    uint64_t array_bytes;      /* of the rows of one array, without a printer */
    struct progress *progress; /* or NULL */
    bool digests;
};

/* Computes all pieces, and writes them, or the text that a printer makes of them, in their order. In a file each piece is
 * written at an offset of its own, by several threads at once: in its turn it only gets that offset, and without a printer
 * there are no turns. The caller appends `second`. Returns the digest of all bytes (digest.h), if it is wanted. After an
 * error of the engine what was written is not whole. */
uint64_t ordered_write(const struct ordered_job *);

enum { ORDERED_WRITER_MAX = 16 };

#endif
