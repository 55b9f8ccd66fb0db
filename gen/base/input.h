/* SPDX-License-Identifier: MIT */
/* Files of any size that are read in pieces, at any offset, by several threads. */
#ifndef POSENC_INPUT_H
#define POSENC_INPUT_H

#include <stddef.h>
#include <stdint.h>

struct input;

/* Opens a regular file; anything else is refused at once, without a wait for a writer or a reader of it. Returns NULL, or
 * a message "NAME: what is wrong", which the caller frees. "-" is standard input, all of which is read at once. To be
 * closed whatever it returns. */
char *input_open(const char *name, struct input **input);

/* Takes NULL too. */
void input_close(struct input *);

/* Its size in bytes when it was opened. */
uint64_t input_size(const struct input *);

/* Reads exactly `count` bytes. Returns NULL, or a message "NAME: what is wrong", which the caller frees. */
char *input_read(const struct input *, uint64_t offset, void *bytes, size_t count);

#endif
