/* The engine: specification -> rows of bits. */
#ifndef POSENC_ROWS_H
#define POSENC_ROWS_H

#include "spec.h"

#include <stddef.h>
#include <stdint.h>

struct rows;

/* Dies with a request error where the angles are too large to be worked on. */
struct rows *rows_open(const struct spec *);
void rows_close(struct rows *);

/* Entries [from, from + count) of row r, as emitted, into an array of host-order elements. */
void rows_read(struct rows *, uint64_t r, uint64_t from, size_t count, void *entries);

#endif
