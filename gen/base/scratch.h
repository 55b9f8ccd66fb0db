/* Bytes that are needed later than they are made, by an output or to be read back, in any number: what doesn't fit into
 * a small memory is kept in a temporary file. That has no name once it is open, so however the program ends, nothing of
 * it stays. */
#ifndef POSENC_SCRATCH_H
#define POSENC_SCRATCH_H

#include "base/file.h"

struct scratch;

/* The temporary file is in the folder of that output; if the output is written directly or compared, or is NULL, in
 * $TMPDIR or /tmp. If I/O fails, the functions die with one line that names the output, or the file in the temporary
 * folder. */
struct scratch *scratch_new(const struct file *output);

void scratch_write(struct scratch *, const void *bytes, size_t count);

/* Appends all of it to the output, and frees it. */
void scratch_append(struct scratch *, struct file *output);

/* Reads bytes that were written before. Threads may call it at the same time. */
void scratch_read(const struct scratch *, uint64_t offset, void *bytes, size_t count);

/* Frees what no output gets. Takes NULL too. */
void scratch_free(struct scratch *);

#endif
