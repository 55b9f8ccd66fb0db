/* Writes tables into the files of a run: rows as text through a template, or as bytes. */
#ifndef POSENC_EMIT_H
#define POSENC_EMIT_H

#include "base/die.h"
#include "base/file.h"
#include "base/names.h"
#include "base/text.h"
#include "emit/output.h"
#include "emit/template.h"
#include "engine/rows.h"
#include "factored/factored.h"
#include "table/request.h"

#include <stddef.h>

/* --- the files of a run: all of them are written before the first is put in place */

/* Files that are written or compared, but not yet in place. */
struct outputs {
    enum file_mode mode; /* of all of them */
    struct file **file;
    char **name;
    size_t count;
    /* by the one name that path_absolute gives each: files that an output has, and those that none may overwrite */
    struct names claimed, inputs;
    const char **claimant; /* of each claimed name, its table or NULL */
};

/* Forbids outputs to overwrite a file that the run reads. */
void outputs_guard(struct outputs *, const char *input);

/* Reserves a file for one output, of that table of a manifest or of none (NULL). Call it when all inputs are guarded.
 * Returns NULL, or what is wrong: another output has that file, or the run reads it. The caller frees it. */
char *outputs_claim(struct outputs *, const char *name, const char *table);

/* Opens a claimed output. The output opened before it must be complete. */
struct file *outputs_open(struct outputs *, const char *name);

/* Puts all files in place and empties the list. */
void outputs_commit(struct outputs *);

/* Empties the list, none of whose files is open. */
void outputs_free(struct outputs *);

/* What outputs depend on, as Make and Ninja read it: "out1 out2: in1 in2". */

/* {0} is the empty rule. */
struct depfile {
    struct text outputs, inputs; /* names, escaped, with a blank before each */
    char *wrong; /* about the first name that a depfile can't hold; NULL if there is none */
};

/* Adds a name to the outputs or to the inputs. */
void depfile_add(struct depfile *, struct text *list, const char *name);

/* The text of the rule, if nothing is wrong. The caller frees it. */
struct text depfile_rule(const struct depfile *);
void depfile_free(struct depfile *);

/* --- tables */

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
