/* Rows -> text through a template, or bytes -> files. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/progress.h"
#include "emit/output_options.h"
#include "emit/outputs.h"
#include "engine/rows.h"
#include "table/request.h"

#include <stdbool.h>

/* How a run goes about it; no byte depends on it, but that `begin` and `end` choose the rows. */
struct emit_options {
    enum engine engine;
    unsigned threads;
    uint64_t begin, end; /* rows as emitted */
    bool if_changed;
    bool check;                /* write nothing: compare with what is there */
    struct progress *progress; /* or NULL */
};

/* Writes the table to its output ("-": standard output), and what goes beside that: with linkage extern
 * BASE.h and the source, and bytes or parts if the format has them; BASE is the output without its
 * extension. The files join `outputs`, complete but for being in place. A template that is wrong, or an entry
 * that the format can't hold, is a fault, found before anything is written; the caller frees its text. Dies if
 * writing fails, and then has changed no file. */
struct emitted {
    struct counts counts;
    struct engine_error
        error; /* if the engine has one, or the words have a fault, what was written is not whole */
    struct fault fault;
};
struct emitted emit_table(const struct output_options *, const struct emit_options *,
                          struct outputs *);

/* The names of these files, ended by NULL, in the order in which they are written. */
char **emit_names(const struct output_options *);
void emit_names_free(char **);

#endif
