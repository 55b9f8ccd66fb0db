/* Rows -> text through a template, or bytes -> files. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/name_set.h"
#include "base/progress.h"
#include "emit/output_options.h"
#include "engine/rows.h"

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

/* Files that are written, or compared, but not yet in place. */
struct outputs {
    struct file **file;
    char **name;
    size_t count;
    struct names absolute; /* the same, each by the one name that path_absolute gives it */
    struct names inputs;   /* what no output may overwrite */
};

/* Writes the table to its output ("-": standard output), and what goes beside that: with linkage extern
 * BASE.h and the source, and bytes or parts where the format has them; BASE is the output without its
 * extension. The files join `outputs`, complete but for being in place. Dies on any error, and then has
 * changed no file. */
struct emitted {
    struct counts counts;
    struct engine_error error; /* then what was written is not whole */
};
struct emitted emit_table(const struct output_options *, const struct emit_options *,
                          struct outputs *);

/* The names of these files, ended by NULL, in the order in which they are written. */
char **emit_names(const struct output_options *);
void emit_names_free(char **);

/* Opens one more output. The one before is complete. Dies where the name is that of another one. */
struct file *outputs_open(struct outputs *, const char *name, bool check);

/* Keeps outputs off a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Puts all in place, and empties the list. */
void outputs_commit(struct outputs *, bool if_changed);

#endif
