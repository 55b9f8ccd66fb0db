/* Writes a table: its rows as text through a template, or as bytes. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/progress.h"
#include "emit/ordered_writer.h"
#include "emit/output.h"
#include "emit/outputs.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"
#include "table/request.h"

#include <stdbool.h>

/* What C's template is filled with for a factored table. */

enum { FACTORED_VALUES = 17, FACTORED_ARRAY_VALUES = 6 };

/* The values that the functions of a factored table need; "none" for any other table, which is NULL. The texts are
 * new. */
void factored_values(const struct output_options *, const struct factored *,
                     struct template_value values[FACTORED_VALUES]);

/* The values of one of its arrays, which take the place of the table's. */
void factored_array_values(const struct output_options *, const struct factored *, size_t array,
                           struct template_value values[FACTORED_ARRAY_VALUES]);

/* "150528 bytes of arrays; ...", for the banner. The caller frees it. */
char *factored_storage(const struct output_options *, const struct factored *);

/* How a run goes about it. No byte depends on this, except that `begin` and `end` choose the rows. */
struct emit_options {
    enum engine engine;
    unsigned threads;
    uint64_t begin, end; /* rows as emitted */
    bool if_changed;
    bool check;                /* write nothing: compare with what is there */
    struct progress *progress; /* or NULL */
};

/* Writes the table to its output ("-": standard output) and the other files of output_names. They are claimed
 * already; here they join `outputs`, complete and not yet in place. A fault is an output that can't be several
 * files, or a wrong template of the program's own; it is found before anything is written, and so are the entries that a
 * factored table has wrong. If there is one of these or an engine's error, the files are not whole. Dies if writing
 * fails, and then has changed no file. */
struct emitted {
    struct counts counts;
    struct engine_error error;
    struct faults faults;
    uint64_t wrong; /* how many entries of a factored table; the first of them: */
    struct entry first_wrong;
};
struct emitted emit_table(const struct output_options *, const struct emit_options *,
                          struct outputs *);

#endif
