/* Rows -> text through a template, or bytes -> files. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "rows.h"
#include "spec.h"

#include <stdbool.h>

/* How a run goes about it; no byte depends on it, but that `begin` and `end` choose the rows. */
struct emit_options {
    enum engine engine;
    unsigned threads;
    uint64_t begin, end; /* rows as emitted */
    bool if_changed;
};

/* Writes the table to `output` ("-": standard output); with linkage extern to BASE.c and BASE.h,
 * where BASE is `output` without its extension. Dies on any error, and then has changed no file. */
struct counts emit_table(const struct spec *, const char *output, const struct emit_options *);

#endif
