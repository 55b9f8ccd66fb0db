/* Threads that compute and format pieces side by side, and write them in order. */
#ifndef POSENC_ORDERED_WRITER_H
#define POSENC_ORDERED_WRITER_H

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "engine/rows.h"

#include <stdbool.h>
#include <stdint.h>

/* An entry of the table as emitted. */
struct entry {
    uint64_t row, column;
};

/* Formats a piece of one array into an empty text. Returns false if the format can't hold one of its entries, the
 * first of which goes to `refused`. */
typedef bool ordered_format(const void *context, const struct piece *, uint64_t array,
                            struct text *, struct entry *refused);

struct ordered_job {
    struct rows *rows;
    unsigned threads;       /* at most, including the caller's; a single piece starts no thread */
    ordered_format *format; /* NULL: the elements themselves */
    unsigned reversed; /* bytes of an element, which are written in reverse order; 0: none are */
    const void *context;
    uint64_t arrays;           /* of the table */
    struct file *out;          /* may be NULL if all texts are empty */
    struct scratch *second;    /* keeps what a second array becomes */
    uint64_t array_bytes;      /* of the rows of one array, without a format */
    struct progress *progress; /* or NULL */
    bool digests;
};

struct ordered_result {
    /* If an entry is refused or the engine has an error, what was written is not whole. Only the earlier of the two
     * is reported, which doesn't depend on the threads. */
    bool refused;
    struct entry entry;        /* the first one that the format can't hold, if it is refused */
    struct engine_error error; /* else the engine's */
    uint64_t digest;           /* of all bytes (digest.h), if it is wanted */
};

/* Computes all pieces, and writes what `format` makes of them in their order. In a file each piece is written at an
 * offset of its own, by several threads at once: in its turn it only gets that offset, and without a format there are
 * no turns. The caller appends `second`. */
struct ordered_result ordered_write(const struct ordered_job *);

enum { ORDERED_WRITER_MAX = 16 };

#endif
