/* Writes a table: its rows as text through a template, or as bytes. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/progress.h"
#include "emit/output.h"
#include "emit/outputs.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"
#include "table/request.h"

#include <stdbool.h>

/* How many threads a table can use. */
enum { EMIT_THREADS_MAX = 16 };

/* How a run goes about it. No byte depends on this, except that `begin` and `end` choose the rows. */
struct emit_options {
    enum engine engine;
    unsigned threads;
    uint64_t begin, end;       /* rows as emitted */
    struct progress *progress; /* or NULL */
};

/* Writes the table to its output ("-": standard output) and the other files of output_names. They are claimed
 * already; here they join `outputs`, complete and not yet in place. If there is an engine's error or a wrong entry of a
 * factored table, the files are not whole. Dies if writing fails, and then has changed no file. */
struct emitted {
    struct counts counts;
    struct engine_error error;
    struct factored_wrong wrong; /* entries of a factored table */
};
struct emitted emit_table(const struct output_options *, const struct emit_options *,
                          struct outputs *);

/* Computes the table if its text could need a constant -0 and the language has none. Returns an error of the first such
 * entry, unless an entry before it or in its piece has another. */
struct engine_error emit_check_entries(const struct output_options *, const struct emit_options *);

#endif
