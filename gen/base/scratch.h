/* SPDX-License-Identifier: MIT */
/* A store of any number of bytes, which are read back later. What doesn't fit into a small memory is kept in a temporary
 * file in $TMPDIR or /tmp. That has no name once it is open, so however the program ends, nothing of it stays. If I/O fails,
 * the functions die with one line that names the file. */
#ifndef POSENC_SCRATCH_H
#define POSENC_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

struct scratch;
struct scratch *scratch_new(void);

void scratch_write(struct scratch *, const void *bytes, size_t count);

/* Reads bytes that were written before. Threads may call it at the same time. */
void scratch_read(const struct scratch *, uint64_t offset, void *bytes, size_t count);

/* Takes NULL too. */
void scratch_free(struct scratch *);

#endif
