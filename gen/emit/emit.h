/* SPDX-License-Identifier: MIT */
/* Writes tables into the files of a run: rows as text through a template, or as bytes. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/die.h"
#include "emit/output_files.h"
#include "emit/outputs.h"
#include "engine/rows.h"
#include "factored/factored.h"

/* How a run computes and writes. No byte depends on it, except that `begin` and `end` choose the rows. */
struct emit_options {
    enum engine engine;
    unsigned threads;
    uint64_t begin, end;       /* rows as emitted */
    struct progress *progress; /* or NULL */
};

/* Writes the table to its output ("-": standard output) and the other files of output_names. They must be claimed. They
 * join `outputs`, complete but not yet in place. After an engine's error or a wrong entry of a factored table they are
 * incomplete. Dies if writing fails; then no file has changed. */
struct emitted {
    struct counts counts;
    struct engine_error error;
    struct factored_wrong wrong; /* entries of a factored table */
};
struct emitted emit_table(const struct output_options *, const struct emit_options *,
                          struct outputs *);

#endif
