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
    const char *template; /* the path of a user's own, for that format */
};

/* Writes the table to its output ("-": standard output), and what goes beside that: with linkage extern
 * BASE.h and the source, and bytes or parts where the format has them; BASE is the output without its
 * extension. Dies on any error, and then has changed no file. */
struct counts emit_table(const struct spec *, const struct emit_options *);

#endif
